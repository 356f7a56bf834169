/**
 * The database's own binary form of a value of any type.
 *
 * Takes a value that its codec's `check` accepted, and returns the bytes that Cassandra would store: the items of a set
 * and the entries of a map in the order of their type, each once. Does not check values; bytes may come from anywhere.
 */
import { hasEmptyValue } from "@colonnade/runtime/protocol";
import type { Value } from "@colonnade/runtime/protocol";
import { isMultiCell } from "../../model/index.ts";
import type { CqlType } from "../../model/index.ts";
import { StoreError } from "../store-error.ts";
import { deserialize, serialize } from "./bytes.ts";
import { deserializeFloats, isFloatVector, serializeFloats } from "./floats.ts";
import { joinParts, splitParts } from "./parts.ts";
import type { Parts } from "./parts.ts";
import { encodeValueOrder } from "./order.ts";

type FieldValues = Readonly<{ [name: string]: Value | null }>;

export function serializeValue(type: CqlType, value: Value): Buffer {
  switch (type.kind) {
    case "native":
      return serialize(type.name, value);
    case "custom":
      return Buffer.from(JSON.stringify(value));
    case "list":
    case "vector":
      if (isFloatVector(type)) return serializeFloats(value as readonly number[]);
      return joinParts(
        type,
        (value as readonly Value[]).map((item) => serializeValue(type.item, item)),
      );
    case "set": {
      const entries = (value as readonly Value[]).map((item) => [serializeValue(type.item, item)] as const);
      return joinParts(type, arranged(type.item, entries));
    }
    case "map": {
      const entries = Array.from(value as ReadonlyMap<Value, Value>, ([key, held]) => {
        return [serializeValue(type.key, key), serializeValue(type.value, held)] as const;
      });
      return joinParts(type, arranged(type.key, entries));
    }
    case "tuple": {
      const list = value as readonly (Value | null)[];
      return joinParts(
        type,
        type.items.map((item, index) => serializeNullable(item, list[index])),
      );
    }
    case "user": {
      const record = value as FieldValues;
      return joinParts(
        type,
        type.type.fields.map((field) => serializeNullable(field.type, record[field.name])),
      );
    }
  }
}

/**
 * The value of stored bytes, or null: for most types, the database has values without bytes, which are distinct from null
 * only for text types and blobs.
 *
 * @throws {StoreError} `invalid` as `deserializeValue` does
 */
export function readValue(type: CqlType, bytes: Buffer, start = 0, end: number = bytes.length): Value | null {
  if (start === end && !(type.kind === "native" && hasEmptyValue(type.name))) return null;
  return deserializeValue(type, bytes, start, end);
}

/**
 * The value of bytes in the database's form; nothing of it shares memory with them. An item without bytes of a collection is
 * refused where it would have to be null: a collection of the bindings has no nulls.
 *
 * @throws {StoreError} `invalid` when they are not those of a value, or of one that JavaScript does not have
 */
export function deserializeValue(type: CqlType, bytes: Buffer, start = 0, end: number = bytes.length): Value {
  if (type.kind === "native") return deserialize(type.name, bytes, start, end);
  return deserializeComposite(type, bytes.subarray(start, end));
}

function deserializeComposite(type: Exclude<CqlType, { readonly kind: "native" }>, bytes: Buffer): Value {
  switch (type.kind) {
    case "custom":
      return parseCustom(bytes);
    case "list":
    case "set":
    case "vector":
      if (type.kind === "vector" && isFloatVector(type)) return deserializeFloats(type.dimensions, bytes);
      return splitParts(type, bytes).flatMap((part) => (part ? [deserializeValue(type.item, part)] : []));
    case "map":
      return new Map(
        pairs(splitParts(type, bytes)).map(([key, value]) => [
          deserializeValue(type.key, key),
          deserializeValue(type.value, value),
        ]),
      );
    case "tuple": {
      const parts = splitParts(type, bytes);
      return type.items.map((item, index) => deserializeNullable(item, parts[index]));
    }
    case "user": {
      const parts = splitParts(type, bytes);
      return Object.fromEntries(
        type.type.fields.map((field, index) => [field.name, deserializeNullable(field.type, parts[index])]),
      );
    }
  }
}

/** What this store keeps of a type that nobody knows; clients of the query language may have written something else. */
function parseCustom(bytes: Buffer): Value {
  try {
    return JSON.parse(bytes.toString()) as Value;
  } catch (error) {
    throw new StoreError("invalid", "The bytes are not those of a value that this store has written", error);
  }
}

/** The parts of a map as entries. */
export function pairs(parts: Parts): readonly (readonly [key: Buffer, value: Buffer])[] {
  const entries: (readonly [Buffer, Buffer])[] = [];
  for (let index = 0; index + 1 < parts.length; index += 2) {
    const [key, value] = [parts[index], parts[index + 1]];
    if (key && value) entries.push([key, value]);
  }
  return entries;
}

function serializeNullable(type: CqlType, value: Value | null | undefined): Buffer | null {
  return value === null || value === undefined ? null : serializeValue(type, value);
}

function deserializeNullable(type: CqlType, part: Buffer | null | undefined): Value | null {
  return part ? readValue(type, part) : null;
}

/** Entries by their first part, sorted. Of equal ones the first gives the key and the last the value, as in the database. */
export function arranged(type: CqlType, entries: readonly (readonly [key: Buffer, value?: Buffer])[]): Parts {
  const orders = entries.map(([key]) => encodeValueOrder(type, key));
  const isArranged = orders.every(
    (order, index) => index === 0 || Buffer.compare(orders[index - 1] as Buffer, order) < 0,
  );
  if (isArranged) return entries.flatMap((parts) => parts as readonly Buffer[]);
  const found = new Map<string, { readonly order: Buffer; readonly parts: readonly Buffer[] }>();
  entries.forEach(([key, value], index) => {
    const order = orders[index] as Buffer;
    const name = order.toString("latin1");
    const first = found.get(name)?.parts[0] ?? key;
    found.set(name, { order, parts: value ? [first, value] : [first] });
  });
  return [...found.values()]
    .sort((one, other) => Buffer.compare(one.order, other.order))
    .flatMap((entry) => entry.parts);
}

/**
 * A written value as reads return it: the database sorts sets and maps, keeps each item and key once, and does not distinguish
 * an empty collection, or a user type without values, from null unless it is frozen.
 *
 * Takes values that the codec of the type accepts.
 */
export function storedValue(type: CqlType, value: Value | null): Value | null {
  if (value === null || type.kind === "native" || type.kind === "custom") return value;
  return isMultiCell(type) && isEmpty(value) ? null : deserializeValue(type, serializeValue(type, value));
}

/** No items, or no field with a value: nothing that has a cell. */
export function isEmpty(value: Value): boolean {
  return value instanceof Map ? value.size === 0 : Object.values(value).every((item) => item === null);
}
