/** SDL is printed as graphql prints it, though the room knows nothing of graphql. */
import fc from "fast-check";
import { buildSchema, printSchema } from "graphql";
import { describe, expect, it, test } from "vitest";
import { apiOf, definitionApi, printSdl } from "../../src/api/index.ts";
import type { Keyspace } from "../../src/model/index.ts";
import { definitionDocuments } from "../../src/service/graphql/definition-types.ts";
import { wholeTypesOf } from "../support/whole-types.ts";
import { keyspace, keyspaceOf } from "../support/keyspaces.ts";
import { runs } from "../support/long.ts";

/** Any text, and what blocks of GraphQL treat in special ways. */
const description = fc.oneof(
  fc.string({ unit: "binary" }),
  fc
    .array(
      fc.constantFrom("a", "word", " ", "\t", "\n", "\r", '"', '"""', "\\", '\\"""', "\v", "\x7f", "é", "x".repeat(71)),
    )
    .map((parts) => parts.join("")),
);

const one: Keyspace = keyspaceOf("shop", [
  { name: "t", columnDefinitions: [{ name: "id", typeDefinition: "int" }], primaryKey: { partitionKey: ["id"] } },
]);

describe("the SDL of a keyspace", () => {
  it("is what graphql prints of the types that the service executes", () => {
    fc.assert(
      fc.property(keyspace, (shop) => {
        expect(printSdl(apiOf(shop).whole())).toBe(printSchema(wholeTypesOf(shop)));
      }),
      runs(40, 2_000),
    );
  });

  it("is that for any description", () => {
    fc.assert(
      fc.property(description, description, (ofTable, ofColumn) => {
        const tables = one.tables.map((table) => ({
          ...table,
          description: ofTable,
          columns: table.columns.map((column) => ({ ...column, description: ofColumn })),
        }));
        const shop: Keyspace = { ...one, tables };
        expect(printSdl(apiOf(shop).whole())).toBe(printSchema(wholeTypesOf(shop)));
      }),
      runs(400, 20_000),
    );
  });

  it("can be read, also of a keyspace without tables", () => {
    const empty = printSdl(apiOf({ name: "empty", tables: [], userTypes: [] }).whole());
    expect(empty).toContain("keyspaceEmptyQuery: Boolean");
    for (const text of [empty, printSdl(apiOf(one).whole())]) expect(() => buildSchema(text)).not.toThrow();
  });
});

test("the SDL of the definition endpoint is what graphql prints of it", () => {
  const types = definitionDocuments.schemaFor({ kind: "Document" as never, definitions: [] });
  expect(printSdl(definitionApi)).toBe(printSchema(types));
});
