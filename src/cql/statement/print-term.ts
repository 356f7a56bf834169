import type { Term } from "../grammar/tree.ts";

/** For messages, until the grammar prints terms. */
export function printTerm(term: Term): string {
  if (term.kind === "constant") return term.type === "text" ? `'${term.text}'` : term.text;
  if (term.kind === "list") return `[${term.items.map(printTerm).join(", ")}]`;
  if (term.kind === "set") return `{${term.items.map(printTerm).join(", ")}}`;
  return term.kind === "null" ? "NULL" : "?";
}
