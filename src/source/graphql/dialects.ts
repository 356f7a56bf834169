/** How the servers of the family describe themselves in GraphQL. */
import { decodeStargateName } from "@colonnade/runtime/protocol";
import type { ColumnKind, NativeType } from "../../model/index.ts";
import { parseObservedType, observedNative } from "../observed-type.ts";
import type { ObservedType, TypeWord } from "../observed-type.ts";

export interface Dialect {
  /**
   * The description of a row's type; its groups are the names of the table, and perhaps the keyspace, in the database.
   */
  readonly describesRow: RegExp;
  /** Whether tables or columns may be missing because the server does not support their types. */
  readonly hides: boolean;
  /** The name of a field in the database, if it can be derived from the field's name. */
  readonly fieldName?: (field: string) => string;
  readonly isUserType: (type: string) => boolean;
  readonly userTypeName: (type: string) => string;
  /** The possible CQL types of the scalars. */
  readonly scalars: ReadonlyMap<string, readonly TypeWord[]>;
}

const scalarNames: Readonly<Record<string, NativeType>> = {
  Ascii: "ascii",
  BigInt: "bigint",
  Blob: "blob",
  Boolean: "boolean",
  Counter: "counter",
  Date: "date",
  Decimal: "decimal",
  Duration: "duration",
  Float: "double",
  Float32: "float",
  Inet: "inet",
  Int: "int",
  SmallInt: "smallint",
  String: "text",
  Time: "time",
  TimeUuid: "timeuuid",
  Timestamp: "timestamp",
  TinyInt: "tinyint",
  Uuid: "uuid",
  Varint: "varint",
};
const scalars = new Map(
  Object.entries(scalarNames).map(([name, native]): [string, readonly TypeWord[]] => [
    name,
    observedNative(native).words ?? [],
  ]),
);

const ours: Dialect = {
  describesRow: /^A row of `(?<keyspace>[^`.]+)\.(?<table>[^`]+)`\.$/,
  hides: false,
  isUserType: (type) => type.endsWith("Udt"),
  userTypeName: (type) => type.slice(0, -"Udt".length),
  scalars,
};

/** Ours comes first. */
export const dialects: readonly [Dialect, ...Dialect[]] = [
  ours,
  {
    ...ours,
    describesRow: /^Type to populate '(?<table>.+)' table values\.$/,
    hides: true,
    // It has a single scalar for all small integers.
    scalars: new Map([...scalars, ["Int", ["int", "smallint", "tinyint"]]]),
  },
  {
    ...ours,
    describesRow: /^The type used to represent results of a query for the table '(?<table>.+)'\.$/,
    hides: true,
    fieldName: (field) => decodeStargateName(field, "column"),
    userTypeName: (type) => decodeStargateName(type, "user type"),
  },
];

interface Described {
  readonly description?: string;
  readonly type?: ObservedType;
  readonly kind?: ColumnKind;
}

const roles: Readonly<Record<string, ColumnKind>> = {
  "": "regular",
  ", static": "static",
  ", partition key": "partition",
  ", clustering key": "clustering",
};

/**
 * The description of a column in our service: the user's description, then "CQL `uuid`, partition key." Other servers
 * have none.
 */
export function parseDescription(text: string): Described {
  const [, before, cql, role = ""] = /^(?:([^]*)\n\n)?CQL `([^`]+)`((?:, [a-z ]+)?)\.$/.exec(text) ?? [];
  const type = cql === undefined ? undefined : parseObservedType(cql);
  const kind = type && roles[role];
  return { ...(before !== undefined && type && { description: before }), ...(type && { type }), ...(kind && { kind }) };
}
