/** What the engine makes of each value as cassandra-driver decodes it. */
import { createRequire } from "node:module";
import { describe, expect, it, test } from "vitest";
import { parseCqlType } from "../../../src/model/index.ts";
import type { CqlType } from "../../../src/model/index.ts";
import { cellReaderOf, isBeyondDriver } from "../../../src/store/cassandra/read-value.ts";
import type { Value } from "../../../src/store/index.ts";
import { userTypesOf } from "../../support/keyspaces.ts";

const { types } = createRequire(import.meta.url)("cassandra-driver") as typeof import("cassandra-driver");

const userTypes = userTypesOf([
  {
    name: "corner",
    fields: [
      { name: "at", typeDefinition: "vector<float, 2>" },
      { name: "note", typeDefinition: "text" },
    ],
  },
  { name: "shape", fields: [{ name: "corners", typeDefinition: "list<frozen<corner>>" }] },
]);

function typeOf(text: string): CqlType {
  const parsed = parseCqlType(text, { userTypes });
  return "type" in parsed ? parsed.type : expect.unreachable(parsed.message);
}

const read = (text: string, value: unknown): Value | null => cellReaderOf(typeOf(text), "shop.t.c")(value);

describe("a value of the driver", () => {
  const id = "5f3a1d52-6e59-4b8e-9c43-0d5a1c2b7e10";
  const timeId = "00000000-c6b1-11f0-8de9-0242ac120002";

  test.each<[string, unknown, unknown]>([
    ["text", "a", "a"],
    ["int", 5, 5],
    ["boolean", false, false],
    ["double", -0, -0],
    ["timestamp", new Date(5), new Date(5)],
    ["bigint", 5n, 5n],
    // As a client of the app decodes them, unless it is set to bigint.
    ["bigint", types.Long.fromString("-9007199254740993"), -9007199254740993n],
    ["counter", types.Long.fromString("7"), 7n],
    ["varint", types.Integer.fromString("123456789012345678901234567890"), 123456789012345678901234567890n],
    ["decimal", types.BigDecimal.fromString("-1.50"), "-1.50"],
    ["uuid", types.Uuid.fromString(id), id],
    ["timeuuid", types.TimeUuid.fromString(timeId), timeId],
    ["inet", types.InetAddress.fromString("127.0.0.1"), "127.0.0.1"],
    ["date", types.LocalDate.fromString("2026-11-24"), "2026-11-24"],
    ["time", types.LocalTime.fromString("08:10:00.5"), "08:10:00.5"],
    ["duration", types.Duration.fromString("1h30m"), "1h30m"],
    ["blob", Buffer.from([1, 2]), new Uint8Array([1, 2])],
    ["list<bigint>", [types.Long.fromNumber(1)], [1n]],
    ["list<text>", ["a"], ["a"]],
    ["set<int>", [1, 2], [1, 2]],
    ["set<int>", new Set([1, 2]), [1, 2]],
    ["map<int, bigint>", new Map([[1, types.Long.fromNumber(2)]]), new Map([[1, 2n]])],
    ["vector<float, 2>", new Float32Array([1, 2]), [1, 2]],
    ["tuple<int, bigint>", new types.Tuple(1, types.Long.fromNumber(2)), [1, 2n]],
    ["tuple<int, bigint>", new types.Tuple(1, null), [1, null]],
    ["frozen<corner>", { at: [1, 2] }, { at: [1, 2], note: null }],
  ])("of the type %s is read", (type, value, expected) => {
    expect(read(type, value)).toEqual(expected);
  });

  it("of bytes is a copy, since the driver's may share memory with other answers", () => {
    const bytes = Buffer.from([1, 2]);
    const found = read("blob", bytes);
    bytes[0] = 9;
    expect(found).toEqual(new Uint8Array([1, 2]));
  });

  it.each(["text", "list<int>", "frozen<list<int>>", "frozen<corner>", "tuple<int>"])(
    "that is none, is null: %s",
    (type) => {
      expect([read(type, null), read(type, undefined)]).toEqual([null, null]);
    },
  );

  it("without items is null where the cluster cannot tell both apart", () => {
    for (const [type, empty] of [
      ["list<int>", []],
      ["set<int>", []],
      ["map<int, int>", new Map()],
    ] as const) {
      expect(read(type, empty)).toBeNull();
      expect(read(`frozen<${type}>`, empty)).toEqual(empty);
    }
    expect(read("text", "")).toBe("");
    expect(read("blob", Buffer.alloc(0))).toEqual(new Uint8Array());
  });

  it("of a map whose keys are lost is refused, also within another value", () => {
    const message = "shop.t.c cannot be read: create the client with the option encoding: { map: Map }";
    expect(() => read("map<int, int>", { 1: 2 })).toThrow(message);
    expect(() => read("list<frozen<map<int, int>>>", [{ 1: 2 }])).toThrow(message);
  });

  it("of a type that is none of CQL is refused", () => {
    const custom = { kind: "custom", text: "'org.example.Odd'" } as CqlType;
    expect(() => cellReaderOf(custom, "shop.t.c")("x")).toThrow(
      /^shop\.t\.c cannot be read: .*Odd.* is not a type of CQL$/,
    );
    expect(cellReaderOf(custom, "shop.t.c")(null)).toBeNull();
  });
});

test.each([
  [false, "vector<float, 2>"],
  [false, "frozen<corner>"],
  [false, "list<frozen<corner>>"],
  [false, "frozen<shape>"],
  [true, "vector<frozen<corner>, 2>"],
  [true, "list<frozen<vector<frozen<corner>, 2>>>"],
  [true, "vector<frozen<shape>, 2>"],
  [true, "vector<tuple<int, frozen<corner>>, 2>"],
])("the driver fails to decode it, which is %s: %s", (expected, type) => {
  expect(isBeyondDriver(typeOf(type))).toBe(expected);
});
