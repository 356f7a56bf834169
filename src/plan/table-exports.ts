import { recordsOf } from "./records.ts";
import { memoize } from "../cache.ts";
import type { TablePlan } from "./table.ts";

/** The names that the modules of a table export. */
export interface TableExports {
  /** Types, descriptor and functions. */
  readonly bindings: readonly string[];
  readonly validators: readonly string[];
}

/** The names that the modules of one table export. */
export const exportsOf = memoize((table: TablePlan): TableExports => {
  const records = recordsOf(table);
  const { names } = table;
  const sets = table.counts ? [names.incrementFunction] : [names.insertFunction, names.updateFunction];
  const writes = table.isView ? [] : [...sets, names.deleteFunction];
  return {
    bindings: [
      ...table.indexes.map(({ functionName }) => functionName),
      ...records.map(({ name }) => name),
      names.types,
      names.table,
      names.getFunction,
      ...(table.statics.length > 0 ? [names.getStaticFunction] : []),
      names.findFunction,
      names.scanFunction,
      ...writes,
    ],
    validators: records.flatMap((record) => ("schema" in record && record.schema !== undefined ? [record.schema] : [])),
  };
});
