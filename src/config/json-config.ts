import { findNodeAtLocation, getNodeValue, parseTree, printParseErrorCode } from "jsonc-parser";
import type { ParseError } from "jsonc-parser";
import type { Problem } from "../errors.ts";

/** A place in a text, both from 1, and the lines around it with a mark under it. */
export type Place = Required<Pick<Problem, "line" | "column" | "frame">>;

export interface ParsedJson {
  readonly value: unknown;
  /** The first of its syntax errors, in words: "comma expected". */
  readonly syntax?: { readonly message: string; readonly place: Place };
  /** Where the value at a path stands, or its name; the innermost object that is there when it is not. */
  readonly locate: (path: readonly string[], atName?: boolean) => Place;
}

/** Parses JSON as people write it: with comments and commas after the last member. */
export function parseJsonConfig(text: string): ParsedJson {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  return {
    value: tree && first === undefined ? getNodeValue(tree) : undefined,
    locate: (path, atName = false) => {
      const node = tree && findNodeAtLocation(tree, [...path]);
      const named = atName ? node?.parent?.children?.[0] : undefined;
      const { offset, length } = named ?? node ?? tree ?? { offset: 0, length: 1 };
      return placeAt(text, offset, length);
    },
    ...(first && {
      syntax: { message: wordsOf(printParseErrorCode(first.error)), place: placeAt(text, first.offset, first.length) },
    }),
  };
}

/** `CommaExpected` as "comma expected". */
function wordsOf(code: string): string {
  return code.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();
}

function placeAt(text: string, offset: number, length: number): Place {
  const before = text.slice(0, offset).split("\n");
  const line = before.length;
  const column = (before.at(-1)?.length ?? 0) + 1;
  return { line, column, frame: renderFrame(maskSecrets(text).split(/\r?\n/), line, column, length) };
}

/** A password that stands where it must not is refused, and a log is no better place for it. Lengths stay. */
function maskSecrets(text: string): string {
  const secret = /("[^"]*(?:password|secret|token)[^"]*"\s*:\s*")((?:[^"\\\n]|\\.)*)/gi;
  return text.replace(secret, (_, head: string, value: string) => head + "*".repeat(value.length));
}

/** The line, those beside it, and a mark under the place. */
function renderFrame(lines: readonly string[], line: number, column: number, length: number): string {
  const last = Math.min(lines.length, line + 1);
  const width = String(last).length;
  const frame: string[] = [];
  for (let number = Math.max(1, line - 1); number <= last; number++) {
    const text = lines[number - 1] ?? "";
    frame.push(`${number === line ? ">" : " "} ${String(number).padStart(width)} | ${text}`.trimEnd());
    if (number !== line) continue;
    const marks = Math.max(1, Math.min(length, text.length - column + 1));
    frame.push(`  ${" ".repeat(width)} | ${" ".repeat(column - 1)}${"^".repeat(marks)}`);
  }
  return frame.join("\n");
}
