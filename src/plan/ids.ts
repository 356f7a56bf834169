import type { NativeType, Table } from "../model/index.ts";
import { exportedNames } from "./names.ts";
import type { NamedValue } from "./value-plan.ts";

/**
 * A branded ID: the value of a table's only key column, with a type that the compiler distinguishes from other tables'
 * IDs.
 */
export interface IdPlan extends NamedValue {
  /** `shop.products` */
  readonly title: string;
  readonly base: NativeType;
  /** The TypeScript type of the value without its brand. */
  readonly value: "string" | "number" | "bigint";
}

/** The types of key columns that can be branded, and their TypeScript types. */
const brandable: Partial<Record<NativeType, IdPlan["value"]>> = {
  ascii: "string",
  bigint: "bigint",
  int: "number",
  text: "string",
  timeuuid: "string",
  uuid: "string",
  varchar: "string",
  varint: "bigint",
};

/** The branded ID of a table, if its key is a single column of a type used for IDs. */
export function planId(keyspace: string, table: Table, typeName: string): IdPlan | undefined {
  const [name] = table.partitionKey;
  if (table.partitionKey.length !== 1 || table.clusteringKey.length > 0) return undefined;
  const type = table.columns.find((column) => column.name === name)?.type;
  const base = type?.kind === "native" ? type.name : undefined;
  const value = base && brandable[base];
  if (!base || !value) return undefined;
  const { id, idCodec, idSchema } = exportedNames(typeName);
  return { type: id, codec: idCodec, validator: idSchema, title: `${keyspace}.${table.name}`, base, value };
}
