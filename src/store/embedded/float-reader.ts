/** Reads vectors of `float` as JavaScript computes with them: each one anew in the same place. */
export class FloatReader {
  readonly #floats: Float32Array;
  readonly #bytes: Buffer;

  constructor(dimensions: number) {
    this.#floats = new Float32Array(dimensions);
    this.#bytes = Buffer.from(this.#floats.buffer);
  }

  /** @param bytes a vector in binary form. @returns the vector, until the next call */
  read(bytes: Buffer): Float32Array {
    bytes.copy(this.#bytes);
    if (isLittleEndian) this.#bytes.swap32();
    return this.#floats;
  }
}

const isLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;
