/**
 * Blocks of LZ4. The packages that have them either trust the lengths in a block, or load a WebAssembly file of their own;
 * here a block can neither read nor write outside its buffers.
 * @see https://github.com/lz4/lz4/blob/dev/doc/lz4_Block_format.md
 */

const shortestMatch = 4;
/** A block ends with literals: no match may begin in the last twelve bytes, or reach into the last five. */
const lastMatchBegin = 12;
const lastLiterals = 5;
const farthest = 0xffff;
/** A token has four bits for a length; the largest value says that bytes follow. */
const extended = 15;

/** How many bytes a block of so many bytes can become: each byte of a length stands for 255 at most. */
export function longestDecompressed(blockLength: number): number {
  return blockLength * 255;
}

/** Returns undefined for a block that is broken, or that has another length than announced. The caller limits `length`. */
export function decompress(block: Uint8Array, length: number): Buffer | undefined {
  if (length > longestDecompressed(block.length)) return undefined;
  const output = Buffer.allocUnsafe(length);
  const end = block.length;
  let from = 0;
  let to = 0;
  while (from < end) {
    const token = block[from++] ?? 0;
    let literals = token >>> 4;
    if (literals === extended) {
      let byte: number;
      do {
        if (from >= end) return undefined;
        byte = block[from++] ?? 0;
        literals += byte;
      } while (byte === 255);
    }
    if (from + literals > end || to + literals > length) return undefined;
    output.set(block.subarray(from, from + literals), to);
    from += literals;
    to += literals;
    if (from === end) return to === length ? output : undefined;

    if (from + 2 > end) return undefined;
    const offset = (block[from] ?? 0) | ((block[from + 1] ?? 0) << 8);
    from += 2;
    let count = token & 0xf;
    if (count === extended) {
      let byte: number;
      do {
        if (from >= end) return undefined;
        byte = block[from++] ?? 0;
        count += byte;
      } while (byte === 255);
    }
    count += shortestMatch;
    if (offset === 0 || offset > to || to + count > length) return undefined;
    repeat(output, to, offset, count);
    to += count;
  }
  return undefined;
}

/** Copies what stands `offset` bytes before; beyond the offset, that includes what this copy has written. */
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
/** Where four bytes with that hash were seen last, plus one. Shared: a call fills it before it reads. */
const seen = new Int32Array(1 << hashBits);

/** Returns undefined for bytes that do not become shorter. */
export function compress(bytes: Buffer): Buffer | undefined {
  const { length } = bytes;
  const matchLimit = length - lastMatchBegin;
  const output = Buffer.allocUnsafe(length);
  let written = 0;
  let anchor = 0;
  seen.fill(0);

  /** Returns false when the output would not be shorter than the input. */
  const writeSequence = (literalEnd: number, match: number, offset: number): boolean => {
    const literals = literalEnd - anchor;
    const most = literals + (literals >>> 7) + (match >>> 7) + 8;
    if (written + most >= length) return false;
    const token = written++;
    output[token] = (Math.min(literals, extended) << 4) | Math.min(Math.max(match, 0), extended);
    if (literals >= extended) writeLength(literals - extended);
    bytes.copy(output, written, anchor, literalEnd);
    written += literals;
    if (offset === 0) return true;
    output[written++] = offset & 0xff;
    output[written++] = offset >>> 8;
    if (match >= extended) writeLength(match - extended);
    return true;
  };
  const writeLength = (count: number): void => {
    let rest = count;
    for (; rest >= 255; rest -= 255) output[written++] = 255;
    output[written++] = rest;
  };

  let at = 0;
  let misses = 0;
  while (at < matchLimit) {
    const four = bytes.readInt32LE(at);
    const hash = Math.imul(four, 2654435761) >>> (32 - hashBits);
    const candidate = (seen[hash] ?? 0) - 1;
    seen[hash] = at + 1;
    if (candidate < 0 || at - candidate > farthest || bytes.readInt32LE(candidate) !== four) {
      // Steps grow where nothing repeats.
      at += 1 + (misses++ >>> 6);
      continue;
    }
    misses = 0;
    const end = length - lastLiterals;
    let until = at + shortestMatch;
    while (until < end && bytes[until] === bytes[candidate + until - at]) until++;
    if (!writeSequence(at, until - at - shortestMatch, at - candidate)) return undefined;
    anchor = at = until;
  }
  return writeSequence(length, 0, 0) ? output.subarray(0, written) : undefined;
}
