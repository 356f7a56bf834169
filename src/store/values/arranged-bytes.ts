import type { CqlType } from "../../model/index.ts";
import { StoreError } from "../store-error.ts";
import { sortsByBytes } from "./order.ts";
import { joinParts, splitParts } from "./parts.ts";
import type { Composite, Parts } from "./parts.ts";
import { arranged, pairs } from "./value-bytes.ts";

/**
 * Bytes of a client as the database keeps them: clients send the items of a set and the entries of a map in any order, and
 * some of them twice.
 *
 * @throws {StoreError} `invalid` when they are not those of a value of the type, or a collection has a null
 */
export function arrangedBytes(type: CqlType, bytes: Buffer): Buffer {
  switch (type.kind) {
    case "native":
    case "custom":
      return bytes;
    // Most have many items of a native type.
    case "vector":
      return type.item.kind === "native" ? bytes : withParts(type, bytes, (parts) => parts);
    case "list":
      return withParts(type, bytes, withoutNulls);
    case "set":
      // As drivers send most: then nothing is taken apart.
      if (isAscending(type.item, bytes)) return bytes;
      return withParts(type, bytes, (parts) => {
        return arranged(
          type.item,
          withoutNulls(parts).map((item) => [item]),
        );
      });
    case "map":
      return withParts(type, bytes, (parts) => arranged(type.key, pairs(withoutNulls(parts))));
    case "tuple":
    case "user":
      return withParts(type, bytes, (parts) => parts);
  }
}

/** The same bytes if no part has changed its place or its own bytes. */
function withParts(type: Composite, bytes: Buffer, arrange: (parts: Parts) => Parts): Buffer {
  if (bytes.length === 0) return bytes;
  const parts = splitParts(type, bytes);
  const arrangedParts = arrange(parts.map((part, place) => part && arrangedBytes(partType(type, place), part)));
  const isSame =
    arrangedParts.length === parts.length && arrangedParts.every((part, place) => isEqual(part, parts[place]));
  return isSame ? bytes : joinParts(type, arrangedParts);
}

/** Whether the items of a set are in their order, and nothing is wrong with its bytes. Only of types that sort by bytes. */
function isAscending(type: CqlType, bytes: Buffer): boolean {
  if (type.kind !== "native" || !sortsByBytes(type.name) || bytes.length < 4) return false;
  let [start, end] = [4, 4];
  for (let place = 0, count = bytes.readInt32BE(); place < count; place++) {
    if (end + 4 > bytes.length) return false;
    const next = end + 4;
    const nextEnd = next + bytes.readInt32BE(end);
    if (nextEnd < next || nextEnd > bytes.length) return false;
    if (place > 0 && !precedes(bytes, start, end, next, nextEnd)) return false;
    [start, end] = [next, nextEnd];
  }
  return end === bytes.length;
}

/** Compares two parts of the bytes. For few, a loop is faster than a call. */
function precedes(bytes: Buffer, one: number, oneEnd: number, other: number, otherEnd: number): boolean {
  let [left, right] = [one, other];
  while (left < oneEnd && right < otherEnd && bytes[left] === bytes[right]) {
    left++;
    right++;
  }
  return left === oneEnd ? right < otherEnd : right < otherEnd && (bytes[left] as number) < (bytes[right] as number);
}

function isEqual(one: Buffer | null, other: Buffer | null | undefined): boolean {
  return one === other || (one !== null && other !== null && other !== undefined && one.equals(other));
}

function partType(type: Composite, place: number): CqlType {
  switch (type.kind) {
    case "list":
    case "set":
    case "vector":
      return type.item;
    case "map":
      return place % 2 === 0 ? type.key : type.value;
    case "tuple":
      return type.items[place] as CqlType;
    case "user":
      return type.type.fields[place]?.type as CqlType;
  }
}

function withoutNulls(parts: Parts): readonly Buffer[] {
  return parts.map((part) => {
    if (part) return part;
    throw new StoreError("invalid", "null is not supported inside collections");
  });
}
