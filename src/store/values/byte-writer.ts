/** Bytes that are written one after the other, as those of a key. */
export class ByteWriter {
  /** Longer than what is written. */
  bytes: Buffer;
  /** Setting it to less drops what was written last. */
  length = 0;

  /** @param capacity how many bytes it takes before it needs more memory */
  constructor(capacity = 256) {
    this.bytes = Buffer.allocUnsafe(capacity);
  }

  /** Makes room for more bytes. @returns the memory, to be written from `length` on */
  room(count: number): Buffer {
    const needed = this.length + count;
    if (needed > this.bytes.length) this.bytes = Buffer.concat([this.bytes], 2 * needed);
    return this.bytes;
  }

  /** Writes the bytes from `start` to before `end`. They are few: for those, a loop is faster than a call of Node. */
  write(bytes: Buffer, start = 0, end = bytes.length): void {
    const target = this.room(end - start);
    let at = this.length;
    for (let from = start; from < end; from++) target[at++] = bytes[from] as number;
    this.length = at;
  }

  writeByte(byte: number): void {
    this.room(1)[this.length++] = byte;
  }

  /** Inverts bits of the bytes from `start` to before `end`. With all bits inverted, what sorted first sorts last. */
  invert(start: number, end = this.length, bits = 0xff): void {
    for (let at = start; at < end; at++) this.bytes[at] = (this.bytes[at] as number) ^ bits;
  }

  /** As `Buffer.compare`, if both have the same bytes before `start`. */
  compare(other: ByteWriter, start: number): number {
    const [one, two] = [this.bytes, other.bytes];
    const end = Math.min(this.length, other.length);
    let at = start;
    while (at < end && one[at] === two[at]) at++;
    return at < end ? (one[at] as number) - (two[at] as number) : this.length - other.length;
  }

  /** The bytes, until others are written in their place. */
  get written(): Buffer {
    return this.bytes.subarray(0, this.length);
  }
}
