/**
 * Values of statements as bytes: the value is checked once, where it comes in, and the engine stores its bytes.
 *
 * Takes a value or the bytes of a client, with their type, and returns bytes for a column. Never returns bytes of another type.
 */
import type { Value } from "@colonnade/runtime/protocol";
import { partsOf, printCqlType } from "../../model/index.ts";
import type { CqlType } from "../../model/index.ts";
import { StoreError } from "../store-error.ts";
import { arrangedBytes } from "./arranged-bytes.ts";
import { codecOf } from "./codec.ts";
import { deserializeValue, serializeValue } from "./value-bytes.ts";

/**
 * A value in the database's binary form; a statement may have one wherever it has a value. An engine whose column has another
 * type by now reads the value back and checks it again.
 */
export class Encoded {
  readonly type: CqlType;
  /** A Buffer; types that apps see name nothing of Node. */
  readonly bytes: Uint8Array;

  private constructor(type: CqlType, bytes: Uint8Array) {
    this.type = type;
    this.bytes = bytes;
  }

  /** @param value one that the codec of the type accepts */
  static of(type: CqlType, value: Value): Encoded {
    return new Encoded(type, serializeValue(type, value));
  }

  /**
   * @param bytes those of a value of the type, as a client of Cassandra sends it: the caller has checked them, and only the order
   * of items, equal items, and nulls in collections are left to handle
   * @throws {StoreError} `invalid` when a collection is not one, or has a null
   */
  static ofBytes(type: CqlType, bytes: Uint8Array): Encoded {
    return new Encoded(type, arrangedBytes(type, bytes as Buffer));
  }

  /** Whether the bytes are those of a value of the type. A table that has changed may have another object for the same one. */
  isOf(type: CqlType): boolean {
    return isSameType(type, this.type);
  }

  get value(): Value {
    return deserializeValue(this.type, this.bytes as Buffer);
  }
}

/** What a statement holds, as a value. */
export function plainValue<Given>(given: Given): Exclude<Given, Encoded> | Value {
  return given instanceof Encoded ? given.value : (given as Exclude<Given, Encoded>);
}

/**
 * The bytes of a value for a column, or of something that the column's value may hold: an item, a key.
 *
 * @throws {StoreError} `invalid` when the value is not of the type; the message never holds the value
 */
export function checkedBytes(column: string, type: CqlType, value: unknown): Buffer {
  if (value instanceof Encoded && value.isOf(type)) return value.bytes as Buffer;
  const codec = codecOf(type);
  const plain = plainValue(value);
  if (codec.check(plain)) return serializeValue(type, plain as Value);
  const reason = `Invalid value for "${column}" of type ${printCqlType(type)}: it is not ${codec.expected}`;
  throw new StoreError("invalid", reason);
}

/**
 * Whether two types have the same values with the same bytes: whether they are frozen makes no difference. Mostly they are
 * one object.
 */
function isSameType(one: CqlType, other: CqlType): boolean {
  if (one === other) return true;
  const [parts, others] = [partsOf(one), partsOf(other)];
  if (nameOf(one) !== nameOf(other) || parts.length !== others.length) return false;
  return parts.every((part, place) => isSameType(part, others[place] as CqlType));
}

/** What a type is apart from its parts. */
function nameOf(type: CqlType): string {
  switch (type.kind) {
    case "native":
      return type.name;
    case "custom":
      return `custom ${type.text}`;
    case "vector":
      return `vector ${type.dimensions}`;
    case "user":
      return JSON.stringify([type.type.name, ...type.type.fields.map(({ name }) => name)]);
    default:
      return type.kind;
  }
}
