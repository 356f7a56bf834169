import { partsOf } from "../../model/index.ts";
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
    case "set": {
      const { item } = type;
      const found = item.kind === "native" && sortsByBytes(item.name) ? arrangedSet(bytes) : undefined;
      if (found) return found;
      return withParts(type, bytes, (parts) => {
        return arranged(
          item,
          withoutNulls(parts).map((part) => [part]),
        );
      });
    }
    case "map":
      return withParts(type, bytes, (parts) => arranged(type.key, pairs(withoutNulls(parts))));
    case "tuple":
    case "user":
      return withParts(type, bytes, (parts) => parts);
  }
}

/** The same bytes if no part has changed its place or its own bytes. The types of parts take turns, as those of a map. */
function withParts(type: Composite, bytes: Buffer, arrange: (parts: Parts) => Parts): Buffer {
  if (bytes.length === 0) return bytes;
  const [parts, types] = [splitParts(type, bytes), partsOf(type)];
  const typeAt = (place: number): CqlType => types[place % types.length] as CqlType;
  const arrangedParts = arrange(parts.map((part, place) => part && arrangedBytes(typeAt(place), part)));
  const isSame =
    arrangedParts.length === parts.length && arrangedParts.every((part, place) => isEqual(part, parts[place]));
  return isSame ? bytes : joinParts(type, arrangedParts);
}

/** Where an item is, without its length. */
interface Place {
  readonly start: number;
  readonly end: number;
}

/** The same for a set of items that sort by their bytes, which is most sets; undefined if something is wrong with it. */
function arrangedSet(bytes: Buffer): Buffer | undefined {
  if (bytes.length < 4) return undefined;
  const places: Place[] = [];
  let isArranged = true;
  let offset = 4;
  for (let left = bytes.readInt32BE(); left > 0; left--) {
    if (offset + 4 > bytes.length) return undefined;
    const start = offset + 4;
    const end = start + bytes.readInt32BE(offset);
    if (end < start || end > bytes.length) return undefined;
    const place = { start, end };
    const before = places.at(-1);
    isArranged &&= !before || compareAt(bytes, before, place) < 0;
    places.push(place);
    offset = end;
  }
  if (offset !== bytes.length) return undefined;
  return isArranged ? bytes : sorted(bytes, places);
}

function sorted(bytes: Buffer, places: Place[]): Buffer {
  places.sort((one, other) => compareAt(bytes, one, other));
  const arranged = Buffer.allocUnsafe(bytes.length);
  let [end, count] = [4, 0];
  places.forEach((place, index) => {
    const before = places[index - 1];
    if (before && compareAt(bytes, before, place) === 0) return;
    end += bytes.copy(arranged, end, place.start - 4, place.end);
    count += 1;
  });
  arranged.writeInt32BE(count);
  return arranged.subarray(0, end);
}

/** Negative if the first comes before the second. */
function compareAt(bytes: Buffer, one: Place, other: Place): number {
  let [left, right] = [one.start, other.start];
  for (; left < one.end && right < other.end; left++, right++) {
    const difference = (bytes[left] as number) - (bytes[right] as number);
    if (difference !== 0) return difference;
  }
  return one.end - left - (other.end - right);
}

function isEqual(one: Buffer | null, other: Buffer | null | undefined): boolean {
  return one === other || (one !== null && other !== null && other !== undefined && one.equals(other));
}

function withoutNulls(parts: Parts): readonly Buffer[] {
  return parts.map((part) => {
    if (part) return part;
    throw new StoreError("invalid", "null is not supported inside collections");
  });
}
