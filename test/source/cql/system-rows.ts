import { printCqlType, printName } from "../../../src/model/index.ts";
import type { Column, CqlType, Index, Keyspace, Table, UserType } from "../../../src/model/index.ts";
import type { SystemRow, SystemRows } from "../../../src/source/cql/system-rows.ts";

/** The rows that Cassandra 5.0 keeps of a keyspace, in its own order: by the names of tables, then of columns. */
export function systemRowsOf({ tables, userTypes }: Keyspace): SystemRows {
  return {
    tables: tables.map((table) => ({
      table_name: table.name,
      comment: table.description ?? "",
      default_time_to_live: table.defaultTimeToLive,
      flags: table.columns.some(({ type }) => printCqlType(type) === "counter")
        ? ["compound", "counter"]
        : ["compound"],
    })),
    columns: tables.flatMap((table) =>
      [...table.columns]
        .sort((one, other) => Buffer.compare(Buffer.from(one.name), Buffer.from(other.name)))
        .map((column) => columnRow(table, column)),
    ),
    types: userTypes.map((type) => ({
      type_name: type.name,
      field_names: type.fields.map(({ name }) => name),
      field_types: type.fields.map(({ type: field }) => printSystemType(field)),
    })),
    indexes: tables.flatMap((table) => table.indexes.map((index) => indexRow(table, index))),
    droppedColumns: [],
  };
}

function columnRow(table: Table, { name, kind, type }: Column): SystemRow {
  const place = table.clusteringKey.findIndex((column) => column.name === name);
  const clustering = table.clusteringKey[place];
  return {
    table_name: table.name,
    column_name: name,
    clustering_order: clustering ? clustering.order.toLowerCase() : "none",
    kind: kind === "partition" ? "partition_key" : kind,
    position: clustering ? place : table.partitionKey.indexOf(name),
    type: printSystemType(type),
  };
}

function indexRow(table: Table, { name, column, kind, using }: Index): SystemRow {
  const isCollection = table.columns.some(
    (candidate) => candidate.name === column && /^(?:frozen<)?(?:list|set|map)</.test(printCqlType(candidate.type)),
  );
  const target = isCollection ? `${kind}(${printName(column)})` : printName(column);
  return {
    table_name: table.name,
    index_name: name,
    kind: using ? "CUSTOM" : "COMPOSITES",
    options: { ...(using && { class_name: "StorageAttachedIndex" }), target },
  };
}

/** As Cassandra prints types: it says of tuples that they are frozen. */
function printSystemType(type: CqlType): string {
  const print = printSystemType;
  const frozen = (text: string, isFrozen: boolean): string => (isFrozen ? `frozen<${text}>` : text);
  switch (type.kind) {
    case "tuple":
      return `frozen<tuple<${type.items.map(print).join(", ")}>>`;
    case "vector":
      return `vector<${print(type.item)}, ${type.dimensions}>`;
    case "list":
    case "set":
      return frozen(`${type.kind}<${print(type.item)}>`, type.frozen);
    case "map":
      return frozen(`map<${print(type.key)}, ${print(type.value)}>`, type.frozen);
    default:
      return type.kind === "native" && type.name === "varchar" ? "text" : printCqlType(type);
  }
}

/** A keyspace as a cluster can tell it: no descriptions of columns, `varchar` is `text`, and columns and indexes by name. */
export function asTold(keyspace: Keyspace): Keyspace {
  const told = new Map<UserType, UserType>();
  const toldType = (type: CqlType): CqlType => {
    switch (type.kind) {
      case "native":
        return type.name === "varchar" ? { kind: "native", name: "text" } : type;
      case "list":
      case "set":
      case "vector":
        return { ...type, item: toldType(type.item) };
      case "map":
        return { ...type, key: toldType(type.key), value: toldType(type.value) };
      case "tuple":
        return { ...type, items: type.items.map(toldType) };
      case "user":
        return { ...type, type: toldUserType(type.type) };
      case "custom":
        return type;
    }
  };
  const toldUserType = (type: UserType): UserType => {
    const known = told.get(type) ?? {
      name: type.name,
      fields: type.fields.map((field) => ({ name: field.name, type: toldType(field.type) })),
    };
    told.set(type, known);
    return known;
  };
  const byName = (one: { readonly name?: string }, other: { readonly name?: string }): number =>
    (one.name ?? "") < (other.name ?? "") ? -1 : 1;
  return {
    name: keyspace.name,
    tables: keyspace.tables.map((table) => toldTable(table, toldType)).sort(byName),
    userTypes: keyspace.userTypes.map(toldUserType).sort(byName),
  };

  function toldTable(table: Table, typeOf: typeof toldType): Table {
    const place = (name: string): number =>
      [...table.partitionKey, ...table.clusteringKey.map((column) => column.name)].indexOf(name) >>> 0;
    return {
      ...table,
      columns: table.columns
        .map(({ name, type, kind }) => ({ name, type: typeOf(type), kind }))
        .sort((one, other) => place(one.name) - place(other.name) || byName(one, other)),
      indexes: [...table.indexes].sort(byName),
    };
  }
}
