/**
 * Joins the stored elements of collections to values, in place: readers of a row see one value, as the protocol has it.
 *
 * In the stored form each path and each value has its length before it, as the parts of a value have.
 */
import { collectionHead, countLength, kinds } from "./row-parts.ts";
import type { CollectionKind } from "./row-parts.ts";
import { endsAt, isDeletedAt, sizeLength, stampLength } from "./stamp.ts";

type JoinedValue = readonly [number: number, value: Buffer];

/** An element in the row: where its path begins, its value, and what follows; each with its length before it. */
type Place = readonly [path: number, value: number, end: number];

/** The values of the collections of a row by the numbers of their columns, without what has ended; none of empty ones. */
export function joinCollections(row: Buffer, start: number, nowMs: number): readonly JoinedValue[] {
  const values: JoinedValue[] = [];
  let offset = start + countLength;
  for (let left = row.readUInt16BE(start); left > 0; left--) {
    const number = row.readUInt16BE(offset);
    const kind = kinds[row.readUInt8(offset + countLength)] ?? "set";
    const places: Place[] = [];
    let count = row.readUInt32BE(offset + collectionHead - sizeLength);
    for (offset += collectionHead; count > 0; count--) {
      const path = offset + stampLength;
      const value = path + sizeLength + row.readUInt32BE(path);
      const end = value + sizeLength + row.readUInt32BE(value);
      if (!isDeletedAt(row, offset) && !endsAt(row, offset, nowMs)) places.push([path, value, end]);
      offset = end;
    }
    if (places.length > 0)
      values.push([number, kind === "user" ? joinFields(row, places) : joinItems(kind, row, places)]);
  }
  return values;
}

/** What of an element is in the value. */
const spans: Readonly<Record<Exclude<CollectionKind, "user">, (place: Place) => readonly [from: number, to: number]>> =
  {
    list: ([, value, end]) => [value, end],
    set: ([path, value]) => [path, value],
    map: ([path, , end]) => [path, end],
  };

function joinItems(kind: Exclude<CollectionKind, "user">, row: Buffer, places: readonly Place[]): Buffer {
  const spanOf = spans[kind];
  let length = sizeLength;
  for (const place of places) {
    const [from, to] = spanOf(place);
    length += to - from;
  }
  const joined = Buffer.allocUnsafe(length);
  let offset = joined.writeInt32BE(places.length);
  for (const place of places) {
    const [from, to] = spanOf(place);
    offset += row.copy(joined, offset, from, to);
  }
  return joined;
}

const noField = Buffer.alloc(sizeLength, 0xff);

/** Fields without a value have a length of -1; those after the last field with a value are omitted. */
function joinFields(row: Buffer, places: readonly Place[]): Buffer {
  const parts: Buffer[] = [];
  for (const [path, value, end] of places) {
    const place = row.readUInt16BE(path + sizeLength);
    while (parts.length < place) parts.push(noField);
    parts.push(row.subarray(value, end));
  }
  return Buffer.concat(parts);
}
