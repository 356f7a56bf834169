/**
 * The JSON forms of a table and a user type: the content of definition files, and the bodies that create them in a service.
 */
import { printCqlType } from "./cql-type.ts";
import type { UserType } from "./cql-type.ts";
import { primaryKey } from "./keyspace.ts";
import type { Index, IndexKind, IndexOptions, Order, Table } from "./keyspace.ts";

/** A table as JSON. */
export interface TableDefinition {
  readonly name: string;
  readonly description?: string;
  readonly ifNotExists?: boolean;
  /** The table of a materialized view. Our own member, which other servers ignore. */
  readonly viewOf?: string;
  readonly columnDefinitions: readonly ColumnDefinition[];
  readonly primaryKey: { readonly partitionKey: readonly string[]; readonly clusteringKey?: readonly string[] };
  readonly tableOptions?: {
    /** Seconds, 0 to 630720000; 0 means never. */
    readonly defaultTimeToLive?: number;
    readonly clusteringExpression?: readonly { readonly column: string; readonly order: Order }[];
  };
  /** Our own member, which other servers ignore. */
  readonly indexes?: readonly IndexDefinition[];
}

export interface IndexDefinition {
  readonly name?: string;
  readonly column: string;
  /** @default "full" for a value or a frozen collection, "values" for another collection */
  readonly kind?: IndexKind;
  readonly using?: "sai";
  /** Only with `using`. */
  readonly options?: IndexOptions;
}

export interface ColumnDefinition {
  readonly name: string;
  readonly description?: string;
  readonly typeDefinition: string;
  readonly static?: boolean;
}

/**
 * Returns the JSON form of a table, as it is written to a file and posted to a service.
 *
 * Key columns come first, in key order: some servers derive the order of a composite key from `columnDefinitions`.
 */
export function printTableDefinition(table: Table): TableDefinition {
  const clusteringKey = table.clusteringKey.map((column) => column.name);
  const position = new Map(primaryKey(table).map((name, index) => [name, index]));
  const columns = [...table.columns].sort(
    (one, other) => (position.get(one.name) ?? Infinity) - (position.get(other.name) ?? Infinity) || 0,
  );
  return {
    name: table.name,
    ...(table.description !== undefined && { description: table.description }),
    ifNotExists: true,
    ...(table.viewOf !== undefined && { viewOf: table.viewOf }),
    columnDefinitions: columns.map((column) => ({
      name: column.name,
      ...(column.description !== undefined && { description: column.description }),
      typeDefinition: printCqlType(column.type),
      static: column.kind === "static",
    })),
    primaryKey: { partitionKey: table.partitionKey, ...(clusteringKey.length > 0 && { clusteringKey }) },
    tableOptions: {
      defaultTimeToLive: table.defaultTimeToLive,
      ...(clusteringKey.length > 0 && {
        clusteringExpression: table.clusteringKey.map(({ name, order }) => ({ column: name, order })),
      }),
    },
    ...(table.indexes.length > 0 && { indexes: table.indexes.map((index) => printIndex(index)) }),
  };
}

function printIndex({ name, column, kind, using, options }: Index): IndexDefinition {
  return { ...(name !== undefined && { name }), column, kind, ...(using && { using }), ...(options && { options }) };
}

/** A user type as JSON, as in the files of a keyspace's `types/` folder. */
export interface UserTypeDefinition {
  readonly name: string;
  readonly description?: string;
  readonly fields: readonly FieldDefinition[];
}

interface FieldDefinition {
  readonly name: string;
  readonly description?: string;
  readonly typeDefinition: string;
}

/** Returns the JSON form of a user type, as it is written to a file. */
export function printUserTypeDefinition({ name, description, fields }: UserType): UserTypeDefinition {
  return {
    name,
    ...(description !== undefined && { description }),
    fields: fields.map((field) => ({
      name: field.name,
      ...(field.description !== undefined && { description: field.description }),
      typeDefinition: printCqlType(field.type),
    })),
  };
}
