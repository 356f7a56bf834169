import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { lowerCamel, nameColumns, nameTables } from "@colonnade/runtime/protocol";

/** Where nothing meets. */
const vectors: [table: string, type: string, query: string, column: string][] = [
  ["products", "Products", "products", "products"],
  ["my_products", "MyProducts", "myProducts", "myProducts"],
  ["MyProducts", "MyProducts", "myProducts", "myProducts"],
  ["myProducts", "MyProducts", "myProducts", "myProducts"],
  ["ORDERS", "ORDERS", "oRDERS", "oRDERS"],
  ["WEIRD_CASE", "WEIRDCASE", "wEIRDCASE", "wEIRDCASE"],
  ["order_items_v2", "OrderItemsV2", "orderItemsV2", "orderItemsV2"],
  ["t1_data", "T1Data", "t1Data", "t1Data"],
  ["a1b2", "A1B2", "a1B2", "a1B2"],
  ["sensor3values", "Sensor3Values", "sensor3Values", "sensor3Values"],
  ["col_1a", "Col1a", "col1A", "col1a"],
  ["_hidden", "Hidden", "hidden", "Hidden"],
  ["x__y", "XY", "xY", "xY"],
  ["USER_ID", "USERID", "uSERID", "uSERID"],
  ["user_ID", "UserID", "userID", "userID"],
  ["data_model", "DataModel", "dataModel", "dataModel"],
];

describe("API names", () => {
  test.each(vectors)("%s is the type %s, the query %s and the field %s", (name, type, query, column) => {
    expect(nameTables([name]).get(name)).toEqual({ type, query });
    expect(nameColumns([name]).get(name)).toBe(column);
  });

  test.each([
    ["ABCdef", "aBCdef"],
    ["QA_data", "qAData"],
    ["abc_XYZ", "abcXYZ"],
    ["ID", "id"],
  ])("the column %s is the field %s", (name, field) => {
    expect(lowerCamel(name)).toBe(field);
  });

  it("gives none of two tables that meet the plain name", () => {
    const names = nameTables(["my_products", "MyProducts", "others"]);
    expect(names.get("my_products")?.type).toMatch(/^MyProducts_[0-9a-f]{4}$/);
    expect(names.get("MyProducts")?.type).toMatch(/^MyProducts_[0-9a-f]{4}$/);
    expect(names.get("others")?.type).toBe("Others");
  });

  it("keeps a table away from the helper types and queries of another", () => {
    const types = [...nameTables(["products", "products_input"]).values()].map((name) => name.type);
    expect(types.every((type) => /_[0-9a-f]{4}$/.test(type))).toBe(true);
    const queries = [...nameTables(["books", "books_filter"]).values()].map((name) => name.query);
    expect(queries.every((query) => /_[0-9a-f]{4}$/.test(query))).toBe(true);
  });

  test.each([
    ...["bigint", "consistency", "data_type", "query", "uuid", "price_filter_input"],
    ...["address_udt", "address_udt_input", "text_int_map_entry", "map_entry_input", "int_tuple", "tuple_input"],
  ])("does not give the table %s a reserved name", (name) => {
    expect(nameTables([name]).get(name)?.type).toMatch(/_[0-9a-f]{4}$/);
  });

  it("lets no column vanish, whatever its characters", () => {
    expect(Object.fromEntries(nameColumns(["123", "Größe", "_", "ж"]))).toEqual({
      "123": "x31_23",
      Größe: "grxf6_xdf_e",
      _: "x5f_",
      ж: "x436_",
    });
  });

  const word = fc.oneof(
    fc.stringMatching(/^[a-c_1A]{1,5}$/),
    fc.constantFrom("products", "Products", "products_input", "b_b", "b__b", "bB", "query", "books", "books_filter"),
    fc.string({ minLength: 1, maxLength: 4, unit: "grapheme" }),
  );
  const scope = fc.uniqueArray(word, { minLength: 1, maxLength: 12 });

  it("never gives two columns of a table the same legal name", () => {
    fc.assert(
      fc.property(scope, (columns) => {
        const fields = [...nameColumns(columns).values()];
        expect(new Set(fields).size).toBe(columns.length);
        for (const field of fields) expect(field).toMatch(/^[A-Za-z][A-Za-z0-9_]*$/);
      }),
    );
  });

  it("never gives two tables the same type or query, nor one table another's helper type", () => {
    fc.assert(
      fc.property(scope, (tables) => {
        const names = [...nameTables(tables).values()];
        const types = names.flatMap(({ type }) =>
          ["", "Input", "FilterInput", "Order", "Result", "MutationResult"].map((ending) => type + ending),
        );
        expect(new Set(types).size).toBe(types.length);
        const queries = names.flatMap(({ query }) => [query, `${query}Filter`]);
        expect(new Set(queries).size).toBe(queries.length);
      }),
    );
  });

  it("never lets a plain name come to mean something else when one is added", () => {
    fc.assert(
      fc.property(scope, word, (columns, added) => {
        const before = nameColumns(columns);
        const after = nameColumns([...columns, added]);
        const owner = new Map([...after].map(([column, field]) => [field, column]));
        for (const [column, field] of before) {
          if (field === lowerCamel(column)) expect([column, undefined]).toContain(owner.get(field));
        }
      }),
    );
  });

  it("does not depend on the order of its input", () => {
    fc.assert(
      fc.property(scope, (tables) => {
        expect(nameTables([...tables].reverse())).toEqual(nameTables(tables));
      }),
    );
  });
});
