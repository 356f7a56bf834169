import { expect, it, test } from "vitest";
import { parseTableDefinition, parseUserTypes, printCqlType } from "../../../../src/model/index.ts";
import type { TableDefinition } from "../../../../src/model/index.ts";
import {
  parseStoredTable,
  parseStoredUserTypes,
} from "../../../../src/store/embedded/definitions/stored-definition.ts";

const pair = { name: "pair", fields: [{ name: "xs", typeDefinition: "list<int>" }] };
const outer = { name: "outer", fields: [{ name: "pair", typeDefinition: "pair" }] };

function tableOf(type: string, index?: object): TableDefinition {
  return {
    name: "t",
    columnDefinitions: [
      { name: "id", typeDefinition: "int" },
      { name: "v", typeDefinition: type },
    ],
    primaryKey: { partitionKey: ["id"] },
    ...(index && { indexes: [{ column: "v", ...index }] }),
  } as TableDefinition;
}

test.each([
  ["a collection in a collection", tableOf("list<list<int>>"), "list<frozen<list<int>>>"],
  ["a user type with a collection", tableOf("pair"), "pair"],
  ["an index that the database would not make", tableOf("vector<int, 2>", { using: "sai" }), "vector<int, 2>"],
])("%s opens, though it could not be defined today", (_, definition, type) => {
  const { userTypes } = parseUserTypes([pair]);
  expect(parseTableDefinition(definition, { userTypes }).problems).toHaveLength(1);
  const table = parseStoredTable({ definition, customTypes: [] }, userTypes);
  expect(table.columns.map((column) => printCqlType(column.type))).toEqual(["int", type]);
  expect(table.indexes).toHaveLength(definition.indexes?.length ?? 0);
});

it("a user type within another opens as frozen, as the store has always kept it", () => {
  expect(parseUserTypes([pair, outer]).problems.flat()).toHaveLength(1);
  const types = parseStoredUserTypes([pair, outer].map((definition) => ({ definition, customTypes: [] })));
  const [field] = types.get("outer")?.fields ?? [];
  expect(field && printCqlType(field.type)).toBe("frozen<pair>");
});

it("a type that nobody can read is an error that says so", () => {
  const stored = { definition: tableOf("lisst<int>"), customTypes: [] };
  expect(() => parseStoredTable(stored, new Map())).toThrow(/^the catalog holds a definition that cannot be read: /);
});
