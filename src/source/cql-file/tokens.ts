/** Splits CQL text into statements, and these into tokens. Comments are left out. */

export interface Token {
  /** A `word` has no quotes, a `name` has double ones, a `text` single ones or `$$`. */
  readonly kind: "word" | "name" | "text" | "number" | "sign";
  /** Without quotes; of a word in lower case, as the database reads it. */
  readonly value: string;
  /** Its place in the text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
}

export interface StatementTokens {
  readonly tokens: readonly Token[];
  /** Where its semicolon is, or the text ends. */
  readonly end: number;
}

/** A place in the text that cannot be read, and why. */
export class Unreadable extends Error {
  readonly start: number;
  readonly length: number;

  constructor(message: string, start: number, length: number) {
    super(message);
    this.start = start;
    this.length = length;
  }
}

const blank = /(?:\s|--[^\n]*|\/\/[^\n]*|\/\*[^]*?\*\/)+/y;

/** How each kind of token looks, and what it stands for. */
const forms: readonly (readonly [kind: Token["kind"], form: RegExp, value: (raw: string) => string])[] = [
  ["word", /[a-z_]\w*/iy, (raw) => raw.toLowerCase()],
  ["name", /"(?:[^"]|"")*"/y, (raw) => raw.slice(1, -1).replaceAll('""', '"')],
  ["text", /'(?:[^']|'')*'/y, (raw) => raw.slice(1, -1).replaceAll("''", "'")],
  ["text", /\$\$[^]*?\$\$/y, (raw) => raw.slice(2, -2)],
  ["number", /-?\d[\w.+-]*/y, (raw) => raw],
  ["sign", /[^]/uy, (raw) => raw],
];

/** What begins and does not end. */
const openings: readonly (readonly [opening: string, message: string])[] = [
  ['"', "the name has no closing quote"],
  ["'", "the text has no closing quote"],
  ["$$", "the text has no closing $$"],
  ["/*", "the comment has no closing */"],
];

/** @throws {Unreadable} for a name, text or comment that does not end */
export function splitStatements(text: string): readonly StatementTokens[] {
  const statements: StatementTokens[] = [];
  let tokens: Token[] = [];
  for (let at = skipBlank(text, 0); at < text.length; at = skipBlank(text, at)) {
    const token = tokenAt(text, at);
    at = token.end;
    if (token.kind !== "sign" || token.value !== ";") {
      tokens.push(token);
      continue;
    }
    if (tokens.length > 0) statements.push({ tokens, end: token.start });
    tokens = [];
  }
  if (tokens.length > 0) statements.push({ tokens, end: text.trimEnd().length });
  return statements;
}

function skipBlank(text: string, at: number): number {
  blank.lastIndex = at;
  return blank.test(text) ? blank.lastIndex : at;
}

function tokenAt(text: string, start: number): Token {
  for (const [kind, form, value] of forms) {
    form.lastIndex = start;
    const raw = form.exec(text)?.[0];
    if (raw === undefined) continue;
    const open = kind === "sign" && openings.find(([opening]) => text.startsWith(opening, start));
    if (open) throw new Unreadable(open[1], start, open[0].length);
    return { kind, value: value(raw), start, end: start + raw.length };
  }
  throw new Unreadable("the text cannot be read", start, 1);
}
