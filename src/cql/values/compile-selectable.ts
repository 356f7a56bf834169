import type { Term } from "../grammar/tree.ts";
import { invalid } from "../cql-error.ts";
import type { Expression, Setting } from "./expression.ts";

/** Understands what a query selects, without a receiver to say what type it has. */
export function compileSelectable(term: Term, setting: Setting): Expression {
  if (term.kind !== "column") throw invalid(`Selecting by ${term.kind} is not done yet`);
  return compileColumn(term.name, setting);
}

function compileColumn(name: string, { scope, selection }: Setting): Expression {
  const column = scope.columns.get(name);
  if (!column || !selection)
    throw invalid(`Undefined column name ${name} in table ${scope.keyspace}.${scope.table.name}`);
  selection.columns.add(name);
  return { type: column.type, name, evaluate: ({ row }) => (row?.bytes(name) as Buffer | null | undefined) ?? null };
}
