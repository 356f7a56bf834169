/**
 * Parses the text of a collection, tuple or user type as CQL writes it: `['a', 'b']`, `{1: 'a'}`, `(1, a)`.
 *
 * That is how clients of Stargate send them over REST. Quotes may be left out.
 */
import { maximumValues } from "./json.ts";

/** A list for `[…]`, `(…)` and a set; entries for a map or a user type; otherwise the text of a value, or null. */
export type CqlLiteral = string | null | readonly CqlLiteral[] | readonly CqlLiteralEntry[];

interface CqlLiteralEntry {
  readonly key: CqlLiteral;
  readonly value: CqlLiteral;
}

const closing: ReadonlyMap<string | undefined, string> = new Map([
  ["[", "]"],
  ["{", "}"],
  ["(", ")"],
]);
/** Later code walks the result recursively. */
const maximumDepth = 32;

/** @throws {SyntaxError} if it is not such a text, too deep, or has too many values */
export function parseLiteral(text: string): CqlLiteral {
  const reader = new CqlLiteralReader(text);
  const literal = reader.literal(maximumDepth);
  reader.end();
  return literal;
}

class CqlLiteralReader {
  readonly #text: string;
  #place = 0;
  #values = 0;

  constructor(text: string) {
    this.#text = text;
  }

  literal(depth: number, inBraces = false): CqlLiteral {
    if (++this.#values > maximumValues) throw new SyntaxError("too many values");
    this.#skipBlanks();
    const close = closing.get(this.#text[this.#place]);
    if (close === undefined) return this.#scalar(inBraces);
    if (depth === 0) throw new SyntaxError("too deep");
    this.#place++;
    const items: CqlLiteral[] = [];
    const entries: CqlLiteralEntry[] = [];
    const isBrace = close === "}";
    while (!this.#takes(close)) {
      if (items.length + entries.length > 0 && !this.#takes(",")) throw new SyntaxError("a comma is missing");
      const key = this.literal(depth - 1, isBrace);
      if (isBrace && this.#takes(":")) entries.push({ key, value: this.literal(depth - 1, isBrace) });
      else items.push(key);
    }
    if (items.length > 0 && entries.length > 0) throw new SyntaxError("some values have a key, others have none");
    return entries.length > 0 ? entries : items;
  }

  end(): void {
    this.#skipBlanks();
    if (this.#place < this.#text.length) throw new SyntaxError("text after the end");
  }

  /** `'it''s'`, or text without quotes up to the next sign, which may be a colon in braces alone. */
  #scalar(inBraces: boolean): string | null {
    const form =
      this.#text[this.#place] === "'" ? /'(?:[^']|'')*'/y : inBraces ? /[^'"[\](){},:]+/y : /[^'"[\](){},]+/y;
    form.lastIndex = this.#place;
    const found = form.exec(this.#text)?.[0];
    if (found === undefined) throw new SyntaxError("a value is missing");
    this.#place += found.length;
    if (found.startsWith("'")) return found.slice(1, -1).replaceAll("''", "'");
    const bare = found.trimEnd();
    return bare === "null" ? null : bare;
  }

  #takes(sign: string): boolean {
    this.#skipBlanks();
    if (this.#text[this.#place] !== sign) return false;
    this.#place++;
    return true;
  }

  #skipBlanks(): void {
    while (this.#text[this.#place] === " ") this.#place++;
  }
}
