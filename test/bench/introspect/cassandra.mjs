/** One node of Apache Cassandra with the tables of a benchmark; the harness of the cluster tests starts it. */
import cassandra from "cassandra-driver";
import { createJiti } from "jiti";

const jiti = createJiti(import.meta.url);

/** What a node needs, or the reason why there can be none. */
export async function findCassandra() {
  const { findTools } = await jiti.import("../../cluster/find-tools.ts");
  return findTools();
}

/** @returns where it is, who may log in, a function that makes a keyspace with tables, and how to end it */
export async function startCassandra(tools) {
  const { startNodes } = await jiti.import("../../cluster/start-nodes.ts");
  const { superuser: credentials } = await jiti.import("../../cluster/node-files.ts");
  // Each table takes a third of a megabyte of its heap, and what a test needs would not do. This outdoes its own setting.
  process.env._JAVA_OPTIONS = "-Xmx1g";
  const { contactPoint, stop } = await startNodes(tools, 1);
  const create = (keyspace, definitions) => createTables({ contactPoint, credentials }, keyspace, definitions);
  return { contactPoint, credentials, createTables: create, stop };
}

/** Takes less than a tenth of a second for each table. @param definitions the folder that `writeTables` wrote */
async function createTables({ contactPoint, credentials }, name, definitions) {
  const { loadKeyspace } = await jiti.import("../../../src/source/files.ts");
  const { printCreateKeyspace, printCreateTable } = await jiti.import("../../../src/model/print-cql.ts");
  const { tables } = await loadKeyspace(definitions);
  const client = new cassandra.Client({
    contactPoints: [contactPoint],
    localDataCenter: "datacenter1",
    credentials,
    isMetadataSyncEnabled: false,
    socketOptions: { readTimeout: 60_000 },
  });
  try {
    await client.execute(printCreateKeyspace(name, 1));
    for (const table of tables) await client.execute(printCreateTable(name, table));
  } finally {
    await client.shutdown();
  }
}
