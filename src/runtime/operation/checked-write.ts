/**
 * Checks a write: its record as cells, its conditions as tests, its effect.
 *
 * Shared by all sessions, so that they reject the same records with the same messages. Sends nothing.
 */
import { ValidationError } from "../errors/errors.ts";
import { bindTable } from "../table/bound-table.ts";
import type { BoundTable, Member, OperationAbout } from "../table/bound-table.ts";
import { encodeRecord, refusal, requireRecord } from "../table/record.ts";
import type { Cells } from "../table/record.ts";
import { memberOf } from "../protocol/member-of.ts";
import type { Profile } from "../profile/profile.ts";
import { encodeConditions } from "./where.ts";
import type { Test } from "./where.ts";
import type { AnyWriteOptions, WriteOperation } from "./operation.ts";

export interface CheckedWrite {
  readonly table: BoundTable;
  readonly kind: WriteOperation["kind"];
  readonly about: OperationAbout;
  /** For an increment: the key and the amounts. */
  readonly cells: Cells;
  /** The effect of the write, and whether it depends on the existing row. */
  readonly effect: "absolute" | "conditional" | "relative";
  /** Undefined without `if`. */
  readonly conditions: readonly Test[] | undefined;
  /** Columns to return if a condition is not met. */
  readonly selected: readonly Member[];
  readonly options: Pick<AnyWriteOptions, "consistency" | "ttl" | "signal" | "contended">;
}

/** Twenty years of 365 days. @see service-facts 5.3 */
const maximumTtl = 630_720_000;
/** A time to live of this many times the deadline hardly changes by a retry. */
const longTtl = 10;
const none: readonly Member[] = [];

/** @throws {ValidationError} for a record, a condition or an option that the database would reject */
export function checkWrite(operation: WriteOperation, profile?: Profile): CheckedWrite {
  const { kind, options } = operation;
  const table = bindTable(operation.table, profile);
  const about = table.about[kind];
  const cells = cellsOf(table, operation, about);
  const { consistency, ttl, signal, contended } = options;
  if (ttl !== undefined && !(Number.isInteger(ttl) && ttl >= 0 && ttl <= maximumTtl)) {
    throw refusal("ttl", `must be a whole number of seconds from 0 to ${maximumTtl}`, about);
  }
  const isInsert = kind === "insert";
  const ifs = isInsert ? options.ifNotExists : options.ifExists;
  const tests = isInsert ? undefined : options.if;
  if (kind === "increment" && (tests || ifs)) throw refusal("an increment", "cannot have a condition", about);
  if (tests && ifs) throw refusal("ifExists", "and if exclude each other", about);
  const conditions = tests && encodeConditions(table, tests, about);
  return {
    table,
    kind,
    about,
    cells,
    effect: kind === "increment" ? "relative" : conditions || ifs ? "conditional" : "absolute",
    conditions,
    // An insert that is not applied returns the existing row.
    selected: conditions
      ? [...new Set(conditions.map(({ member }) => member))]
      : isInsert && ifs
        ? table.members
        : none,
    // A copy: the caller may change the object before the write is sent.
    options: { consistency, ttl, signal, contended },
  };
}

function cellsOf(table: BoundTable, { kind, record, amounts }: WriteOperation, about: OperationAbout): Cells {
  const { members, primaryKey, others } = table;
  if (kind === "insert") return encodeRecord(table, record, "value", primaryKey, members, about);
  if (kind === "update") {
    const cells = encodeRecord(table, record, "value", keyOfUpdate(table, record, about), members, about);
    if (others.some(({ index }) => cells[index] !== undefined)) return cells;
    throw new ValidationError("in", [], "there is nothing to change: give a column outside the key", about);
  }
  const key = encodeRecord(table, record, "key", primaryKey, primaryKey, about);
  if (kind === "delete") return key;
  const cells = encodeRecord(table, amounts as object, "value", none, others, about).slice();
  if (!cells.some((cell) => cell !== undefined)) {
    throw new ValidationError("in", [], "there is no counter to increment", about);
  }
  for (const { index } of primaryKey) cells[index] = key[index];
  return cells;
}

/**
 * The key that an update needs: the whole key, or the partition key alone for an update of static columns.
 * @see service-facts 5.2
 */
function keyOfUpdate(table: BoundTable, value: object, about: OperationAbout): readonly Member[] {
  if (!table.hasStatics) return table.primaryKey;
  requireRecord(value, "value", about);
  const changes = table.members.filter(
    (member) => member.kind !== "partition" && memberOf(value, member.name) !== undefined,
  );
  const isStatic = changes.length > 0 && changes.every((member) => member.kind === "static");
  return isStatic ? table.partitionKey : table.primaryKey;
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
