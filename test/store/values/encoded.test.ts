import { describe, expect, it } from "vitest";
import type { CqlType } from "../../../src/model/index.ts";
import { StoreError } from "../../../src/store/store-error.ts";
import { checkedBytes } from "../../../src/store/values/checked-bytes.ts";
import { Encoded } from "../../../src/store/values/encoded.ts";

const text: CqlType = { kind: "native", name: "text" };
const list: CqlType = { kind: "list", item: text, frozen: false };

describe("an encoded value", () => {
  it("is the bytes of a column of its type, which are made once", () => {
    const encoded = Encoded.of(text, "abc");
    expect(checkedBytes("name", text, encoded)).toBe(encoded.bytes);
    expect(checkedBytes("name", { kind: "native", name: "text" }, encoded)).toBe(encoded.bytes);
    expect(encoded.value).toBe("abc");
  });

  it("is checked again for a column of another type", () => {
    expect(checkedBytes("name", { kind: "native", name: "ascii" }, Encoded.of(text, "abc")).toString()).toBe("abc");
    expect(() => checkedBytes("name", { kind: "native", name: "ascii" }, Encoded.of(text, "é"))).toThrow(StoreError);
    expect(() => checkedBytes("name", { kind: "native", name: "int" }, Encoded.of(text, "abcd"))).toThrow(StoreError);
    const again = checkedBytes("tags", { ...list, frozen: true }, Encoded.of(list, ["a"]));
    expect(again.toString("hex")).toBe("000000010000000161");
  });
});
