/** The input of an operation from a generated function, as plain data: its table and the caller's unchecked record or query. */
import type { AnyTable } from "../table/table.ts";
import type { Direction, Part, ReadConsistency } from "./read-options.ts";
import type { Waited } from "./rows.ts";
import type { Applied, NotApplied, WriteConsistency } from "./write-options.ts";

/** The options of every kind of write; their types per kind of write are in `write-options.ts`. */
export interface AnyWriteOptions {
  readonly consistency?: WriteConsistency | undefined;
  readonly ttl?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly contended?: boolean | undefined;
  readonly timestamp?: bigint | undefined;
  readonly ifNotExists?: boolean | undefined;
  readonly ifExists?: boolean | undefined;
  readonly if?: Readonly<Record<string, unknown>> | undefined;
}

export interface AnyReadOptions {
  readonly select?: readonly PropertyKey[] | undefined;
  readonly order?: Direction | undefined;
  readonly consistency?: ReadConsistency | undefined;
  readonly perPartition?: number | undefined;
  readonly part?: Part | undefined;
  readonly writeTimes?: readonly PropertyKey[] | undefined;
}

/** `{ kind: "insert", table: productsTable, record: { id: "…", name: "Arm" }, amounts: undefined, options: {} }` */
export interface WriteInput {
  readonly kind: "insert" | "update" | "delete" | "increment";
  readonly table: AnyTable;
  /** For `insert` and `update` the written columns, for `delete` and `increment` the key. */
  readonly record: object;
  /** For `increment`: the amount for each counter. */
  readonly amounts: object | undefined;
  readonly options: AnyWriteOptions;
}

/** Whether a write was applied; if not, the current row, or the columns of the condition. */
export type Written = Applied | NotApplied<object | null>;

/** `{ kind: "find", table: readingsTable, where: { sensor: "…" }, options: { order: "desc" }, pageSize: 100, … }` */
export interface SelectionInput {
  readonly kind: "get" | "find" | "scan" | "indexed" | "static";
  readonly table: AnyTable;
  /** Selects the rows: a key, a where-shape, or the query of an index; undefined for all rows. */
  readonly where: object | undefined;
  readonly options: AnyReadOptions;
  readonly pageSize: number | undefined;
  /** The start of the page; undefined for the first one. */
  readonly pageState: string | undefined;
  readonly signal: AbortSignal | undefined;
  /** The empty pages before this one. @default none */
  readonly waited?: Waited | undefined;
}
