/** Reads LevelDB's numbers, 7 bits a byte from the lowest on, and bytes that follow their length. */
export class VarintReader {
  readonly #bytes: Buffer;
  #offset: number;

  constructor(bytes: Buffer, offset = 0) {
    this.#bytes = bytes;
    this.#offset = offset;
  }

  get done(): boolean {
    return this.#offset >= this.#bytes.length;
  }

  /** @throws {RangeError} when the bytes end too early, or the number has more than 53 bits */
  number(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.#bytes.readUInt8(this.#offset);
      this.#offset += 1;
      value += (byte & 127) * factor;
      if (byte >= 128) continue;
      if (!Number.isSafeInteger(value)) throw new RangeError("not a number of LevelDB's");
      return value;
    }
  }

  /** @throws {RangeError} when there are fewer */
  take(length: number): Buffer {
    const end = this.#offset + length;
    if (end > this.#bytes.length) throw new RangeError("the bytes end too early");
    const taken = this.#bytes.subarray(this.#offset, end);
    this.#offset = end;
    return taken;
  }

  /** @throws {RangeError} as above */
  prefixed(): Buffer {
    return this.take(this.number());
  }
}
