/** Syntax errors, in the words of the database and in plain ones. */
import type { Token } from "./lexer.ts";

export class CqlSyntaxError extends Error {
  override readonly name = "CqlSyntaxError";
  /** The start of the mistake, in UTF-16 units of the text. */
  readonly start: number;
  readonly end: number;
  /** The message for people who edit the text and see the place marked: `expected FROM`. */
  readonly plain: string;

  /** @param message the database's */
  constructor(message: string, plain: string, start: number, end: number) {
    super(message);
    this.plain = plain;
    this.start = start;
    this.end = end;
  }
}

/** The tokens of a text as far as they are read, and which of them the database marks. */
export interface Mark {
  readonly text: string;
  readonly tokens: readonly Token[];
  /** The token that cannot be read. */
  readonly at: number;
  /** The token that the database marks: an earlier one if it has looked ahead. */
  readonly marked: number;
}

/** @param expected the database's name for it; undefined if several things could follow */
export function unexpected(mark: Mark, expected: string | undefined, plain: string): CqlSyntaxError {
  const { text, tokens, at } = mark;
  const token = tokens[at] as Token;
  const isEnd = token.kind === "end";
  const input = isEnd ? "<EOF>" : inputOf(text, token);
  const what = expected === undefined ? "no viable alternative at input" : "mismatched input";
  const rest = expected === undefined ? "" : ` expecting ${expected}`;
  const snippet = isEnd ? "" : printSnippet(mark);
  const message = `${isEnd ? "line 0:-1" : placeOf(text, token.start)} ${what} '${input}'${rest}${snippet}`;
  const reason = isEnd ? `the statement ends where ${plain} should follow` : `expected ${plain}`;
  return new CqlSyntaxError(message, reason, token.start, Math.max(token.end, token.start + 1));
}

/** The error for text that is not a token. */
export function brokenToken(text: string, token: Token): CqlSyntaxError {
  const [opening, plain] = openings.find(([sign]) => text.startsWith(sign, token.start)) ?? [" ", "unknown character"];
  const place = placeOf(text, token.value.includes("<EOF>") ? text.length : token.start);
  return new CqlSyntaxError(`${place} ${token.value}`, plain, token.start, token.start + opening.length);
}

const openings: readonly (readonly [opening: string, plain: string])[] = [
  ['"', "the name has no closing quote"],
  ["'", "the text has no closing quote"],
  ["$$", "the text has no closing $$"],
  ["/*", "the comment has no closing */"],
  ["--", "the line of the comment has no end"],
  ["//", "the line of the comment has no end"],
];

/** The text of a token, as the database's messages show it. */
function inputOf(text: string, { kind, value, start, end }: Token): string {
  return kind === "text" || (kind === "name" && value !== "") ? value : text.slice(start, end);
}

/** `line 1:23`; the second number counts from 0. */
function placeOf(text: string, at: number): string {
  const lines = text.slice(0, at).split("\n");
  return `line ${lines.length}:${lines.at(-1)?.length}`;
}

/** How many tokens before the marked one are printed; blanks count. */
const printed = 10;

/** ` (...FROM shop.products WHERE [not]...)` */
function printSnippet({ text, tokens, at, marked }: Mark): string {
  const [last, offending] = [tokens[at] as Token, tokens[marked] as Token];
  const from = snippetStart(tokens, marked);
  const length = inputOf(text, offending).length;
  const to = last.start + inputOf(text, last).length;
  const mark = text.slice(offending.start, offending.start + length);
  const before = text.slice(from, offending.start).replaceAll("\n", "");
  const after = text.slice(offending.start + length, to).replaceAll("\n", "");
  return ` (${from > 0 ? "..." : ""}${before}[${mark}]${after}${to < text.length ? "..." : ""})`;
}

function snippetStart(tokens: readonly Token[], marked: number): number {
  let start = tokens[marked]?.start ?? 0;
  let index = marked;
  for (let count = 0; count < printed && start > 0; count += 1) {
    const before = tokens[index - 1]?.end ?? 0;
    if (before < start) start = before;
    else start = tokens[--index]?.start ?? 0;
  }
  return start;
}
