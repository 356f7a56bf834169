/**
 * Reads values as cassandra-driver decodes them.
 *
 * The driver's own types give their bytes, which are read as everywhere in the store: their texts are not always right, as
 * that of a decimal with a negative scale.
 */
import type { NativeName } from "@colonnade/runtime/protocol";
import { isMultiCell, partsOf } from "../../model/index.ts";
import type { CqlType } from "../../model/index.ts";
import { StoreError } from "../store-error.ts";
import type { Value } from "../store.ts";
import { deserialize } from "../values/bytes.ts";
import { isEmpty } from "../values/value-bytes.ts";

type Read = (value: unknown) => Value;

/** The types that the database and JavaScript have in common. */
const same: Read = (value) => value as Value;

/**
 * How the cells of a column are read: null for what has no value, and for a collection without items that is not frozen,
 * which the cluster shows as either.
 *
 * @param place for messages: `shop.products.tags`
 */
export function cellReaderOf(type: CqlType, place: string): (value: unknown) => Value | null {
  const read = orNull(readerOf(type, place));
  if (!isMultiCell(type)) return read;
  return (value) => {
    const found = read(value);
    return found === null || isEmpty(found) ? null : found;
  };
}

function readerOf(type: CqlType, place: string): Read {
  switch (type.kind) {
    case "native":
      return natives[type.name];
    case "custom":
      return () => {
        throw new StoreError("invalid", `${place} cannot be read: ${type.text} is not a type of CQL`);
      };
    case "list": {
      const item = readerOf(type.item, place);
      return item === same ? same : (value) => (value as readonly unknown[]).map(item);
    }
    // A client may be set to decode sets as anything that is iterable.
    case "set":
    case "vector": {
      const item = readerOf(type.item, place);
      return (value) => Array.from(value as Iterable<unknown>, item);
    }
    case "map": {
      const [key, held] = [readerOf(type.key, place), readerOf(type.value, place)];
      return (value) => {
        if (!(value instanceof Map)) throw new StoreError("invalid", plainMap(place));
        return new Map(Array.from(value as Map<unknown, unknown>, ([one, other]) => [key(one), held(other)]));
      };
    }
    case "tuple": {
      const items = type.items.map((item) => orNull(readerOf(item, place)));
      return (value) => {
        const { elements } = value as { readonly elements: readonly unknown[] };
        return items.map((read, index) => read(elements[index]));
      };
    }
    case "user": {
      const fields = type.type.fields.map(({ name, type }) => [name, orNull(readerOf(type, place))] as const);
      return (value) => {
        const record = value as Readonly<Record<string, unknown>>;
        return Object.fromEntries(fields.map(([name, read]) => [name, read(record[name])]));
      };
    }
  }
}

/**
 * Whether the driver fails to decode a type. Within a vector it has the types' names in Java, of which it looks for those of
 * a vector at the wrong place of a user type.
 */
export function isBeyondDriver(type: CqlType, isInVector = false): boolean {
  if (type.kind !== "user") {
    return partsOf(type).some((part) => isBeyondDriver(part, isInVector || type.kind === "vector"));
  }
  const fields = type.type.fields.map((field) => field.type);
  return fields.some((field) => (isInVector && field.kind === "vector") || isBeyondDriver(field, isInVector));
}

/** Keys of an object are texts: what else they were is lost. */
function plainMap(place: string): string {
  return `${place} cannot be read: create the client with the option encoding: { map: Map }`;
}

function orNull(read: Read): (value: unknown) => Value | null {
  return (value) => (value === null || value === undefined ? null : read(value));
}

type Method = "getBuffer" | "toBuffer";

/** A type of the driver whose values give their bytes. */
const byMethod = (name: NativeName, method: Method): Read => {
  return (value) => deserialize(name, (value as Readonly<Record<Method, () => Buffer>>)[method]());
};
/** A type of the driver whose class makes the bytes; by the value's own class, since there may be two copies of the driver. */
const byClass = (name: NativeName): Read => {
  return (value) => {
    const { constructor } = value as { readonly constructor: { toBuffer(value: unknown): Buffer } };
    return deserialize(name, constructor.toBuffer(value));
  };
};
const integer: Read = (value) => (typeof value === "bigint" ? value : BigInt(String(value)));

const natives: Readonly<Record<NativeName, Read>> = {
  ascii: same,
  text: same,
  varchar: same,
  boolean: same,
  tinyint: same,
  smallint: same,
  int: same,
  float: same,
  double: same,
  timestamp: same,
  uuid: byMethod("uuid", "getBuffer"),
  timeuuid: byMethod("timeuuid", "getBuffer"),
  inet: byMethod("inet", "getBuffer"),
  bigint: integer,
  counter: integer,
  varint: integer,
  // It may share memory with whatever else the network brought.
  blob: (value) => new Uint8Array(value as Uint8Array),
  decimal: byClass("decimal"),
  date: byMethod("date", "toBuffer"),
  time: byMethod("time", "toBuffer"),
  duration: byMethod("duration", "toBuffer"),
};
