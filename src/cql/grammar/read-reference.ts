import { afterReference } from "./follow.ts";
import type { NameKind } from "./expectation.ts";
import type { TokenReader } from "./token-reader.ts";
import type { Reference } from "./tree.ts";

/** Reads `shop.products`, or `products`. @param kind `new` for what is created */
export function readReference(reader: TokenReader, kind: NameKind, plain?: string): Reference {
  const isQualified = (reader.seesName("keyspace") || reader.sees("?")) && reader.sees(".", 1);
  const keyspace = isQualified ? reader.name("keyspace") : undefined;
  if (isQualified) reader.expect(".");
  const name = reader.name(kind, plain);
  if (!isQualified) reader.settle(afterReference, 1);
  return keyspace === undefined ? { name } : { keyspace, name };
}
