/** Random CQL programs on the embedded store and on a live Cassandra: equal rows, equal error codes. */
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { loadDriver } from "../../src/source/cql/driver.ts";
import { openCql } from "../cql/run-cql.ts";
import type { Cql } from "../cql/run-cql.ts";
import { answerOfDriver, answerOfStore, areEqual, isKnown } from "../cql/program-answers.ts";
import type { DriverClient, DriverModule } from "../cql/program-answers.ts";
import { program, programDefinitions, programKeyspace, programTables } from "../cql/random-programs.ts";
import { runs } from "../support/long.ts";
import { describeOnCluster } from "./describe-on-cluster.ts";

const replication = "{'class': 'SimpleStrategy', 'replication_factor': 1}";

await describeOnCluster("random programs of CQL", (cluster) => {
  const driver = loadDriver() as unknown as DriverModule;
  let client: DriverClient;
  let cql: Cql;

  beforeAll(async () => {
    const { contactPoints, credentials, run } = cluster();
    await run(`CREATE KEYSPACE ${programKeyspace} WITH replication = ${replication};\n${programDefinitions}`);
    client = new driver.Client({
      contactPoints,
      credentials,
      localDataCenter: "datacenter1",
      keyspace: programKeyspace,
      policies: { timestampGeneration: null },
      encoding: { map: Map, useUndefinedAsUnset: true },
    });
  }, 300_000);

  afterAll(async () => {
    await client.execute(`DROP KEYSPACE IF EXISTS ${programKeyspace}`);
    await client.shutdown();
  });

  it("answers as Cassandra does", { timeout: 1_800_000 }, async () => {
    cql = await openCql(`CREATE KEYSPACE ${programKeyspace} WITH replication = ${replication};${programDefinitions}`, {
      keyspace: programKeyspace,
    });
    await fc.assert(
      fc.asyncProperty(program, async (statements) => {
        for (const table of programTables) {
          await client.execute(`TRUNCATE ${table}`);
          await cql.store.truncateTable(programKeyspace, table);
        }
        for (const statement of statements) {
          const expected = await answerOfDriver(driver, client, statement);
          const answer = await answerOfStore(cql, statement);
          if (isKnown(expected)) break;
          if (!areEqual(answer, expected)) expect({ statement, answer }).toEqual({ statement, answer: expected });
        }
      }),
      runs(25, 700),
    );
  });
});
