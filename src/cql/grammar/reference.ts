/** The names of tables, indexes and types, with their keyspaces. */
import { printName, printTypeName } from "../../model/index.ts";
import { afterReference, isTypeWord, reservedTypes } from "./keywords.ts";
import type { NameKind } from "./expectation.ts";
import type { TokenReader } from "./token-reader.ts";
import type { Reference } from "./tree.ts";

/** Reads `shop.products`, or `products`. @param kind `new` for a created object */
export function readReference(reader: TokenReader, kind: NameKind, plain?: string): Reference {
  const isQualified = (reader.seesName("keyspace") || reader.sees("?")) && reader.sees(".", 1);
  const keyspace = isQualified ? reader.name("keyspace") : undefined;
  if (isQualified) reader.expect(".");
  const name = reader.name(kind, plain);
  if (!isQualified) reader.settle(afterReference, 1);
  return keyspace === undefined ? { name } : { keyspace, name };
}

/** `shop.address`: no name of a native type without quotes. */
export function readTypeReference(reader: TokenReader, plain?: string): Reference {
  const keyspace = reader.sees(".", 1) ? reader.name("keyspace", plain) : undefined;
  if (keyspace !== undefined) reader.expect(".");
  const { kind, value } = reader.peek();
  if (kind === "word" && !isTypeWord(value)) throw reader.unexpected(plain ?? "the name of a type");
  if (kind === "word" && reservedTypes.has(value)) throw reader.wrong(`Invalid (reserved) user type name ${value}`);
  const name = reader.name("type", plain);
  return keyspace === undefined ? { name } : { keyspace, name };
}

export function printTypeReference({ keyspace, name }: Reference): string {
  const printed = printTypeName(name);
  return keyspace === undefined ? printed : `${printName(keyspace)}.${printed}`;
}

/** Prints a name in quotes, whether it needs them or not. */
export function printQuoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
