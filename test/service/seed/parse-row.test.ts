import { describe, expect, it, test } from "vitest";
import { parseRow } from "../../../src/service/seed/seed.ts";
import { orderLines } from "../service-fixture.ts";
import { keyspaceOf } from "../../support/keyspaces.ts";

const { tables } = keyspaceOf("shop", [
  orderLines,
  {
    name: "products",
    columnDefinitions: [
      { name: "id", typeDefinition: "text" },
      { name: "price", typeDefinition: "decimal" },
      { name: "created", typeDefinition: "timestamp" },
      { name: "tags", typeDefinition: "set<text>" },
      { name: "sizes", typeDefinition: "map<int, text>" },
      { name: "__proto__", typeDefinition: "int" },
    ],
    primaryKey: { partitionKey: ["id"] },
  },
  {
    name: "visits",
    columnDefinitions: [
      { name: "page", typeDefinition: "text" },
      { name: "count", typeDefinition: "counter" },
    ],
    primaryKey: { partitionKey: ["page"] },
  },
]);

const parse = (name: string, text: string) => {
  const table = tables.find((candidate) => candidate.name === name);
  if (!table) throw new Error(name);
  return parseRow(table, JSON.parse(text));
};

describe("a row to begin with", () => {
  it("has values of the columns' types, by CQL names", () => {
    const text =
      '{"id":"1","price":"1.50","created":"2026-01-01T00:00:00Z","tags":["a"],"sizes":{"1":"s"},"__proto__":7}';
    expect(parse("products", text)).toEqual({
      values: new Map<string, unknown>([
        ["id", "1"],
        ["price", "1.50"],
        ["created", new Date("2026-01-01")],
        ["tags", ["a"]],
        ["sizes", new Map([[1, "s"]])],
        ["__proto__", 7],
      ]),
    });
  });

  it("may omit columns outside the key; null is the same", () => {
    expect(parse("products", '{"id":"1","price":null}')).toEqual({ values: new Map([["id", "1"]]) });
  });

  it("may have static columns and the partition key alone", () => {
    const text = '{"customer":"ann","day":"2026-01-01","customer_name":"Ann"}';
    expect(parse("order_lines", text)).toHaveProperty("values");
  });

  test.each([
    ["products", "[]", "a row is an object"],
    ["products", "null", "a row is an object"],
    ["products", "{}", "id is missing: it is part of the key"],
    ["products", '{"id":null}', "id is missing: it is part of the key"],
    ["products", '{"id":""}', "id is the partition key, and must not be empty"],
    ["products", '{"id":"1","pirce":1}', 'products has no column "pirce"; did you mean price?'],
    ["products", '{"id":"1","constructor":1}', 'products has no column "constructor"'],
    ["products", '{"id":"1","price":"cheap"}', 'price is not decimal: "cheap"'],
    ["products", '{"id":"1","tags":["a",null]}', 'tags is not set<text>: ["a",null]'],
    ["products", '{"id":"1","__proto__":2147483648}', "__proto__ is not int: 2147483648"],
    ["order_lines", '{"customer":"ann","day":"2026-01-01"}', "line_no is missing: it is part of the key"],
    [
      "order_lines",
      '{"customer":"ann","day":"2026-01-01","line_no":1,"customer_name":"Ann"}',
      "product is missing: it is part of the key",
    ],
    ["visits", '{"page":"/"}', "a row of counters needs at least one of them"],
  ])("of %s is refused as %s", (table, text, mistake) => {
    const parsed = parse(table, text);
    expect("mistakes" in parsed ? parsed.mistakes[0] : undefined).toBe(mistake);
  });
});
