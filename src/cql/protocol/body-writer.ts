/** Writes the notations of the protocol into a body of unknown length. Rows have a faster way, in `write-response.ts`. */
export class BodyWriter {
  #bytes = Buffer.allocUnsafe(256);
  #end = 0;

  byte(value: number): this {
    const at = this.#advance(1);
    this.#bytes[at] = value;
    return this;
  }

  short(value: number): this {
    const at = this.#advance(2);
    this.#bytes.writeUInt16BE(value, at);
    return this;
  }

  int(value: number): this {
    const at = this.#advance(4);
    this.#bytes.writeInt32BE(value, at);
    return this;
  }

  /** A text that is too long for a length of two bytes is cut. */
  string(value: string): this {
    const bytes = Buffer.from(value);
    return this.shortBytes(bytes.length <= longestShort ? bytes : cut(bytes));
  }

  shortBytes(value: Uint8Array): this {
    this.short(value.length);
    return this.raw(value);
  }

  bytes(value: Uint8Array | null): this {
    if (value === null) return this.int(-1);
    this.int(value.length);
    return this.raw(value);
  }

  stringList(values: readonly string[]): this {
    this.short(values.length);
    for (const value of values) this.string(value);
    return this;
  }

  raw(bytes: Uint8Array): this {
    const at = this.#advance(bytes.length);
    this.#bytes.set(bytes, at);
    return this;
  }

  finish(): Buffer {
    return this.#bytes.subarray(0, this.#end);
  }

  #advance(count: number): number {
    const at = this.#end;
    this.#end += count;
    if (this.#end > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#end));
      this.#bytes.copy(larger, 0, 0, at);
      this.#bytes = larger;
    }
    return at;
  }
}

const longestShort = 0xffff;

/** Cuts between two characters. */
function cut(bytes: Buffer): Buffer {
  let end = longestShort;
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return bytes.subarray(0, end);
}
