/**
 * Compresses and decompresses blocks of LZ4. The packages for it either trust the lengths in a block or load a WebAssembly
 * file of their own; here, a block can neither read nor write outside its buffers.
 * @see https://github.com/lz4/lz4/blob/dev/doc/lz4_Block_format.md
 */

const shortestMatch = 4;
/** No match begins in the last twelve bytes of the input or reaches into the last five: a block ends with literals. */
const lastMatchBegin = 12;
const lastLiterals = 5;
const farthest = 0xffff;
/** A token has four bits for a length; this value says that more bytes of the length follow. */
const extended = 15;
/** A byte of a length that is followed by another one. */
const continued = 255;

/** Returns undefined for a block that is broken or has another length than announced. The caller limits `length`. */
export function decompress(block: Uint8Array, length: number): Buffer | undefined {
  // A byte of a block stands for 255 at most: an announced length allocates memory only if the block is long enough.
  if (length > block.length * continued) return undefined;
  const output = Buffer.allocUnsafe(length);
  const end = block.length;
  let from = 0;
  let to = 0;

  /** Returns a length beyond any output if the block ends within it. */
  const readLength = (bits: number): number => {
    if (bits < extended) return bits;
    let count = bits;
    while (from < end) {
      const byte = block[from++] ?? 0;
      count += byte;
      if (byte !== continued) return count;
    }
    return Infinity;
  };

  while (from < end) {
    const token = block[from++] ?? 0;
    const literals = readLength(token >>> 4);
    if (from + literals > end || to + literals > length) return undefined;
    output.set(block.subarray(from, from + literals), to);
    from += literals;
    to += literals;
    if (from === end) return to === length ? output : undefined;

    const offset = (block[from] ?? 0) | ((block[from + 1] ?? 0) << 8);
    from += 2;
    const match = readLength(token & 0xf) + shortestMatch;
    if (from > end || offset === 0 || offset > to || to + match > length) return undefined;
    repeat(output, to, offset, match);
    to += match;
  }
  return undefined;
}

/** Copies bytes from `offset` bytes before; if there are fewer, they repeat. */
function repeat(output: Buffer, to: number, offset: number, count: number): void {
  const begin = to - offset;
  // Each copy doubles the bytes that repeat.
  for (let copied = 0; copied < count;) {
    const part = Math.min(count - copied, offset + copied);
    output.copyWithin(to + copied, begin, begin + part);
    copied += part;
  }
}

const hashBits = 13;
/** By the hash of four bytes, the last place of such bytes plus one. All calls share it and clear it first. */
const places = new Int32Array(1 << hashBits);

/** Returns undefined for bytes that do not become shorter. */
export function compress(bytes: Buffer): Buffer | undefined {
  const { length } = bytes;
  const matchBegins = length - lastMatchBegin;
  const matchEnds = length - lastLiterals;
  const block = new BlockWriter(bytes);
  places.fill(0);
  let at = 0;
  let misses = 0;
  while (at < matchBegins) {
    const four = bytes.readInt32LE(at);
    const hash = Math.imul(four, 2654435761) >>> (32 - hashBits);
    const earlier = (places[hash] ?? 0) - 1;
    places[hash] = at + 1;
    if (earlier < 0 || at - earlier > farthest || bytes.readInt32LE(earlier) !== four) {
      // The steps grow where nothing repeats.
      at += 1 + (misses++ >>> 6);
      continue;
    }
    misses = 0;
    let end = at + shortestMatch;
    while (end < matchEnds && bytes[end] === bytes[earlier + end - at]) end++;
    if (!block.hasSpace(at, end - at)) return undefined;
    block.writeLiterals(at, end - at - shortestMatch);
    block.writeMatch(at - earlier, end);
    at = end;
  }
  if (!block.hasSpace(length, 0)) return undefined;
  block.writeLiterals(length, 0);
  return block.finish();
}

/** Writes sequences: a token, literals, and a match of earlier bytes. */
class BlockWriter {
  readonly #bytes: Buffer;
  readonly #output: Buffer;
  #written = 0;
  /** End of the last match: the literals of the next sequence begin there. */
  #anchor = 0;
  #match = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.#output = Buffer.allocUnsafe(bytes.length);
  }

  /** Whether the block is still shorter than its input after a sequence: token, offset, literals and both lengths. */
  hasSpace(literalsEnd: number, match: number): boolean {
    const literals = literalsEnd - this.#anchor;
    const longest = 5 + literals + Math.floor(literals / continued) + Math.floor(match / continued);
    return this.#written + longest < this.#bytes.length;
  }

  /** `match`: its length beyond the shortest one. */
  writeLiterals(end: number, match: number): void {
    const literals = end - this.#anchor;
    this.#match = match;
    this.#output[this.#written++] = (Math.min(literals, extended) << 4) | Math.min(match, extended);
    this.#writeLength(literals);
    this.#written += this.#bytes.copy(this.#output, this.#written, this.#anchor, end);
  }

  writeMatch(offset: number, end: number): void {
    this.#output[this.#written++] = offset & 0xff;
    this.#output[this.#written++] = offset >>> 8;
    this.#writeLength(this.#match);
    this.#anchor = end;
  }

  finish(): Buffer {
    return this.#output.subarray(0, this.#written);
  }

  #writeLength(length: number): void {
    if (length < extended) return;
    let rest = length - extended;
    for (; rest >= continued; rest -= continued) this.#output[this.#written++] = continued;
    this.#output[this.#written++] = rest;
  }
}
