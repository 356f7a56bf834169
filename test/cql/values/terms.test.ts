import { describe, expect, it } from "vitest";
import { unset } from "../../../src/cql/protocol/message.ts";
import { toJson } from "../../../src/cql/values/index.ts";
import { errorOf, evaluateTerm, typeOf } from "./terms.ts";

function hexOf(type: string, term: string): string {
  const value = evaluateTerm(type, term);
  return Buffer.isBuffer(value) ? value.toString("hex") : String(value);
}

describe("constants", () => {
  it.each([
    ["int", "-1", "ffffffff"],
    ["tinyint", "-128", "80"],
    ["smallint", "32767", "7fff"],
    ["bigint", "-9223372036854775808", "8000000000000000"],
    ["varint", "128", "0080"],
    ["decimal", "1.50", "000000020096"],
    ["decimal", "1E+3", "fffffffd01"],
    ["double", "1", "3ff0000000000000"],
    ["double", "NaN", "7ff8000000000000"],
    ["double", "-Infinity", "fff0000000000000"],
    ["float", "Infinity", "7f800000"],
    ["boolean", "TRUE", "01"],
    ["text", "'ü'", "c3bc"],
    ["ascii", "''", ""],
    ["blob", "0xCAFE", "cafe"],
    ["uuid", "123e4567-e89b-42d3-a456-426614174000", "123e4567e89b42d3a456426614174000"],
    ["timeuuid", "50554d6e-29bb-11e5-b345-feff819cdc9f", "50554d6e29bb11e5b345feff819cdc9f"],
    ["inet", "'1.2.3.4'", "01020304"],
    ["inet", "'::ffff:1.2.3.4'", "01020304"],
    ["inet", "''", ""],
    ["date", "'1970-01-02'", "80000001"],
    ["date", "2147483648", "80000000"],
    ["date", "'-5877641-06-23'", "00000000"],
    ["time", "'1:2:3.5'", "00000362f1e51300"],
    ["time", "5", "0000000000000005"],
    ["timestamp", "-1", "ffffffffffffffff"],
    ["timestamp", "'2020-01-01'", "0000016f5e66e800"],
    ["timestamp", "9223372036854775807", "7fffffffffffffff"],
    ["timestamp", "'2020-01-01 01:00+0100'", "0000016f5e66e800"],
    ["timestamp", "'2020-01-01T01:00:00.000+01:00'", "0000016f5e66e800"],
    ["timestamp", "'2019-12-31 24:00Z'", "0000016f5e66e800"],
    ["timestamp", "''", ""],
    ["duration", "1mo2d3ns", "020406"],
    ["duration", "-1y", "170000"],
    ["duration", "P2W", "001c00"],
    ["duration", "P0001-02-03T00:00:00", "1c0600"],
  ])("of %s: %s", (type, term, hex) => {
    expect(hexOf(type, term)).toBe(hex);
  });

  it.each([
    ["int", "'x'", 'Invalid STRING constant (x) for "c" of type int'],
    ["int", "1.5", 'Invalid FLOAT constant (1.5) for "c" of type int'],
    ["int", "2147483648", "Unable to make int from '2147483648'"],
    ["tinyint", "128", "Unable to make byte from '128'"],
    ["bigint", "9223372036854775808", "Unable to make long from '9223372036854775808'"],
    ["text", "1", 'Invalid INTEGER constant (1) for "c" of type text'],
    ["varchar", "true", 'Invalid BOOLEAN constant (true) for "c" of type text'],
    [
      "ascii",
      "'ü'",
      "Invalid ASCII character in string literal: java.nio.charset.UnmappableCharacterException: Input length = 1",
    ],
    ["blob", "'CAFE'", 'Invalid STRING constant (CAFE) for "c" of type blob'],
    ["decimal", "NaN", "unable to make BigDecimal from 'NaN'"],
    ["timeuuid", "123e4567-e89b-42d3-a456-426614174000", "TimeUUID supports only version 1 UUIDs"],
    ["timestamp", "'yesterday'", "Unable to parse a date/time from 'yesterday'"],
    ["date", "'2020-02-30'", "Unable to coerce '2020-02-30' to a formatted date (long)"],
    ["date", "4294967296", "Unable to make unsigned int (for date) from: '4294967296'"],
    ["time", "'25:00:00'", "(TimeType) Unable to coerce '25:00:00' to a formatted time (long)"],
    ["time", "86400000000000", "Unable to make long (for time) from: '86400000000000'"],
    ["inet", "'300.1.1.1'", "Unable to make inet address from '300.1.1.1'"],
    ["duration", "'1d'", 'Invalid STRING constant (1d) for "c" of type duration'],
    ["list<int>", "5", 'Invalid INTEGER constant (5) for "c" of type list<int>'],
    ["frozen<address>", "'x'", 'Invalid STRING constant (x) for "c" of type frozen<address>'],
  ])("refuses for %s: %s", (type, term, message) => {
    expect(errorOf(() => evaluateTerm(type, term))).toBe(`invalid: ${message}`);
  });
});

describe("literals", () => {
  it.each([
    ["list<int>", "[3, 1, 3]", "[3, 1, 3]"],
    ["set<int>", "{3, 1, 3}", "[1, 3]"],
    ["set<int>", "{}", "[]"],
    ["map<text, int>", "{'b': 1, 'a': 2, 'b': 3}", '{"a": 2, "b": 3}'],
    ["map<text, int>", "{}", "{}"],
    ["map<text, frozen<list<int>>>", "{'k': [1, 2]}", '{"k": [1, 2]}'],
    ["tuple<int, text>", "(1)", "[1, null]"],
    ["tuple<int, text>", "(null, 'a')", '[null, "a"]'],
    ["tuple<int, text>", "'1:a'", '[1, "a"]'],
    ["tuple<int, text>", "'1:@'", "[1, null]"],
    ["tuple<int, text>", "'1:a\\:\\@'", '[1, "a:@"]'],
    ["tuple<int, text>", "''", "[null, null]"],
    ["tuple<int, text>", "5", "[5, null]"],
    ["set<frozen<tuple<int, text>>>", "{'2:b', '1:a'}", '[[1, "a"], [2, "b"]]'],
    ["int", "(1)", "1"],
    ["address", "{number: 1}", String.raw`{"street": null, "number": 1, "\"Tags\"": null}`],
    ["address", "('a', 1)", String.raw`{"street": "a", "number": 1, "\"Tags\"": null}`],
    ["vector<text, 2>", "['a', 'bc']", '["a", "bc"]'],
    ["list<int>", "(list<int>)[1]", "[1]"],
    ["varint", "(int)1", "1"],
  ])("of %s: %s", (type, term, json) => {
    expect(toJson(typeOf(type), evaluateTerm(type, term) as Buffer)).toBe(json);
  });

  it.each([
    ["int", "[1]", "Unexpected receiver type 'int'; only list and vector are expected"],
    ["list<int>", "{1}", "Invalid set literal for c of type list<int>"],
    ["list<int>", "{1: 2}", "Invalid map literal for c of type list<int>"],
    ["list<int>", "['x']", "Invalid list literal for c: value 'x' is not of type int"],
    ["list<int>", "[null]", "null is not supported inside collections"],
    ["list<int>", "[?]", "Invalid list literal for c: bind variables are not supported inside collection literals"],
    ["set<int>", "{'x'}", "Invalid set literal for c: value 'x' is not of type int"],
    ["map<text, int>", "{1: 1}", "Invalid map literal for c: key 1 is not of type text"],
    ["map<text, int>", "{'a': 'b'}", "Invalid map literal for c: value 'b' is not of type int"],
    [
      "tuple<int, text>",
      "(1, 'a', 2)",
      "Invalid tuple literal for c: too many elements. Type frozen<tuple<int, text>> expects 2 but got 3",
    ],
    ["tuple<int, text>", "('a', 'x')", "Invalid tuple literal for c: component 0 is not of type int"],
    [
      "tuple<int, text>",
      "'1:2:3'",
      "Invalid tuple literal: too many elements. Type frozen<tuple<int, text>> expects 2 but got 3",
    ],
    ["tuple<int, text>", "'a:2'", "Unable to make int from 'a'"],
    ["int", "(1, 2)", "Invalid tuple type literal for c of type int"],
    ["address", "{nope: 1}", "Unknown field 'nope' in value of user defined type address"],
    ["address", "{street: 1}", "Invalid user type literal for c: field street is not of type text"],
    ["int", "{street: 1}", "Invalid user type literal for c of type int"],
    [
      "vector<float, 3>",
      "[1, 2]",
      "Invalid vector literal for c of type vector<float, 3>; expected 3 elements, but given 2",
    ],
    ["vector<float, 1>", "[null]", "null is not supported inside vectors"],
    ["int", "(text)1", "Cannot cast value 1 to type text"],
    ["int", "(bigint)1", "Cannot assign value (bigint)1 to c of type int"],
    ["int", "(nope)1", "Unknown type ks.nope"],
  ])("refuses for %s: %s", (type, term, message) => {
    expect(errorOf(() => evaluateTerm(type, term, [null]))).toBe(`invalid: ${message}`);
  });

  it("leaves a whole vector or tuple to the values of its markers", () => {
    const [one, two] = [Buffer.from("3f800000", "hex"), Buffer.from("40000000", "hex")];
    expect(evaluateTerm("vector<float, 2>", "[?, ?]", [one, two])).toEqual(Buffer.concat([one, two]));
    const message = "invalid: Invalid unset value for tuple field number 1";
    expect(errorOf(() => evaluateTerm("tuple<int, int>", "(?, ?)", [null, unset]))).toBe(message);
  });
});

describe("calls", () => {
  it.each([
    ["decimal", "(decimal)1 + (int)2", "3.0"],
    ["decimal", "(decimal)1 + (varint)2", "3"],
    ["decimal", "(decimal)300 % (decimal)0.1", "0"],
    ["decimal", "(decimal)10.50 % (decimal)3", "1.50"],
    ["decimal", "exp((decimal)1)", "2.7182818284590452353602874713527"],
    ["bigint", "1 + 1", "2"],
    ["tinyint", "(tinyint)100 + (tinyint)100", "-56"],
    ["varint", "(varint)-7 / (varint)2", "-3"],
    ["bigint", "toTimestamp((date)'1970-01-02')", "86400000"],
    ["date", "'2020-01-31' + 1mo", '"2020-02-29"'],
    ["timestamp", "'2020-01-31' - 1d", '"2020-01-30 00:00:00.000Z"'],
    ["timeuuid", "minTimeuuid(0)", '"13814000-1dd2-11b2-8080-808080808080"'],
    ["timeuuid", "maxTimeuuid(0)", '"1381670f-1dd2-11b2-7f7f-7f7f7f7f7f7f"'],
    ["text", "cast(5 as text)", '"5"'],
    ["text", "blobAsText(textAsBlob('a'))", '"a"'],
    ["set<int>", "fromJson('[2, 1]')", "[1, 2]"],
    ["text", "toJson(1)", '"1"'],
  ])("of %s: %s", (type, term, json) => {
    expect(toJson(typeOf(type), evaluateTerm(type, term) as Buffer)).toBe(json);
  });

  it.each([
    ["int", "foo(1)", "invalid: Unknown function foo called"],
    ["int", "min(1)", "invalid: Aggregation function are not supported in the where clause"],
    [
      "int",
      "now()",
      "invalid: Type error: cannot assign result of function system.now (type timeuuid) to c (type int)",
    ],
    ["int", "'a' + 1", "invalid: the '+' operation is not supported between 'a' and 1"],
    [
      "int",
      "? + ?",
      "invalid: Ambiguous '+' operation with args ? and ?: use type hint to disambiguate, example '(int) ?'",
    ],
    ["int", "-(?)", "no error"],
    ["bigint", "2 % 0", "function-failure: the operation 'bigint % bigint' failed: / by zero"],
    [
      "varint",
      "(varint)1 / (varint)0",
      "function-failure: the operation 'varint / varint' failed: BigInteger divide by zero",
    ],
    [
      "decimal",
      "(decimal)1 + (double)NaN",
      "function-failure: the operation 'decimal + double' failed: A NaN cannot be converted into a decimal",
    ],
    [
      "date",
      "'2020-01-01' + 1h",
      "function-failure: the operation 'date + duration' failed: The duration must have a day precision. Was: 1h",
    ],
    [
      "set<text>",
      "map_keys({'a': 1})",
      "invalid: Type error: cannot assign result of function system.map_keys (type frozen<set<ascii>>) to c (type set<text>)",
    ],
    [
      "decimal",
      "1e400",
      'syntax: Failed parsing statement: [1e400] reason: NumberFormatException Character I is neither a decimal digit number, decimal point, nor "e" notation exponential mark.',
    ],
  ])("of %s: %s gives %s", (type, term, message) => {
    expect(
      errorOf(() => evaluateTerm(type, term, term === "? + ?" ? [null, null] : term === "-(?)" ? [null] : [])),
    ).toBe(message);
  });

  it("gives later times and new UUIDs with each call", () => {
    const [one, other] = [evaluateTerm("timeuuid", "now()"), evaluateTerm("timeuuid", "now()")] as [Buffer, Buffer];
    expect(one.equals(other)).toBe(false);
    expect(toJson(typeOf("timestamp"), evaluateTerm("timestamp", "toTimestamp(now())") as Buffer)).toBe(
      '"2020-07-31 18:25:43.500Z"',
    );
    const uuid = evaluateTerm("uuid", "uuid()") as Buffer;
    expect((uuid[6] ?? 0) >> 4).toBe(4);
  });

  it("does not calculate forever with numbers that are far apart", () => {
    // 1 with two thousand million zeros behind it, or before it.
    const [large, small] = [Buffer.from("8000000101", "hex"), Buffer.from("7fffffff01", "hex")];
    const results = ["+", "-", "*", "%", "/"].flatMap((operator) =>
      [
        [large, small],
        [small, large],
      ].map((values) => errorOf(() => evaluateTerm("decimal", `(decimal)? ${operator} (decimal)?`, values))),
    );
    expect(results.slice(0, 4)).toEqual(Array(4).fill("no error"));
    for (const name of ["abs", "exp", "log", "log10", "round"]) {
      for (const value of [large, small]) errorOf(() => evaluateTerm("decimal", `${name}((decimal)?)`, [value]));
    }
    expect(errorOf(() => evaluateTerm("decimal", "exp((decimal)?)", [large]))).toContain("Overflow");
    expect(evaluateTerm("int", "cast((decimal)? as int)", [large])).toEqual(Buffer.alloc(4));
  });
});
