import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { parseCqlType } from "../../../src/model/index.ts";
import type { CqlType, UserType } from "../../../src/model/index.ts";
import { codecOf } from "../../../src/store/index.ts";
import type { Value } from "../../../src/store/index.ts";
import { deserializeValue, serializeValue } from "../../../src/store/values/value-bytes.ts";
import { encodeValueOrder } from "../../../src/store/values/order.ts";
import { compareValues } from "../../support/compare-values.ts";
import { userTypesOf } from "../../support/keyspaces.ts";
import { arbitraryValue } from "../../support/values.ts";

const userTypes: ReadonlyMap<string, UserType> = userTypesOf([
  {
    name: "address",
    fields: [
      { name: "street", typeDefinition: "text" },
      { name: "zip", typeDefinition: "int" },
      { name: "tags", typeDefinition: "set<text>" },
    ],
  },
  {
    name: "odd",
    fields: [
      { name: "__proto__", typeDefinition: "frozen<address>" },
      { name: "1", typeDefinition: "tuple<int>" },
    ],
  },
]);

function typeOf(text: string): CqlType {
  const parsed = parseCqlType(text, { userTypes, customTypes: new Set(["PointType"]) });
  if ("type" in parsed) return parsed.type;
  throw new Error(parsed.message);
}

const hexOf = (text: string, value: Value): string => serializeValue(typeOf(text), value).toString("hex");

/** What Cassandra stores, byte by byte. */
const vectors: [type: string, value: Value, hex: string][] = [
  ["list<int>", [], "00000000"],
  ["list<tinyint>", [3, 1, 3], "00000003" + "0000000103" + "0000000101" + "0000000103"],
  ["set<tinyint>", [3, -1, 3], "00000002" + "00000001ff" + "0000000103"],
  ["set<text>", ["b", "", "a"], "00000003" + "00000000" + "0000000161" + "0000000162"],
  [
    "map<text, tinyint>",
    new Map([
      ["z", 1],
      ["a", 2],
    ]),
    "00000002" + "0000000161" + "0000000102" + "000000017a" + "0000000101",
  ],
  ["tuple<tinyint, text>", [1, null], "0000000101" + "ffffffff"],
  ["tuple<text>", [""], "00000000"],
  ["address", { street: "s", zip: null, tags: [] }, "0000000173" + "ffffffff" + "0000000400000000"],
  ["vector<float, 4>", [NaN, -0, Infinity, 1e-45], "7fc00000" + "80000000" + "7f800000" + "00000001"],
  ["vector<float, 2>", [1, -2], "3f800000" + "c0000000"],
  ["vector<text, 2>", ["ab", ""], "026162" + "00"],
  ["vector<smallint, 1>", [1], "020001"],
  ["vector<vector<int, 1>, 2>", [[1], [2]], "00000001" + "00000002"],
  ["vector<list<int>, 1>", [[]], "0400000000"],
  [
    "list<frozen<set<tinyint>>>",
    [[2, 1], []],
    "00000002" + "0000000e" + "0000000200000001010000000102" + "0000000400000000",
  ],
];

/** Types of every kind, some of them in others. */
const texts = [
  "list<int>",
  "frozen<list<text>>",
  "set<varint>",
  "set<decimal>",
  "map<timeuuid, blob>",
  "set<frozen<list<duration>>>",
  "map<tuple<duration>, int>",
  "frozen<map<double, list<duration>>>",
  "tuple<int, text, decimal>",
  "tuple<list<uuid>, map<text, set<int>>, tuple<boolean, inet>>",
  "vector<float, 3>",
  "vector<text, 2>",
  "vector<tuple<date, time>, 2>",
  "address",
  "frozen<odd>",
  "set<frozen<odd>>",
  "map<frozen<address>, vector<smallint, 2>>",
  "frozen<list<list<list<timestamp>>>>",
];

describe("the binary form of what is made of others", () => {
  test.each(vectors)("of type %s and value %j is %s", (type, value, hex) => {
    expect(hexOf(type, value)).toBe(hex);
  });

  it("of a vector has lengths as long as they need to be", () => {
    expect(hexOf("vector<blob, 1>", [new Uint8Array(127)]).slice(0, 4)).toBe("7f00");
    expect(hexOf("vector<blob, 1>", [new Uint8Array(200)]).slice(0, 4)).toBe("80c8");
  });

  test.each(texts)("gives back every %s", (text) => {
    const type = typeOf(text);
    fc.assert(
      fc.property(arbitraryValue(type), (value) => {
        expect(codecOf(type).check(value)).toBe(true);
        const read = deserializeValue(type, serializeValue(type, value));
        expect(read).toEqual(value);
        expect(codecOf(type).check(read)).toBe(true);
      }),
    );
  });

  it("of a type that nobody knows is its JSON", () => {
    const type = typeOf("PointType");
    const value = { coordinates: [1, 2.5, null], kind: "Point" };
    expect(deserializeValue(type, serializeValue(type, value))).toEqual(value);
  });

  it("has each item of a set once, whatever their scale, and the last value of equal keys", () => {
    const set = typeOf("set<decimal>");
    expect(deserializeValue(set, serializeValue(set, ["2", "1.0", "1.00"]))).toEqual(["1.0", "2"]);
    const map = typeOf("map<timestamp, int>");
    const moment = (): Date => new Date(5);
    const entries = new Map([
      [moment(), 1],
      [moment(), 2],
    ]);
    expect(deserializeValue(map, serializeValue(map, entries))).toEqual(new Map([[moment(), 2]]));
  });
});

describe("ordered bytes of what is made of others", () => {
  const ordered = (type: CqlType, value: Value, descending = false): Buffer =>
    encodeValueOrder(type, serializeValue(type, value), descending);
  /** Pairs that often share a beginning. */
  const pair = (type: CqlType): fc.Arbitrary<readonly [Value, Value]> => {
    const values = arbitraryValue(type);
    const few = fc.array(values, { minLength: 1, maxLength: 2 });
    return fc.oneof(
      fc.tuple(values, values),
      values.map((value) => [value, value] as const),
      few.map((list) => [list[0] ?? [], list.at(-1) ?? []] as const),
    );
  };

  test.each(texts.filter((text) => !text.includes("duration")))("of type %s sort as CQL sorts values", (text) => {
    const type = typeOf(text);
    fc.assert(
      fc.property(pair(type), fc.boolean(), ([one, other], descending) => {
        const expected = compareValues(type, one, other) * (descending ? -1 : 1);
        const [left, right] = [ordered(type, one, descending), ordered(type, other, descending)];
        expect(Buffer.compare(left, right)).toBe(0 + expected);
        // None begins another, so that more can follow in a key.
        expect(right.subarray(0, left.length).equals(left)).toBe(expected === 0);
      }),
    );
  });

  test.each<[string, Value[]]>([
    ["list<int>", [[], [-1], [-1, 0], [0], [1]]],
    ["set<text>", [[], [""], ["", "a"], ["a"]]],
    [
      "map<int, int>",
      [
        new Map(),
        new Map([[1, 2]]),
        new Map([
          [1, 2],
          [3, 0],
        ]),
        new Map([[1, 3]]),
        new Map([[2, 0]]),
      ],
    ],
    [
      "tuple<int, text>",
      [
        [null, null],
        [null, ""],
        [-1, null],
        [0, null],
        [0, ""],
        [0, "a"],
      ],
    ],
    [
      "vector<float, 2>",
      [
        [-1, 5],
        [0, 0],
        [0, 1],
        [1, -1],
      ],
    ],
    [
      "address",
      [
        { street: null, zip: null, tags: null },
        { street: null, zip: 0, tags: null },
        { street: "", zip: null, tags: null },
        { street: "", zip: null, tags: [] },
        { street: "", zip: null, tags: ["a"] },
      ],
    ],
  ])("of type %s, from least to greatest", (text, values) => {
    const type = typeOf(text);
    for (const [index, value] of values.entries()) {
      const next = values[index + 1];
      if (next === undefined) continue;
      expect(Buffer.compare(ordered(type, value), ordered(type, next))).toBe(-1);
      expect(Buffer.compare(ordered(type, value, true), ordered(type, next, true))).toBe(1);
    }
  });
});
