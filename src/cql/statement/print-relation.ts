import { printIdentifier } from "../../model/index.ts";
import type { Relation, Term } from "../grammar/tree.ts";
import { printTerm } from "./print-term.ts";

/** A relation as messages of the database show it: `v != 1`, `(a, b) > (1, 2)`, `token(k) != 0`. */
export function printRelation({ kind, columns, operator, value }: Relation): string {
  const names = columns.map(printIdentifier).join(", ");
  const left = kind === "column" ? names : kind === "tuple" ? `(${names})` : `token(${names})`;
  if (operator === "IS NOT NULL") return `${left} IS NOT NULL`;
  const right = Array.isArray(value) ? `(${value.map(printTerm).join(", ")})` : printTerm(value as Term);
  return `${left} ${operator} ${right}`;
}
