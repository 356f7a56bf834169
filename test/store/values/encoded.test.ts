import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CqlType } from "../../../src/model/index.ts";
import { StoreError } from "../../../src/store/store-error.ts";
import { Encoded, checkedBytes } from "../../../src/store/values/encoded.ts";
import { joinParts } from "../../../src/store/values/parts.ts";

const text: CqlType = { kind: "native", name: "text" };
const list: CqlType = { kind: "list", item: text, frozen: false };

describe("an encoded value", () => {
  it("is the bytes of a column of its type, which are made once", () => {
    const encoded = Encoded.of(text, "abc");
    expect(checkedBytes("name", text, encoded)).toBe(encoded.bytes);
    expect(checkedBytes("name", { kind: "native", name: "text" }, encoded)).toBe(encoded.bytes);
    expect(encoded.value).toBe("abc");
  });

  it("is that of any equal type, which may be another object", () => {
    const pair = (name: string): CqlType => ({
      kind: "map",
      key: { kind: "tuple", items: [text, { kind: "vector", item: { kind: "native", name: "float" }, dimensions: 2 }] },
      value: { kind: "user", type: { name, fields: [{ name: "first", type: text }] }, frozen: true },
      frozen: false,
    });
    const bytes = Buffer.from("00000000", "hex");
    expect(Encoded.ofBytes(pair("one"), bytes).isOf(pair("one"))).toBe(true);
    expect(Encoded.ofBytes(pair("one"), bytes).isOf(pair("other"))).toBe(false);
    expect(Encoded.ofBytes(list, bytes).isOf({ ...list, kind: "set" })).toBe(false);
    expect(Encoded.ofBytes(list, bytes).isOf({ ...list, item: { kind: "native", name: "int" } })).toBe(false);
    expect(Encoded.ofBytes(list, bytes).isOf({ ...list, frozen: true })).toBe(true);
  });

  it("is checked again for a column of another type", () => {
    expect(checkedBytes("name", { kind: "native", name: "ascii" }, Encoded.of(text, "abc")).toString()).toBe("abc");
    expect(() => checkedBytes("name", { kind: "native", name: "ascii" }, Encoded.of(text, "é"))).toThrow(StoreError);
    expect(() => checkedBytes("name", { kind: "native", name: "int" }, Encoded.of(text, "abcd"))).toThrow(StoreError);
    const again = checkedBytes("tags", { ...list, frozen: true }, Encoded.of(list, ["a"]));
    expect(again.toString("hex")).toBe("000000010000000161");
  });

  it("of a client has the items of a set in their order, each once", () => {
    const set = { kind: "set", item: text, frozen: false } as const;
    const anyItems = fc.array(fc.string({ unit: fc.constantFrom("a", "b", "\0", "é"), maxLength: 3 }), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(anyItems, (items) => {
        const sent = joinParts(
          set,
          items.map((item) => Buffer.from(item)),
        );
        expect(Encoded.ofBytes(set, sent).bytes).toEqual(Encoded.of(set, [...new Set(items)]).bytes);
      }),
      { numRuns: 300 },
    );
    const sorted = Encoded.of(set, ["a", "b"]).bytes;
    expect(Encoded.ofBytes(set, sorted).bytes).toBe(sorted);
    const [withNull, tooShort] = ["00000001ffffffff", "0000000200000001610000"];
    for (const hex of [withNull, tooShort]) {
      expect(() => Encoded.ofBytes(set, Buffer.from(hex, "hex"))).toThrow(StoreError);
    }
  });
});
