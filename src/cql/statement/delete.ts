/**
 * Compiles DELETE: of rows, ranges and partitions it is a delete of the store, of columns and parts of them an update that
 * sets them to null.
 */
import { isCounterTable } from "../../model/index.ts";
import type { Encoded } from "../../store/index.ts";
import { invalid } from "../cql-error.ts";
import type { Delete } from "../grammar/tree.ts";
import type { TableScope, Variables } from "../values/index.ts";
import type { Setting } from "./assignment.ts";
import type { CompiledWrite, WriteInput } from "./compiled-write.ts";
import { checkOwnTime, compileGuard } from "./conditions.ts";
import type { CompiledGuard } from "./conditions.ts";
import { compileDeletions } from "./deletion.ts";
import { rowUpdates } from "./row-updates.ts";
import { checkSingleKey } from "./single-key.ts";
import { compileUsing } from "./using.ts";
import { compileWhere } from "./where.ts";
import type { Where } from "./where.ts";

export function compileDelete(statement: Delete, scope: TableScope, variables: Variables): CompiledWrite {
  const { keyspace, table } = scope;
  const isCounter = isCounterTable(table);
  const using = compileUsing(statement.using, scope, variables);
  const guard = compileGuard(statement.if, using.hasTimestamp, scope, variables);
  const targets = compileDeletions(statement.targets, scope, variables);
  const deletesStatics = targets.length > 0 && targets.every(({ column }) => column.kind === "static");
  const onlyStatics = deletesStatics && !guard.testsRows;
  const where = compileWhere(statement.where, "delete", scope, variables, { onlyStatics });
  const isGuarded = guard.written.kind !== "none";
  const testsRows = guard.testsRows || guard.written.kind === "present";
  if (isGuarded) checkGuarded(where, scope, guard, deletesStatics);
  checkOwnTime(isGuarded, using.hasTimestamp);
  if (isCounter && using.hasTimestamp) throw invalid("Cannot provide custom timestamp for counter updates");
  const common = (input: WriteInput) => ({
    timestamp: isCounter || isGuarded ? undefined : using.timestamp(input),
    ifExists: guard.written.kind === "present",
    conditions: guard.conditions(input.bound, input.nowMs),
  });
  return {
    scope,
    variables,
    keyIndexes: where.keyIndexes,
    isCounter,
    hasTimestamp: using.hasTimestamp,
    guard: guard.written,
    writes: (input) => {
      const { bound, nowMs } = input;
      if (isGuarded) checkSingleKey(statement.where, "deletions", scope);
      if (targets.length === 0) {
        return [{ kind: "delete", keyspace, table: table.name, ...common(input), ...where.deleted(bound, nowMs) }];
      }
      const setting: Setting = { values: new Map<string, Encoded | null>(), changes: [] };
      const keys = where.keys(bound, nowMs);
      for (const target of targets) target.addTo(setting, input);
      const { values, changes } = setting;
      if (values.size + changes.length === 0 && !isGuarded) return [];
      return rowUpdates(keys, setting, scope, testsRows, { ...common(input), isDelete: true });
    },
  };
}

/** What depends on a row names all of its key; what depends on static columns need not. */
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
