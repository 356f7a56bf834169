/** What a prepared statement says of itself, and who may execute it. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { prepare } from "../../../src/cql/statement/prepare.ts";
import type { Prepared } from "../../../src/cql/statement/prepared.ts";
import { runs } from "../../support/long.ts";
import { errorOf, openCql } from "../run-cql.ts";
import type { Cql } from "../run-cql.ts";

const definitions = `
CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};
CREATE TYPE k.address (street text, zip int);
CREATE TABLE k.pair (p int, q text, c int, v int, m map<text, int>, l list<int>, u address, PRIMARY KEY ((p, q), c));
CREATE TABLE k.plain (p int PRIMARY KEY, v int, t text);
`;

const caller = { keyspace: "k", readOnly: false };

it.each<[text: string, variables: readonly string[], keyIndexes: readonly number[]]>([
  ["INSERT INTO pair (q, c, p, v) VALUES (?, ?, ?, ?) USING TTL ?", ["q", "c", "p", "v", "[ttl]"], [2, 0]],
  ["INSERT INTO pair (q, c, p, v) VALUES ('x', ?, ?, ?)", ["c", "p", "v"], []],
  ["INSERT INTO pair JSON ?", ["[json]"], []],
  [
    "UPDATE pair USING TIMESTAMP ? SET v = ?, m[?] = ?, l[?] = ?, u.zip = ? WHERE p = ? AND q = ? AND c = ?",
    ["[timestamp]", "v", "key(m)", "value(m)", "idx(l)", "value(l)", "u.zip", "p", "q", "c"],
    [7, 8],
  ],
  ["UPDATE pair SET v = :value WHERE p = :p AND q = :q AND c IN ? IF v = ?", ["value", "p", "q", "in(c)", "v"], [1, 2]],
  ["DELETE m[?], l[?] FROM pair WHERE p = ? AND q = ? AND c = ?", ["key(m)", "idx(l)", "p", "q", "c"], [2, 3]],
  [
    "BEGIN BATCH USING TIMESTAMP ? UPDATE plain SET v = ? WHERE p = ?; INSERT INTO plain (p, v) VALUES (?, ?); APPLY BATCH",
    ["[timestamp]", "v", "p", "p", "v"],
    [3],
  ],
])("names the markers of %s", async (text, variables, keyIndexes) => {
  const { database } = await openCql(definitions);
  const prepared = await prepare(text, database, caller);
  expect(prepared.variables.map(({ name }) => name)).toEqual(variables);
  expect(prepared.keyIndexes).toEqual(keyIndexes);
});

it("is no longer current when its table or a type of it has changed", async () => {
  const { database, store } = await openCql(definitions);
  const statements = ["INSERT INTO pair (p, q, c) VALUES (1, '', 1)", "SELECT v FROM plain"];
  const [pair, plain] = (await Promise.all(statements.map((text) => prepare(text, database, caller)))) as [
    Prepared,
    Prepared,
  ];
  const current = async (): Promise<readonly boolean[]> => [await pair.isCurrent(), await plain.isCurrent()];
  expect(await current()).toEqual([true, true]);
  await store.alterTable("k", "plain", {
    kind: "add-column",
    column: { name: "more", type: { kind: "native", name: "int" }, kind: "regular" },
  });
  expect(await current()).toEqual([true, false]);
  await store.alterUserType("k", "address", {
    kind: "add-field",
    field: { name: "more", type: { kind: "native", name: "int" } },
  });
  expect(await current()).toEqual([false, false]);
});

it.each([
  ["INSERT INTO plain (p) VALUES (1)", "MODIFY permission on <table k.plain>"],
  ["UPDATE plain SET v = 1 WHERE p = 1", "MODIFY permission on <table k.plain>"],
  ["DELETE FROM k.plain WHERE p = 1", "MODIFY permission on <table k.plain>"],
  ["BEGIN BATCH INSERT INTO plain (p) VALUES (1) APPLY BATCH", "MODIFY permission on <table k.plain>"],
  ["TRUNCATE plain", "MODIFY permission on <table k.plain>"],
  ["CREATE TABLE more (p int PRIMARY KEY)", "CREATE permission on <all tables in k>"],
  ["DROP TABLE plain", "DROP permission on <table k.plain>"],
  ["ALTER TABLE plain ADD more int", "ALTER permission on <table k.plain>"],
  ["CREATE INDEX ON plain (v)", "ALTER permission on <table k.plain>"],
  ["CREATE KEYSPACE more WITH replication = {}", "CREATE permission on <all keyspaces>"],
  ["DROP KEYSPACE k", "DROP permission on <keyspace k>"],
])("lets a user who may only read not execute %s", async (text, needed) => {
  const { error } = await openCql(definitions, { readOnly: true, user: "reader" });
  expect(await error(text)).toBe(`unauthorized: User reader has no ${needed} or any of its parents`);
});

it.each(["SELECT * FROM plain", "USE k", "DESCRIBE TABLES"])(
  "lets a user who may only read execute %s",
  async (text) => {
    const { run } = await openCql(definitions, { readOnly: true, user: "reader" });
    await run(text);
  },
);

it("lets nobody write to the tables of the system", async () => {
  const { error } = await openCql(definitions);
  expect(await error("INSERT INTO system.local (key) VALUES ('x')")).toBe(
    "unauthorized: system keyspace is not user-modifiable.",
  );
});

it("finds no table without a keyspace", async () => {
  const { database } = await openCql(definitions);
  const work = prepare("SELECT * FROM plain", database, { keyspace: undefined, readOnly: false });
  expect(await errorOf(work)).toBe(
    "invalid: No keyspace has been specified. USE a keyspace, or explicitly specify keyspace.tablename",
  );
});

it("quotes names in messages where a statement has to", async () => {
  const { run, error } = await openCql(definitions);
  await run('CREATE TYPE "select" (a int)');
  await run('CREATE TABLE quoted (p int PRIMARY KEY, v frozen<"select">)');
  expect(await error("INSERT INTO quoted (p, v) VALUES (1, 5)")).toBe(
    'invalid: Invalid INTEGER constant (5) for "v" of type frozen<"select">',
  );
  for (const text of [
    'INSERT INTO quoted (p, "order") VALUES (1, 5)',
    'UPDATE quoted SET "order" = 5 WHERE p = 1',
    'DELETE "order" FROM quoted WHERE p = 1',
    'SELECT * FROM quoted WHERE "order" = 5',
    'SELECT p FROM quoted GROUP BY "order"',
  ]) {
    expect(await error(text)).toBe('invalid: Undefined column name "order" in table k.quoted');
  }
});

it("inserts the same by JSON as by values", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        v: fc.option(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })),
        l: fc.array(fc.integer({ min: -9, max: 9 }), { maxLength: 4 }),
        m: fc.dictionary(fc.string({ maxLength: 3 }), fc.integer({ min: -9, max: 9 }), { maxKeys: 3 }),
        street: fc.option(fc.string({ maxLength: 5, unit: "grapheme" })),
      }),
      async ({ v, l, m, street }) => {
        const cql = await openCql(definitions);
        await cql.run("INSERT INTO pair (p, q, c, v, l, m, u) VALUES (1, 'x', 1, ?, ?, ?, {street: ?})", [
          v,
          l,
          new Map(Object.entries(m)),
          street,
        ]);
        const json = JSON.stringify({ p: 2, q: "x", c: 1, v, l, m, u: { street } });
        await cql.run("INSERT INTO pair JSON ?", [json]);
        expect(await rowOf(cql, 2)).toEqual(await rowOf(cql, 1));
      },
    ),
    runs(40, 1_000),
  );
});

function rowOf(cql: Cql, p: number): Promise<unknown> {
  return cql.rows(`SELECT v, l, m, u FROM pair WHERE p = ${p} AND q = 'x'`);
}
