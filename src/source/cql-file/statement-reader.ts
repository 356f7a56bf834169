export interface Token {
  /** A `word` has no quotes, a `name` has double ones, a `text` single ones or `$$`. */
  readonly kind: "word" | "name" | "text" | "number" | "sign";
  /** Without quotes; of a word in lower case, as the database reads it. */
  readonly value: string;
  /** Its place in the text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
}

interface StatementTokens {
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

/** Reads the tokens of one statement from left to right. What does not fit is `Unreadable`, at its place. */
export class StatementReader {
  readonly #tokens: readonly Token[];
  readonly #end: number;
  #at = 0;

  constructor({ tokens, end }: StatementTokens) {
    this.#tokens = tokens;
    this.#end = end;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#tokens.length;
  }

  /** Whether these words, or signs, come next. */
  sees(...words: readonly string[]): boolean {
    return words.every((word, index) => {
      const token = this.#tokens[this.#at + index];
      return token?.value === word && (token.kind === "word" || token.kind === "sign");
    });
  }

  seesKind(kind: Token["kind"]): boolean {
    return this.#tokens[this.#at]?.kind === kind;
  }

  /** Passes these words, or signs, if all of them come next. */
  take(...words: readonly string[]): boolean {
    const isNext = this.sees(...words);
    if (isNext) this.#at += words.length;
    return isNext;
  }

  /** Passes these words, or signs. @throws {Unreadable} when something else comes next */
  expect(...words: readonly string[]): void {
    for (const word of words) if (!this.take(word)) throw this.unreadable(word.toUpperCase());
  }

  /** The first tokens of the statement, and where they are. */
  begin(count: number): { readonly text: string; readonly start: number; readonly length: number } {
    const tokens = this.#tokens.slice(0, count);
    const [start, end] = [tokens[0]?.start ?? 0, tokens.at(-1)?.end ?? this.#end];
    return { text: tokens.map(({ value }) => value).join(" "), start, length: end - start };
  }

  /** Passes whatever comes next. */
  pass(): Token {
    const token = this.#tokens[this.#at];
    if (!token) throw this.unreadable("more");
    this.#at += 1;
    return token;
  }

  /** A name, with quotes or without. */
  name(what: string): string {
    return this.#of(what, "word", "name").value;
  }

  text(what: string): string {
    return this.#of(what, "text").value;
  }

  /** What follows until the statement ends is of no interest. */
  passRest(): void {
    this.#at = this.#tokens.length;
  }

  expectEnd(): void {
    if (!this.isAtEnd) throw this.unreadable("the end of the statement");
  }

  /** An item, and others after commas, within parentheses. */
  list(readItem: () => void): void {
    this.expect("(");
    do readItem();
    while (this.take(","));
    this.expect(")");
  }

  /** As `list`; commas may be doubled and trail, as the database accepts them in `CREATE TABLE` and `CREATE TYPE`. */
  looseList(readItem: () => void): void {
    this.expect("(");
    readItem();
    while (this.take(",")) if (!this.sees(",") && !this.sees(")")) readItem();
    this.expect(")");
  }

  #of(what: string, ...kinds: readonly Token["kind"][]): Token {
    const token = this.#tokens[this.#at];
    if (!token || !kinds.includes(token.kind)) throw this.unreadable(what);
    return this.pass();
  }

  /** For the caller to throw: something else was expected here. */
  unreadable(expected: string): Unreadable {
    const token = this.#tokens[this.#at];
    if (!token) return new Unreadable(`the statement ends where ${expected} should follow`, this.#end, 1);
    return new Unreadable(`expected ${expected}`, token.start, token.end - token.start);
  }

  /** For the caller to throw: what was just passed is wrong. */
  wrong(message: string): Unreadable {
    const token = this.#tokens[Math.max(0, this.#at - 1)] as Token;
    return new Unreadable(message, token.start, token.end - token.start);
  }
}
