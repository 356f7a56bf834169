import { once } from "node:events";
import { get } from "node:http";
import { beforeAll, describe, inject } from "vitest";
import type { NodeAnswer, ToolsAnswer } from "./global-setup.ts";
import { loadDriver } from "../../src/source/cql/driver.ts";
import { describeUnless } from "../support/describe-unless.ts";
import { superuser } from "./node-files.ts";

export interface Cluster {
  readonly contactPoints: readonly string[];
  readonly credentials: { readonly username: string; readonly password: string };
  /** Runs the statements of a text, one after the other; each ends with a semicolon at the end of a line. */
  readonly run: (cql: string) => Promise<void>;
  /** Waits until no other test uses the examples' keyspaces, whose names are in generated code. @returns what ends the turn */
  readonly takeTurn: () => Promise<() => void>;
}

/** The first start may fetch Cassandra. */
const startTimeoutMs = 300_000;

/**
 * `describe` for tests that need a real Cassandra; where there can be none, they are skipped and their title says why.
 *
 * All of a run share one node: each has keyspaces of its own, or takes turns with the others.
 */
export async function describeOnCluster(name: string, tests: (cluster: () => Cluster) => void): Promise<void> {
  const server = inject("cluster");
  const reason = await reasonToSkip(server);
  if (reason !== undefined) {
    describeUnless(reason)(name, () => tests(notThere));
    return;
  }
  describe(name, () => {
    let cluster: Cluster | undefined;
    beforeAll(async () => {
      cluster = await findCluster(server);
    }, startTimeoutMs);
    tests(() => cluster ?? notThere());
  });
}

function notThere(): never {
  throw new Error("the cluster is there only while a test runs");
}

async function reasonToSkip(server: string | undefined): Promise<string | undefined> {
  if (server === undefined) return "test/cluster/global-setup.ts is not among the config's globalSetup";
  try {
    loadDriver();
  } catch {
    return "cassandra-driver is not installed";
  }
  const { reason } = await ask<ToolsAnswer>(`${server}/tools`);
  return reason;
}

async function findCluster(server: string): Promise<Cluster> {
  const answer = await ask<NodeAnswer>(`${server}/node`);
  if ("error" in answer) throw new Error(answer.error);
  const contactPoints = [answer.contactPoint];
  return {
    contactPoints,
    credentials: superuser,
    run: (cql) => runStatements(contactPoints, cql),
    takeTurn: () => takeTurn(`${server}/turn`),
  };
}

/** Not by `fetch`, which cancels the body of a response that nobody refers to once it is collected, and so ends the turn. */
async function takeTurn(url: string): Promise<() => void> {
  const request = get(url, { agent: false });
  await once(request, "response");
  return () => request.destroy();
}

async function ask<Answer>(url: string): Promise<Answer> {
  return (await (await fetch(url)).json()) as Answer;
}

async function runStatements(contactPoints: readonly string[], cql: string): Promise<void> {
  const { Client, policies } = loadDriver();
  const client = new Client({
    contactPoints,
    credentials: superuser,
    isMetadataSyncEnabled: false,
    policies: { loadBalancing: new policies.loadBalancing.RoundRobinPolicy() },
    pooling: { warmup: false, heartBeatInterval: 0 },
    socketOptions: { connectTimeout: 10_000, readTimeout: 30_000 },
  });
  try {
    const withoutComments = cql.replace(/^\s*--.*$/gm, "");
    for (const statement of withoutComments.split(/;\s*$/m).map((text) => text.trim())) {
      if (statement !== "") await client.execute(statement, [], {});
    }
  } finally {
    await client.shutdown();
  }
}
