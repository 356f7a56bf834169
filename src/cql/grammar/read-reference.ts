import type { NameKind, TokenReader } from "./token-reader.ts";
import type { Reference } from "./tree.ts";

/** Reads `shop.products`, or `products`. @param kind `new` for what is created */
export function readReference(reader: TokenReader, kind: NameKind, plain?: string): Reference {
  const isQualified = reader.seesName("keyspace") && reader.sees(".", 1);
  if (!isQualified) return { name: reader.name(kind, plain) };
  const keyspace = reader.name("keyspace");
  reader.expect(".");
  return { keyspace, name: reader.name(kind, plain) };
}
