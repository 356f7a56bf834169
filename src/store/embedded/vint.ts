/** Bytes of a variable-length integer at most: a first byte of ones, then 64 bits. */
const longest = 9;

/**
 * A signed integer of up to 64 bits as Cassandra writes it: 0, -1, 1, -2 become 0, 1, 2, 3, and the ones that lead the
 * first byte count the bytes that follow. `encodeVint(-1n)` is `01`, `encodeVint(100n)` is `80 c8`.
 *
 * @see CQL binary protocol v5, section 3, [vint]
 */
export function encodeVint(value: bigint): Buffer {
  const unsigned = BigInt.asUintN(64, (value << 1n) ^ (value >> 63n));
  let size = 1;
  while (size < longest && unsigned >> BigInt(7 * size) > 0n) size++;
  const bytes = Buffer.alloc(size);
  let rest = unsigned;
  for (let index = size - 1; index >= 0 && rest > 0n; index--) {
    bytes[index] = Number(rest & 0xffn);
    rest >>= 8n;
  }
  bytes[0] = (bytes[0] ?? 0) | ((0xff00 >> (size - 1)) % 0x100);
  return bytes;
}

/** Reads what `encodeVint` wrote at an offset, and tells where it ends. */
export function decodeVint(bytes: Uint8Array, offset: number): { readonly value: bigint; readonly end: number } {
  const first = bytes[offset] ?? 0;
  const extra = Math.clz32(~(first << 24));
  let unsigned = extra >= 8 ? 0n : BigInt(first & (0xff >> extra));
  const end = offset + 1 + Math.min(extra, 8);
  for (let index = offset + 1; index < end; index++) unsigned = (unsigned << 8n) | BigInt(bytes[index] ?? 0);
  return { value: (unsigned >> 1n) ^ -(unsigned & 1n), end };
}
