/** Bytes that clients of the query language send: what is read from them, or refused, whatever they are. */
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { nativeTypes, parseCqlType } from "../../../src/model/index.ts";
import type { CqlType } from "../../../src/model/index.ts";
import { StoreError } from "../../../src/store/index.ts";
import { Encoded } from "../../../src/store/values/encoded.ts";
import { deserializeValue, readValue } from "../../../src/store/values/value-bytes.ts";
import { encodeValueOrder } from "../../../src/store/values/order.ts";
import { userTypesOf } from "../../support/keyspaces.ts";
import { runs } from "../../support/long.ts";

const userTypes = userTypesOf([
  {
    name: "pair",
    fields: [
      { name: "a", typeDefinition: "int" },
      { name: "b", typeDefinition: "frozen<list<text>>" },
    ],
  },
]);
const typeOf = (text: string): CqlType => {
  const parsed = parseCqlType(text, { userTypes } as never) as { readonly type?: CqlType };
  if (!parsed.type) throw new Error(text);
  return parsed.type;
};
const hex = (text: string): Buffer => Buffer.from(text.replaceAll(" ", ""), "hex");

const composites = [
  "list<int>",
  "set<text>",
  "set<double>",
  "map<int, frozen<set<decimal>>>",
  "tuple<int, text, duration>",
  "vector<float, 3>",
  "vector<text, 2>",
  "vector<frozen<set<int>>, 2>",
  "frozen<list<frozen<map<uuid, inet>>>>",
  "frozen<pair>",
];

test.each([...nativeTypes, ...composites])("any bytes are a value of type %s, or refused", (text) => {
  const type = typeOf(text);
  // Beginnings that look like counts and lengths, so that parsing goes further.
  const word = fc.oneof(
    fc.uint8Array({ minLength: 4, maxLength: 4 }),
    fc.constantFrom(0, 1, 2, 4).map((byte) => Uint8Array.of(0, 0, 0, byte)),
  );
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 40 }),
    fc.array(word, { maxLength: 8 }).map((words) => Buffer.concat(words)),
  );
  const attempts = [
    (given: Buffer) => readValue(type, given),
    (given: Buffer) => Encoded.ofBytes(type, given).bytes,
    (given: Buffer) => encodeValueOrder(type, given),
    (given: Buffer) =>
      readValue(type, Buffer.concat([hex("ff"), given, hex("00000000000000000000")]), 1, 1 + given.length),
  ];
  fc.assert(
    fc.property(bytes, (given) => {
      for (const attempt of attempts) {
        try {
          attempt(Buffer.from(given));
        } catch (error) {
          expect(error).toBeInstanceOf(StoreError);
        }
      }
    }),
    runs(300, 20_000),
  );
});

describe("values that JavaScript has not", () => {
  it.each(nativeTypes.filter((name) => !["ascii", "text", "varchar", "blob"].includes(name)))(
    "no bytes of type %s are read as null, alone and in a tuple",
    (name) => {
      expect(readValue(typeOf(name), hex(""))).toBeNull();
      if (name !== "counter") expect(readValue(typeOf(`tuple<${name}>`), hex("00000000"))).toEqual([null]);
    },
  );

  it("no bytes of text are text", () => {
    expect(readValue(typeOf("text"), hex(""))).toBe("");
    expect(readValue(typeOf("blob"), hex(""))).toEqual(new Uint8Array());
  });

  it("a list cannot have a null, which an item of no bytes would be", () => {
    expect(() => readValue(typeOf("list<int>"), hex("00000001 00000000"))).toThrow(
      "The bytes are not those of a value of type int",
    );
    expect(() => readValue(typeOf("int"), hex("00"))).toThrow("The bytes are not those of a value of type int");
  });

  it("a timestamp beyond dates is refused", () => {
    expect(readValue(typeOf("timestamp"), hex("001eb208c2dc0000"))).toEqual(new Date(8.64e15));
    for (const bytes of ["001eb208c2dc0001", "7fffffffffffffff", "8000000000000000"]) {
      expect(() => deserializeValue(typeOf("timestamp"), hex(bytes))).toThrow(
        "A timestamp is beyond the dates that JavaScript has",
      );
    }
  });

  it("a time that is not of a day is refused", () => {
    expect(readValue(typeOf("time"), hex("00004e94914effff"))).toBe("23:59:59.999999999");
    for (const bytes of ["00004e94914f0000", "ffffffffffffffff", "7fffffffffffffff"]) {
      expect(() => deserializeValue(typeOf("time"), hex(bytes))).toThrow(
        "The bytes are not those of a value of type time",
      );
    }
  });

  it("numbers that are none, or without end, are numbers", () => {
    expect(readValue(typeOf("double"), hex("7ff8000000000000"))).toBeNaN();
    expect(readValue(typeOf("list<float>"), hex("00000002 00000004 7f800000 00000004 ff800000"))).toEqual([
      Infinity,
      -Infinity,
    ]);
  });
});

describe("the order of bytes", () => {
  test.each<[type: string, sorted: readonly string[]]>([
    [
      "double",
      [
        "",
        "fff0000000000000",
        "c000000000000000",
        "8000000000000000",
        "0000000000000000",
        "7ff0000000000000",
        "7ff8000000000000",
      ],
    ],
    ["float", ["", "ff800000", "bf800000", "80000000", "00000000", "3f800000", "7f800000", "ffc00000"]],
    ["varint", ["", "8000000000", "ff", "00", "01"]],
    ["decimal", ["", "8000000080", "00000000ff", "0000000000", "0000000001"]],
    ["timeuuid", ["", "00000000000010008080808080808080"]],
    ["int", ["", "80000000", "ffffffff", "00000000"]],
  ])("of %s has no bytes first, and what is not a number last", (name, sorted) => {
    const orders = sorted.map((bytes) => encodeValueOrder(typeOf(name), hex(bytes)));
    for (const [place, order] of orders.entries()) {
      if (place > 0) expect(Buffer.compare(orders[place - 1] as Buffer, order)).toBe(-1);
    }
  });

  it("has one place for all that are not numbers", () => {
    const orders = ["7ff8000000000000", "fff8000000000000", "7ff0000000000001"].map((bytes) =>
      encodeValueOrder(typeOf("double"), hex(bytes)).toString("hex"),
    );
    expect(new Set(orders).size).toBe(1);
  });
});

describe("collections as clients send them", () => {
  const kept = (type: string, bytes: string): string =>
    Buffer.from(Encoded.ofBytes(typeOf(type), hex(bytes)).bytes).toString("hex");

  it("have their items in order, each once", () => {
    expect(kept("set<int>", "00000003 00000004 00000002 00000004 00000001 00000004 00000002")).toBe(
      "00000002" + "0000000400000001" + "0000000400000002",
    );
    expect(kept("map<int, int>", "00000002 0000000400000002 0000000400000009 0000000400000001 0000000400000008")).toBe(
      "00000002" + "0000000400000001" + "0000000400000008" + "0000000400000002" + "0000000400000009",
    );
    expect(kept("tuple<frozen<set<int>>>", "00000014 00000002 0000000400000002 0000000400000001")).toBe(
      "00000014" + "00000002" + "0000000400000001" + "0000000400000002",
    );
    const same = Buffer.from("0000000100000004ffffffff", "hex");
    expect(Encoded.ofBytes(typeOf("set<int>"), same).bytes).toBe(same);
  });

  it.each(["list<int>", "set<int>"])("have no nulls: %s", (type) => {
    expect(() => kept(type, "00000001 ffffffff")).toThrow("null is not supported inside collections");
  });
});
