import type { ExportedNames } from "./names.ts";
import { recordsOf } from "./records.ts";
import { rememberEach } from "./remember.ts";
import type { TablePlan } from "./table.ts";

/** The names that the modules of a table export. */
export interface TableExports {
  /** Of its types, descriptor and functions. */
  readonly bindings: readonly string[];
  readonly validators: readonly string[];
}

/** The names that the modules of this very table export. */
export const exportsOf = rememberEach((table: TablePlan): TableExports => {
  const records = recordsOf(table);
  const { names } = table;
  const when: Partial<Record<keyof ExportedNames, boolean>> = {
    getStaticFunction: table.statics.length > 0,
    insertFunction: !table.counts,
    updateFunction: !table.counts,
    incrementFunction: table.counts,
  };
  const functions = (Object.keys(names) as (keyof ExportedNames)[]).filter(
    (role) => role.endsWith("Function") && when[role] !== false,
  );
  return {
    bindings: [
      ...table.indexes.map(({ functionName }) => functionName),
      ...records.map(({ name }) => name),
      names.types,
      names.table,
      ...functions.map((role) => names[role]),
    ],
    validators: records.flatMap((record) => ("schema" in record && record.schema !== undefined ? [record.schema] : [])),
  };
});
