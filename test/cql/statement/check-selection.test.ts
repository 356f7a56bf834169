/** What PREPARE asks the store works for columns of any type: it accepts a query or refuses it in words. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { errorOf as cqlErrorOf } from "../../../src/cql/cql-error.ts";
import { prepare } from "../../../src/cql/statement/prepare.ts";
import type { Database } from "../../../src/cql/statement/prepared.ts";
import type { Keyspace } from "../../../src/model/index.ts";
import { printName } from "../../../src/model/index.ts";
import { openMemoryStore } from "../../../src/store/index.ts";
import { keyspace as anyKeyspace } from "../../support/keyspaces.ts";
import { runs } from "../../support/long.ts";
import { fillStore } from "../fill-store.ts";

function* queriesOf({ name, tables }: Keyspace): Generator<string> {
  for (const table of tables) {
    const from = `SELECT * FROM ${printName(name)}.${printName(table.name)}`;
    for (const column of table.columns.map((one) => printName(one.name))) {
      for (const relation of ["= ?", "IN ?", "> ?", "CONTAINS ?", "CONTAINS KEY ?"]) {
        for (const filtering of ["", " ALLOW FILTERING"]) yield `${from} WHERE ${column} ${relation}${filtering}`;
      }
      yield `${from} WHERE ${column}[?] = ?`;
      yield `${from} ORDER BY ${column} ANN OF ? LIMIT ?`;
    }
    const tokens = table.partitionKey.map(printName).join(", ");
    yield `${from} WHERE token(${tokens}) > ?`;
    const clustering = table.clusteringKey.map((one) => printName(one.name)).join(", ");
    if (clustering !== "") {
      for (const relation of ["= ?", "IN ?", "< ?"]) yield `${from} WHERE (${clustering}) ${relation} ALLOW FILTERING`;
    }
  }
}

it("accepts or refuses every relation of every column", async () => {
  const answers = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(anyKeyspace, async (before) => {
      const store = await openMemoryStore();
      await fillStore(store, before);
      const database: Database = { store, storeOf: async () => store, now: Date.now };
      for (const query of queriesOf(before)) {
        try {
          await (await prepare(query, database, { keyspace: undefined, readOnly: true })).check?.();
          answers.set("accepted", (answers.get("accepted") ?? 0) + 1);
        } catch (error) {
          const { code } = cqlErrorOf(error);
          if (code !== "invalid") throw new Error(query, { cause: error });
          answers.set(code, (answers.get(code) ?? 0) + 1);
        }
      }
      await store.close();
    }),
    runs(5, 300),
  );
  expect([...answers.keys()].toSorted()).toEqual(["accepted", "invalid"]);
});
