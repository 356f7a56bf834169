import { byCodeUnits, indexNames, printTableDefinition, printUserTypeDefinition } from "../../src/model/index.ts";
import type { Column, CqlType, Keyspace, Table, UserType } from "../../src/model/index.ts";
import type { EmbeddedStore } from "../../src/store/index.ts";

/** Creates a keyspace with its types and tables. */
export async function fillStore(store: EmbeddedStore, { name, userTypes, tables }: Keyspace): Promise<void> {
  await store.createKeyspace(name);
  for (const type of userTypes) await store.createUserType(name, type);
  for (const table of tables) await store.createTable(name, table);
}

/**
 * What CQL says of a keyspace: without descriptions of columns and fields, with `text` for `varchar`, the names that the
 * database chose, and the columns by name.
 */
export function saidInCql({ name, tables, userTypes }: Keyspace): unknown {
  return {
    name,
    tables: tables
      .map((table) => printTableDefinition(plainTable(table)))
      .sort((one, other) => byCodeUnits(one.name, other.name)),
    userTypes: userTypes
      .map((type) => printUserTypeDefinition(plainUserType(type)))
      .sort((one, other) => byCodeUnits(one.name, other.name)),
  };
}

function plainTable(table: Table): Table {
  const { description = "", ...rest } = table;
  const names = indexNames(table);
  return {
    ...rest,
    ...(description !== "" && { description }),
    columns: table.columns
      .map(({ name, type, kind }): Column => ({ name, type: plainType(type), kind }))
      .sort((one, other) => byCodeUnits(one.name, other.name)),
    indexes: table.indexes
      .map((index, place) => ({ ...index, name: names[place] ?? "" }))
      .sort((one, other) => byCodeUnits(one.name, other.name)),
  };
}

function plainUserType({ name, fields }: UserType): UserType {
  return { name, fields: fields.map((field) => ({ name: field.name, type: plainType(field.type) })) };
}

function plainType(type: CqlType): CqlType {
  switch (type.kind) {
    case "native":
      return type.name === "varchar" ? { kind: "native", name: "text" } : type;
    case "list":
    case "set":
    case "vector":
      return { ...type, item: plainType(type.item) };
    case "map":
      return { ...type, key: plainType(type.key), value: plainType(type.value) };
    case "tuple":
      return { ...type, items: type.items.map(plainType) };
    case "user":
    case "custom":
      return type;
  }
}
