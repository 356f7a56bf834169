/**
 * Parses the text of a CQL type, as in `typeDefinition`, with user types and nested parameters.
 *
 * Takes any text and the user types of its keyspace; returns a type or the mistake. Never throws.
 */
import { contains, nativeTypes, printCqlType, quote } from "./cql-type.ts";
import type { CqlType, NativeType, UserType } from "./cql-type.ts";

/** The names allowed in a type besides the native ones. */
export interface KnownTypes {
  readonly userTypes?: ReadonlyMap<string, UserType> | undefined;
  /** Type strings that Colonnade does not know and accepts unchanged: `PointType`, `'org.example.Shape'`. */
  readonly customTypes?: ReadonlySet<string> | undefined;
}

export interface TypeRules extends KnownTypes {
  /**
   * Treats types within a collection as frozen even without the word, as some servers print them and older stores have
   * them. The database itself rejects `list<list<int>>`.
   * @default false
   */
  readonly impliesFrozen?: boolean | undefined;
}

type ParsedType = { readonly type: CqlType } | TypeMistake;

interface TypeMistake {
  readonly code: "unknown-type" | "bad-type";
  readonly message: string;
  /** The unknown type name, and the known ones. */
  readonly found?: string;
  readonly expected?: readonly string[];
  /** What was probably meant, if it is not a typo. */
  readonly meant?: NativeType;
}

/**
 * Parses a CQL type; blanks do not matter, and neither does letter case outside quotes.
 *
 * `"Map<text, Frozen<List<int>>>"` gives a map of `text` to frozen lists of `int`. Within a collection, the database
 * requires `frozen` for nested types; within a tuple, a vector or another frozen type it is implied.
 */
export function parseCqlType(text: string, rules: TypeRules = {}): ParsedType {
  const custom = text.trim();
  if (rules.customTypes?.has(custom)) return { type: { kind: "custom", text: custom } };
  // Nearly every column has a plain type.
  const plain = native.get(text);
  if (plain) return { type: plain };
  const [, sized] = /^\s*([a-z]+)\s*\([\d\s,]*\)\s*$/i.exec(text) ?? [];
  if (sized !== undefined) return withLength(text, sized.toLowerCase());
  const reader = new TypeReader(text, rules);
  try {
    return { type: reader.whole() };
  } catch (error) {
    if (error instanceof Mistake) return error.mistake;
    throw error;
  }
}

/** The words in a type's text that may name user types. */
export function typeNamesIn(text: string, { customTypes }: Pick<KnownTypes, "customTypes"> = {}): readonly string[] {
  // A word before a bracket is a collection, a tuple, a vector or frozen.
  return [...text.matchAll(/"((?:[^"]|"")*)"|([A-Za-z0-9_]+)\b(?!\s*<)/g)].flatMap(([, quoted, word = ""]) => {
    if (quoted !== undefined) return quoted.replaceAll('""', '"');
    const name = word.toLowerCase();
    // A user type with the name of a native type must be quoted.
    return native.has(name) || customTypes?.has(word) ? [] : name;
  });
}

/** Type names of other databases and languages, and the CQL type that they mean. */
const foreignTypes = new Map<string, NativeType>(
  Object.entries({
    string: "text",
    char: "text",
    json: "text",
    integer: "int",
    number: "int",
    short: "smallint",
    byte: "tinyint",
    long: "bigint",
    bool: "boolean",
    real: "float",
    numeric: "decimal",
    money: "decimal",
    datetime: "timestamp",
    timestamptz: "timestamp",
    interval: "duration",
    bytes: "blob",
    binary: "blob",
    ip: "inet",
    guid: "uuid",
  } as const),
);

/** `varchar(10)`: other databases have types with a length, CQL does not. */
function withLength(text: string, name: string): TypeMistake {
  const meant = foreignTypes.get(name) ?? nativeTypes.find((type) => type === name);
  const message = `${quote(text)} is not a CQL type`;
  return { code: "unknown-type", message, found: name, ...(meant ? { meant } : { expected: nativeTypes }) };
}

const native = new Map<string, CqlType>(nativeTypes.map((name) => [name, { kind: "native", name }]));
const parametrised = ["list", "set", "map", "tuple", "vector", "frozen"] as const;
const token = /\s*(?:([A-Za-z0-9_]+)|"((?:[^"]|"")*)"|('[^']*')|([<>,]))\s*/y;

/** Deeper than any real type; without a limit, a text could overflow the stack. */
const deepest = 32;
/** The database counts in 32 bits with a sign. */
const maximumDimensions = 2 ** 31 - 1;

class Mistake extends Error {
  readonly mistake: TypeMistake;

  constructor(mistake: TypeMistake) {
    super(mistake.message);
    this.mistake = mistake;
  }
}

/** Where a type stands: it may be stored in several cells, must be declared frozen, or is implicitly frozen. */
type Position =
  | "column"
  | "collection"
  /** The item of a vector: frozen without the word, but the items of a collection at this place need it. */
  | "vector"
  | "frozen";

interface Token {
  /** A class is the name of a Java class in single quotes. */
  readonly kind: "word" | "quoted" | "class" | "sign" | "end";
  readonly text: string;
}

const end: Token = { kind: "end", text: "" };

class TypeReader {
  readonly #text: string;
  readonly #rules: TypeRules;
  #offset = 0;
  #token = end;

  constructor(text: string, rules: TypeRules) {
    this.#text = text;
    this.#rules = rules;
  }

  whole(): CqlType {
    this.#next();
    if (this.#isAt("end")) throw this.#bad("a type cannot be empty");
    const type = this.#type(0, "column");
    if (!this.#isAt("end")) throw this.#bad(`unexpected ${quote(this.#token.text)} after the type`);
    return type;
  }

  #type(depth: number, position: Position): CqlType {
    if (depth > deepest) throw this.#bad(`types are nested more than ${deepest} deep`);
    const { kind, text } = this.#token;
    if (kind === "sign" || kind === "end") throw this.#bad(`a type is missing${kind === "end" ? " at the end" : ""}`);
    this.#next();
    if (kind === "class") return this.#custom(text);
    if (kind === "quoted") return this.#named(text, text, position);
    const name = text.toLowerCase();
    const opens = this.#isAt("sign", "<");
    const isParametrised = parametrised.find((candidate) => candidate === name);
    if (isParametrised && !opens)
      throw this.#bad(`${name} needs its types in angle brackets: ${samples[isParametrised]}`);
    if (isParametrised) return this.#parametrised(isParametrised, depth, position);
    if (opens && native.has(name)) throw this.#bad(`the type ${name} takes no parameters`);
    return native.get(name) ?? this.#named(name, text, position);
  }

  #named(name: string, text: string, position: Position): CqlType {
    const type = this.#rules.userTypes?.get(name);
    if (type) return this.#requireFrozen({ kind: "user", type, frozen: position !== "column" }, position);
    return this.#custom(text);
  }

  #custom(text: string): CqlType {
    if (this.#rules.customTypes?.has(text)) return { kind: "custom", text };
    throw this.#unknown(text);
  }

  #parametrised(name: (typeof parametrised)[number], depth: number, position: Position): CqlType {
    this.#next();
    const inside = this.#positionWithin(name, position);
    const types = [this.#type(depth + 1, inside)];
    let dimensions: number | undefined;
    // A length is the last parameter of a vector.
    while (dimensions === undefined && this.#isAt("sign", ",")) {
      this.#next();
      if (name === "vector") dimensions = this.#dimensions();
      else types.push(this.#type(depth + 1, inside));
    }
    if (!this.#isAt("sign", ">")) throw this.#bad(`${name} lacks its closing >`);
    this.#next();
    const [one, other] = types;
    const count = types.length;
    if (name === "tuple") return { kind: "tuple", items: types.map((item) => this.#refuseCounter(item, name)) };
    const wanted = name === "map" ? 2 : 1;
    if (!one || count !== wanted) {
      throw this.#bad(`${name} takes ${wanted === 1 ? "one type" : "two types"}, not ${count}: ${samples[name]}`);
    }
    if (name === "frozen") return this.#frozen(one);
    const item = this.#refuseCounter(one, name);
    const frozen = position !== "column";
    if (name === "vector") {
      if (dimensions === undefined) throw this.#bad(`vector takes a type and a length: ${samples.vector}`);
      return { kind: "vector", item, dimensions };
    }
    if (name === "list") return this.#requireFrozen({ kind: "list", item, frozen }, position);
    // Within a frozen item the database accepts a duration.
    if (one.kind === "native" && one.name === "duration") {
      throw this.#bad(name === "set" ? "a set cannot hold a duration" : "the key of a map cannot be a duration");
    }
    if (name === "set") return this.#requireFrozen({ kind: "set", item, frozen }, position);
    const value = other ? this.#refuseCounter(other, name) : item;
    return this.#requireFrozen({ kind: "map", key: item, value, frozen }, position);
  }

  #positionWithin(name: (typeof parametrised)[number], position: Position): Position {
    if (name === "frozen" || name === "tuple" || position === "frozen" || this.#rules.impliesFrozen) return "frozen";
    return name === "vector" ? "vector" : "collection";
  }

  #requireFrozen(type: CqlType, position: Position): CqlType {
    if (position !== "collection") return type;
    const what = type.kind === "user" ? "a user type" : `a ${type.kind}`;
    throw this.#bad(`${what} within a collection must be frozen: ${printCqlType(type)}`);
  }

  #refuseCounter(item: CqlType, name: string): CqlType {
    if (contains(item, "counter")) throw this.#bad(`a counter cannot be in a ${name}`);
    return item;
  }

  #frozen(type: CqlType): CqlType {
    if (type.kind === "native" || type.kind === "custom") {
      throw this.#bad("frozen applies to collections, tuples, vectors and user types only");
    }
    return "frozen" in type ? { ...type, frozen: true } : type;
  }

  #dimensions(): number {
    const { text, kind } = this.#token;
    const dimensions = kind === "word" && /^\d{1,10}$/.test(text) ? Number(text) : 0;
    if (dimensions < 1 || dimensions > maximumDimensions) {
      throw this.#bad(`the length of a vector must be a positive whole number, not ${quote(text)}`);
    }
    this.#next();
    return dimensions;
  }

  #isAt(kind: Token["kind"], text?: string): boolean {
    return this.#token.kind === kind && (text === undefined || this.#token.text === text);
  }

  #next(): void {
    const rest = this.#text.slice(this.#offset).trimStart();
    if (rest === "") {
      this.#token = end;
      return;
    }
    token.lastIndex = this.#offset;
    const match = token.exec(this.#text);
    if (!match) {
      const [first = ""] = rest;
      const unclosed = first === '"' || first === "'";
      throw this.#bad(unclosed ? "a quote is not closed" : `unexpected character ${quote(first)} in a type`);
    }
    const [whole, word, quoted, className, sign] = match;
    this.#offset += whole.length;
    if (word !== undefined) this.#token = { kind: "word", text: word };
    else if (quoted !== undefined) this.#token = { kind: "quoted", text: quoted.replaceAll('""', '"') };
    else if (className !== undefined) this.#token = { kind: "class", text: className };
    else this.#token = { kind: "sign", text: sign ?? "" };
  }

  #unknown(text: string): Mistake {
    const meant = foreignTypes.get(text.toLowerCase());
    const expected = [...nativeTypes, ...parametrised, ...(this.#rules.userTypes?.keys() ?? [])];
    const message = `${quote(text)} is not a CQL type`;
    return new Mistake({ code: "unknown-type", message, found: text, expected, ...(meant && { meant }) });
  }

  #bad(reason: string): Mistake {
    return new Mistake({ code: "bad-type", message: `${quote(this.#text)} is not a CQL type: ${reason}` });
  }
}

const samples = {
  list: "list<text>",
  set: "set<text>",
  map: "map<text, int>",
  tuple: "tuple<text, int>",
  vector: "vector<float, 3>",
  frozen: "frozen<list<text>>",
} as const;
