import type { Value } from "@colonnade/runtime/protocol";
import type { CqlType } from "../../model/index.ts";
import { arrangedBytes } from "./arranged-bytes.ts";
import { isSameType } from "./same-type.ts";
import { deserializeValue, serializeValue } from "./value-bytes.ts";

/**
 * A value in the database's binary form, checked by whoever made it: a statement may have one wherever it has a value. An
 * engine whose column has another type by now reads the value back and checks it again.
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
   * @param bytes those of a value of the type, as a client of Cassandra sends it: the caller has checked natives in it
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
