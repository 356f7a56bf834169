import { printIdentifier } from "../../model/index.ts";
import type { Relation, Term } from "../grammar/tree.ts";

/** A relation as messages of the database show it. */
export function printRelation({ columns, operator, value }: Relation): string {
  const name = columns.map(printIdentifier).join(", ");
  return operator === "IS NOT NULL" ? `${name} IS NOT NULL` : `${name} ${operator} ${printValue(value as Term)}`;
}

function printValue(term: Term): string {
  if (term.kind === "constant") return term.type === "text" ? `'${term.text}'` : term.text;
  return "?";
}
