/** Reads the notations of the protocol from the body of a request: [int], [string], [value] and the others of its section 3. */
import { protocolError, CqlError } from "../cql-error.ts";
import { isUtf8 } from "node:buffer";
import { unset } from "./message.ts";
import type { BoundValue } from "./message.ts";

/** Every read checks that its bytes exist, and every count that its items fit into the body. Buffers are views of the body. */
export class BodyReader {
  readonly #body: Buffer;
  readonly #version: number;
  #at = 0;

  constructor(body: Buffer, version: number) {
    this.#body = body;
    this.#version = version;
  }

  byte(): number {
    return this.#body[this.#advance(1)] ?? 0;
  }

  short(): number {
    return this.#body.readUInt16BE(this.#advance(2));
  }

  int(): number {
    return this.#body.readInt32BE(this.#advance(4));
  }

  long(): bigint {
    return this.#body.readBigInt64BE(this.#advance(8));
  }

  string(): string {
    if (this.#left < 2) throw tooShortFor("an UTF8 serialized string preceded by its 2 bytes length");
    return this.#text(this.short(), 2);
  }

  longString(): string {
    if (this.#left < 4) throw tooShortFor("an UTF8 serialized string preceded by its 4 bytes length");
    return this.#text(this.int(), 4);
  }

  /** [bytes]: any negative length is null. */
  bytes(): Buffer | null {
    const length = this.int();
    return length < 0 ? null : this.#value(length);
  }

  shortBytes(): Buffer {
    if (this.#left < 2) throw tooShortFor("a byte array preceded by its 2 bytes length");
    const length = this.short();
    if (length > this.#left) throw tooShortFor("a byte array preceded by its 2 bytes length");
    const at = this.#advance(length);
    return this.#body.subarray(at, at + length);
  }

  /** A value to bind. */
  value(): BoundValue {
    const length = this.int();
    if (length >= 0) return this.#value(length);
    if (length === -1) return null;
    if (length === -2 && this.#version >= 4) return unset;
    throw protocolError(`Invalid ByteBuf length ${length}`);
  }

  /** A count of items, each of which has at least `shortestItem` bytes. */
  count(shortestItem: number): number {
    const count = this.short();
    if (count * shortestItem > this.#left) throw tooShortFor(`${count} items`);
    return count;
  }

  stringList(): string[] {
    return Array.from({ length: this.count(2) }, () => this.string());
  }

  stringMap(): Map<string, string> {
    const map = new Map<string, string>();
    for (let left = this.count(4); left > 0; left--) map.set(this.string(), this.string());
    return map;
  }

  valueList(): BoundValue[] {
    const count = this.count(4);
    const values: BoundValue[] = [];
    for (let index = 0; index < count; index++) values.push(this.value());
    return values;
  }

  namedValues(): Map<string, BoundValue> {
    const map = new Map<string, BoundValue>();
    for (let left = this.count(6); left > 0; left--) map.set(this.string(), this.value());
    return map;
  }

  /** [bytes map]. */
  skipBytesMap(): void {
    for (let left = this.count(6); left > 0; left--) {
      this.string();
      this.bytes();
    }
  }

  get #left(): number {
    return this.#body.length - this.#at;
  }

  #advance(count: number): number {
    const at = this.#at;
    if (at + count > this.#body.length) throw tooShortFor(`a field of ${count} bytes`);
    this.#at = at + count;
    return at;
  }

  #value(length: number): Buffer {
    if (length > this.#left) {
      throw protocolError(`Cannot read value of length ${length}, only ${this.#left} bytes remaining in the message`);
    }
    const at = this.#advance(length);
    return this.#body.subarray(at, at + length);
  }

  #text(length: number, lengthBytes: number): string {
    if (length < 0 || length > this.#left)
      throw tooShortFor(`an UTF8 serialized string preceded by its ${lengthBytes} bytes length`);
    const at = this.#advance(length);
    const bytes = this.#body.subarray(at, at + length);
    if (!isUtf8(bytes)) throw protocolError("Cannot decode string as UTF8");
    return bytes.toString();
  }
}

function tooShortFor(field: string): CqlError {
  return protocolError(`Not enough bytes to read ${field}`);
}
