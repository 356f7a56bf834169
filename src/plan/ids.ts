import type { NativeType, Table } from "../model/index.ts";
import { exportedNames } from "./names.ts";
import type { NamedValue } from "./values.ts";

/** A branded id: the value of a table's only key column, told apart from those of other tables by the compiler. */
export interface IdPlan extends NamedValue {
  /** `shop.products` */
  readonly title: string;
  readonly base: NativeType;
  /** The TypeScript type of the value without its brand. */
  readonly value: "string" | "number" | "bigint";
}

/** What a key may be that a brand makes sense for, and how it looks. */
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

/** The branded id of a table, if its key is one column of a type that identifies things. */
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
