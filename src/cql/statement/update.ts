/** Compiles UPDATE. */
import type { CompileContext, TableScope } from "../values/index.ts";
import { isCounterTable } from "../../model/index.ts";
import type { Operands, Update as StoreUpdate, Write } from "../../store/index.ts";
import { invalid } from "../cql-error.ts";
import type { Update, Relation } from "../grammar/tree.ts";
import { compileAssignments } from "./assignment.ts";
import type { RowChanges } from "./assignment.ts";
import { keyText } from "./compiled-write.ts";
import type { CompiledWrite } from "./compiled-write.ts";
import { checkOwnTime, compileGuard } from "./conditions.ts";
import { compileUsing } from "./using.ts";
import { compileWhere } from "./where.ts";
import { isTerms } from "./operand.ts";

export function compileUpdate(update: Update, context: CompileContext): CompiledWrite {
  const { scope } = context;
  const isCounter = isCounterTable(scope.table);
  const using = compileUsing(update.using, context);
  const guard = compileGuard(update.if, using.hasTimestamp, context);
  const assignments = compileAssignments(update.assignments, context);
  const onlyStatics = assignments.every(({ column }) => column.kind === "static") && !guard.testsRows;
  const where = compileWhere(update.where, "update", context, { onlyStatics });
  if (isCounter && using.hasTimestamp) throw invalid("Cannot provide custom timestamp for counter updates");
  if (isCounter && using.hasTtl) throw invalid("Cannot provide custom TTL for counter updates");
  const isGuarded = guard.written.kind !== "none";
  const testsRows = guard.testsRows || guard.written.kind === "present";
  checkOwnTime(isGuarded, using.hasTimestamp);
  return {
    scope,
    keyIndexes: where.keyIndexes,
    isCounter,
    hasTimestamp: using.hasTimestamp,
    guard: guard.written,
    writes: (input) => {
      const keys = where.keys(input);
      if (isGuarded) checkSingleKey(update.where, "updates", scope);
      const row: RowChanges = { values: new Map(), changes: [] };
      for (const assignment of assignments) assignment.addTo(row, input);
      const conditions = guard.conditions(input);
      const ttlSeconds = using.ttlSeconds(input);
      const timestamp = !isCounter && !isGuarded ? using.timestamp(input) : undefined;
      if (row.values.size + row.changes.length === 0 && !isGuarded) return [];
      const ifExists = guard.written.kind === "present";
      return rowUpdates(keys, row, scope, testsRows, { ttlSeconds, timestamp, ifExists, conditions });
    },
  };
}

/** The parts of an update that all rows of a statement share. */
type Common = Pick<StoreUpdate, "isDelete" | "ttlSeconds" | "timestamp" | "ifExists" | "conditions">;

/** The updates of a statement that sets, changes or deletes columns: one for each row, or for each partition. */
export function rowUpdates(
  keys: readonly Operands[],
  row: RowChanges,
  scope: TableScope,
  testsRows: boolean,
  common: Common,
): readonly Write[] {
  const { values, changes } = row;
  const { keyspace, table } = scope;
  return writtenKeys(keys, row, scope, testsRows).map((key): Write => ({
    kind: "update",
    keyspace,
    table: table.name,
    values: new Map([...key, ...values]),
    changes,
    mayBeEmpty: true,
    ...common,
  }));
}

/**
 * The keys that a statement writes to, each once, however often lists name it. Where all that is left of it to set is static,
 * these are the keys of partitions.
 */
function writtenKeys(
  keys: readonly Operands[],
  { values, changes }: RowChanges,
  { columns }: TableScope,
  testsRows: boolean,
): readonly Operands[] {
  const setsStatics =
    !testsRows &&
    values.size + changes.length > 0 &&
    [...values.keys(), ...changes.map(({ column }) => column)].every((name) => columns.get(name)?.kind === "static");
  const written = setsStatics ? keys.map((key) => partitionOf(key, columns)) : keys;
  return written.length < 2 ? written : [...new Map(written.map((key) => [keyText(key.values()), key])).values()];
}

function partitionOf(key: Operands, columns: TableScope["columns"]): Operands {
  return new Map([...key].filter(([name]) => columns.get(name)?.kind === "partition"));
}

/** A conditional write names one row; a list of one term does too. @throws {CqlError} `invalid` */
export function checkSingleKey(where: readonly Relation[], what: "updates" | "deletions", { table }: TableScope): void {
  const lists = where.filter(({ operator, value }) => operator === "IN" && !(isTerms(value) && value.length === 1));
  if (lists.length === 0) return;
  const ofPartition = lists.some(({ columns }) => columns.some((name) => table.partitionKey.includes(name)));
  const part = ofPartition ? "partition key" : "clustering key columns";
  throw invalid(`IN on the ${part} is not supported with conditional ${what}`);
}
