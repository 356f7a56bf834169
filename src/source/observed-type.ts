/**
 * A CQL type as a source reported it, possibly incompletely: `[Int]` in GraphQL is a list or a set, frozen or not.
 *
 * Two reports of one type are narrowed to what fits both. Pure.
 */
import { nativeTypes, parseCqlType, partsOf, printTypeName, typeNamesIn } from "../model/index.ts";
import type { CqlType, KnownTypes, NativeType } from "../model/index.ts";

export type TypeWord = NativeType | "list" | "set" | "map" | "tuple" | "vector" | "user" | "custom";

export interface ObservedType {
  /** The possible kinds of type, the likeliest first; undefined if it may be any. */
  readonly words?: readonly TypeWord[];
  /** The item; the key and the value; the items of a tuple. */
  readonly parts?: readonly ObservedType[];
  /** The name of a user type, or the text of a custom type. */
  readonly name?: string;
  readonly dimensions?: number;
  /** Irrelevant within another type, where everything is frozen. */
  readonly frozen?: boolean;
}

/** The members that have a value: a fact that a source does not report is absent. */
export function withoutUndefined<Known extends object>(members: {
  readonly [Name in keyof Known]: Known[Name] | undefined;
}): Known {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Known;
}

/** A type of which nothing is reported. */
export const anyType: ObservedType = {};

/** A type in a key or within another is always frozen, as is a user type in a field; but not every server says so. */
export const alwaysFrozen = { frozen: true } as const;

/** `varchar` is another name of `text`; servers print either. No other list of words begins with `text`. */
const textWords: readonly TypeWord[] = ["text", "varchar"];

/** A native type by its word. */
export function observedNative(name: NativeType): ObservedType {
  return { words: name === "text" ? textWords : [name] };
}

/** The description of a fully known type. */
export function observedTypeOf(type: CqlType): ObservedType {
  if (type.kind === "native") return observedNative(type.name);
  if (type.kind === "custom") return { words: ["custom"], name: type.text };
  const frozen = "frozen" in type ? { frozen: type.frozen } : {};
  if (type.kind === "user") return { words: ["user"], name: type.type.name, ...frozen };
  const parts = partsOf(type).map(observedTypeOf);
  return {
    words: [type.kind],
    parts,
    ...(type.kind === "vector" ? { dimensions: type.dimensions } : frozen),
  };
}

/**
 * The server cassandra-data-apis prints these words for types that it reports incompletely; `custom` stands for any type
 * that it does not know.
 */
const bare: ReadonlyMap<string, ObservedType> = new Map([
  ["list", { words: ["list"] }],
  ["set", { words: ["set"] }],
  ["map", { words: ["map"] }],
  ["tuple", { words: ["tuple"] }],
  ["custom", anyType],
]);

/**
 * Parses the text of a type as a server prints it. Any other word is a user type: servers report those elsewhere.
 * @returns undefined if it is not a valid type
 */
export function parseObservedType(text: string, customTypes?: KnownTypes["customTypes"]): ObservedType | undefined {
  const bareType = bare.get(text.trim());
  if (bareType) return bareType;
  const userTypes = new Map(typeNamesIn(text, { customTypes }).map((name) => [name, { name, fields: [] }]));
  const parsed = parseCqlType(text, { userTypes, customTypes, impliesFrozen: true });
  return "type" in parsed ? observedTypeOf(parsed.type) : undefined;
}

/** The type that fits both descriptions; undefined if they contradict each other. */
export function narrowTypes(one: ObservedType, other: ObservedType): ObservedType | undefined {
  const words = narrowWords(one.words, other.words);
  const name = same(one.name, other.name);
  const dimensions = same(one.dimensions, other.dimensions);
  const frozen = same(one.frozen, other.frozen);
  const parts = narrowParts(one.parts, other.parts);
  if (words === conflict || name === conflict || dimensions === conflict) return undefined;
  if (frozen === conflict || parts === conflict) return undefined;
  return withoutUndefined<ObservedType>({ words, parts, name, dimensions, frozen });
}

const conflict: unique symbol = Symbol("conflict");
type Narrowed<Value> = Value | undefined | typeof conflict;

function same<Value>(one: Value | undefined, other: Value | undefined): Narrowed<Value> {
  if (one === undefined) return other;
  return other === undefined || one === other ? one : conflict;
}

function narrowWords(
  one: readonly TypeWord[] | undefined,
  other: readonly TypeWord[] | undefined,
): Narrowed<readonly TypeWord[]> {
  if (!one || !other) return one ?? other;
  const both = one.filter((word) => other.includes(word));
  return both.length > 0 ? both : conflict;
}

function narrowParts(
  one: readonly ObservedType[] | undefined,
  other: readonly ObservedType[] | undefined,
): Narrowed<readonly ObservedType[]> {
  if (!one || !other) return one ?? other;
  if (one.length !== other.length) return conflict;
  const parts: ObservedType[] = [];
  for (const [at, part] of one.entries()) {
    const narrowed = narrowTypes({ ...part, ...alwaysFrozen }, { ...other[at], ...alwaysFrozen });
    if (!narrowed) return conflict;
    parts.push(narrowed);
  }
  return parts;
}

type SettledType = { readonly text: string } | { readonly lacks: string };

/** The text of a type, or what is missing for it: `whether it is a list or a set`. */
export function settleType({ words, parts, name, dimensions, frozen }: ObservedType, isPart = false): SettledType {
  const [word, ...others] = words?.[0] === "text" ? ["text"] : (words ?? []);
  if (word === undefined) return { lacks: "its type" };
  if (others.length > 0) return { lacks: `whether it is ${[word, ...others].map(withArticle).join(" or ")}` };
  if (word === "custom") return name === undefined ? { lacks: "its type" } : { text: name };
  if (nativeTypes.some((native) => native === word)) return { text: word };
  const settled = (parts ?? []).map((part) => settleType(part, true));
  const lack = settled.find((part) => "lacks" in part);
  if (lack) return { lacks: `of what it holds: ${lack.lacks}` };
  const texts = settled.map((part) => ("text" in part ? part.text : ""));
  if (word === "vector") {
    return parts && dimensions !== undefined
      ? { text: `vector<${texts.join()}, ${dimensions}>` }
      : { lacks: "how many numbers it has" };
  }
  if (word === "user" ? name === undefined : !parts) return { lacks: "what it holds" };
  const text = word === "user" ? printTypeName(name ?? "") : `${word}<${texts.join(", ")}>`;
  if (word === "tuple") return { text };
  if (frozen === undefined && !isPart) return { lacks: "whether it is frozen" };
  return { text: isPart || frozen ? `frozen<${text}>` : text };
}

/** A type for a message: `list or set`, `map<text, int>`, `something`. */
export function renderObservedType(type: ObservedType): string {
  const { words, parts = [], name, dimensions, frozen } = type;
  const word = words?.[0] === "text" ? "text" : (words?.join(" or ") ?? "something");
  const within = [...parts.map(renderObservedType), ...(dimensions === undefined ? [] : [dimensions])].join(", ");
  const text = name ?? (within === "" ? word : `${word}<${within}>`);
  return frozen ? `frozen<${text}>` : text;
}

function withArticle(word: string): string {
  return `${/^[aeiou]/.test(word) ? "an" : "a"} ${word}`;
}
