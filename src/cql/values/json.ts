import { invalid } from "../cql-error.ts";

/** JSON with all digits of its numbers. */
export type Json = null | boolean | string | JsonNumber | readonly Json[] | ReadonlyMap<string, Json>;

export class JsonNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  get isWhole(): boolean {
    return /^-?\d+$/.test(this.text);
  }
}

/** Deeper than any type. */
const deepest = 1000;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const word = /true|false|null/y;
/** Characters that may follow a number or a word. */
const end = /(?=[ \t\r\n,\]}]|$)/y;
const string = /"(?:[^"\\\0-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const blank = /[ \t\r\n]*/y;

/** Parses the first JSON value of a text. What follows it is ignored, as by the database. */
export function parseJson(text: string): Json {
  return new JsonReader(text).value(0);
}

class JsonReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  value(depth: number): Json {
    this.#take(blank);
    if (depth > deepest) throw invalid(`Document nesting depth (${depth}) exceeds the maximum allowed (${deepest})`);
    const sign = this.#text[this.#at];
    if (sign === "{") return this.#object(depth);
    if (sign === "[") return this.#array(depth);
    if (sign === '"') return this.#string();
    const known = this.#take(word);
    const digits = known === undefined ? this.#take(number) : undefined;
    if (this.#take(end) === undefined) throw this.#mistake();
    if (known !== undefined) return known === "null" ? null : known === "true";
    if (digits === undefined) throw this.#mistake();
    return new JsonNumber(digits);
  }

  #object(depth: number): Json {
    const members = new Map<string, Json>();
    this.#at++;
    if (this.#sign("}")) return members;
    for (;;) {
      this.#take(blank);
      const name = this.#string();
      if (!this.#sign(":")) throw this.#mistake();
      members.set(name, this.value(depth + 1));
      if (this.#sign("}")) return members;
      if (!this.#sign(",")) throw this.#mistake();
    }
  }

  #array(depth: number): Json {
    const items: Json[] = [];
    this.#at++;
    if (this.#sign("]")) return items;
    for (;;) {
      items.push(this.value(depth + 1));
      if (this.#sign("]")) return items;
      if (!this.#sign(",")) throw this.#mistake();
    }
  }

  #string(): string {
    const raw = this.#take(string);
    if (raw === undefined) throw this.#mistake();
    return JSON.parse(raw) as string;
  }

  #sign(sign: string): boolean {
    this.#take(blank);
    if (this.#text[this.#at] !== sign) return false;
    this.#at++;
    return true;
  }

  #take(form: RegExp): string | undefined {
    form.lastIndex = this.#at;
    const found = form.exec(this.#text)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  #mistake(): Error {
    const sign = this.#text[this.#at];
    const found = sign === undefined ? "Unexpected end-of-input" : `Unexpected character ('${sign}')`;
    return invalid(`${found} at column ${this.#at + 1}`);
  }
}

/** The class that Java reads a value as, which messages name. */
export function javaClass(json: Json): string {
  if (json instanceof JsonNumber) {
    if (!json.isWhole) return "Double";
    const value = BigInt(json.text);
    if (value === BigInt.asIntN(32, value)) return "Integer";
    return value === BigInt.asIntN(64, value) ? "Long" : "BigInteger";
  }
  if (json instanceof Map) return "LinkedHashMap";
  return Array.isArray(json) ? "ArrayList" : typeof json === "string" ? "String" : "Boolean";
}

/** Names without quotes of their own are in lower case. */
export function readNames(members: ReadonlyMap<string, Json>): readonly (readonly [name: string, value: Json])[] {
  return Array.from(members, ([name, value]) => {
    const isQuoted = name.length > 1 && name.startsWith('"') && name.endsWith('"');
    return [isQuoted ? name.slice(1, -1) : name.toLowerCase(), value] as const;
  });
}
