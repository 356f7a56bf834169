import type { Codec, Condition, Table } from "@colonnade/runtime";
import { queryName, upperCamel } from "@colonnade/runtime/protocol";

interface Row {
  readonly [member: string]: unknown;
}

export interface AnyTypes {
  row: Row;
  key: object;
  where: object;
  if: { readonly [column: string]: Condition<unknown> };
  insert: Row;
  update: Row;
}

export type AnyCodec = Codec<NonNullable<unknown>>;

/** Columns by their members; a codec of whatever type, since no value is bound here unless a test says so. */
export function columnsOf(columns: Readonly<Record<string, unknown>>): Readonly<Record<string, AnyCodec>> {
  return columns as Readonly<Record<string, AnyCodec>>;
}

/** A table of the keyspace `shop` whose members are in camel case, as those of generated bindings. */
export function tableOf(
  name: string,
  columns: Readonly<Record<string, unknown>>,
  rest: Partial<Table<AnyTypes>> = {},
): Table<AnyTypes> {
  const { apiName = upperCamel(name) } = rest;
  return {
    keyspace: "shop",
    name,
    apiName,
    queryName: queryName(apiName),
    partitionKey: ["id"],
    ...rest,
    columns: columnsOf(columns),
  };
}
