import { printName } from "../../model/print-cql.ts";
import { printTerm, printTerms } from "./print-term.ts";
import type { If, Part, Relation } from "./tree.ts";

export function printWhere(where: readonly Relation[]): string {
  return where.length === 0 ? "" : `WHERE ${where.map(printRelation).join(" AND ")}`;
}

export function printIf(conditions: If | undefined): string {
  if (conditions === undefined) return "";
  return `IF ${conditions === "exists" ? "EXISTS" : conditions.map(printRelation).join(" AND ")}`;
}

export function printRelation({ kind, columns, part, operator, value }: Relation): string {
  const names = columns.map(printName).join(", ");
  const whole = kind === "column" ? names : `${kind === "token" ? "token" : ""}(${names})`;
  const left = `${whole}${part ? printPart(part) : ""}`;
  if (value === undefined) return `${left} ${operator}`;
  return `${left} ${operator} ${"kind" in value ? printTerm(value) : `(${printTerms(value)})`}`;
}

/** `['key']`, `.field` */
export function printPart(part: Part): string {
  return "at" in part ? `[${printTerm(part.at)}]` : `.${printName(part.field)}`;
}
