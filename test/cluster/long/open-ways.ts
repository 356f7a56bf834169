/** Creates the table, and opens every way to its rows. */
import { join } from "node:path";
import { printCreateKeyspace, printCreateTable } from "../../../src/model/print-cql.ts";
import { loadKeyspace } from "../../../src/source/files.ts";
import type { RunningNodes } from "../start-nodes.ts";
import type { Gateway } from "./gateway.ts";
import { connect, driverWay } from "./ways.ts";
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
  const contactPoints = nodes.map((_, index) => `127.0.0.${index + 1}:${port}`);
  await createTable(contactPoints);
  const ways = [driverWay(connect(contactPoints))];
  const close = async (): Promise<string[]> => {
    for (const way of ways) await way.close();
    return [];
  };
  return { ways, gateways: [], contactPoints, close };
}

async function createTable(contactPoints: readonly string[]): Promise<void> {
  const { tables } = await loadKeyspace(join(import.meta.dirname, "../../../examples/shop/definitions/shop"));
  const client = connect(contactPoints);
  try {
    await client.execute(printCreateKeyspace("shop", contactPoints.length));
    for (const table of tables) await client.execute(printCreateTable("shop", table));
  } finally {
    await client.shutdown();
  }
}
