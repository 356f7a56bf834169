/**
 * Finds declarations in generated code, even if a formatter changed it: searches by lines and compares without layout.
 */

export interface Declared {
  /** From 1. */
  readonly line: number;
  /** Without anything that a formatter may change. */
  readonly words: string;
}

/**
 * Finds an interface in the text of a module, or a member of it.
 *
 * `findDeclared(text, "ProductsRow", "price")` is `{ line: 18, words: "price:stringnull" }`.
 */
export function findDeclared(text: string, name: string, member?: string): Declared | undefined {
  const lines = text.split("\n");
  const first = lines.findIndex((line) => line.startsWith(`export interface ${name} `));
  const length = lines.slice(first + 1).findIndex((line) => line.startsWith("}"));
  if (first < 0 || length < 0) return undefined;
  const body = lines.slice(first + 1, first + 1 + length);
  if (member === undefined) return { line: first + 1, words: wordsOf(withoutComments(body)) };
  const at = body.findIndex((line) => memberIn(line) === plain(member));
  if (at < 0) return undefined;
  const rest = body.slice(at + 1).findIndex((line) => isComment(line) || memberIn(line) !== undefined);
  const declared = body.slice(at, rest < 0 ? undefined : at + 1 + rest);
  return { line: first + 2 + at, words: wordsOf(declared) };
}

/** The name of the member whose declaration begins on a line. */
function memberIn(line: string): string | undefined {
  const [, double, single, bare] =
    /^\s+(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|([^\s"'?:*/|&()[\]<>]+))\??:/.exec(line) ?? [];
  return bare ?? (double ?? single)?.replace(/\\(["'])/g, "$1");
}

/** A name between quotes of any kind. */
function plain(name: string): string {
  return JSON.stringify(name).slice(1, -1).replaceAll('\\"', '"');
}

function isComment(line: string): boolean {
  return /^\s*(?:\/[*/]|\*)/.test(line);
}

function withoutComments(lines: readonly string[]): readonly string[] {
  return lines.filter((line) => !isComment(line) && !line.trimEnd().endsWith("*/"));
}

function wordsOf(lines: readonly string[]): string {
  return lines.join("").replace(/[\s;,()|'"`]/g, "");
}
