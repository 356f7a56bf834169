/** Types that are written as texts: `Promise<Selected<row, Column> | undefined>`. */
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
  const parse = (part: string): Doc => typeOfText(part, words);
  const union = splitOutside(text, " | ");
  if (union.length > 1) return unionType(union.map(parse));
  const parts = splitOutside(text, " & ");
  if (parts.length > 1) return intersection(parts.map(parse));
  if (text.startsWith("readonly ")) return ["readonly ", parse(text.slice("readonly ".length, -"[]".length)), "[]"];
  const [, generic, args = ""] = /^([^<]+)<(.*)>$/.exec(text) ?? [];
  if (generic !== undefined) return genericType(nameWords(generic, words), splitOutside(args, ", ").map(parse));
  return words.given?.[text] ?? nameWords(text, words);
}

/** `name: Type` */
export function parameterOfText(text: string, words: TypeWords): Doc {
  const [before = "", type = ""] = text.split(": ");
  return [`${before}: `, typeOfText(type, words)];
}

/** A text without type arguments, with the names of its words. */
export function nameWords(text: string, { nameOf }: TypeWords): string {
  return text.replace(/[a-z.]*[A-Z]\w*|[a-z]+/g, nameOf);
}

/** The name of a type of the table by its role: `row`. Undefined if the word is not a role. */
export function nameOfRole(word: string, { names }: TablePlan): string | undefined {
  return Object.hasOwn(names, word) ? names[word as keyof typeof names] : undefined;
}

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
