/**
 * The binary form of composite types: collections, tuples, vectors, user types.
 *
 * Converts between the binary forms of the parts and the bytes that Cassandra would store. Independent of values and of
 * the order of items in a set.
 *
 *     list, set          count, 4 | (length, 4 | item) …
 *     map                count, 4 | (length, 4 | key | length, 4 | value) …
 *     tuple, user type   (length, 4 | item) …, where -1 is null
 *     vector             item …, or (length, vint | item) … if items have no fixed length
 *
 * @see CQL binary protocol v5, section 6
 */
import type { CqlType, NativeType } from "../../model/index.ts";
import { StoreError } from "../store-error.ts";
import { decodeUnsignedVint, encodeUnsignedVint } from "./vint.ts";

/** A composite type. */
export type Composite = Exclude<CqlType, { readonly kind: "native" | "custom" }>;
/** Null only in tuples and user types. In a map, keys and values take turns. */
export type Parts = readonly (Buffer | null)[];

export function joinParts(type: Composite, parts: Parts): Buffer {
  switch (type.kind) {
    case "list":
    case "set":
      return joinSized(parts, parts.length);
    case "map":
      return joinSized(parts, parts.length / 2);
    case "tuple":
    case "user":
      return joinSized(parts);
    case "vector": {
      const items = parts.flatMap((part) => part ?? []);
      if (fixedLength(type.item) !== undefined) return Buffer.concat(items);
      return Buffer.concat(items.flatMap((item) => [encodeUnsignedVint(item.length), item]));
    }
  }
}

/**
 * Reads what `joinParts` wrote; the parts share memory with the bytes, which may come from anywhere.
 *
 * @throws {StoreError} `invalid` when they are not those of a value of the type
 */
export function splitParts(type: Composite, bytes: Buffer): Parts {
  switch (type.kind) {
    case "list":
    case "set":
      return splitSized(bytes, 4, countOf(bytes, 1));
    case "map":
      return splitSized(bytes, 4, countOf(bytes, 2));
    case "tuple":
      return splitSized(bytes, 0, type.items.length);
    case "user":
      // A value has the fields that the type had when it was written.
      return splitSized(bytes, 0, type.type.fields.length);
    case "vector":
      return splitVector(type, bytes);
  }
}

/** Natives whose values Cassandra stores in a vector without a length. It gives `smallint`, `date` and others one. */
const lengths: Partial<Record<NativeType, number>> = {
  bigint: 8,
  boolean: 1,
  counter: 8,
  double: 8,
  float: 4,
  int: 4,
  timestamp: 8,
  timeuuid: 16,
  uuid: 16,
};

/** The length of an item of a vector, if all have the same. */
export function fixedLength(type: CqlType): number | undefined {
  if (type.kind === "native") return lengths[type.name];
  if (type.kind !== "vector") return undefined;
  const item = fixedLength(type.item);
  return item === undefined ? undefined : item * type.dimensions;
}

function splitVector({ item, dimensions }: Extract<Composite, { kind: "vector" }>, bytes: Buffer): Parts {
  const length = fixedLength(item);
  let offset = 0;
  if (length !== undefined && length * dimensions !== bytes.length) throw notThatMany();
  return Array.from({ length: dimensions }, () => {
    if (length !== undefined) return bytes.subarray(offset, (offset += length));
    const { value, end } = decodeUnsignedVint(bytes, offset);
    if (value > bytes.length - end) throw notThatMany();
    return bytes.subarray(end, (offset = end + Number(value)));
  });
}

function notThatMany(): StoreError {
  return new StoreError("invalid", "The bytes of a vector are not those of as many items as it has");
}

/** How many parts follow the count. Bytes from outside may announce any number, and each part has its length at least. */
function countOf(bytes: Buffer, partsOfItem: number): number {
  const count = bytes.length < 4 ? -1 : bytes.readInt32BE() * partsOfItem;
  if (count >= 0 && count <= (bytes.length - 4) / 4) return count;
  throw moreThanHeld();
}

function moreThanHeld(): StoreError {
  return new StoreError("invalid", "The bytes of a collection announce more items than they hold");
}

/** Without a count before them, parts after the last one may be missing: they are null. */
function splitSized(bytes: Buffer, start: number, count: number): Parts {
  const isCounted = start > 0;
  const parts: (Buffer | null)[] = [];
  let offset = start;
  for (let left = count; left > 0; left--) {
    if (offset >= bytes.length && !isCounted) {
      parts.push(null);
      continue;
    }
    if (offset + 4 > bytes.length) throw moreThanHeld();
    const length = bytes.readInt32BE(offset);
    offset += 4;
    if (length > bytes.length - offset) throw moreThanHeld();
    parts.push(length < 0 ? null : bytes.subarray(offset, (offset += length)));
  }
  return parts;
}

function joinSized(parts: Parts, count?: number): Buffer {
  let length = count === undefined ? 0 : 4;
  for (const part of parts) length += 4 + (part?.length ?? 0);
  const bytes = Buffer.allocUnsafe(length);
  let end = count === undefined ? 0 : bytes.writeInt32BE(count);
  for (const part of parts) {
    end = bytes.writeInt32BE(part?.length ?? -1, end);
    if (part) end += part.copy(bytes, end);
  }
  return bytes;
}
