/** What our own introspection makes of `system_schema`, read in CQL, is what the store has. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { prepare } from "../../../src/cql/statement/prepare.ts";
import { openSystem } from "../../../src/cql/system/index.ts";
import type { System } from "../../../src/cql/system/index.ts";
import { parseSystemRows } from "../../../src/source/cql/parse-system-rows.ts";
import type { SystemRow } from "../../../src/source/cql/system-rows.ts";
import { Encoded, openMemoryStore } from "../../../src/store/index.ts";
import { keyspace } from "../../support/keyspaces.ts";
import { listenCql } from "../../../src/cql/index.ts";
import { introspectCql } from "../../../src/source/cql/introspect-cql.ts";
import { fillStore, saidInCql } from "../fill-store.ts";

async function readRows({ database }: System, table: string, name: string): Promise<readonly SystemRow[]> {
  const query = `SELECT * FROM system_schema.${table} WHERE keyspace_name = ?`;
  const prepared = await prepare(query, database, { keyspace: undefined, readOnly: true });
  const answer = await prepared.execute({ values: [Buffer.from(name)], nowMs: database.now() });
  if (answer.kind !== "rows") throw new TypeError(answer.kind);
  return answer.rows.map((row) =>
    Object.fromEntries(
      answer.columns.map(({ name: column, type }, place) => {
        const bytes = row[place];
        return [column, bytes ? Encoded.ofBytes(type, bytes).value : null];
      }),
    ),
  );
}

it("finds any keyspace as it is", async () => {
  const store = await openMemoryStore();
  const system = await openSystem(store, { address: "127.0.0.1", port: 9042 });
  await fc.assert(
    fc.asyncProperty(keyspace, async (before) => {
      await fillStore(store, before);
      const read = (table: string): Promise<readonly SystemRow[]> => readRows(system, table, before.name);
      const {
        keyspace: found,
        notes,
        unreported,
      } = parseSystemRows(before.name, {
        tables: await read("tables"),
        columns: await read("columns"),
        types: await read("types"),
        indexes: await read("indexes"),
        droppedColumns: await read("dropped_columns"),
        views: await read("views"),
      });
      expect(saidInCql(found)).toEqual(saidInCql(before));
      expect({ notes, unreported }).toEqual({ notes: [], unreported: [] });
      await store.dropKeyspace(before.name);
    }),
    { seed: 32, numRuns: process.env["COLONNADE_LONG"] ? 1000 : 25 },
  );
  await system.close();
  await store.close();
});

it("finds a keyspace by a contact point", async () => {
  const [before] = fc.sample(keyspace, { seed: 32, numRuns: 1 });
  if (!before) throw new TypeError("no keyspace");
  const store = await openMemoryStore();
  await fillStore(store, before);
  const listener = await listenCql({ port: 0, graceMs: 0 });
  await listener.open({ store });
  const { keyspace: found } = await introspectCql({
    keyspace: before.name,
    contactPoints: [`127.0.0.1:${listener.port}`],
  });
  expect(saidInCql(found)).toEqual(saidInCql(before));
  await listener.close();
  await store.close();
});
