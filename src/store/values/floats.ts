import type { CqlType } from "../../model/index.ts";
import { StoreError } from "../store-error.ts";

/** The length of a number in bytes. */
const width = 4;
const isLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/** Whether values are vectors as models of language make them, long enough that each number should not cost an object. */
export function isFloatVector(type: CqlType): boolean {
  return type.kind === "vector" && type.item.kind === "native" && type.item.name === "float";
}

/** A vector of `float` in binary form. */
export function serializeFloats(floats: readonly number[]): Buffer {
  const bytes = Buffer.allocUnsafe(width * floats.length);
  for (let index = 0; index < floats.length; index++) bytes.writeFloatBE(floats[index] as number, width * index);
  return bytes;
}

/** @throws {StoreError} `invalid` when the bytes are not those of as many */
export function deserializeFloats(dimensions: number, bytes: Buffer): number[] {
  if (bytes.length !== dimensions * width) {
    throw new StoreError("invalid", `The bytes are not those of a vector of ${dimensions} floats`);
  }
  return Array.from(new FloatReader(dimensions).read(bytes));
}

/** Reads vectors of `float` one after the other, each in the place of the one before. */
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
