import { describe, expect, it } from "vitest";
import { decimal, int, text, uuid } from "@colonnade/runtime";
import { converted } from "@colonnade/runtime/composites";
import type { Codec, Table } from "@colonnade/runtime";
import { assertTable } from "@colonnade/runtime/asserts";
import * as z from "@colonnade/runtime/zod";

interface Row {
  id: string;
  name: string | null;
  price: string | null;
}
interface Types {
  row: Row;
  key: Pick<Row, "id">;
  where: object;
  if: object;
  insert: object;
  update: object;
}

const tableWith = (price: Codec<string>): Table<Types> => ({
  keyspace: "shop",
  name: "products",
  apiName: "Products",
  columns: { id: uuid, name: text, price },
  partitionKey: ["id"],
});

const row = z.rowSchema<Row>({ id: z.uuid, name: z.nullableText, price: z.nullableDecimal });

describe("asserts of a table", () => {
  it("pass where validators and codecs agree", () => {
    const writes = [{ shape: { id: z.uuid, name: z.optionalText, price: z.optionalDecimal } }];
    expect(() => assertTable(tableWith(decimal), { row, writes })).not.toThrow();
  });

  it("name the column, the value and which way they disagree", () => {
    const wrong = { row: { shape: { ...row.shape, name: z.nullableAscii } }, writes: [] };
    expect(() => assertTable(tableWith(decimal), wrong)).toThrow('shop.products.name: rows refuse "größe"');
    const missing = { row: { shape: { id: z.uuid, name: z.nullableText } }, writes: [] };
    expect(() => assertTable(tableWith(decimal), missing)).toThrow("price: the validator of rows does not know it");
  });

  it("name a codec that is made for another type than the column's", () => {
    const types = { price: "int" };
    expect(() => assertTable(tableWith(decimal), { row, writes: [], types })).toThrow(
      "shop.products.price: the column is a int, and its codec one of decimal",
    );
  });

  const own = { expected: "text", check: (value: unknown) => decimal.check(value) };
  it.each([
    [
      "fails",
      { ...own, encode: () => String(int.encode(Number("x"))), decode: (value: string) => value },
      "its codec fails",
    ],
    [
      "throws",
      {
        ...own,
        encode: () => {
          throw new Error("no luck");
        },
        decode: (value: string) => value,
      },
      "its codec fails: no luck",
    ],
    ["loses", { ...own, encode: (value: string) => value, decode: () => "1" }, "and comes back as"],
  ])("name a codec that %s", (_, members, message) => {
    const codec = converted<string, string>(decimal, members);
    expect(() => assertTable(tableWith(codec), { row, writes: [] })).toThrow(message);
  });
});
