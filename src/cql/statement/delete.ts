/**
 * Compiles DELETE: of rows, ranges and partitions it is a delete of the store, of columns and parts of them an update that
 * sets them to null.
 */
import {
  isCollection,
  compileTerm,
  columnIn,
  elementReceiver,
  fieldReceiver,
  indexReceiver,
  keyReceiver,
} from "../values/index.ts";
import type { CompileContext, TableScope } from "../values/index.ts";
import { isCounterTable, isMultiCell } from "../../model/index.ts";
import type { Column } from "../../model/index.ts";
import { Encoded, joinParts } from "../../store/index.ts";
import { invalid } from "../cql-error.ts";
import type { Delete, Term } from "../grammar/tree.ts";
import { unset } from "../protocol/message.ts";
import type { BoundValue } from "../protocol/message.ts";
import { missingKeys } from "./assignment.ts";
import type { CompiledAssignment, RowChanges } from "./assignment.ts";
import type { CompiledWrite, WriteInput } from "./compiled-write.ts";
import { checkOwnTime, compileGuard } from "./conditions.ts";
import type { CompiledGuard } from "./conditions.ts";
import { rowUpdates, checkSingleKey } from "./update.ts";
import { compileUsing } from "./using.ts";
import { compileWhere } from "./where.ts";
import type { Where } from "./where.ts";

export function compileDelete(statement: Delete, context: CompileContext): CompiledWrite {
  const { scope } = context;
  const { keyspace, table } = scope;
  const isCounter = isCounterTable(table);
  const using = compileUsing(statement.using, context);
  const guard = compileGuard(statement.if, using.hasTimestamp, context);
  const targets = compileDeletions(statement.targets, context);
  const deletesStatics = targets.length > 0 && targets.every(({ column }) => column.kind === "static");
  const onlyStatics = deletesStatics && !guard.testsRows;
  const where = compileWhere(statement.where, "delete", context, { onlyStatics });
  const isGuarded = guard.written.kind !== "none";
  const testsRows = guard.testsRows || guard.written.kind === "present";
  if (isGuarded) checkGuarded(where, scope, guard, deletesStatics);
  checkOwnTime(isGuarded, using.hasTimestamp);
  if (isCounter && using.hasTimestamp) throw invalid("Cannot provide custom timestamp for counter updates");
  const common = (input: WriteInput) => ({
    timestamp: isCounter || isGuarded ? undefined : using.timestamp(input),
    ifExists: guard.written.kind === "present",
    conditions: guard.conditions(input),
  });
  return {
    scope,
    keyIndexes: where.keyIndexes,
    isCounter,
    hasTimestamp: using.hasTimestamp,
    guard: guard.written,
    writes: (input) => {
      if (isGuarded) checkSingleKey(statement.where, "deletions", scope);
      if (targets.length === 0) {
        return [{ kind: "delete", keyspace, table: table.name, ...common(input), ...where.deleted(input) }];
      }
      const row: RowChanges = { values: new Map(), changes: [] };
      const keys = where.keys(input);
      for (const target of targets) target.addTo(row, input);
      if (row.values.size + row.changes.length === 0 && !isGuarded) return [];
      return rowUpdates(keys, row, scope, testsRows, { ...common(input), isDelete: true });
    },
  };
}

/** A condition on a row needs its whole key; one on static columns does not. */
function checkGuarded(
  { restricted }: Where,
  { table }: TableScope,
  guard: CompiledGuard,
  deletesStatics: boolean,
): void {
  const isWhole = [...table.partitionKey, ...table.clusteringKey.map(({ name }) => name)].every((name) =>
    ["eq", "in"].includes(restricted.kindOf(name) ?? ""),
  );
  if (isWhole) return;
  const needed = "DELETE statements must restrict all PRIMARY KEY columns with equality relations in order to";
  if (!deletesStatics) throw invalid(`${needed} delete non static columns`);
  if (guard.testsRows) throw invalid(`${needed} use IF condition on non static columns`);
}

type Target = Delete["targets"][number];

/** @throws {CqlError} `invalid` */
function compileDeletions(targets: readonly Target[], context: CompileContext): readonly CompiledAssignment[] {
  const isWhole = (name: string): boolean => targets.some(({ column, part }) => column === name && !part);
  return targets.map((target) => {
    const compiled = compileDeletion(target, context);
    const { column } = compiled;
    if (!target.part || !isWhole(column.name)) return compiled;
    // Its elements are deleted with the column, but are still checked.
    return { column, addTo: (_, input) => compiled.addTo({ values: new Map(), changes: [] }, input) };
  });
}

function compileDeletion({ column: name, part }: Target, context: CompileContext): CompiledAssignment {
  const column = columnIn(context.scope, name);
  if (column.kind === "partition" || column.kind === "clustering") {
    throw invalid(`Invalid identifier ${name} for deletion (should not be a PRIMARY KEY part)`);
  }
  if (!part) return { column, addTo: ({ values }) => values.set(name, null) };
  return "at" in part ? deleteElement(column, part.at, context) : deleteField(column, part.field);
}

function deleteField(column: Column, field: string): CompiledAssignment {
  const { name, type } = column;
  if (type.kind !== "user") throw invalid(`Invalid field deletion operation for non-UDT column ${name}`);
  if (!isMultiCell(type)) throw invalid(`Frozen UDT column ${name} does not support field deletions`);
  if (!fieldReceiver(name, type, field)) throw invalid(`UDT column ${name} does not have a field named ${field}`);
  return {
    column,
    addTo: ({ changes }) => {
      const isDeleted = changes.some((one) => one.kind === "field" && one.column === name && one.field === field);
      if (!isDeleted) changes.push({ column: name, kind: "field", field, value: null });
    },
  };
}

function deleteElement(column: Column, at: Term, context: CompileContext): CompiledAssignment {
  const { name, type } = column;
  if (!isCollection(type)) {
    throw invalid(`Invalid deletion operation for non collection column ${name}`);
  }
  if (!isMultiCell(type)) throw invalid(`Invalid deletion operation for frozen collection column ${name}`);
  const receiver = receivers[type.kind](name, type as never);
  const term = compileTerm(at, receiver, context);
  return {
    column,
    addTo: ({ changes }, input) => {
      const bytes = term.evaluate(input);
      checkElement(type.kind, bytes);
      if (bytes === null || bytes === unset) return;
      const element = Encoded.ofBytes(receiver.type, bytes);
      const set = { kind: "set", item: receiver.type, frozen: false } as const;
      if (type.kind !== "set") changes.push({ column: name, kind: "element", at: element, value: null });
      else changes.push({ column: name, kind: "remove", value: Encoded.ofBytes(set, joinParts(set, [bytes])) });
    },
  };
}

const receivers = { list: indexReceiver, set: elementReceiver, map: keyReceiver };

/** An unset index deletes nothing. @throws {CqlError} `invalid` */
function checkElement(kind: "list" | "set" | "map", bytes: BoundValue): void {
  if (kind === "set" && bytes === null) throw invalid("Invalid null set element");
  if (kind === "set") return;
  if (bytes === null) throw invalid(missingKeys[kind].null);
  if (bytes === unset && kind === "map") throw invalid(missingKeys.map.unset);
}
