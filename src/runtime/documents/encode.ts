/**
 * Makes the variables of generated documents from our own values.
 *
 * Checks them exactly as a session does, so that a misspelled column or a wrong value throws before anything is sent.
 */
import { filterOf } from "../graphql/document.ts";
import { reversedOrder } from "../graphql/send-selection.ts";
import { checkFind, checkGet } from "../operation/checked-selection.ts";
import type { CheckedSelection } from "../operation/checked-selection.ts";
import { checkDelete, checkIncrement, checkInsert, checkUpdate } from "../operation/checked-write.ts";
import type { CheckedWrite } from "../operation/checked-write.ts";
import type { WriteOperation } from "../operation/operation.ts";
import type {
  AnyReadOptions,
  SelectionInput,
  Direction,
  FindOptions,
  OrderedFindOptions,
  OrderedWhere,
  ReadOptions,
} from "../operation/read-options.ts";
import type { AnyWriteOptions, IncrementOptions, RepeatableOptions, WriteOptions } from "../operation/write-options.ts";
import type { Wire } from "../protocol/codec.ts";
import { setCell } from "../protocol/objects.ts";
import type { AnyTable, Table, TableTypes } from "../table/table.ts";

export type EncodeIncrementOptions = Pick<IncrementOptions, "consistency">;

/** For idempotent writes. */
export type EncodeRepeatableOptions = Pick<RepeatableOptions, "consistency" | "timestamp">;

export interface EncodeInsertOptions extends Pick<WriteOptions, "consistency" | "timestamp" | "ttl"> {
  /** Only if the row does not exist. */
  ifNotExists?: boolean | undefined;
}

export interface EncodeDeleteOptions<T extends TableTypes> extends EncodeRepeatableOptions {
  /** Only if the row exists. The database accepts either this or `if`. */
  ifExists?: boolean | undefined;
  /** Only if the row's columns meet these conditions: `{ name: "Robot arm", stock: { gt: 0 }, note: null }`. */
  if?: T["if"] | undefined;
}

export interface EncodeUpdateOptions<T extends TableTypes> extends EncodeDeleteOptions<T>, Pick<WriteOptions, "ttl"> {}

export type EncodeGetOptions = Pick<ReadOptions<never>, "consistency">;

export type EncodeFindOptions = Pick<FindOptions<never>, "consistency" | "pageSize" | "pageState">;

export interface EncodeOrderedFindOptions<Order extends Direction = Direction>
  extends EncodeFindOptions, Pick<OrderedFindOptions<never, Order>, "order" | "perPartition"> {}

export function encodeInsert<T extends TableTypes, Variables>(
  table: Table<T>,
  value: T["insert"],
  options?: EncodeInsertOptions,
): Variables {
  return encodeWrite("insert", checkInsert, table, value, options) as Variables;
}

export function encodeUpdate<T extends TableTypes, Variables>(
  table: Table<T>,
  value: T["update"],
  options?: EncodeUpdateOptions<T>,
): Variables {
  return encodeWrite("update", checkUpdate, table, value, options) as Variables;
}

export function encodeIncrement<T extends TableTypes, Variables>(
  table: Table<T>,
  key: T["key"],
  by: T["update"],
  options?: EncodeIncrementOptions,
): Variables {
  return encodeWrite("increment", checkIncrement, table, key, options, by) as Variables;
}

export function encodeDelete<T extends TableTypes, Variables>(
  table: Table<T>,
  key: T["key"],
  options?: EncodeDeleteOptions<T>,
): Variables {
  return encodeWrite("delete", checkDelete, table, key, options) as Variables;
}

export function encodeGet<T extends TableTypes, Variables>(
  table: Table<T>,
  key: T["key"],
  options?: EncodeGetOptions,
): Variables {
  const { tests = [], consistency } = checkGet(selection("get", table, key, options));
  const wire: Record<string, unknown> = {};
  for (const test of tests) setCell(wire, test.member.apiName, test.wire);
  return { key: wire, ...optionsOf({ consistency }) } as Variables;
}

export function encodeFind<T extends TableTypes, Variables, Order extends Direction = never>(
  table: Table<T>,
  where: OrderedWhere<T, Order>,
  options: EncodeOrderedFindOptions<Order> = {},
): Variables {
  const checked = checkFind(selection("find", table, where, options));
  return {
    where: filterOf(checked.tests ?? []),
    ...(checked.reversed && { orderBy: reversedOrder(checked.table) }),
    ...readOptionsOf(checked),
  } as Variables;
}

function encodeWrite(
  kind: WriteOperation["kind"],
  check: WriteOperation["check"],
  table: AnyTable,
  record: object,
  given: object = {},
  amounts?: object,
): object {
  return checkedVariables(check({ kind, table, record, amounts, options: given as AnyWriteOptions }));
}

/** The variables of a write of a row. */
export function checkedVariables({ kind, table, cells, conditions, effect, options }: CheckedWrite): object {
  const value: Record<string, unknown> = {};
  for (const { apiName, index } of table.members) {
    const cell: Wire | undefined = cells[index];
    if (cell !== undefined) setCell(value, apiName, cell);
  }
  const flag = kind === "insert" ? { ifNotExists: true } : { ifExists: true };
  return {
    value,
    ...(conditions ? { ifCondition: filterOf(conditions) } : effect === "conditional" && flag),
    ...writeOptionsOf(options),
  };
}

export function writeOptionsOf({ consistency, ttl, timestamp }: CheckedWrite["options"]): { options?: object } {
  return optionsOf({ consistency, ttl, timestamp: timestamp?.toString() });
}

export function readOptionsOf({ consistency, pageSize, pageState, more }: CheckedSelection): { options?: object } {
  return optionsOf({ consistency, pageSize, pageState, ...more });
}

/** A selection by the caller's unchecked query; undefined selects all rows. */
export function selection(
  kind: SelectionInput["kind"],
  table: AnyTable,
  where: object | undefined,
  { pageSize, pageState, ...options }: AnyReadOptions & Pick<EncodeFindOptions, "pageSize" | "pageState"> = {},
): SelectionInput {
  return { kind, table, where, options, pageSize, pageState: pageState ?? undefined, signal: undefined };
}

/** The options that were given; no member if there are none. */
function optionsOf(options: Readonly<Record<string, unknown>>): { options?: object } {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return given.length === 0 ? {} : { options: Object.fromEntries(given) };
}
