/**
 * For vitest's `globalSetup`: waits for a test that needs a cluster, and starts one node for the whole run when the first one
 * asks. A run without such tests starts nothing but a small server.
 */
import { createServer } from "node:http";
import type { ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestProject } from "vitest/node";
import { findTools } from "./find-tools.ts";
import type { Tools } from "./find-tools.ts";
import { startNodes } from "./start-nodes.ts";
import type { RunningNodes } from "./start-nodes.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Where tests ask for the cluster: `GET /tools`, `GET /node`, `GET /turn`. */
    readonly cluster: string;
  }
}

export type ToolsAnswer = { readonly reason?: string };
export type NodeAnswer = { readonly contactPoint: string } | { readonly error: string };

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let tools: Promise<Tools | { readonly reason: string }> | undefined;
  let node: Promise<RunningNodes> | undefined;
  const look = (): NonNullable<typeof tools> => (tools ??= findTools());
  const answer = async (path: string | undefined): Promise<ToolsAnswer | NodeAnswer> => {
    const found = await look();
    if (path === "/tools") return "reason" in found ? { reason: found.reason } : {};
    if ("reason" in found) return { error: found.reason };
    node ??= startNodes(found, 1);
    return node.then(
      ({ contactPoint }) => ({ contactPoint }),
      (error: unknown) => ({ error: String(error) }),
    );
  };
  const takeTurn = createTurns();
  const server = createServer((request, response) => {
    if (request.url === "/turn") takeTurn(response);
    else void answer(request.url).then((body) => response.end(JSON.stringify(body)));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  project.provide("cluster", `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return async () => {
    server.closeAllConnections();
    server.close();
    await node?.then(
      ({ stop }) => stop(),
      () => {},
    );
  };
}

/** A response begins when the one before it has ended, and ends when the test closes its connection, or dies. */
function createTurns(): (response: ServerResponse) => void {
  let last = Promise.resolve();
  return (response) => {
    const over = new Promise<void>((done) => response.on("close", done));
    void last.then(() => response.flushHeaders());
    last = last.then(() => over);
  };
}
