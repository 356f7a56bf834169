/**
 * Finds places: of a definition, of the rules of the config, and of declarations in generated code, even if a formatter
 * changed it.
 */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { listFiles } from "../../emit/index.ts";
import type { RulePlaces } from "../targets/rule-places.ts";
import { renderPath } from "../terminal/talk.ts";
import { attempt } from "../../errors.ts";
import type { FilePlace } from "../../errors.ts";
import type { GeneratedPlace, Rule } from "./explanation.ts";
import type { Subject } from "./find-subject.ts";
import type { PlannedRule } from "./rules.ts";
import type { Source } from "./sources.ts";

/** Finds the place of a subject in its definition file; for a column or field, where it is listed. */
export function definitionPlace({ kind, record, sources }: Subject, cwd: string, member?: string): FilePlace {
  const place = sources[0].placeOf({ kind, name: record.name, ...(member !== undefined && { member }) });
  if (!place) throw new Error(`no definition of ${record.name}`);
  return { file: renderPath(resolve(place.file), cwd), ...(place.line !== undefined && { line: place.line }) };
}

/** Adds to each rule its place in the config. */
export async function placeRules(
  rules: readonly PlannedRule[],
  source: Source,
  places: RulePlaces,
): Promise<readonly Rule[]> {
  const placed: Rule[] = [];
  for (const { path, ...rule } of rules)
    placed.push({ ...rule, ...(path && (await places(source.keyspace.name, source.index, path))) });
  return placed;
}

/**
 * Finds an interface, or a member of it, in the generated files, and whether its declaration is up to date.
 *
 * Ignores the rest of the file, which `check` compares.
 * @param path of the module within the output folder: `products.ts`
 */
export function generatedPlace(
  source: Source,
  cwd: string,
  path: string,
  name: string,
  member?: string,
): GeneratedPlace {
  const place = join(source.target.output, path);
  const file = renderPath(place, cwd);
  // Missing or unreadable: in both cases nothing is generated there.
  const text = attempt(() => readFileSync(place, "utf8"));
  if (text === undefined) return { file, state: "missing" };
  const found = findDeclared(text, name, member);
  const emitted =
    listFiles(source.plan())
      .find((artifact) => artifact.path === path)
      ?.emit() ?? "";
  const expected = findDeclared(emitted, name, member);
  return {
    file,
    ...(found && { line: found.line }),
    state: found && found.words === expected?.words ? "up to date" : "stale",
  };
}

interface Declared {
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
