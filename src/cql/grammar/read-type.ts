/** Reads the type of a column, a field or a term. */
import { printText } from "../../model/print-cql.ts";
import { afterType, nativeTypeWords } from "./keywords.ts";
import { printTypeReference, readTypeReference } from "./reference.ts";
import { TokenReader } from "./token-reader.ts";
import type { Reference } from "./tree.ts";

/** A type as it is written. */
export type TypeNode =
  | { readonly kind: "native"; readonly name: string }
  | { readonly kind: "list" | "set" | "frozen"; readonly of: TypeNode }
  | { readonly kind: "map"; readonly key: TypeNode; readonly value: TypeNode }
  | { readonly kind: "tuple"; readonly items: readonly TypeNode[] }
  | { readonly kind: "vector"; readonly of: TypeNode; readonly dimensions: string }
  | ({ readonly kind: "user" } & Reference)
  /** A class of the server, by its name. */
  | { readonly kind: "class"; readonly name: string };

/** The text that `parseCqlType` reads: `map<text, frozen<list<int>>>`. */
export function readType(reader: TokenReader): string {
  return printTypeNode(readTypeNode(reader));
}

/** @throws {CqlSyntaxError} */
export function parseType(text: string): TypeNode {
  const reader = new TokenReader(text);
  const type = readTypeNode(reader);
  if (!reader.isAtEnd) throw reader.mismatched("EOF", "the end of the type");
  return type;
}

function readTypeNode(reader: TokenReader): TypeNode {
  return reader.nested(() => readNested(reader));
}

function readNested(reader: TokenReader): TypeNode {
  const name = reader.takeKind("text");
  if (name) return { kind: "class", name: name.value };
  for (const [word, read] of parametrised) {
    if (!reader.take(word, "<")) continue;
    const type = read(reader);
    reader.expect(">");
    return type;
  }
  if (reader.take("set")) throw reader.mismatched("'<'", "<");
  const { kind, value } = reader.peek();
  if (kind !== "word" || !nativeTypeWords.has(value) || reader.sees(".", 1)) return readUserType(reader);
  return { kind: "native", name: readNativeType(reader) };
}

export function readNativeType(reader: TokenReader): string {
  const { kind, value } = reader.peek();
  // Asked for the sake of those who complete texts.
  reader.seesName("type");
  if (kind !== "word" || !nativeTypeWords.has(value)) throw reader.unexpected("a native type");
  reader.pass();
  reader.settle(afterType, 1);
  return value;
}

function readFrozen(reader: TokenReader): TypeNode {
  const of = readTypeNode(reader);
  if (of.kind !== "native") return { kind: "frozen", of };
  const complaint = `frozen<> is only allowed on collections, tuples, and user-defined types (got ${of.name})`;
  throw reader.wrong(complaint);
}

/** `list<…>` and the like; anything with one of these words and no `<` is a user type. */
const parametrised: readonly (readonly [word: string, read: (reader: TokenReader) => TypeNode])[] = [
  ["frozen", readFrozen],
  ["list", (reader) => ({ kind: "list", of: readTypeNode(reader) })],
  ["set", (reader) => ({ kind: "set", of: readTypeNode(reader) })],
  ["map", (reader) => ({ kind: "map", key: readTypeNode(reader), value: (reader.expect(","), readTypeNode(reader)) })],
  ["tuple", (reader) => ({ kind: "tuple", items: reader.series(() => readTypeNode(reader)) })],
  ["vector", readVector],
];

function readVector(reader: TokenReader): TypeNode {
  const of = readTypeNode(reader);
  reader.expect(",");
  return { kind: "vector", of, dimensions: reader.expectKind("integer", "INTEGER", "a number of dimensions").value };
}

function readUserType(reader: TokenReader): TypeNode {
  return { kind: "user", ...readTypeReference(reader, "a type") };
}

/** @param quoted names are quoted where CQL needs it; in its messages the database never quotes them */
export function printTypeNode(type: TypeNode, quoted = true): string {
  const print = (part: TypeNode): string => printTypeNode(part, quoted);
  switch (type.kind) {
    case "native":
      return type.name;
    case "list":
    case "set":
    case "frozen":
      return `${type.kind}<${print(type.of)}>`;
    case "map":
      return `map<${print(type.key)}, ${print(type.value)}>`;
    case "tuple":
      return `tuple<${type.items.map(print).join(", ")}>`;
    case "vector":
      return `vector<${print(type.of)}, ${type.dimensions}>`;
    case "user":
      if (quoted) return printTypeReference(type);
      return type.keyspace === undefined ? type.name : `${type.keyspace}.${type.name}`;
    case "class":
      return quoted ? printText(type.name) : type.name;
  }
}
