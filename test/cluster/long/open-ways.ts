/** Creates the table, and opens every way to its rows. */
import { join } from "node:path";
import { createSession, fetchTransport } from "@colonnade/runtime";
import type { Transport } from "@colonnade/runtime";
import { createCassandraSession } from "../../../src/cassandra/index.ts";
import { printCreateKeyspace, printCreateTable } from "../../../src/model/print-cql.ts";
import { loadKeyspace } from "../../../src/source/parse-keyspace.ts";
import { hostOf, superuser } from "../node-files.ts";
import type { RunningNodes } from "../start-nodes.ts";
import { createGateway, user } from "./gateway.ts";
import type { Gateway } from "./gateway.ts";
import { connectDriver, driverWay, localDataCenter, sessionWay } from "./ways.ts";
import type { Way } from "./ways.ts";

interface OpenWays {
  readonly ways: readonly Way[];
  readonly gateways: readonly Gateway[];
  readonly contactPoints: readonly string[];
  /** @returns what was wrong with the end of a gateway */
  readonly close: () => Promise<string[]>;
}

export async function openWays({ contactPoint, nodes }: RunningNodes): Promise<OpenWays> {
  const port = contactPoint.split(":")[1];
  const contactPoints = nodes.map((_, index) => `${hostOf(index)}:${port}`);
  await createTables(contactPoints);
  const gateways = [await createGateway(contactPoints), await createGateway(contactPoints)];
  // One after the other: the first creates the table of tokens.
  for (const { start } of gateways) await start();
  const [first, second] = gateways.map(({ url }) => url) as [string, string];
  const connect = { credentials: user, keyspace: "shop" };
  const ways = [
    driverWay(connectDriver(contactPoints)),
    sessionWay("straight", createCassandraSession({ contactPoints, localDataCenter, credentials: superuser })),
    sessionWay("gateway 1", createSession({ ...connect, url: first })),
    sessionWay("both gateways", createSession({ ...connect, url: first, transport: alternating(first, second) })),
  ];
  const close = async (): Promise<string[]> => {
    for (const way of ways) await way.close();
    const problems: string[] = [];
    for (const [index, gateway] of gateways.entries()) {
      const { code, ms } = await gateway.stop();
      if (code !== 0) problems.push(`gateway ${index + 1} ended with ${code} after ${ms} ms`);
      await gateway.discard();
    }
    return problems;
  };
  return { ways, gateways, contactPoints, close };
}

/** Sends every other call to the second gateway, which must know the tokens of the first. */
function alternating(first: string, second: string): Transport {
  const send = fetchTransport();
  let calls = 0;
  return (call) => send({ ...call, url: calls++ % 2 === 0 ? call.url : call.url.replace(first, second) });
}

async function createTables(contactPoints: readonly string[]): Promise<void> {
  const { tables } = await loadKeyspace(join(import.meta.dirname, "../../../examples/shop/definitions/shop"));
  const client = connectDriver(contactPoints);
  try {
    await client.execute(printCreateKeyspace("shop", contactPoints.length));
    for (const table of tables) await client.execute(printCreateTable("shop", table));
  } finally {
    await client.shutdown();
  }
}
