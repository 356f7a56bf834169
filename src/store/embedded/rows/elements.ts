/**
 * Elements of collections and user types: what a value is made of, and the value again.
 *
 * Each has a path, which says where it belongs: the item of a set, the key of a map, the number of a field. The items of a
 * list have places that sort by the time of their writing, so that those appended at once by two writers both remain.
 */
import type { CqlType } from "../../../model/index.ts";
import { splitParts } from "../../values/parts.ts";
import { encodeValueOrder, sortsByBytes } from "../../values/order.ts";
import type { Collection, CollectionKind, Element } from "./row-parts.ts";
import { justBefore, noBytes, timeLength, writeTime } from "./stamp.ts";
import type { Cell, Time } from "./stamp.ts";

/** Those that are stored element by element unless they are frozen. */
type TypeOfElements = Extract<CqlType, { readonly kind: CollectionKind }>;

/** A value of a collection that is not frozen, as paths with bytes; fields without a value are left out. */
export function splitElements(type: CqlType, bytes: Buffer): readonly (readonly [path: Buffer, bytes: Buffer])[] {
  if (!hasElements(type)) throw new TypeError("a value of one cell has no elements");
  const parts = splitParts(type, bytes);
  switch (type.kind) {
    case "list":
      return parts.flatMap((part) => (part ? [[noBytes, part] as const] : []));
    case "set":
      return parts.flatMap((part) => (part ? [[part, noBytes] as const] : []));
    case "user":
      return parts.flatMap((part, place) => (part ? [[fieldPath(place), part] as const] : []));
    case "map":
      return parts.flatMap((part, place) => {
        const key = place % 2 === 1 ? parts[place - 1] : undefined;
        return key && part ? [[key, part] as const] : [];
      });
  }
}

/**
 * A cell that was written as a whole, element by element.
 *
 * @param emptiedMs since when what the cell replaced counts as deleted
 */
export function collectionOf(type: CqlType, cell: Cell | undefined, emptiedMs: number): Collection {
  if (!hasElements(type)) throw new TypeError("a value of one cell has no elements");
  const collection: Collection = { kind: type.kind, emptied: undefined, elements: new Map() };
  if (!cell) return collection;
  const { writtenAt, expiresAt, bytes } = cell;
  collection.emptied = bytes === null ? cell : { writtenAt: justBefore(writtenAt), expiresAt: emptiedMs };
  if (bytes === null) return collection;
  splitElements(type, bytes).forEach(([path, part], index) => {
    const place = type.kind === "list" ? listPlace("behind", writtenAt, index) : path;
    collection.elements.set(nameOf(place), { path: place, writtenAt, expiresAt, bytes: part });
  });
  return collection;
}

/**
 * Finds the element of a path, also one whose path has other bytes for an equal value, as in the database: 1.0 and 1.00, two
 * values that are not a number, a user type from before and after a field was added.
 *
 * @returns a function that finds what the collection has now, and not what is added to it later
 */
export function elementFinder(collection: Collection, type: CqlType): (path: Buffer) => Element | undefined {
  const ordered = orderedType(type);
  const find = (path: Buffer): Element | undefined => collection.elements.get(nameOf(path));
  if (!ordered || (ordered.kind === "native" && sortsByBytes(ordered.name))) return find;
  const sorted = [...collection.elements.values()];
  const orderOf = ({ path }: Element): Buffer => encodeValueOrder(ordered, path);
  return (path) => {
    const same = find(path);
    if (same) return same;
    const order = encodeValueOrder(ordered, path);
    const next = sorted[firstFrom(sorted, order, 0, orderOf)];
    return next && orderOf(next).equals(order) ? next : undefined;
  };
}

/** Puts elements that were added at the end in their places, in the order of the type. */
export function placeElements(collection: Collection, type: CqlType, added: number): void {
  const ordered = orderedType(type);
  const orderOf = ({ path }: Element): Buffer => (ordered ? encodeValueOrder(ordered, path) : path);
  const all = [...collection.elements.values()];
  const placed = all.slice(0, -added);
  const others = all.slice(-added).map((element) => ({ element, order: orderOf(element) }));
  others.sort((one, other) => Buffer.compare(one.order, other.order));
  const elements = new Map<string, Element>();
  let done = 0;
  for (const { element, order } of others) {
    const end = firstFrom(placed, order, done, orderOf);
    for (; done < end; done++) add(elements, placed[done] as Element);
    add(elements, element);
  }
  for (; done < placed.length; done++) add(elements, placed[done] as Element);
  collection.elements = elements;
}

function add(elements: Map<string, Element>, element: Element): void {
  elements.set(nameOf(element.path), element);
}

/** Where the first of sorted elements is that does not come before an order. Few of them are looked at. */
function firstFrom(
  sorted: readonly Element[],
  order: Buffer,
  start: number,
  orderOf: (element: Element) => Buffer,
): number {
  let [low, high] = [start, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (Buffer.compare(orderOf(sorted[middle] as Element), order) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function nameOf(path: Buffer): string {
  return path.toString("latin1");
}

export function fieldPath(place: number): Buffer {
  const path = Buffer.allocUnsafe(2);
  path.writeUInt16BE(place);
  return path;
}

/** Whether items come before all that were there, or behind them. */
type Side = "before" | "behind";

const sides: Readonly<Record<Side, number>> = { before: 0, behind: 1 };
const largest = 2 ** 32 - 1;
const placeLength = 1 + timeLength + 4;

/**
 * The place of an item in a list: its side, the time of its writing and a number among the items of that time. What is put
 * before the others later comes first, so its time and number count backwards.
 */
export function listPlace(side: Side, time: Time, number: number): Buffer {
  const place = Buffer.allocUnsafe(placeLength);
  place[0] = sides[side];
  writeTime(place, 1, time);
  if (side === "before") for (let byte = 1; byte <= timeLength; byte++) place[byte] = ~(place[byte] ?? 0) & 0xff;
  place.writeUInt32BE(side === "before" ? largest - number : number, 1 + timeLength);
  return place;
}

/** The first number free for an appended item with this time. */
export function nextNumber({ kind, elements }: Collection, time: Time): number {
  if (kind !== "list") return 0;
  const beginning = listPlace("behind", time, 0).subarray(0, 1 + timeLength);
  let next = 0;
  for (const { path } of elements.values()) {
    if (beginning.compare(path, 0, beginning.length) === 0) {
      next = Math.max(next, path.readUInt32BE(beginning.length) + 1);
    }
  }
  return next;
}

function hasElements(type: CqlType): type is TypeOfElements {
  return type.kind === "list" || type.kind === "set" || type.kind === "map" || type.kind === "user";
}

/** By which elements sort; undefined where the bytes of their paths do. */
function orderedType(type: CqlType): CqlType | undefined {
  return type.kind === "set" ? type.item : type.kind === "map" ? type.key : undefined;
}
