import { describe, expect, it } from "vitest";
import { toJson } from "../../../src/cql/values/index.ts";
import type { ResultRow } from "../../../src/cql/values/index.ts";
import type { Cell } from "../../../src/store/index.ts";
import { evaluateTerm, select } from "./terms.ts";

const columns = {
  i: "int",
  m: "map<text, int>",
  s: "set<int>",
  l: "list<int>",
  u: "address",
  fm: "frozen<map<int, text>>",
};

function cell(path: string | undefined, writeTime: bigint, ttlSeconds: number | null = null): Cell {
  return {
    bytes: Buffer.from([0]),
    writeTime,
    ttlSeconds,
    path: path === undefined ? undefined : Buffer.from(path, "hex"),
  };
}

const values: Readonly<Record<string, Buffer>> = {
  i: evaluateTerm("int", "1") as Buffer,
  m: evaluateTerm("map<text, int>", "{'a': 1, 'b': 2, 'c': 3}") as Buffer,
  s: evaluateTerm("set<int>", "{1, 2}") as Buffer,
  u: evaluateTerm("address", "{street: 'x', \"Tags\": {'t'}}") as Buffer,
  fm: evaluateTerm("frozen<map<int, text>>", "{1: 'a'}") as Buffer,
};

const cells: Readonly<Record<string, readonly Cell[]>> = {
  i: [cell(undefined, 5n, 60)],
  m: [cell("61", 1n), cell("62", 3n, 10), cell("63", 2n)],
  s: [cell("00000001", 7n), cell("00000002", 8n)],
  u: [cell("0000", 1n), cell("0002", 2n, 5)],
  fm: [cell(undefined, 9n)],
};

const row: ResultRow = { bytes: (name) => values[name] ?? null, cells: (name) => cells[name] ?? [] };

describe("writetime, maxwritetime and ttl", () => {
  it.each([
    ["writetime(i)", "5"],
    ["ttl(i)", "60"],
    ["maxwritetime(i)", "5"],
    ["writetime(m)", "[1, 3, 2]"],
    ["ttl(m)", "[null, 10, null]"],
    ["maxwritetime(m)", "3"],
    ["writetime(m['b'])", "3"],
    ["ttl(m['b'])", "10"],
    ["ttl(m['a'])", "null"],
    ["writetime(m['zz'])", "null"],
    ["writetime(m['a'..'b'])", "[1, 3]"],
    ["maxwritetime(m['a'..'b'])", "3"],
    ["writetime(m['x'..])", "null"],
    ["writetime(s[2])", "8"],
    ["writetime(l)", "null"],
    ["writetime(u)", "[1, null, 2]"],
    ["writetime(u.street)", "1"],
    ["writetime(u.number)", "null"],
    ['ttl(u."Tags")', "5"],
    ["writetime(fm)", "9"],
    ["writetime(fm[1])", "9"],
    ["writetime(fm[2])", "null"],
  ])("%s", (selector, result) => {
    const { name, type, value } = select(columns, selector, row);
    expect([name, toJson(type, value)]).toEqual([selector.replaceAll('"', ""), result]);
  });

  it("needs the cells of the column, and the bytes to find parts", () => {
    expect(() => select(columns, "ttl(nope)", row)).toThrow("Undefined column name nope in table ks.t");
  });
});
