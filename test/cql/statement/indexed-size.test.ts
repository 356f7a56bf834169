import { expect, it } from "vitest";
import { openCql } from "../run-cql.ts";

it("refuses to look up values that an index cannot have", async () => {
  const cql = await openCql(`
    CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};
    CREATE TABLE k.items (p int PRIMARY KEY, indexed text, other text);
    CREATE INDEX ON k.items (indexed);
  `);
  const select = (column: string): string => `SELECT p FROM items WHERE ${column} = ? ALLOW FILTERING`;
  const long = "x".repeat(65_536);
  expect(await cql.error(select("indexed"), [long])).toBe(
    "invalid: Index expression values may not be larger than 64K",
  );
  expect(await cql.rows(select("indexed"), [long.slice(1)])).toEqual([]);
  expect(await cql.rows(select("other"), [long])).toEqual([]);
});
