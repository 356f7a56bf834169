import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CqlError } from "../../../src/cql/cql-error.ts";
import { fromJson } from "../../../src/cql/values/from-json.ts";
import { readJsonRow, toJson } from "../../../src/cql/values/index.ts";
import type { Value } from "@colonnade/runtime/protocol";
import { serializeValue } from "../../../src/store/index.ts";
import { runs } from "../../support/long.ts";
import { arbitraryValue } from "../../support/values.ts";
import { evaluateTerm, scopeOf, typeOf } from "./terms.ts";

/** JSON that a term has as a value of a type. */
function jsonOf(type: string, term: string): string {
  return toJson(typeOf(type), evaluateTerm(type, term) as Buffer | null);
}

/** The database prints a year before the first one as if it were behind it. */
function isOfOurEra(value: Value): boolean {
  return !(value instanceof Date) || value.getUTCFullYear() > 0;
}

describe("toJson", () => {
  it.each([
    ["int", "null", "null"],
    ["int", "-5", "-5"],
    ["boolean", "true", "true"],
    ["text", "'a \"b\" \\ c'", String.raw`"a \"b\" \\ c"`],
    ["text", "'\n\t\u0001'", String.raw`"\n\t\u0001"`],
    ["blob", "0xCAFE", '"0xcafe"'],
    ["blob", "0x", '"0x"'],
    ["double", "1", "1.0"],
    ["double", "1e10", "1.0E10"],
    ["double", "1.5e-5", "1.5E-5"],
    ["double", "NaN", "null"],
    ["float", "0.1", "0.1"],
    ["float", "-Infinity", "null"],
    ["decimal", "-12.500", "-12.500"],
    ["decimal", "1E+20", "1E+20"],
    ["varint", "123456789012345678901234567890", "123456789012345678901234567890"],
    ["date", "'2020-07-31'", '"2020-07-31"'],
    ["time", "'01:02:03.5'", '"01:02:03.500000000"'],
    ["timestamp", "'2020-07-31 18:25:43.5Z'", '"2020-07-31 18:25:43.500Z"'],
    ["duration", "1y2mo3h", '"1y2mo3h"'],
    ["duration", "0s", '""'],
    ["inet", "'2001:db8::1'", '"2001:db8:0:0:0:0:0:1"'],
    ["uuid", "123e4567-e89b-42d3-a456-426614174000", '"123e4567-e89b-42d3-a456-426614174000"'],
    ["list<int>", "[3, 1]", "[3, 1]"],
    ["set<text>", "{'b', 'a'}", '["a", "b"]'],
    ["map<int, text>", "{2: 'b', 1: 'a'}", '{"1": "a", "2": "b"}'],
    ["map<frozen<list<int>>, int>", "{[1, 2]: 3}", '{"[1, 2]": 3}'],
    ["map<frozen<set<text>>, int>", "{{'a'}: 3}", String.raw`{"[\"a\"]": 3}`],
    ["tuple<int, text, float>", "(1, 'a')", '[1, "a", null]'],
    ["address", "{street: 'x'}", String.raw`{"street": "x", "number": null, "\"Tags\"": null}`],
    ["vector<float, 2>", "[1, 2.5]", "[1.0, 2.5]"],
  ])("prints of %s the value %s", (type, term, json) => {
    expect(jsonOf(type, term)).toBe(json);
  });

  it("prints no bytes of other types than texts as an empty text", () => {
    expect(toJson(typeOf("int"), Buffer.alloc(0))).toBe('""');
    expect(toJson(typeOf("list<int>"), Buffer.from("0000000100000000", "hex"))).toBe('[""]');
  });
});

describe("fromJson", () => {
  it.each([
    ["int", "1", "1"],
    ["int", '"1"', "1"],
    ["tinyint", "1", "1"],
    ["timestamp", "1577836800000", "'2020-01-01'"],
    ["timestamp", '"2020-01-01"', "'2020-01-01'"],
    ["double", "1", "1"],
    ["decimal", "1.0", "1.0"],
    ["decimal", '"0.1234567890123456789"', "0.1234567890123456789"],
    ["varint", "123456789012345678901234567890", "123456789012345678901234567890"],
    ["blob", '"0xcafe"', "0xcafe"],
    ["text", String.raw`"\u00e9"`, "'é'"],
    ["boolean", '"TRUE"', "true"],
    ["list<int>", " [ 1 , 2 ] rest", "[1, 2]"],
    ["list<int>", '"[1, 2]"', "[1, 2]"],
    ["set<text>", '["b", "a", "b"]', "{'a', 'b'}"],
    ["map<int, text>", '{"2": "b", "1": "a"}', "{1: 'a', 2: 'b'}"],
    ["map<frozen<list<int>>, int>", '{"[1, 2]": 3}', "{[1, 2]: 3}"],
    ["tuple<int, text>", "[null, null]", "(null, null)"],
    ["frozen<address>", String.raw`{"STREET": "x", "\"Tags\"": ["t"]}`, "{street: 'x', \"Tags\": {'t'}}"],
    ["vector<float, 2>", "[1, 2.5]", "[1, 2.5]"],
  ])("reads for %s the text %s", (type, json, term) => {
    expect(fromJson(typeOf(type), json)).toEqual(evaluateTerm(type, term));
  });

  const named = (reason: string): string => `execution of 'system.fromjson[text]' failed: ${reason}`;
  const marshal = (reason: string): string => `org.apache.cassandra.serializers.MarshalException: ${reason}`;

  it.each([
    ["int", "1.5", marshal("Expected an int value, but got a Double: 1.5")],
    ["int", "2147483648", marshal("Expected an int value, but got a Long: 2147483648")],
    ["int", "true", marshal("Expected an int value, but got a Boolean: true")],
    ["int", '"x"', marshal("Unable to make int from 'x'")],
    ["text", "5", marshal("Expected a UTF-8 string, but got a Integer: 5")],
    ["text", '{"a": [1, null]}', marshal("Expected a UTF-8 string, but got a LinkedHashMap: {a=[1, null]}")],
    ["decimal", "[]", marshal("Value '[]' is not a valid representation of a decimal value")],
    [
      "blob",
      '"cafe"',
      marshal(
        "Value 'cafe' is not a valid blob representation: String representation of blob is missing 0x prefix: cafe",
      ),
    ],
    [
      "timestamp",
      "5",
      marshal("Expected a long or a datestring representation of a timestamp value, but got a Integer: 5"),
    ],
    ["list<int>", "[1, null]", marshal("Invalid null element in list")],
    ["set<int>", "{}", marshal("Expected a list (representing a set), but got a LinkedHashMap: {}")],
    ["map<text, int>", '{"a": null}', marshal("Invalid null value in map")],
    ["tuple<int, text>", "[1]", marshal("Tuple is missing items (expected 2): [1]")],
    ["tuple<int, text>", "[1, 2, 3]", marshal("Tuple contains extra items (expected 2): [1, 2, 3]")],
    ["address", '{"nope": 1}', marshal("Unknown field 'nope' in value of user defined type address")],
    ["vector<float, 2>", "[1]", marshal("List had incorrect size: expected 2 but given 1; [1]")],
    ["int", "{", named("Could not decode JSON string '{': Unexpected end-of-input at column 2")],
  ])("refuses for %s the text %s", (type, json, message) => {
    expect(() => fromJson(typeOf(type), json)).toThrow(expect.objectContaining({ code: "function-failure", message }));
  });

  it.each([
    ...["ascii", "bigint", "blob", "boolean", "date", "double", "float", "inet", "int", "smallint", "text"],
    ...["time", "timestamp", "timeuuid", "tinyint", "uuid", "varint"],
    ...[
      "list<int>",
      "set<text>",
      "map<int, text>",
      "map<text, frozen<list<int>>>",
      "tuple<int, text>",
      "frozen<address>",
    ],
    "vector<int, 3>",
  ])("reads what toJson prints of %s", (text) => {
    const type = typeOf(text);
    fc.assert(
      fc.property(arbitraryValue(type).filter(isOfOurEra), (value) => {
        const bytes = serializeValue(type, value);
        const json = toJson(type, bytes);
        expect(fromJson(type, json)).toEqual(bytes);
      }),
      runs(50, 5_000),
    );
  });

  it("answers any text with an error of the database or bytes", () => {
    const types = ["int", "map<text, int>", "frozen<address>", "tuple<int, text>", "blob", "timestamp"].map(typeOf);
    const texts = fc.oneof(
      fc.json(),
      fc.string(),
      fc.json().map((json) => json.slice(1)),
    );
    fc.assert(
      fc.property(texts, fc.constantFrom(...types), (json, type) => {
        try {
          fromJson(type, json);
        } catch (error) {
          expect(error).toBeInstanceOf(CqlError);
        }
      }),
      runs(300, 20_000),
    );
  });

  it("refuses what is nested too deep before the stack ends", () => {
    const deep = "[".repeat(100_000);
    expect(() => fromJson(typeOf("list<int>"), deep)).toThrow("Document nesting depth");
  });
});

describe("readJsonRow", () => {
  const columns = [...scopeOf({ a: "int", B: "text" }).columns.values()];

  it("reads the columns that are named, by their case in quotes", () => {
    const row = readJsonRow(String.raw`{"ID": 1, "a": null, "\"B\"": "x"}`, columns);
    expect([...row]).toEqual([
      ["id", Buffer.from([0, 0, 0, 1])],
      ["a", null],
      ["B", Buffer.from("x")],
    ]);
  });

  it.each([
    ['{"a": "x"}', "Error decoding JSON value for a: Unable to make int from 'x'"],
    ['{"nope": 1}', "JSON values map contains unrecognized column: nope"],
    ["null", "Got null for INSERT JSON values"],
    ["[", "Could not decode JSON string as a map: Unexpected end-of-input at column 2. (String was: [)"],
  ])("refuses %s", (text, message) => {
    expect(() => readJsonRow(text, columns)).toThrow(message);
  });
});
