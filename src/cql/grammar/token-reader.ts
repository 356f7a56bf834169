/**
 * Reads the tokens of a text from left to right. Parsers ask it what comes next; whatever they ask for at the end of the
 * text may be written there.
 */
import type { ExpectationListener, NameKind } from "./expectation.ts";
import { printExpected, reservedWords } from "./keywords.ts";
import { readToken } from "./lexer.ts";
import type { Token, TokenKind } from "./lexer.ts";
import { brokenToken, CqlSyntaxError, unexpected } from "./syntax-error.ts";

/** Deeper than any real statement; a deeper one would overflow the stack. */
const deepest = 200;
/** The most operators, fields and elements of one term: each makes the tree one level deeper. */
const longestChain = 1000;

export class TokenReader {
  readonly #text: string;
  readonly #tokens: Token[];
  readonly #listener: ExpectationListener | undefined;
  #at = 0;
  #depth = 0;
  #chain = 0;
  #markers = 0;
  /** Where a name or a term has ended, and what could follow it anywhere in the language. */
  #settled: { readonly at: number; readonly follow: ReadonlySet<string>; readonly back: number } | undefined;

  /** @param tokens the text's tokens that were read before; with an `end`, all of them */
  constructor(text: string, tokens: readonly Token[] = [], listener?: ExpectationListener) {
    this.#text = text;
    this.#tokens = [...tokens];
    this.#listener = listener;
  }

  /** Where the last token read ends. */
  get end(): number {
    return this.#tokens[this.#at - 1]?.end ?? 0;
  }

  get isAtEnd(): boolean {
    return this.peek().kind === "end";
  }

  /** @throws {CqlSyntaxError} when it is not a token */
  peek(ahead = 0): Token {
    const index = this.#at + ahead;
    const token = this.#tokens[index];
    if (token) return token;
    while (this.#tokens.length <= index) {
      const last = this.#tokens.at(-1);
      if (last?.kind === "end") return last;
      const token = readToken(this.#text, last?.end ?? 0);
      if (token.kind === "broken") throw brokenToken(this.#text, token);
      this.#tokens.push(token);
    }
    return this.#tokens[index] as Token;
  }

  /** Whether a word, or a sign, comes next. */
  sees(word: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    if (this.#listener && this.#endsAt(ahead)) this.#listener.onWord(word);
    return token.value === word && (token.kind === "word" || token.kind === "sign");
  }

  seesKind(kind: TokenKind, ahead = 0): boolean {
    return this.peek(ahead).kind === kind;
  }

  /** Whether something comes that may be a name. */
  seesName(kind: NameKind, ahead = 0): boolean {
    const token = this.peek(ahead);
    if (this.#listener && this.#endsAt(ahead)) this.#listener.onName(kind);
    return token.kind === "word" ? !reservedWords.has(token.value) : token.kind === "name" && token.value !== "";
  }

  /** Passes these words, or signs, if all of them come next. */
  take(first: string, ...others: readonly string[]): boolean {
    if (!this.sees(first)) return false;
    if (!others.every((word, index) => this.sees(word, index + 1))) return false;
    this.#at += 1 + others.length;
    return true;
  }

  /** Passes one of these signs, if one comes next. */
  takeSign<Sign extends string>(signs: readonly Sign[]): Sign | undefined {
    const { kind, value } = this.peek();
    if (kind !== "sign") return undefined;
    if (!(signs as readonly string[]).includes(value)) return undefined;
    this.#at += 1;
    return value as Sign;
  }

  takeKind(kind: TokenKind): Token | undefined {
    return this.seesKind(kind) ? this.pass() : undefined;
  }

  /** Passes these words, or signs. @throws {CqlSyntaxError} when something else comes next */
  expect(...words: readonly string[]): void {
    for (const word of words) if (!this.take(word)) throw this.mismatched(printExpected(word), word.toUpperCase());
  }

  expectKind(kind: TokenKind, expected: string, plain: string): Token {
    const token = this.takeKind(kind);
    if (!token) throw this.mismatched(expected, plain);
    return token;
  }

  pass(): Token {
    const token = this.peek();
    this.#at += 1;
    return token;
  }

  /** A name, with quotes or without. @param plain what it is, for messages */
  name(kind: NameKind, plain = `the name of a ${kind}`): string {
    if (!this.seesName(kind)) {
      if (this.sees("?") && unbindable.has(kind)) throw this.wrong(`Bind variables cannot be used for ${kind} names`);
      throw this.unexpected(plain);
    }
    return this.pass().value;
  }

  /** The name of an existing column, which may be empty in very old tables. */
  column(plain?: string): string {
    const token = this.peek();
    return token.kind === "name" && token.value === "" ? this.pass().value : this.name("column", plain);
  }

  /** The place of a marker in the statement. */
  countMarker(): number {
    return this.#markers++;
  }

  /** Reads a nested part. @throws {CqlSyntaxError} when it is nested too deeply */
  nested<Result>(read: () => Result): Result {
    if (this.#depth === 0) this.#chain = 0;
    this.#depth += 1;
    if (this.#depth > deepest) throw this.unexpected("fewer levels");
    const result = read();
    this.#depth -= 1;
    return result;
  }

  /** Counts an operator, a field or an element of the current term. */
  lengthen(): void {
    this.#chain += 1;
    if (this.#chain > longestChain) throw this.unexpected("fewer operators");
  }

  /** One or more items, separated by commas. */
  series<Item>(readItem: () => Item): Item[] {
    const items = [readItem()];
    while (this.take(",")) items.push(readItem());
    return items;
  }

  /** As `series`, within parentheses. */
  list<Item>(readItem: () => Item): Item[] {
    this.expect("(");
    const items = this.series(readItem);
    this.expect(")");
    return items;
  }

  /**
   * Notes that a name or a term has ended here.
   * @param follow what may follow anywhere in the language
   * @param back 1 if the database marks the last token when something else follows, as it has to look ahead there
   */
  settle(follow: ReadonlySet<string>, back: 0 | 1): void {
    this.#settled = { at: this.#at, follow, back };
  }

  /** For the caller to throw: only this could follow. */
  mismatched(expected: string, plain: string): CqlSyntaxError {
    const back = this.#backAtStranger();
    return back === undefined
      ? unexpected(this.#mark(0), expected, plain)
      : unexpected(this.#mark(0, back), undefined, plain);
  }

  /**
   * For the caller to throw: several things could follow.
   * @param ahead how many tokens later the unreadable one is; the database marks the next token anyway
   */
  unexpected(plain: string, ahead = 0): CqlSyntaxError {
    return unexpected(this.#mark(ahead, ahead === 0 ? this.#backAtStranger() : 0), undefined, plain);
  }

  /** For the caller to throw: the next token can be read, but is refused. */
  wrong(message: string, plain = message): CqlSyntaxError {
    const { start, end } = this.peek();
    return new CqlSyntaxError(message, plain, start, Math.max(end, start + 1));
  }

  /** Whether the text ends exactly there. */
  #endsAt(ahead: number): boolean {
    return this.#tokens[this.#at + ahead]?.kind === "end";
  }

  /** How far back the database marks an unexpected token; undefined if the next token could follow. */
  #backAtStranger(): number | undefined {
    const { kind, value } = this.peek();
    if (this.#settled?.at !== this.#at) return undefined;
    const word = kind === "word" || kind === "sign" || kind === "end" ? value : undefined;
    return word !== undefined && this.#settled.follow.has(word) ? undefined : this.#settled.back;
  }

  #mark(ahead: number, back = 0): Parameters<typeof unexpected>[0] {
    this.peek(ahead);
    return { text: this.#text, tokens: this.#tokens, at: this.#at + ahead, marked: this.#at - back };
  }
}

const unbindable: ReadonlySet<NameKind> = new Set(["keyspace", "table", "index"]);
