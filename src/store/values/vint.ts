/** Bytes of a variable-length integer at most: a first byte of ones, then 64 bits. */
const longest = 9;

/**
 * A signed integer of up to 64 bits as Cassandra writes it: 0, -1, 1, -2 become 0, 1, 2, 3, and are then written as numbers
 * without a sign. `encodeVint(-1n)` is `01`, `encodeVint(100n)` is `80 c8`.
 *
 * @see CQL binary protocol v5, section 3, [vint]
 */
export function encodeVint(value: bigint): Buffer {
  return encodeUnsigned(BigInt.asUintN(64, (value << 1n) ^ (value >> 63n)));
}

/** Reads what `encodeVint` wrote at an offset, and returns where it ends. */
export function decodeVint(bytes: Uint8Array, offset: number): Vint {
  const { value, end } = decodeUnsignedVint(bytes, offset);
  return { value: (value >> 1n) ^ -(value & 1n), end };
}

/** A length: the ones that lead the first byte count the bytes that follow. `encodeUnsignedVint(200)` is `80 c8`. */
export function encodeUnsignedVint(value: number): Buffer {
  return encodeUnsigned(BigInt(value));
}

interface Vint {
  readonly value: bigint;
  /** The offset after it. */
  readonly end: number;
}

export function decodeUnsignedVint(bytes: Uint8Array, offset: number): Vint {
  const first = bytes[offset] ?? 0;
  const extra = Math.clz32(~(first << 24));
  let value = extra >= 8 ? 0n : BigInt(first & (0xff >> extra));
  const end = offset + 1 + Math.min(extra, 8);
  for (let index = offset + 1; index < end; index++) value = (value << 8n) | BigInt(bytes[index] ?? 0);
  return { value, end };
}

function encodeUnsigned(value: bigint): Buffer {
  let size = 1;
  while (size < longest && value >> BigInt(7 * size) > 0n) size++;
  const bytes = Buffer.alloc(size);
  let rest = value;
  for (let index = size - 1; index >= 0 && rest > 0n; index--) {
    bytes[index] = Number(rest & 0xffn);
    rest >>= 8n;
  }
  bytes[0] = (bytes[0] ?? 0) | ((0xff00 >> (size - 1)) % 0x100);
  return bytes;
}
