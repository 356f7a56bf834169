/**
 * Checks a write and encodes it: its record as cells, its conditions as tests. Each kind of write has its own check, which
 * its operation passes to the session, so that all sessions reject the same records with the same messages.
 */
import { ValidationError } from "../errors/errors.ts";
import type { About } from "../errors/errors.ts";
import {
  aboutOf,
  badValue,
  bindTable,
  encodeRecord,
  isGiven,
  requireConsistency,
  requireRecord,
} from "../table/bound-table.ts";
import type { BoundTable, Member, Dialect, OperationAbout, Cells } from "../table/bound-table.ts";
import type { Wire } from "../protocol/codec.ts";
import { isObject, memberOf } from "../protocol/objects.ts";
import { encodeConditions, isOfPart } from "./where.ts";
import type { Test } from "./where.ts";
import type { AnyWriteOptions, WriteInput } from "./write-options.ts";

export interface CheckedWrite {
  readonly table: BoundTable;
  readonly kind: WriteInput["kind"];
  readonly about: OperationAbout;
  /** For an increment: the key and the amounts. */
  readonly cells: Cells;
  /** The effect of the write, and whether it depends on the existing row. */
  readonly effect: "absolute" | "conditional" | "relative";
  /** Undefined without `if`. */
  readonly conditions: readonly Test[] | undefined;
  /** Columns to return if a condition is not met. */
  readonly selected: readonly Member[];
  readonly options: Pick<AnyWriteOptions, "consistency" | "ttl" | "signal" | "contended" | "timestamp">;
  /** Changes inside collections and user types of an update. @default none */
  readonly changes?: readonly CheckedChange[];
  /** The tests that select the rows of a delete in place of a key; there are no cells then. */
  readonly filters?: readonly Test[];
  /**
   * For `verify`, after a lost response: whether the row that it has read shows the effect of `changes`, or undefined if no row can
   * show it. @default there are no changes
   */
  readonly holds?: (row: Readonly<Record<string, unknown>> | undefined) => boolean | undefined;
}

/** A change inside a column: `{ member: tags, kind: "add", wire: ["red"] }`. A column has at most one of each kind. */
export interface CheckedChange {
  readonly member: Member;
  readonly kind: ChangeKind;
  /** In the form of the service: items, keys, entries `{ key, value }`, `{ index, value }`, indexes, or fields by API names. */
  readonly wire: Wire;
}

export type ChangeKind =
  "add" | "remove" | "append" | "prepend" | "setAt" | "removeAt" | "put" | "removeKeys" | "setFields";

/** The database's own limit: twenty years of 365 days, in seconds. */
const maximumTtl = 630_720_000;
/** A retry hardly changes a time to live that is this many times as long as the deadline. */
const longTtl = 10;
const none: readonly Member[] = [];

/** @throws {ValidationError} as all checks of this file, for a record, a condition or an option that the database would reject */
export function checkInsert(write: WriteInput, dialect?: Dialect): CheckedWrite {
  const [table, about] = bind(write, dialect);
  const cells = encodeRecord(table, write.record, "value", table.primaryKey, table.members, about);
  // An insert that is not applied returns the existing row.
  const [effect, selected] = write.options.ifNotExists
    ? (["conditional", table.members] as const)
    : (["absolute", none] as const);
  return finish(write, table, about, cells, effect, undefined, selected);
}

export function checkUpdate(write: WriteInput, dialect?: Dialect): CheckedWrite {
  return checkChanged(write, dialect, (record) => record);
}

/** The check of updates. @param wholeOf returns the members that replace whole values; the others change parts of values */
export function checkChanged(
  write: WriteInput,
  dialect: Dialect | undefined,
  wholeOf: (record: object, table: BoundTable, about: About) => object,
): CheckedWrite {
  const { record, options } = write;
  const [table, about] = bind(write, dialect);
  const isOfPartition = isStaticAlone(table, record, options, about);
  const key = requiredKey(table, record, isOfPartition);
  const whole = wholeOf(record, table, about);
  const cells = encodeRecord(table, whole, "value", key, table.members, about);
  // Members that change parts of values are a change by themselves.
  if (whole === record && !table.others.some(isGiven(cells))) {
    throw new ValidationError("in", [], "there is nothing to change: give a column outside the key", about);
  }
  const written = isOfPartition ? ofPartition(table, cells, options, about) : cells;
  return checkConditions(write, table, about, written, dialect);
}

export function checkDelete(write: WriteInput, dialect?: Dialect): CheckedWrite {
  const [table, about] = bind(write, dialect);
  const { primaryKey } = table;
  const cells = encodeRecord(table, write.record, "key", primaryKey, primaryKey, about);
  return checkConditions(write, table, about, cells, dialect);
}

export function checkIncrement(write: WriteInput, dialect?: Dialect): CheckedWrite {
  const { record, options } = write;
  const [table, about] = bind(write, dialect);
  // Every increment has amounts (`functions/write.ts`).
  const amounts = write.amounts as object;
  const isOfPartition = isStaticAlone(table, amounts, options, about);
  const required = requiredKey(table, record, isOfPartition);
  const key = encodeRecord(table, record, "key", required, table.primaryKey, about);
  const cells = encodeRecord(table, amounts, "value", none, table.others, about);
  if (!table.others.some(isGiven(cells))) {
    throw new ValidationError("in", [], "there is no counter to increment", about);
  }
  const all = table.members.map(({ index, isKey }) => (isKey ? key : cells)[index]);
  return finish(write, table, about, isOfPartition ? ofPartition(table, all, options, about) : all, "relative");
}

function bind(
  { table: given, kind, options }: WriteInput,
  dialect: Dialect | undefined,
): readonly [BoundTable, OperationAbout] {
  const table = bindTable(given, dialect);
  const about = aboutOf(table, kind);
  dialect?.refuse?.(options, about);
  return [table, about];
}

/** Adds the conditions of an update or a delete. */
function checkConditions(
  write: WriteInput,
  table: BoundTable,
  about: OperationAbout,
  cells: Cells,
  dialect: Dialect | undefined,
): CheckedWrite {
  const { if: tests, ifExists } = write.options;
  const conditions = tests === undefined ? tests : encodeConditions(table, tests, about);
  if (conditions?.some(isOfPart)) dialect?.refuse?.({ partConditions: true }, about);
  const selected = conditions && [...new Set(conditions.map(({ member }) => member))];
  return finish(write, table, about, cells, conditions || ifExists ? "conditional" : "absolute", conditions, selected);
}

/** The checked write, once its options are checked too, which are the same for every kind. */
export function finish(
  { kind, options }: Pick<WriteInput, "kind" | "options">,
  table: BoundTable,
  about: OperationAbout,
  cells: Cells,
  effect: CheckedWrite["effect"],
  conditions?: readonly Test[],
  selected = none,
): CheckedWrite {
  const { consistency, ttl, signal, contended, timestamp, if: tests, ifExists, ifNotExists } = options;
  // Ignored, a condition of another kind of write would make this one unconditional.
  if ([tests !== undefined, ifExists, ifNotExists].filter(Boolean).length > (effect === "conditional" ? 1 : 0)) {
    throw badValue(kind, "cannot have a condition of this kind, or two", about);
  }
  if (ttl !== undefined && !(Number.isInteger(ttl) && ttl >= 0 && ttl <= maximumTtl)) {
    throw badValue("ttl", `must be a whole number of seconds from 0 to ${maximumTtl}`, about);
  }
  if (timestamp !== undefined) {
    if (typeof timestamp !== "bigint") throw badValue("timestamp", "is not a bigint", about);
    if (effect === "conditional") throw badValue("timestamp", "and a condition exclude each other", about);
  }
  requireConsistency(consistency, about);
  // A copy of the options: the caller may change the object before the write is sent.
  const copy = { consistency, ttl, signal, contended, timestamp };
  return { table, kind, about, cells, effect, conditions, selected, options: copy };
}

/**
 * Whether a write changes only static columns of a partition, with no regular column in its values or its `if`. Only an
 * update or an increment can: by its type and its validator, an insert always writes a row.
 */
function isStaticAlone(
  { hasStatics, others }: BoundTable,
  values: object,
  options: AnyWriteOptions,
  about: OperationAbout,
): boolean {
  if (!hasStatics) return false;
  requireRecord(values, "value", about);
  const regular = others.filter((member) => member.kind === "regular");
  return hasAny(others, values) && !hasAny(regular, values) && !hasAny(regular, options.if);
}

function requiredKey({ partitionKey, clusteringKey, primaryKey }: BoundTable, record: object, isOfPartition: boolean) {
  return isOfPartition && !hasAny(clusteringKey, record) ? partitionKey : primaryKey;
}

/** The database refuses a clustering key beside static columns alone, which are the partition's. */
function ofPartition(
  { clusteringKey, members }: BoundTable,
  cells: Cells,
  options: AnyWriteOptions,
  about: OperationAbout,
): Cells {
  if (options.ifExists && clusteringKey.some(isGiven(cells))) {
    const names = clusteringKey.map(({ name }) => name).join(" and ");
    throw badValue("ifExists", `of static columns alone is about the partition: omit ${names}`, about);
  }
  return members.map((member) => (clusteringKey.includes(member) ? undefined : cells[member.index]));
}

function hasAny(members: readonly Member[], record: unknown): boolean {
  return isObject(record) && members.some(({ name }) => memberOf(record, name) !== undefined);
}

/** Whether a write may be retried if its response is lost, because it is idempotent. */
export function isSafe(
  { table, kind, effect, options }: CheckedWrite,
  { deadlineMs }: { readonly deadlineMs: number },
): boolean {
  if (effect !== "absolute" || (options.contended ?? table.contended)) return false;
  const lifeMs = kind === "delete" ? 0 : (options.ttl ?? table.defaultTimeToLive) * 1000;
  return lifeMs === 0 || lifeMs >= longTtl * deadlineMs;
}
