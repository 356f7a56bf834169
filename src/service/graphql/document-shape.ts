/** The shape of a document: its text without the values. Documents of one shape differ only in their values. */
import { Lexer, Source } from "graphql";
import { endOfJsonString } from "../json.ts";
import { limits } from "../limits.ts";

export interface DocumentShape {
  /** The text with a mark in place of each value; the text itself if it has no values. */
  readonly key: string;
  /** The values that were in the text, in order, without their quotes. */
  readonly literals: readonly string[];
}

/** A text with one of these outside strings and comments is not a document. */
const marks = { int: "\u0001", float: "\u0002", string: "\u0003" } as const;
const lastMark = 3;

const int = /^-?(?:0|[1-9][0-9]*)$/;
const float = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;
/** A string without escapes. */
const plain = /^"[ !#-[\]-~]*"$/;

/** Longer texts are not kept but read each time: keeping them would take more memory than reading them again is worth. */
const longestText = 64_000;
/** Texts with more values are not kept either. */
const mostLiterals = 2_000;

const [hash, quote, minus] = [0x23, 0x22, 0x2d];

/**
 * Undefined for a text that is too long to keep, or has a value that will be refused. A text that is not a document may
 * have a shape, but never a document's shape.
 */
export function shapeOf(text: string): DocumentShape | undefined {
  if (text.length > longestText) return undefined;
  const literals: string[] = [];
  let key = "";
  let end = 0;
  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at);
    if (isLetter(code)) at = endOfName(text, at);
    else if (code === quote || code === minus || isDigit(code)) {
      const start = at;
      at = code === quote ? endOfString(text, start) : endOfNumber(text, start);
      const literal = code === quote ? readString(text.slice(start, at)) : readNumber(text.slice(start, at));
      if (!literal || literals.length === mostLiterals) return undefined;
      key += text.slice(end, start) + literal.mark;
      literals.push(literal.value);
      end = at;
    } else if (code === hash) at = endOfLine(text, at);
    else if (code <= lastMark) return undefined;
    else at++;
  }
  return { key: end === 0 ? text : key + text.slice(end), literals };
}

interface Literal {
  readonly mark: string;
  readonly value: string;
}

function readNumber(value: string): Literal | undefined {
  if (value.length > limits.number) return undefined;
  if (int.test(value)) return { mark: marks.int, value };
  return float.test(value) ? { mark: marks.float, value } : undefined;
}

function readString(raw: string): Literal | undefined {
  if (plain.test(raw)) return { mark: marks.string, value: raw.slice(1, -1) };
  try {
    return { mark: marks.string, value: new Lexer(new Source(raw)).advance().value };
  } catch {
    // The parser finds the same error and reports its place.
    return undefined;
  }
}

/*
 * Where a token of a document ends, which `survey-text.ts` asks too. Mistakes in it are left to the parser.
 */

export function isLetter(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || code === 0x5f;
}

export function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

const [lineFeed, carriageReturn] = [0x0a, 0x0d];

export function endOfLine(text: string, start: number): number {
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === lineFeed || code === carriageReturn) return at;
  }
  return text.length;
}

export function endOfName(text: string, start: number): number {
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (!isLetter(code) && !isDigit(code)) return at;
  }
  return text.length;
}

const [plus, point] = [0x2b, 0x2e];

export function endOfNumber(text: string, start: number): number {
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (!isDigit(code) && !isLetter(code) && code !== point && code !== minus && code !== plus) return at;
  }
  return text.length;
}

/** The end of a JSON-like string, or of a block string, in which only a backslash directly before the quotes escapes them. */
export function endOfString(text: string, start: number): number {
  if (!text.startsWith(blockMark, start)) return endOfJsonString(text, start);
  for (let at = text.indexOf(blockMark, start + 3); at >= 0; at = text.indexOf(blockMark, at + 3)) {
    if (text[at - 1] !== "\\") return at + 3;
  }
  return text.length;
}

const blockMark = '"""';
