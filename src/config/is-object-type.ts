/**
 * Whether a module declares an exported type that is an object or a boolean, or a union with one: no text and no number. Reads
 * what the module itself declares; conditional types and imported names are left to the compiler.
 */
export function isObjectType(text: string, name: string): boolean {
  const tokens = text.match(token)?.filter((word) => !/^\/[/*]/.test(word)) ?? [];
  const local = localName(tokens, name);
  return local !== undefined && isDeclaredObject(tokens, local, new Set());
}

const token = /\/\*[^]*?\*\/|\/\/.*|`(?:[^`\\]|\\[^])*`|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|=>|[\w$]+|\S/g;

const closing: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}", "<": ">" };

/** Types that keep a text a text. */
const transparent = new Set(["Readonly", "Partial", "Required", "NonNullable"]);

/** Types of the language that are objects, and booleans. */
const objects = new Set(
  [
    "object",
    "Object",
    "Array",
    "ReadonlyArray",
    "Record",
    "Pick",
    "Omit",
    "Map",
    "ReadonlyMap",
    "Set",
    "ReadonlySet",
  ].concat(["Date", "RegExp", "URL", "Promise", "Uint8Array", "boolean", "true", "false"]),
);

/** The name that a module itself has for an export. Undefined if it comes from another module. */
function localName(tokens: readonly string[], name: string): string | undefined {
  for (const [at, word] of tokens.entries()) {
    if (word !== "export") continue;
    const open = tokens[at + 1] === "type" ? at + 2 : at + 1;
    if (tokens[open] !== "{") continue;
    const end = tokens.indexOf("}", open);
    const named = tokens
      .slice(open + 1, end)
      .join(" ")
      .split(",")
      .map((item) => item.trim().split(" "));
    const item = named.find((words) => words.at(-1) === name);
    if (item !== undefined) return tokens[end + 1] === "from" ? undefined : item.filter((part) => part !== "type")[0];
  }
  return tokens.some((word, at) => word === name && isDeclaration(tokens, at) && isExported(tokens, at))
    ? name
    : undefined;
}

function isDeclaration(tokens: readonly string[], at: number): boolean {
  return ["interface", "class", "type"].includes(tokens[at - 1] ?? "");
}

function isExported(tokens: readonly string[], at: number): boolean {
  const before = tokens.slice(Math.max(0, at - 4), at - 1).filter((word) => word !== "declare" && word !== "abstract");
  return before.at(-1) === "export";
}

function isDeclaredObject(tokens: readonly string[], name: string, seen: ReadonlySet<string>): boolean {
  const at = tokens.findIndex((word, index) => word === name && isDeclaration(tokens, index));
  if (at < 0 || seen.has(name)) return false;
  if (tokens[at - 1] !== "type") return true;
  const start = tokens[at + 1] === "<" ? endOfGroup(tokens, at + 1) : at + 1;
  if (tokens[start] !== "=") return false;
  return new TypeReader(tokens, start + 1, new Set([...seen, name])).isObject();
}

/** Where the tokens go on after a group. */
function endOfGroup(tokens: readonly string[], open: number): number {
  let depth = 0;
  for (let at = open; at < tokens.length; at++) {
    const word = tokens[at] ?? "";
    if (word in closing) depth++;
    else if (Object.values(closing).includes(word) && --depth === 0) return at + 1;
  }
  return tokens.length;
}

/** Reads a type expression from a token on. */
class TypeReader {
  readonly #tokens: readonly string[];
  readonly #seen: ReadonlySet<string>;
  #at: number;

  constructor(tokens: readonly string[], at: number, seen: ReadonlySet<string>) {
    this.#tokens = tokens;
    this.#at = at;
    this.#seen = seen;
  }

  /** A union is an object if one of its members is. */
  isObject(): boolean {
    this.#take("|");
    const members = [this.#intersection()];
    while (this.#take("|")) members.push(this.#intersection());
    return this.#peek() !== "extends" && members.some(Boolean);
  }

  /** An intersection with a text is a text with a brand. */
  #intersection(): boolean {
    this.#take("&");
    const parts = [this.#operand()];
    while (this.#take("&")) parts.push(this.#operand());
    return parts.every(Boolean);
  }

  #operand(): boolean {
    let isObject = this.#primary();
    while (this.#peek() === "[") {
      isObject = this.#tokens[this.#at + 1] === "]";
      this.#at = endOfGroup(this.#tokens, this.#at);
    }
    return isObject;
  }

  #primary(): boolean {
    const start = this.#at;
    const word = this.#peek();
    if (word in closing) {
      this.#at = endOfGroup(this.#tokens, start);
      if (word === "<") return this.#primary();
      if (word !== "(") return true;
      if (!this.#take("=>")) return new TypeReader(this.#tokens, start + 1, this.#seen).isObject();
      this.isObject();
      return true;
    }
    this.#at++;
    if (["keyof", "typeof", "unique", "infer"].includes(word)) return this.#operand() && false;
    if (word === "readonly" || word === "abstract" || word === "new") return this.#operand();
    let name = word;
    while (this.#take(".")) name += `.${this.#tokens[this.#at++] ?? ""}`;
    if (this.#peek() !== "<") return this.#isNamedObject(name, undefined);
    const first = this.#at + 1;
    this.#at = endOfGroup(this.#tokens, this.#at);
    return this.#isNamedObject(name, first);
  }

  #isNamedObject(name: string, argument: number | undefined): boolean {
    if (argument !== undefined && transparent.has(name))
      return new TypeReader(this.#tokens, argument, this.#seen).isObject();
    return isDeclaredObject(this.#tokens, name, this.#seen) || objects.has(name);
  }

  #peek(): string {
    return this.#tokens[this.#at] ?? "";
  }

  #take(word: string): boolean {
    if (this.#peek() !== word) return false;
    this.#at++;
    return true;
  }
}
