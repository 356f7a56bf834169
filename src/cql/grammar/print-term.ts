/** Prints terms and relations as CQL, so that parsing them gives the same tree. */
import { printName } from "../../model/index.ts";
import { printText } from "../../model/print-cql.ts";
import { isFunctionWord } from "./keywords.ts";
import { printQuoted } from "./reference.ts";
import type { Term, Part, Relation } from "./tree.ts";

export function printTerm(term: Term): string {
  switch (term.kind) {
    case "constant":
      return term.type === "text" ? printText(term.text) : term.text;
    case "null":
      return "null";
    case "marker":
      return term.name === undefined ? "?" : `:${printName(term.name)}`;
    case "list":
      return `[${printTerms(term.items)}]`;
    case "set":
      return `{${printTerms(term.items)}}`;
    case "tuple":
      return `(${printTerms(term.items)})`;
    case "map":
      return `{${term.entries.map(([key, value]) => `${printTerm(key)}: ${printTerm(value)}`).join(", ")}}`;
    case "record":
      return `{${term.fields.map(([name, value]) => `${printName(name)}: ${printTerm(value)}`).join(", ")}}`;
    case "call":
      return printCall(term);
    case "star":
      return "*";
    case "cast":
      return `CAST(${printTerm(term.of)} AS ${term.type})`;
    case "hint":
      return `(${term.type}) ${printTerm(term.of)}`;
    case "operation":
      return printOperation(term);
    case "negation":
      // Without the blank, a number would have the sign.
      return `- ${printOperand(term.of, 3)}`;
    case "column":
      return printName(term.name);
    case "element":
      return `${printTerm(term.of)}[${printTerm(term.at)}]`;
    case "slice":
      return `${printTerm(term.of)}[${printBound(term.from)}..${printBound(term.to)}]`;
    case "field":
      return `${beforeDot(printTerm(term.of))}.${printName(term.field)}`;
  }
}

export function printTerms(terms: readonly Term[]): string {
  return terms.map(printTerm).join(", ");
}

function printCall({ keyspace, name, arguments: all }: Term & { kind: "call" }): string {
  const isOfCells = keyspace === undefined && ["writetime", "maxwritetime", "ttl"].includes(name);
  const isWord = /^[a-z]\w*$/.test(name) && name === name.toLowerCase();
  const printed = isWord && (isFunctionWord(name) || isOfCells) ? name : printQuoted(name);
  return `${keyspace === undefined ? "" : `${printName(keyspace)}.`}${printed}(${printTerms(all)})`;
}

function printOperation({ operator, left, right }: Term & { kind: "operation" }): string {
  const strength = strengthOf(operator);
  return `${printOperand(left, strength)} ${operator} ${printOperand(right, strength + 1)}`;
}

function strengthOf(operator: string): number {
  return operator === "+" || operator === "-" ? 1 : 2;
}

/** In parentheses if it binds too loosely. */
function printOperand(term: Term, strength: number): string {
  const isLoose =
    term.kind === "operation" ? strengthOf(term.operator) < strength : term.kind === "negation" && strength === 3;
  return isLoose ? `(${printTerm(term)})` : printTerm(term);
}

/** A number would take the dot for its own. */
function beforeDot(text: string): string {
  return /[\d.]$/.test(text) ? `${text} ` : text;
}

/** As `beforeDot`; a word after `..` needs no blank. */
function printBound(term: Term | undefined): string {
  return term === undefined ? "" : ` ${printTerm(term)} `;
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
