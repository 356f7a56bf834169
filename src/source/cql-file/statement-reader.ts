import { Unreadable } from "./tokens.ts";
import type { StatementTokens, Token } from "./tokens.ts";

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
