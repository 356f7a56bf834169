import { describe, expect, it } from "vitest";
import { GraphQLSchema, printType, validateSchema } from "graphql";
import type { TableDefinition, UserTypeDefinition } from "../../src/model/index.ts";
import { wholeTypesOf } from "../support/whole-types.ts";
import { keyspaceOf } from "../support/keyspaces.ts";

function typesOf(
  columns: Record<string, string>,
  userTypes: UserTypeDefinition[] = [],
  ...tables: string[]
): GraphQLSchema {
  const definition = (name: string, types: Record<string, string>): TableDefinition => ({
    name,
    columnDefinitions: Object.entries({ id: "int", ...types }).map(([column, typeDefinition]) => ({
      name: column,
      typeDefinition,
    })),
    primaryKey: { partitionKey: ["id"] },
  });
  const shop = keyspaceOf("shop", [definition("t", columns), ...tables.map((name) => definition(name, {}))], userTypes);
  const types = new GraphQLSchema({ ...wholeTypesOf(shop).toConfig(), assumeValid: false });
  expect(validateSchema(types)).toEqual([]);
  return types;
}

const fieldType = (types: GraphQLSchema, field: string, of = "T"): string => {
  const type = types.getType(of);
  if (!type || !("getFields" in type)) throw new Error(`no type ${of}`);
  return String(type.getFields()[field]?.type);
};

describe("the names of types that are made of others", () => {
  it("are made of the names of their parts", () => {
    const columns = {
      a: "list<text>",
      b: "frozen<set<frozen<list<int>>>>",
      c: "map<uuid, bigint>",
      d: "map<text, frozen<list<map<int, text>>>>",
      e: "tuple<int, list<double>>",
      f: "vector<float, 3>",
      g: "home_address",
      h: "list<tuple<int, home_address>>",
    };
    const types = typesOf(columns, [{ name: "home_address", fields: [{ name: "zip", typeDefinition: "int" }] }]);
    expect(
      Object.keys(columns).map((field) => [
        field,
        fieldType(types, field),
        fieldType(types, field, "TInput"),
        fieldType(types, field, "TFilterInput"),
      ]),
    ).toEqual([
      ["a", "[String]", "[String]", "ListStringFilterInput"],
      ["b", "[[Int]]", "[[Int]]", "ListListIntFilterInput"],
      ["c", "[UuidBigIntMapEntry]", "[UuidBigIntMapEntryInput]", "ListUuidBigIntMapEntryFilterInput"],
      [
        "d",
        "[StringListListIntStringMapEntryMapEntry]",
        "[StringListListIntStringMapEntryMapEntryInput]",
        "ListStringListListIntStringMapEntryMapEntryFilterInput",
      ],
      ["e", "IntListFloatTuple", "IntListFloatTupleInput", "IntListFloatTupleFilterInput"],
      ["f", "[Float32]", "[Float32]", "ListFloat32FilterInput"],
      ["g", "HomeAddressUdt", "HomeAddressUdtInput", "HomeAddressUdtFilterInput"],
      ["h", "[IntHomeAddressUdtTuple]", "[IntHomeAddressUdtTupleInput]", "ListIntHomeAddressUdtTupleFilterInput"],
    ]);
  });

  it("are shared by types that GraphQL cannot tell apart", () => {
    const types = typesOf({
      a: "map<text, frozen<list<int>>>",
      b: "frozen<map<varchar, set<int>>>",
      c: "list<text>",
      d: "set<text>",
    });
    expect(fieldType(types, "a")).toBe(fieldType(types, "b"));
    expect(fieldType(types, "c", "TFilterInput")).toBe(fieldType(types, "d", "TFilterInput"));
    expect(printType(types.getType("StringListIntMapEntry")!)).toMatch(/\n  key: String!\n[^]*\n  value: \[Int\]\n/);
  });

  it("differ where the same words mean two types: then neither has the plain name", () => {
    const plain = typesOf({ a: "map<text, frozen<list<tuple<int, double>>>>" });
    expect(fieldType(plain, "a")).toBe("[StringListIntFloatTupleMapEntry]");
    const both = typesOf({
      a: "map<text, frozen<list<tuple<int, double>>>>",
      b: "map<text, tuple<list<int>, double>>",
    });
    const names = ["a", "b"].map((field) => fieldType(both, field));
    for (const name of names) expect(name).toMatch(/^\[StringListIntFloatTuple_[0-9a-f]{8}MapEntry\]$/);
    expect(new Set(names).size).toBe(2);
    expect(fieldType(both, "a", "TFilterInput")).toMatch(
      /^ListStringListIntFloatTupleMapEntry_[0-9a-f]{8}FilterInput$/,
    );
  });

  it("differ for user types that meet", () => {
    const fields = [{ name: "zip", typeDefinition: "int" }];
    const types = typesOf({ a: "home_address", b: '"HomeAddress"' }, [
      { name: "home_address", fields },
      { name: "HomeAddress", fields },
    ]);
    const names = ["a", "b"].map((field) => fieldType(types, field));
    for (const name of names) expect(name).toMatch(/^HomeAddress_[0-9a-f]{4}Udt$/);
    expect(new Set(names).size).toBe(2);
  });

  it("leave a table the names that it has", () => {
    const types = typesOf({ a: "list<text>" }, [], "list_string");
    expect(fieldType(types, "id", "ListStringFilterInput")).toBe("IntFilterInput");
    expect(fieldType(types, "a", "TFilterInput")).toMatch(/^ListString_[0-9a-f]{8}FilterInput$/);
  });

  it("leave a table its names also where an input of it would have that of a filter", () => {
    const types = typesOf({ a: "text", b: "list<uuid>" }, [], "string_filter", "uuid_filter");
    expect(fieldType(types, "id", "StringFilterInput")).toBe("Int");
    expect(fieldType(types, "a", "TFilterInput")).toMatch(/^String_[0-9a-f]{8}FilterInput$/);
    expect(fieldType(types, "is", "ListUuidItemFilterInput")).toMatch(/^Uuid_[0-9a-f]{8}FilterInput!$/);
    expect(fieldType(types, "id", "TFilterInput")).toBe("IntFilterInput");
  });

  it("have the operators of their type", () => {
    const types = typesOf({ a: "list<text>", m: "map<text, int>", t: "tuple<int>" });
    const operators = (name: string): string[] => {
      const type = types.getType(name);
      return type && "getFields" in type
        ? Object.values(type.getFields()).map((field) => `${field.name}: ${String(field.type)}`)
        : [];
    };
    const seven = (of: string): string[] => [
      ...["eq", "notEq", "gt", "gte", "lt", "lte"].map((name) => `${name}: ${of}`),
      `in: [${of}]`,
    ];
    expect(operators("ListStringFilterInput")).toEqual([
      ...seven("[String]"),
      "contains: String",
      "at: [ListStringItemFilterInput!]",
    ]);
    expect(operators("ListStringItemFilterInput")).toEqual(["index: Int!", "is: StringFilterInput!"]);
    expect(operators("ListStringIntMapEntryFilterInput")).toEqual([
      ...seven("[StringIntMapEntryInput]"),
      "contains: Int",
      "containsKey: String",
      "containsEntry: StringIntMapEntryInput",
      "at: [ListStringIntMapEntryItemFilterInput!]",
    ]);
    expect(operators("ListStringIntMapEntryItemFilterInput")).toEqual(["key: String!", "is: IntFilterInput!"]);
    expect(operators("IntTupleFilterInput")).toEqual(seven("IntTupleInput"));
  });

  it("have the changes of their type, of sets and lists apart", () => {
    const types = typesOf(
      {
        a: "set<text>",
        b: "list<text>",
        c: "map<text, int>",
        d: "home_address",
        e: "frozen<set<text>>",
        f: "set<frozen<list<int>>>",
      },
      [{ name: "home_address", fields: [{ name: "zip_code", typeDefinition: "int" }] }],
    );
    const fields = (name: string): string[] => {
      const type = types.getType(name);
      if (!type || !("getFields" in type)) throw new Error(`no type ${name}`);
      return Object.values(type.getFields()).map((field) => `${field.name}: ${String(field.type)}`);
    };
    expect(fields("TChangesInput")).toEqual([
      "a: StringSetChangesInput",
      "b: StringListChangesInput",
      "c: StringIntMapChangesInput",
      "d: HomeAddressUdtChangesInput",
      "f: ListIntSetChangesInput",
    ]);
    expect(fields("StringSetChangesInput")).toEqual(["add: [String!]", "remove: [String!]"]);
    expect(fields("ListIntSetChangesInput")).toEqual(["add: [[Int]!]", "remove: [[Int]!]"]);
    expect(fields("StringListChangesInput")).toEqual([
      ...["append", "prepend", "remove"].map((name) => `${name}: [String!]`),
      "setAt: [StringListItemInput!]",
      "removeAt: [Int!]",
    ]);
    expect(fields("StringListItemInput")).toEqual(["index: Int!", "value: String"]);
    expect(fields("StringIntMapChangesInput")).toEqual(["put: [StringIntMapEntryInput!]", "removeKeys: [String!]"]);
    expect(fields("HomeAddressUdtChangesInput")).toEqual(["setFields: HomeAddressUdtInput"]);
    expect(fields("HomeAddressUdtFilterInput").at(-1)).toBe("fields: HomeAddressUdtFieldsFilterInput");
    expect(fields("HomeAddressUdtFieldsFilterInput")).toEqual(["zipCode: IntFilterInput"]);
  });

  it("of changes and tests of parts yield to tables, and differ where filters do", () => {
    const columns = { a: "set<text>", b: "list<text>", c: "map<text, int>" };
    const tables = [
      "string_set_changes",
      "string_list",
      "string_list_item",
      "list_string_item",
      "string_int_map_changes",
    ];
    const types = typesOf(columns, [], ...tables);
    expect(fieldType(types, "id", "StringSetChangesInput")).toBe("Int");
    expect(fieldType(types, "a", "TChangesInput")).toMatch(/^StringSet_[0-9a-f]{8}ChangesInput$/);
    const list = fieldType(types, "b", "TChangesInput");
    expect(list).toMatch(/^StringList_[0-9a-f]{8}ChangesInput$/);
    expect(fieldType(types, "setAt", list)).toMatch(/^\[StringList_[0-9a-f]{8}ItemInput!\]$/);
    expect(fieldType(types, "c", "TChangesInput")).toMatch(/^StringIntMap_[0-9a-f]{8}ChangesInput$/);
    expect(fieldType(types, "at", "ListStringFilterInput")).toMatch(/^\[ListStringItem_[0-9a-f]{8}FilterInput!\]$/);
    const both = typesOf({
      a: "set<frozen<list<tuple<int, double>>>>",
      b: "set<frozen<tuple<list<int>, double>>>",
    });
    const names = ["a", "b"].map((field) => fieldType(both, field, "TChangesInput"));
    expect(() => typesOf({ a: "map<int, text>", b: "map<frozen<set<int>>, text>" })).not.toThrow();
    for (const name of names) expect(name).toMatch(/^ListIntFloatTupleSet_[0-9a-f]{8}ChangesInput$/);
    expect(new Set(names).size).toBe(2);
  });
});
