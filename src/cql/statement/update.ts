/** Compiles UPDATE. */
import { isCounterTable } from "../../model/index.ts";
import { invalid } from "../cql-error.ts";
import type { Update } from "../grammar/tree.ts";
import type { TableScope, Variables } from "../values/index.ts";
import { compileAssignments } from "./assignment.ts";
import type { Setting } from "./assignment.ts";
import type { CompiledWrite } from "./compiled-write.ts";
import { checkOwnTime, compileGuard } from "./conditions.ts";
import { rowUpdates } from "./row-updates.ts";
import { checkSingleKey } from "./single-key.ts";
import { compileUsing } from "./using.ts";
import { compileWhere } from "./where.ts";

export function compileUpdate(update: Update, scope: TableScope, variables: Variables): CompiledWrite {
  const isCounter = isCounterTable(scope.table);
  const using = compileUsing(update.using, scope, variables);
  const guard = compileGuard(update.if, using.hasTimestamp, scope, variables);
  const assignments = compileAssignments(update.assignments, scope, variables);
  const onlyStatics = assignments.every(({ column }) => column.kind === "static") && !guard.testsRows;
  const where = compileWhere(update.where, "update", scope, variables, { onlyStatics });
  if (isCounter && using.hasTimestamp) throw invalid("Cannot provide custom timestamp for counter updates");
  if (isCounter && using.hasTtl) throw invalid("Cannot provide custom TTL for counter updates");
  const isGuarded = guard.written.kind !== "none";
  const testsRows = guard.testsRows || guard.written.kind === "present";
  checkOwnTime(isGuarded, using.hasTimestamp);
  return {
    scope,
    variables,
    keyIndexes: where.keyIndexes,
    isCounter,
    hasTimestamp: using.hasTimestamp,
    guard: guard.written,
    writes: (input) => {
      const { bound, nowMs } = input;
      const keys = where.keys(bound, nowMs);
      if (isGuarded) checkSingleKey(update.where, "updates", scope);
      const setting: Setting = { values: new Map(), changes: [] };
      for (const assignment of assignments) assignment.addTo(setting, input);
      const { values, changes } = setting;
      const conditions = guard.conditions(bound, nowMs);
      const ttlSeconds = using.ttlSeconds(input);
      const timestamp = !isCounter && !isGuarded ? using.timestamp(input) : undefined;
      if (values.size + changes.length === 0 && !isGuarded) return [];
      const ifExists = guard.written.kind === "present";
      return rowUpdates(keys, setting, scope, testsRows, { ttlSeconds, timestamp, ifExists, conditions });
    },
  };
}
