import { describe, expect, it } from "vitest";
import { toJson } from "../../../src/cql/values/index.ts";
import { errorOf, evaluateTerm, select } from "./terms.ts";

const columns = {
  i: "int",
  big: "bigint",
  de: "decimal",
  do: "double",
  f: "float",
  tx: "text",
  ascii: "ascii",
  bl: "blob",
  ts: "timestamp",
  da: "date",
  ti: "time",
  tu: "timeuuid",
  inet: "inet",
  l: "list<int>",
  s: "set<text>",
  m: "map<text, int>",
  fm: "frozen<map<int, text>>",
  u: "address",
  v: "vector<float, 3>",
} as const;

const terms: Readonly<Record<keyof typeof columns, string>> = {
  i: "300",
  big: "9007199254740993",
  de: "-12.500",
  do: "1.1e10",
  f: "0.1",
  tx: "'grüße'",
  ascii: "'abc'",
  bl: "0xcafe",
  ts: "'2020-07-31 18:25:43.5+0000'",
  da: "'2020-07-31'",
  ti: "'01:02:03.5'",
  tu: "50554d6e-29bb-11e5-b345-feff819cdc9f",
  inet: "'::1'",
  l: "[3, 1, 3]",
  s: "{'b', 'a', 'c'}",
  m: "{'a': 1, 'b': 2, 'c': 3}",
  fm: "{2: 'b', 1: 'a'}",
  u: "{street: 'x', number: 5}",
  v: "[1, 2, 3]",
};

const row = {
  id: Buffer.from([0, 0, 0, 1]),
  ...Object.fromEntries(
    Object.entries(terms).map(([name, term]) => [
      name,
      evaluateTerm(columns[name as keyof typeof columns], term) as Buffer,
    ]),
  ),
};

/** `name = JSON of the value` */
function shown(selector: string): string {
  const { name, type, value } = select(columns, selector, row);
  return `${name} = ${toJson(type, value)}`;
}

describe("compileSelector", () => {
  it.each([
    ["i", "i = 300"],
    ["i AS n", "n = 300"],
    ["m['b']", "m['b'] = 2"],
    ["m['zz']", "m['zz'] = null"],
    ["s['b']", `s['b'] = "b"`],
    ["m['a'..'b']", `m['a'..'b'] = {"a": 1, "b": 2}`],
    ["m['b'..]", `m['b'..] = {"b": 2, "c": 3}`],
    ["m['b'..'a']", "m['b'..'a'] = null"],
    ["fm[5..]", "fm[5..] = {}"],
    ["u.street", `u.street = "x"`],
    ['u."Tags"', "u.Tags = null"],
    ["[i, 1]", "[i, 1] = [300, 1]"],
    ["(i, tx)", `(i, tx) = [300, "grüße"]`],
    ["(int)5", "(int)5 = 5"],
    ["(list<int>)[1, 2]", "(list<int>)[1, 2] = [1, 2]"],
    [
      "(address){street: 'a'}",
      String.raw`(ks.address){street: 'a'} = {"street": "a", "number": null, "\"Tags\"": null}`,
    ],
    ["token(id)", "system.token(id) = -4069959284402364209"],
  ])("selects %s", (selector, result) => {
    expect(shown(selector)).toBe(result);
  });

  it.each([
    ["i + 1", "i + 1 = 301"],
    ["(i + 1) * 2", "(i + 1) * 2 = 602"],
    ["i - (1 - 2)", "i - (1 - 2) = 301"],
    ["-i", "-i = -300"],
    ["i / 7", "i / 7 = 42"],
    ["i % 7", "i % 7 = 6"],
    ["i + big", "i + big = 9007199254741293"],
    ["i / 2.5", "i / 2.5 = 120.0"],
    ["i + de", "i + de = 287.500"],
    ["de / 3", "de / 3 = -4.16666666666666666666666666666667"],
    ["de * de", "de * de = 156.250000"],
    ["f + f", "f + f = 0.2"],
    ["f + i", "f + i = 300.1"],
    ["f + big", "f + big = 9.007199254740992E15"],
    ["ts + 1d", `ts + 1d = "2020-08-01 18:25:43.500Z"`],
    ["ts - 1mo", `ts - 1mo = "2020-06-30 18:25:43.500Z"`],
    ["da + 1mo", `da + 1mo = "2020-08-31"`],
    ["tx + ascii", `tx + ascii = "grüßeabc"`],
  ])("calculates %s", (selector, result) => {
    expect(shown(selector)).toBe(result);
  });

  it.each([
    ["cast(i as text)", `cast(i as text) = "300"`],
    ["cast(i as int)", "i = 300"],
    ["cast(i as tinyint)", "cast(i as tinyint) = 44"],
    ["cast(do as int)", "cast(do as int) = 2147483647"],
    ["cast(do as text)", `cast(do as text) = "1.1E10"`],
    ["cast(f as decimal)", "cast(f as decimal) = 0.1"],
    ["cast(de as int)", "cast(de as int) = -12"],
    ["cast(de as double)", "cast(de as double) = -12.5"],
    ["cast(ts as text)", `cast(ts as text) = "2020-07-31T18:25:43.500Z"`],
    ["cast(ts as date)", `cast(ts as date) = "2020-07-31"`],
    ["cast(tu as timestamp)", `cast(tu as timestamp) = "2015-07-14 00:00:18.805Z"`],
    ["cast(inet as text)", `cast(inet as text) = "0:0:0:0:0:0:0:1"`],
    ["cast(ti as text)", `cast(ti as text) = "01:02:03.500000000"`],
  ])("casts %s", (selector, result) => {
    expect(shown(selector)).toBe(result);
  });

  it.each([
    ["abs(de)", "system.abs(de) = 12.500"],
    ["round(de)", "system.round(de) = -13"],
    ["exp(i)", "system.exp(i) = 2147483647"],
    ["log10(i)", "system.log10(i) = 2"],
    ["log((decimal)10)", "system.log((decimal)10) = 2.3025850929940456840179914546844"],
    ["map_keys(m)", `system.map_keys(m) = ["a", "b", "c"]`],
    ["map_values(m)", "system.map_values(m) = [1, 2, 3]"],
    ["collection_count(s)", "system.collection_count(s) = 3"],
    ["collection_min(l)", "system.collection_min(l) = 1"],
    ["collection_max(s)", `system.collection_max(s) = "c"`],
    ["collection_sum(l)", "system.collection_sum(l) = 7"],
    ["collection_avg(l)", "system.collection_avg(l) = 2"],
    ["similarity_cosine(v, [3, 2, 1])", "system.similarity_cosine(v, [3, 2, 1]) = 0.85714287"],
    ["similarity_euclidean(v, v)", "system.similarity_euclidean(v, v) = 1.0"],
    ["similarity_dot_product(v, v)", "system.similarity_dot_product(v, v) = 7.5"],
    ["intAsBlob(i)", `system.intasblob(i) = "0x0000012c"`],
    ["toDate(ts)", `system.todate(ts) = "2020-07-31"`],
    ["to_unix_timestamp(ts)", "system.to_unix_timestamp(ts) = 1596219943500"],
    ["floor(ts, 1h)", `system.floor(ts, 1h) = "2020-07-31 18:00:00.000Z"`],
    ["floor(ts, 1mo)", `system.floor(ts, 1mo) = "2020-07-01 00:00:00.000Z"`],
    ["floor(ti, 1h)", `system.floor(ti, 1h) = "01:00:00.000000000"`],
    ["currentTimestamp()", `system.currenttimestamp() = "2020-07-31 18:25:43.500Z"`],
    ["toJson(m)", String.raw`system.tojson(m) = "{\"a\": 1, \"b\": 2, \"c\": 3}"`],
    ["mask_inner(tx, 1, 1)", `system.mask_inner(tx, 1, 1) = "g***e"`],
    ["mask_outer('hello', 1, 1, '#')", `system.mask_outer('hello', 1, 1, '#') = "#ell#"`],
    ["mask_default(tx)", `system.mask_default(tx) = "****"`],
    ["mask_null(i)", "system.mask_null(i) = null"],
    ["mask_replace(i, 5)", "system.mask_replace(i, 5) = 5"],
  ])("calls %s", (selector, result) => {
    expect(shown(selector)).toBe(result);
  });

  it.each([
    ["nope", "Undefined column name nope in table ks.t"],
    ['"Nope"', 'Undefined column name "Nope" in table ks.t'],
    ['"select"', 'Undefined column name "select" in table ks.t'],
    ["1", "Cannot infer type for term 1 in selection clause (try using a cast to force a type)"],
    ["foo(i)", "Unknown function 'foo'"],
    ["ks.abs(i)", "Unknown function 'ks.abs'"],
    ["toJson(nope)", "Undefined column name nope in table ks.t"],
    ["now(1)", "Invalid number of arguments in call to function system.now: 0 required but 1 provided"],
    ["token(i, i)", "Invalid number of arguments in call to function system.token: 1 required but 2 provided"],
    ["token(tx)", "Type error: tx cannot be passed as argument 0 of function system.token of type int"],
    ["tx - 'a'", "the '-' operation is not supported between tx and 'a'"],
    ["min(1, 2)", "Invalid number of arguments for function system.min(any)"],
    ["map_keys(l)", "Function system.map_keys requires a map argument, but found argument l of type list<int>"],
    [
      "collection_sum(s)",
      "Function system.collection_sum requires a numeric set/list argument, but found argument s of type set<text>",
    ],
    ["sum(max(i))", "aggregate functions cannot be used as arguments of aggregate functions"],
    ["fromJson('1')", "fromjson() cannot be used in the selection clause of a SELECT statement"],
    ["l[1]", "Element selection is only allowed on sets and maps, but l is a list"],
    ["i[1]", "Invalid element selection: i is of type int is not a collection"],
    ["i.street", "Invalid field selection: i of type int is not a user type"],
    ["u.nope", "u of type address has no field nope"],
    ["writetime(id)", "Cannot use selection function writetime on PRIMARY KEY part id"],
    ["similarity_cosine([0, 0], [1, 1])", "Function system.similarity_cosine doesn't support all-zero vectors."],
    [
      "mask_outer(tx, 1, 1, 'xx')",
      "The padding argument for function system.mask_outer should be single-character, but 'xx' has 2 characters.",
    ],
    [
      "blobAsInt(bl)",
      "In call to function system.blobasint, value 0xcafe is not a valid binary representation for type int",
    ],
  ])("refuses %s", (selector, message) => {
    expect(errorOf(() => shown(selector))).toBe(`invalid: ${message}`);
  });

  it("names the signatures when none of them matches", () => {
    const known =
      "Invalid call to function sum, none of its type signatures match (known type signatures: system.sum : ";
    expect(errorOf(() => shown("sum(tx)"))).toContain(known);
  });

  it("says which operation failed, and that it was one", () => {
    const message = "the operation 'int / int' failed: / by zero";
    expect(errorOf(() => shown("i / 0"))).toBe(`function-failure: ${message}`);
    expect(errorOf(() => shown("de / 0"))).toContain("BigInteger divide by zero");
  });

  it("makes null of null", () => {
    for (const selector of ["i + 1", "abs(i)", "cast(i as text)", "m['a']", "u.street", "map_keys(m)", "token(id)"]) {
      expect(select(columns, selector, {}).value).toBeNull();
    }
    expect(select(columns, "toJson(i)", {}).value?.toString()).toBe("null");
  });
});
