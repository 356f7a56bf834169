/** Values as people read them, and whether what stands within collections can be written in a statement again. */
import { describe, expect, it, test } from "vitest";
import { printPlain } from "../../../src/cql/values/print-text.ts";
import { openCql } from "../run-cql.ts";
import type { Cql } from "../run-cql.ts";

const definitions = `
  CREATE TYPE k.address ("Street" text, since date);
  CREATE TABLE k.t (id int PRIMARY KEY, a ascii, b blob, c boolean, d date, e decimal, f double, g duration, h inet,
    i time, j timestamp, k uuid, l list<text>, m map<text, frozen<set<timestamp>>>, n frozen<tuple<int, text>>,
    o frozen<address>, p vector<float, 2>, q varint);`;

async function shown(cql: Cql, column: string): Promise<string | null> {
  const answer = await cql.run(`SELECT ${column} FROM t WHERE id = 1`);
  if (answer.kind !== "rows") throw new Error(answer.kind);
  const [type, bytes] = [answer.columns[0]?.type, answer.rows[0]?.[0]];
  return type && bytes ? printPlain(type, bytes) : null;
}

describe("a value", () => {
  test.each([
    ["a", "'it''s'", "it's"],
    ["b", "0xCAFE", "0xcafe"],
    ["b", "0x", "0x"],
    ["c", "true", "true"],
    ["d", "'2026-01-31'", "2026-01-31"],
    ["e", "1.50", "1.50"],
    ["f", "NaN", "NaN"],
    ["g", "1mo2d3h", "1mo2d3h"],
    ["h", "'10.0.0.1'", "10.0.0.1"],
    ["i", "'10:00:00'", "10:00:00.000000000"],
    ["j", "'2026-01-31T12:00:00Z'", "2026-01-31T12:00:00.000Z"],
    ["j", "blob_as_timestamp(0x)", ""],
    ["k", "11111111-1111-1111-1111-111111111111", "11111111-1111-1111-1111-111111111111"],
    ["l", "['a', 'it''s']", "['a', 'it''s']"],
    ["m", "{'a': {'2026-01-31T12:00:00Z'}}", "{'a': {'2026-01-31T12:00:00.000Z'}}"],
    ["n", "(1, null)", "(1, null)"],
    ["o", `{"Street": 'x', since: '2026-01-31'}`, `{"Street": 'x', since: '2026-01-31'}`],
    ["p", "[1.5, 2]", "[1.5, 2.0]"],
    ["q", "123456789012345678901234567890", "123456789012345678901234567890"],
  ])("%s = %s is shown as %s", async (column, literal, text) => {
    const cql = await openCql(definitions);
    await cql.run(`INSERT INTO t (id, ${column}) VALUES (1, ${literal})`);
    expect(await shown(cql, column)).toBe(text);
  });

  it("within a collection is written as it is shown", async () => {
    const cql = await openCql(definitions);
    await cql.run(`INSERT INTO t (id, m) VALUES (1, {'it''s': {'2026-01-31T12:00:00Z', '1969-01-01'}})`);
    const text = await shown(cql, "m");
    await cql.run(`INSERT INTO t (id, m) VALUES (1, ${text})`);
    expect(await shown(cql, "m")).toBe(text);
  });
});
