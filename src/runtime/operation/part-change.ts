/**
 * Values that change a part of a column in place of the whole: `add(["red"])` for a set, `setFields({ city: "Bern" })` for a
 * user type. Opaque, since a plain object could be a value of the column itself.
 */
import type { ChangeKind } from "./checked-write.ts";

/** Any of the values below, at run time. */
export class PartChange {
  readonly kind: ChangeKind;
  readonly given: unknown;

  constructor(kind: ChangeKind, given: unknown) {
    this.kind = kind;
    this.given = given;
  }
}

declare const inSet: unique symbol;
declare const inList: unique symbol;
declare const inMap: unique symbol;
declare const inFields: unique symbol;

interface SetPart<Item> {
  readonly [inSet]: Item;
}
interface ListPart<Item> {
  readonly [inList]: Item;
}
interface MapPart<Key, Value> {
  readonly [inMap]: readonly [Key, Value];
}
interface FieldsPart<Fields> {
  readonly [inFields]: (fields: Fields) => void;
}

/** What changes a set: `add(["red"])`, `remove(["blue"])`, or several in an array. */
export type SetChange<Item> = SetPart<Item> | readonly SetPart<Item>[];
/** What changes a list: `append`, `prepend`, `remove`, `setAt`, `removeAt`, or several in an array. */
export type ListChange<Item> = ListPart<Item> | readonly ListPart<Item>[];
/** What changes a map: `put({ theme: "dark" })`, `removeKeys(["font"])`, or several in an array. */
export type MapChange<Key, Value> = MapPart<Key, Value> | readonly MapPart<Key, Value>[];
/** What changes a user type: `setFields({ city: "Bern" })`. */
export type FieldsChange<Fields> = FieldsPart<Fields>;

/** `Fields`, inferred from nothing but the column that the change is for. */
type Changed<Fields> = { readonly [Name in keyof Fields]?: Fields[Name] | null };
type OfColumn<Fields> = [Fields][Fields extends unknown ? 0 : never];

function change(kind: ChangeKind, given: unknown): never {
  return new PartChange(kind, given) as never;
}

/** Adds items to a set. */
export function add<Item>(items: readonly Item[]): SetPart<Item> {
  return change("add", items);
}

/** Removes items from a set, or every equal item from a list. */
export function remove<Item>(items: readonly Item[]): SetPart<Item> & ListPart<Item> {
  return change("remove", items);
}

/** Adds items at the end of a list. Never retried, since it could add them twice. */
export function append<Item>(items: readonly Item[]): ListPart<Item> {
  return change("append", items);
}

/** Adds items at the beginning of a list, in their order. Never retried, since it could add them twice. */
export function prepend<Item>(items: readonly Item[]): ListPart<Item> {
  return change("prepend", items);
}

/** Replaces the item of a list at an index, from 0 on. Never retried: the list may have changed in between. */
export function setAt<Item>(index: number, item: Item): ListPart<Item> {
  return change("setAt", { index, value: item });
}

/** Removes the item of a list at an index, from 0 on. Never retried: the list may have changed in between. */
export function removeAt(index: number): ListPart<never> {
  return change("removeAt", index);
}

/** Puts entries into a map. An object is for keys that are text. */
export function put<Key, Value>(entries: ReadonlyMap<Key, Value>): MapPart<Key, Value>;
export function put<Value>(entries: Readonly<Record<string, Value>>): MapPart<string, Value>;
export function put(entries: object): MapPart<never, never> {
  return change("put", entries);
}

/** Removes the entries of these keys from a map. */
export function removeKeys<Key>(keys: readonly Key[]): MapPart<Key, never> {
  return change("removeKeys", keys);
}

/** Sets fields of a user type, and leaves the others as they are. Null removes the value of a field. */
export function setFields<Fields>(fields: Changed<OfColumn<Fields>>): FieldsPart<Fields> {
  return change("setFields", fields);
}
