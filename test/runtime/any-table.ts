import type { Codec, Table } from "@colonnade/runtime";

interface Row {
  readonly [member: string]: unknown;
}

export interface AnyTypes {
  row: Row;
  key: object;
  where: object;
  insert: Row;
  update: Row;
}

export type AnyCodec = Codec<NonNullable<unknown>>;

/** Columns by their members; a codec of whatever type, since no value is bound here unless a test says so. */
export function columnsOf(columns: Readonly<Record<string, unknown>>): Readonly<Record<string, AnyCodec>> {
  return columns as Readonly<Record<string, AnyCodec>>;
}

/** A table of the keyspace `shop` whose members are in camel case, as those of generated bindings. */
export function tableOf(name: string, columns: Readonly<Record<string, unknown>>, rest: Partial<Table<AnyTypes>> = {}) {
  return {
    keyspace: "shop",
    name,
    partitionKey: ["id"],
    ...rest,
    columns: columnsOf(columns),
  } satisfies Table<AnyTypes>;
}
