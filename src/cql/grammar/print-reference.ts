import { printName } from "../../model/print-cql.ts";
import { printTypeReference } from "./read-type.ts";
import type { Reference } from "./tree.ts";

/** `shop.products`; names of types need quotes where others do not. */
export function printReference(reference: Reference, isType = false): string {
  if (isType) return printTypeReference(reference);
  const { keyspace, name } = reference;
  return keyspace === undefined ? printName(name) : `${printName(keyspace)}.${printName(name)}`;
}
