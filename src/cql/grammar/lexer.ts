/**
 * Splits the text of statements into tokens, one at a time, each in time that its length allows.
 */
import type { ConstantType } from "./tree.ts";

const blank = /[ \t\r\n]+/y;
/** The database insists on the end of its line. */
const lineComment = /(?:--|\/\/)[^\r\n]*[\r\n]/y;
const word = /[A-Za-z]\w*/y;

const uuid = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/iy;
const unit = "(?:mo|ms|us|µs|ns|[ywdhms])";
const time = String.raw`T(?:\d+H(?:\d+M)?(?:\d+S)?|\d+M(?:\d+S)?|\d+S)`;
const period = String.raw`(?:\d+W|(?:\d+Y(?:\d+M)?(?:\d+D)?|\d+M(?:\d+D)?|\d+D)(?:${time})?|${time})`;
const date = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d`;
const isoDuration = new RegExp(String.raw`-?P(?:${date}|${period}(?!\w))`, "y");

/** Tokens that begin with a digit, or with `-` and a digit. */
const numbers: readonly (readonly [kind: TokenKind, form: RegExp])[] = [
  // Nearly every number.
  ["integer", /-?\d+(?![\w.µ-])/y],
  ["blob", /0x[\da-f]*/iy],
  ["duration", new RegExp(String.raw`-?(?:\d+${unit})+`, "iy")],
  // `1..2` is a range of integers, and `1...2` begins with a float.
  ["float", /-?\d+(?:\.(?=\.\.)|\.(?!\.)\d*(?:e[+-]?\d+)?|e[+-]?\d+)/iy],
  ["integer", /-?\d+/y],
];

const negativeConstant = /-(?:nan|infinity)(?!\w)/iy;

const pairs: ReadonlySet<string> = new Set(["..", "+=", "-=", "<=", ">=", "!="]);
const signs: ReadonlySet<string> = new Set("()[]{}<>,;:.=+-*/%?");

/** The token at a place, after blanks and comments. */
export function readToken(text: string, from: number): Token {
  const start = skipBlank(text, from);
  if (start < 0) return brokenComment(text, -1 - start);
  if (start >= text.length) return { kind: "end", value: "", start: text.length, end: text.length };
  const first = text[start] as string;
  if (isLetter(first)) return readWord(text, start, first);
  if (isDigit(first)) return readNumber(text, start);
  if (first === "-" && start + 1 < text.length) {
    if (isDigit(text[start + 1] as string)) return readNumber(text, start);
    const constant = match(isoDuration, text, start);
    if (constant !== undefined) return token("duration", constant, start);
    const negative = match(negativeConstant, text, start);
    if (negative !== undefined) return { ...token("float", negative, start), value: floatWord(negative) };
  }
  if (first === "'" || first === '"') return readQuoted(text, start, first);
  if (text.startsWith("$$", start)) return readDollars(text, start);
  const second = text[start + 1];
  if ((second === "=" || second === ".") && pairs.has(first + second)) return token("sign", first + second, start);
  if (signs.has(first)) return token("sign", first, start);
  return broken(text, `no viable alternative at character '${first}'`, start);
}

function readWord(text: string, start: number, first: string): Token {
  const id = matchUuid(text, start);
  if (id !== undefined) return token("uuid", id, start);
  const duration = first === "P" ? match(isoDuration, text, start) : undefined;
  if (duration !== undefined) return token("duration", duration, start);
  const raw = match(word, text, start) as string;
  const value = raw.toLowerCase();
  if (value === "true" || value === "false") return token("boolean", raw, start);
  if (value === "nan" || value === "infinity") return { ...token("float", raw, start), value: floatWord(raw) };
  return { kind: "word", value, start, end: start + raw.length };
}

function readNumber(text: string, start: number): Token {
  const id = matchUuid(text, start);
  if (id !== undefined) return token("uuid", id, start);
  for (const [kind, form] of numbers) {
    const raw = match(form, text, start);
    if (raw !== undefined) return token(kind, raw, start);
  }
  throw new RangeError("not a digit");
}

/** A quote within is doubled. */
function readQuoted(text: string, start: number, quote: string): Token {
  let end = text.indexOf(quote, start + 1);
  while (end >= 0 && text[end + 1] === quote) end = text.indexOf(quote, end + 2);
  if (end < 0) return broken(text, `mismatched character '<EOF>' expecting '${quote}'`, start);
  const value = text.slice(start + 1, end).replaceAll(quote + quote, quote);
  return { kind: quote === "'" ? "text" : "name", value, start, end: end + 1 };
}

function readDollars(text: string, start: number): Token {
  const end = text.indexOf("$$", start + 2);
  if (end < 0) return broken(text, "mismatched character '<EOF>' expecting '$'", start);
  return { kind: "text", value: text.slice(start + 2, end), start, end: end + 2 };
}

/** Whether something that is neither blank nor a comment is here, as mostly after a sign. */
function isDark(text: string, at: number): boolean {
  const sign = text.charCodeAt(at);
  return sign > 0x20 && sign !== 0x2d && sign !== 0x2f;
}

/** @returns where something begins; for a comment that does not end, `-1` minus its place */
function skipBlank(text: string, from: number): number {
  let at = from;
  for (;;) {
    if (isDark(text, at)) return at;
    const before = at;
    at += match(blank, text, at)?.length ?? 0;
    at += match(lineComment, text, at)?.length ?? 0;
    if (text.startsWith("/*", at)) {
      const end = text.indexOf("*/", at + 2);
      if (end < 0) return -1 - at;
      at = end + 2;
    }
    if (at > before) continue;
    return text.startsWith("--", at) || text.startsWith("//", at) ? -1 - at : at;
  }
}

function brokenComment(text: string, start: number): Token {
  const expected = text.startsWith("/*", start) ? "'*'" : "set null";
  return broken(text, `mismatched character '<EOF>' expecting ${expected}`, start);
}

function matchUuid(text: string, start: number): string | undefined {
  return text[start + 8] === "-" ? match(uuid, text, start) : undefined;
}

function match(form: RegExp, text: string, at: number): string | undefined {
  form.lastIndex = at;
  return form.test(text) ? text.slice(at, form.lastIndex) : undefined;
}

function token(kind: TokenKind, value: string, start: number): Token {
  return { kind, value, start, end: start + value.length };
}

function broken(text: string, value: string, start: number): Token {
  return { kind: "broken", value, start, end: text.length };
}

/** Like the database, drops the sign of `-NaN`. */
function floatWord(raw: string): string {
  if (/nan/i.test(raw)) return "NaN";
  return raw.startsWith("-") ? "-Infinity" : "Infinity";
}

function isLetter(sign: string): boolean {
  return (sign >= "a" && sign <= "z") || (sign >= "A" && sign <= "Z");
}

function isDigit(sign: string): boolean {
  return sign >= "0" && sign <= "9";
}

export interface Token {
  /**
   * A `word` has no quotes, a `name` has double ones, a `text` single ones or `$$`. A `broken` one begins and does not end,
   * or cannot begin anything; nothing follows it but the `end`.
   */
  readonly kind: TokenKind;
  /** Without quotes; of a word in lower case, as the database reads it. Of something broken the database's complaint. */
  readonly value: string;
  /** Its place in the text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
}

export type TokenKind = "word" | "name" | "sign" | ConstantType | "broken" | "end";
