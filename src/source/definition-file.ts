/**
 * Parses and prints definition files, with the place of every mistake. Pure: `folder.ts` reads the files,
 * `write-definitions.ts` writes them.
 */
import {
  createScanner,
  findNodeAtLocation,
  parse,
  parseTree,
  printParseErrorCode,
  stripComments,
  visit,
} from "jsonc-parser";
import type { Node, ParseError } from "jsonc-parser";
import { codeFrame, didYouMean } from "../errors.ts";
import type { Problem } from "../errors.ts";
import { parseTableDefinition, printTableDefinition, printUserTypeDefinition } from "../model/index.ts";
import type { DefinitionProblem, KnownTypes, Table, TableDefinition, UserType } from "../model/index.ts";

/** Far more than the four levels of a definition, and few enough for recursive parsers. */
const deepest = 64;

export interface ParsedFile {
  readonly table?: Table;
  readonly problems: readonly Problem[];
}

/** Parses a table's definition file; comments are allowed. @param file as shown in messages */
export function parseDefinitionFile(text: string, file: string, knownTypes: KnownTypes = {}): ParsedFile {
  const { json, locate } = parseDefinitionJson(text, file);
  const { table, problems } = parseTableDefinition(json, knownTypes);
  const located = locate(problems);
  return table && located.length === 0 ? { table, problems: [] } : { problems: located };
}

interface DefinitionJson {
  /** Undefined if the text is not valid JSON. */
  readonly json: unknown;
  /**
   * Adds the places of mistakes in the file, and the mistakes of repeated members. If the text is not valid JSON, or is
   * nested too deeply, that is the only mistake.
   */
  readonly locate: (problems: readonly DefinitionProblem[]) => readonly Problem[];
}

/** The JSON of a definition file; comments are allowed. */
export function parseDefinitionJson(text: string, file: string): DefinitionJson {
  const source = text.startsWith("\uFEFF") ? text.slice(1) : text;
  const json = parseJson(source) ?? parseWithComments(source, file);
  return {
    json,
    locate: (problems) => {
      if (problems.length === 0 && isPlain(source, json)) return [];
      const syntax = syntaxProblem(source, file);
      if (syntax) return [syntax];
      const tree = parseTree(source);
      const found = problems.map((problem) => locateProblem(problem, source, tree, file));
      return [...findRepeated(source, file), ...found];
    },
  };
}

/**
 * Prints a table's definition file: a line for each column, so that changing one changes one line.
 * @param isTimeToLiveKnown whether the table's time to live is known; an unknown one is omitted
 */
export function printDefinitionFile(table: Table, isTimeToLiveKnown = true): string {
  const definition = printTableDefinition(table);
  return `${printJson(isTimeToLiveKnown ? definition : withoutTimeToLive(definition), "")}\n`;
}

function withoutTimeToLive({ tableOptions, indexes, ...definition }: TableDefinition): TableDefinition {
  const { defaultTimeToLive: _, ...options } = tableOptions ?? {};
  return {
    ...definition,
    ...(Object.keys(options).length > 0 && { tableOptions: options }),
    ...(indexes && { indexes }),
  };
}

/** Prints a user type's definition file: a line for each field. */
export function printUserTypeFile(type: UserType): string {
  return `${printJson(printUserTypeDefinition(type), "")}\n`;
}

const lineWidth = 120;

/** Prints JSON with each value on one line if it fits, except the root and lists of objects. */
export function printJson(json: unknown, indent: string): string {
  if (typeof json !== "object" || json === null) return JSON.stringify(json);
  const isOpen = indent === "" || (Array.isArray(json) && json.some((item) => typeof item === "object"));
  // An open value is not printed on one line first: each level would print all levels below it again.
  const text = isOpen ? undefined : printInline(json);
  if (text !== undefined && indent.length + text.length <= lineWidth) return text;
  const inner = `${indent}  `;
  const lines = Array.isArray(json)
    ? json.map((item) => printJson(item, inner))
    : Object.entries(json).map(([name, value]) => `${JSON.stringify(name)}: ${printJson(value, inner)}`);
  const [left, right] = Array.isArray(json) ? "[]" : "{}";
  return `${left}\n${lines.map((line) => inner + line).join(",\n")}\n${indent}${right}`;
}

function printInline(json: unknown): string {
  if (Array.isArray(json)) return `[${json.map(printInline).join(", ")}]`;
  if (typeof json !== "object" || json === null) return JSON.stringify(json);
  const members = Object.entries(json).map(([name, value]) => `${JSON.stringify(name)}: ${printInline(value)}`);
  return `{ ${members.join(", ")} }`;
}

/** Most files have no comments. An unterminated comment must not be hidden by stripping it. */
function parseWithComments(source: string, file: string): unknown {
  return syntaxProblem(source, file) ? undefined : parseJson(stripComments(source, " "));
}

/** Parses JSON without comments; undefined if the text is not valid. */
export function parseJson(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch {
    return undefined;
  }
}

/** Whether a text surely has no repeated members and few levels, as nearly every file. */
function isPlain(source: string, json: unknown): boolean {
  // Counting is quick, and in nearly every file all colons belong to members and strings.
  return !source.includes("\\") && countColons(source) === countMembers(json);
}

/** Finds repeated members of an object: JSON would silently ignore all but the last. */
function findRepeated(source: string, file: string): Problem[] {
  const objects: Set<string>[] = [];
  const problems: Problem[] = [];
  visit(source, {
    onObjectBegin: () => void objects.push(new Set()),
    onObjectEnd: () => void objects.pop(),
    onObjectProperty: (name, offset, length) => {
      if (objects.at(-1)?.has(name)) {
        const message = `the member ${JSON.stringify(name)} appears twice in one object`;
        const next = "delete one of the two";
        problems.push({ code: "duplicate-member", message, file, ...codeFrame(source, offset, length), next });
      }
      objects.at(-1)?.add(name);
    },
  });
  return problems;
}

/** The colons of a JSON value as text: one for each member, and those within texts. NaN for a value of too many levels. */
function countMembers(json: unknown, levels = deepest): number {
  if (typeof json === "string") return countColons(json);
  if (typeof json !== "object" || json === null) return 0;
  if (levels === 0) return NaN;
  let count = 0;
  if (Array.isArray(json)) for (const item of json) count += countMembers(item, levels - 1);
  else
    for (const name in json) count += 1 + countColons(name) + countMembers(json[name as keyof typeof json], levels - 1);
  return count;
}

function countColons(text: string): number {
  let count = 0;
  for (let at = text.indexOf(":"); at >= 0; at = text.indexOf(":", at + 1)) count++;
  return count;
}

const expectations: Readonly<Record<string, string>> = {
  ValueExpected: "a value is expected here",
  PropertyNameExpected: "a member's name in double quotes is expected here",
  ColonExpected: "a colon is expected here",
  CommaExpected: "a comma is expected here",
  CloseBraceExpected: "a closing brace is expected here",
  CloseBracketExpected: "a closing bracket is expected here",
  EndOfFileExpected: "the file should end here",
  InvalidSymbol: "this is not valid JSON",
  UnexpectedEndOfString: "a closing quote is expected here",
};

function syntaxProblem(source: string, file: string): Problem | undefined {
  const deep = tooDeep(source);
  if (deep !== undefined) {
    const message = `lists and objects are nested more than ${deepest} deep here`;
    return { code: "bad-json", message, file, ...codeFrame(source, deep, 1) };
  }
  const errors: ParseError[] = [];
  parse(source, errors);
  // The first error is the cause; the others usually follow from it.
  const [first] = errors;
  if (!first) return undefined;
  const place = codeFrame(source, first.offset, first.length);
  const rest = source.slice(first.offset);
  for (const [start, message, next] of habits) {
    if (start.test(rest)) return { code: "bad-json", message, file, ...place, next };
  }
  const message = expectations[printParseErrorCode(first.error)] ?? "this is not valid JSON";
  return { code: "bad-json", message, file, ...place };
}

/** How a text that is not JSON begins, what that is, and what to do. */
const habits: readonly (readonly [start: RegExp, message: string, next: string])[] = [
  [/^(?:<{7}|={7}|>{7}|\|{7})(?:\s|$)/, "this is a conflict marker of git", "keep one side, and delete the markers"],
  [/^'/, "JSON has no single quotes", 'put names and text in double quotes: "name"'],
];

/** The place of a bracket that opens too many levels for the parsers with places, which are recursive. */
function tooDeep(source: string): number | undefined {
  const scanner = createScanner(source, true);
  let depth = 0;
  for (scanner.scan(); scanner.getTokenOffset() < source.length; scanner.scan()) {
    const first = source[scanner.getTokenOffset()];
    if (first === "{" || first === "[") depth++;
    else if (first === "}" || first === "]") depth--;
    if (depth > deepest) return scanner.getTokenOffset();
  }
  return undefined;
}

/** The word that was meant, or all allowed ones. */
function nextStep({ code, found, expected = [], meant }: DefinitionProblem): { readonly next?: string } {
  const word = meant ?? (found === undefined ? undefined : didYouMean(found, expected));
  if (word !== undefined) return { next: `did you mean ${JSON.stringify(word)}?` };
  if (found === undefined || expected.length === 0) return {};
  const own = `; define a user type in types/, or a custom database type in the config: types: { ${JSON.stringify(found)}: "unknown" }`;
  return { next: `allowed here: ${expected.join(", ")}${code === "unknown-type" ? own : ""}` };
}

function locateProblem(problem: DefinitionProblem, source: string, tree: Node | undefined, file: string): Problem {
  const node = tree && nearestNode(tree, problem);
  const place = node && codeFrame(source, node.offset, node.length);
  return { code: problem.code, message: problem.message, file, ...place, ...nextStep(problem) };
}

/** The node at a path, or the object that lacks it. */
function nearestNode(tree: Node, { path, atName }: DefinitionProblem): Node | undefined {
  for (let depth = path.length; depth >= 0; depth--) {
    const node = findNodeAtLocation(tree, path.slice(0, depth));
    if (!node) continue;
    const whole = depth === path.length;
    if (whole && atName) return node.parent?.children?.[0] ?? node;
    // For an object that lacks a member, only its brace is marked.
    return whole ? node : { ...node, length: 1 };
  }
  return undefined;
}
