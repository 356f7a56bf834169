/** Reads what follows `WITH`. */
import { isUnreservedKeyword } from "./keywords.ts";
import { printTerm } from "./print-term.ts";
import { readValue } from "./read-term.ts";
import { isConstant } from "./term-beginning.ts";
import type { TokenReader } from "./token-reader.ts";
import type { Options } from "./tree.ts";

type OptionValue = string | ReadonlyMap<string, string>;

/** `WITH a = 1 AND b = {'c': 'd'}`. */
export function readNeededOptions(reader: TokenReader): Options {
  reader.expect("with");
  const options = new Map<string, OptionValue>();
  do readOption(reader, options);
  while (reader.take("and"));
  return options;
}

export function readOption(reader: TokenReader, options: Map<string, OptionValue>): void {
  const { value } = reader.peek();
  if (reader.seesName("option") && options.has(value))
    throw reader.wrong(`Multiple definitions for property '${value}'`, `the option ${value} is given twice`);
  const name = reader.name("option", "the name of an option");
  reader.expect("=");
  options.set(name, reader.sees("{") ? readMap(reader) : readOptionValue(reader));
}

/** A constant, or a keyword that is not reserved. */
function readOptionValue(reader: TokenReader): string {
  const { kind, value } = reader.peek();
  const isValue = kind === "word" ? isUnreservedKeyword(value) : isConstant(kind);
  if (!isValue) throw reader.unexpected("the value of the option");
  reader.pass();
  return value;
}

export function readMap(reader: TokenReader): ReadonlyMap<string, string> {
  const entries = new Map<string, string>();
  reader.expect("{");
  if (reader.take("}")) return entries;
  do {
    const name = readPart(reader, (term) => `Invalid property name: ${term}`);
    reader.expect(":");
    const value = readPart(reader, (term) => `Invalid property value: ${term} for property: '${name}'`);
    if (entries.has(name)) throw reader.wrong(`Multiple definition for property ${name}`);
    entries.set(name, value);
  } while (reader.take(","));
  reader.expect("}");
  return entries;
}

function readPart(reader: TokenReader, complain: (term: string) => string): string {
  const term = readValue(reader);
  if (term.kind === "constant") return term.text;
  const hint = term.kind === "marker" ? " (bind variables are not supported in DDL queries)" : "";
  throw reader.wrong(`${complain(printTerm(term))}${hint}`);
}
