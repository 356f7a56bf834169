/** Statements that a client sends together, and what is said of large batches. */
import { expect, it } from "vitest";
import { executeBatch } from "../../../src/cql/statement/batch.ts";
import { prepare } from "../../../src/cql/statement/prepare.ts";
import type { BatchType, Answer } from "../../../src/cql/protocol/message.ts";
import { serializeValue } from "../../../src/store/values/value-bytes.ts";
import { errorOf, openCql } from "../run-cql.ts";
import type { Cql } from "../run-cql.ts";

const definitions = `
CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};
CREATE TABLE k.plain (p int PRIMARY KEY, v int, t text);
CREATE TABLE k.rows (p int, c int, t text, PRIMARY KEY (p, c));
CREATE TABLE k.counts (p int PRIMARY KEY, a counter);
`;

type Entry = readonly [text: string, ...values: readonly (number | string)[]];

async function batch(cql: Cql, type: BatchType, entries: readonly Entry[], timestamp?: bigint): Promise<Answer> {
  const prepared = await Promise.all(
    entries.map(async ([text, ...values]) => {
      const one = await prepare(text, cql.database, { keyspace: "k", readOnly: false });
      return {
        prepared: one,
        values: values.map((value, place) => {
          const spec = one.variables[place];
          return spec ? serializeValue(spec.type, value) : Buffer.alloc(4);
        }),
      };
    }),
  );
  return executeBatch(cql.database, type, prepared, { nowMs: cql.clock.now, timestamp });
}

it("applies prepared statements and texts together", async () => {
  const cql = await openCql(definitions);
  const answer = await batch(cql, "logged", [
    ["INSERT INTO plain (p, v) VALUES (?, ?)", 1, 2],
    ["UPDATE plain SET t = 'x' WHERE p = 1"],
    ["INSERT INTO rows (p, c, t) VALUES (?, 2, ?)", 1, "y"],
  ]);
  expect(answer).toEqual({ kind: "void" });
  expect(await cql.rows("SELECT p, v, t FROM plain")).toEqual([{ p: 1, v: 2, t: "x" }]);
  expect(await cql.rows("SELECT p, c, t FROM rows")).toEqual([{ p: 1, c: 2, t: "y" }]);
});

it("gives all statements the time of the client, but for those with one of their own", async () => {
  const cql = await openCql(definitions);
  const entries: readonly Entry[] = [
    ["INSERT INTO plain (p, v) VALUES (1, 1)"],
    ["INSERT INTO plain (p, v) VALUES (2, 1) USING TIMESTAMP 30"],
  ];
  await batch(cql, "unlogged", entries, 10n);
  await cql.run("INSERT INTO plain (p, v) VALUES (1, 2) USING TIMESTAMP 11");
  await cql.run("INSERT INTO plain (p, v) VALUES (2, 2) USING TIMESTAMP 11");
  expect(await cql.rows("SELECT p, v FROM plain WHERE p IN (1, 2)")).toEqual([
    { p: 1, v: 2 },
    { p: 2, v: 1 },
  ]);
});

it.each<[type: BatchType, entries: readonly Entry[], error: string]>([
  [
    "logged",
    [["SELECT * FROM plain"]],
    "Invalid statement in batch: only UPDATE, INSERT and DELETE statements are allowed.",
  ],
  ["logged", [["USE k"]], "Invalid statement in batch: only UPDATE, INSERT and DELETE statements are allowed."],
  ["logged", [["UPDATE counts SET a = a + 1 WHERE p = 1"]], "Cannot include a counter statement in a logged batch"],
  ["counter", [["INSERT INTO plain (p) VALUES (1)"]], "Cannot include non-counter statement in a counter batch"],
  [
    "unlogged",
    [["UPDATE counts SET a = a + 1 WHERE p = 1"], ["INSERT INTO plain (p) VALUES (1)"]],
    "Counter and non-counter mutations cannot exist in the same batch",
  ],
  [
    "logged",
    [["INSERT INTO plain (p) VALUES (1) IF NOT EXISTS"], ["INSERT INTO rows (p, c) VALUES (1, 1)"]],
    "Batch with conditions cannot span multiple tables",
  ],
  [
    "logged",
    [["INSERT INTO plain (p) VALUES (1) IF NOT EXISTS"], ["INSERT INTO plain (p) VALUES (2)"]],
    "Batch with conditions cannot span multiple partitions",
  ],
  ["logged", [["INSERT INTO plain (p) VALUES (?)", 1, 2]], "There were 1 markers(?) in CQL but 2 bound variables"],
])("refuses a %s batch of %j", async (type, entries, error) => {
  const cql = await openCql(definitions);
  expect(await errorOf(batch(cql, type, entries))).toBe(`invalid: ${error}`);
});

it("adds to counters", async () => {
  const cql = await openCql(definitions);
  await batch(
    cql,
    "counter",
    [["UPDATE counts SET a = a + ? WHERE p = 1", "3" as never], ["UPDATE counts SET a = a - 1 WHERE p = 1"]].slice(
      1,
    ) as never,
  );
  expect(await cql.rows("SELECT a FROM counts")).toEqual([{ a: -1n }]);
});

it("warns of large batches and of unlogged ones over many partitions, and refuses very large ones", async () => {
  const cql = await openCql(definitions);
  const rows = (count: number, length: number): readonly Entry[] =>
    Array.from({ length: count }, (_, p) => ["INSERT INTO plain (p, t) VALUES (?, ?)", p, "x".repeat(length)]);
  expect((await batch(cql, "logged", rows(10, 400))).warnings).toBeUndefined();
  expect((await batch(cql, "logged", rows(2, 3000))).warnings).toEqual([
    "Batch for [k.plain] is of size 6140, exceeding specified threshold of 5120 by 1020.",
  ]);
  expect((await batch(cql, "unlogged", rows(11, 1))).warnings).toEqual([
    "Unlogged batch covering 11 partitions detected against table [k.plain]. " +
      "You should use a logged batch for atomicity, or asynchronous writes for performance.",
  ]);
  expect((await batch(cql, "unlogged", rows(10, 1))).warnings).toBeUndefined();
  expect(await errorOf(batch(cql, "logged", rows(2, 30_000)))).toBe("invalid: Batch too large");
  expect(
    (await batch(cql, "logged", [["INSERT INTO plain (p, t) VALUES (1, ?)", "x".repeat(90_000)]])).warnings,
  ).toBeUndefined();
});

it("adds to a counter more than once", async () => {
  const cql = await openCql(definitions);
  await batch(cql, "counter", [
    ["UPDATE counts SET a = a + 5 WHERE p = 1"],
    ["UPDATE counts SET a = a - 2 WHERE p = 1"],
    ["UPDATE counts SET a = a - 4 WHERE p = 1"],
  ]);
  expect(await cql.rows("SELECT a FROM counts")).toEqual([{ a: -1n }]);
});

const shared = "CREATE TABLE k.shared (p int, c text, s int static, v int, PRIMARY KEY (p, c));";
const setsRowAndStatics = `BEGIN BATCH UPDATE shared SET v = 1 WHERE p = 1 AND c = 'b';
  UPDATE shared SET s = 3 WHERE p = 1 IF s = 1; APPLY BATCH`;

it("shows the key of the first row with static columns whose conditions do not hold", async () => {
  const cql = await openCql(`${definitions} ${shared}`);
  await cql.run("INSERT INTO shared (p, c, s) VALUES (1, 'a', 2)");
  await cql.run("INSERT INTO shared (p, c) VALUES (1, 'b')");
  expect(await cql.rows(setsRowAndStatics)).toEqual([{ "[applied]": false, p: 1, c: "a", s: 2 }]);
});

it("sees among the rows those that an UPDATE made, if a statement is about a row", async () => {
  const cql = await openCql(`${definitions} ${shared}`);
  await cql.run("INSERT INTO shared (p, s) VALUES (1, 2)");
  await cql.run("UPDATE shared SET v = 1 WHERE p = 1 AND c = 'a'");
  expect(await cql.rows(setsRowAndStatics)).toEqual([{ "[applied]": false, p: 1, c: "a", s: 2 }]);
  const ofStatics =
    "BEGIN BATCH DELETE FROM shared WHERE p = 1; UPDATE shared SET s = 3 WHERE p = 1 IF s = 1; APPLY BATCH";
  expect(await cql.rows(ofStatics)).toEqual([{ "[applied]": false, p: 1, c: null, s: 2 }]);
});
