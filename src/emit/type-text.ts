/** Types that are written as texts: `Promise<Selected<row, Column> | undefined>`. */
import { memoizeTexts } from "../cache.ts";
import { exportedNames } from "../plan/index.ts";
import type { TablePlan } from "../plan/index.ts";
import type { Doc } from "./doc.ts";
import { genericType, intersection, unionType } from "./syntax.ts";

/** What the words of a type stand for. */
export interface TypeWords {
  /** The name of a type in the module. */
  readonly nameOf: (word: string) => string;
  /** The parts that begin with `$`. */
  readonly given?: Readonly<Record<string, Doc>> | undefined;
}

export function typeOfText(text: string, words: TypeWords): Doc {
  return docOf(parsedType(text), words);
}

/** A text of a type, taken apart. */
interface ParsedType {
  readonly kind: "union" | "intersection" | "array" | "name";
  /** `row`, `Rows`, `tables.Neighbor`; empty for a type that is only made of others. */
  readonly name: string;
  /** Its members, its item, or its arguments. */
  readonly parts: readonly ParsedType[];
}

/** There are some forty texts, and each is needed for many tables. */
const parsedType = memoizeTexts(parseType);

function parseType(text: string): ParsedType {
  const union = splitOutside(text, " | ");
  if (union.length > 1) return { kind: "union", name: "", parts: union.map(parseType) };
  const all = splitOutside(text, " & ");
  if (all.length > 1) return { kind: "intersection", name: "", parts: all.map(parseType) };
  const [, item] = /^readonly (.*)\[\]$/.exec(text) ?? [];
  if (item !== undefined) return { kind: "array", name: "", parts: [parseType(item)] };
  const [, name = text, args] = /^([^<]+)<(.*)>$/.exec(text) ?? [];
  return { kind: "name", name, parts: args === undefined ? [] : splitOutside(args, ", ").map(parseType) };
}

function docOf({ kind, name, parts }: ParsedType, words: TypeWords): Doc {
  if (kind === "name" && parts.length === 0) return (name.startsWith("$") && words.given?.[name]) || words.nameOf(name);
  const docs = parts.map((part) => docOf(part, words));
  if (kind === "name") return genericType(words.nameOf(name), docs);
  if (kind === "array") return ["readonly ", ...docs, "[]"];
  return kind === "union" ? unionType(docs) : intersection(docs);
}

/** `name: Type` */
export function parameterOfText(text: string, words: TypeWords): Doc {
  const [name = "", type = ""] = text.split(": ");
  const doc = typeOfText(type, words);
  return typeof doc === "string" ? `${name}: ${doc}` : [`${name}: `, doc];
}

/** A text of several words, such as `keyof row`, with the names of each. */
export function nameWords(text: string, { nameOf }: TypeWords): string {
  return text.replace(/[a-z.]*[A-Z]\w*|[a-z]+/g, nameOf);
}

/** The name of a type of the table by its role: `row`. Undefined if the word is not a role. */
export function nameOfRole(word: string, { names }: TablePlan): string | undefined {
  return roles.has(word) ? names[word as keyof typeof names] : undefined;
}

/** A set, since V8 takes two bytes for each character of a text that was looked up in an object, and of all that it is joined to. */
const roles: ReadonlySet<string> = new Set(Object.keys(exportedNames("")));

/** Splits a text at each separator outside angle brackets. */
function splitOutside(text: string, separator: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let begun = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "<") depth++;
    else if (text[at] === ">") depth--;
    else if (depth === 0 && text.startsWith(separator, at)) {
      parts.push(text.slice(begun, at));
      begun = at + separator.length;
    }
  }
  return [...parts, text.slice(begun)];
}
