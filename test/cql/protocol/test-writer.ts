/** Writes what a client sends. */
export class TestWriter {
  readonly #parts: Buffer[] = [];

  byte(value: number): this {
    this.#parts.push(Buffer.of(value));
    return this;
  }

  short(value: number): this {
    const bytes = Buffer.alloc(2);
    bytes.writeUInt16BE(value);
    return this.raw(bytes);
  }

  int(value: number): this {
    const bytes = Buffer.alloc(4);
    bytes.writeInt32BE(value);
    return this.raw(bytes);
  }

  long(value: bigint): this {
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64BE(value);
    return this.raw(bytes);
  }

  string(text: string): this {
    return this.short(Buffer.byteLength(text)).raw(Buffer.from(text));
  }

  longString(text: string): this {
    return this.int(Buffer.byteLength(text)).raw(Buffer.from(text));
  }

  value(bytes: Buffer): this {
    return this.int(bytes.length).raw(bytes);
  }

  raw(bytes: Buffer): this {
    this.#parts.push(bytes);
    return this;
  }

  bytes(): Buffer {
    return Buffer.concat(this.#parts);
  }
}

/** An envelope of a client. */
export function requestBytes(version: number, opcode: number, body: Buffer, stream = 1, flags = 0): Buffer {
  const header = new TestWriter().byte(version).byte(flags).short(stream).byte(opcode).int(body.length);
  return header.raw(body).bytes();
}
