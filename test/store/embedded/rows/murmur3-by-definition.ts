const mask = 0xffff_ffff_ffff_ffffn;
const c1 = 0x87c3_7b91_1142_53d5n;
const c2 = 0x4cf5_ad43_2745_937fn;
const smallest = -(2n ** 63n);

/** The same token by 64-bit arithmetic, as the algorithm is written down; slow. */
export function tokenByDefinition(key: Buffer): bigint {
  const full = key.length - (key.length % 16);
  let h1 = 0n;
  let h2 = 0n;
  for (let offset = 0; offset < full; offset += 16) {
    h1 = times(rotate(h1 ^ mixed1(key.readBigUInt64LE(offset)), 27n) + h2, 5n) + 0x52dc_e729n;
    h1 &= mask;
    h2 = times(rotate(h2 ^ mixed2(key.readBigUInt64LE(offset + 8)), 31n) + h1, 5n) + 0x3849_5ab5n;
    h2 &= mask;
  }
  h1 ^= mixed1(tail(key, full, full + 8));
  h2 ^= mixed2(tail(key, full + 8, full + 16));
  const length = BigInt(key.length);
  h1 = ((h1 ^ length) + (h2 ^ length)) & mask;
  h2 = (h1 + (h2 ^ length)) & mask;
  const token = BigInt.asIntN(64, finished(h1) + finished(h2));
  // The smallest token is kept for "before everything".
  return token === smallest ? -smallest - 1n : token;
}

function tail(key: Buffer, start: number, end: number): bigint {
  let word = 0n;
  for (let index = start; index < Math.min(end, key.length); index++) {
    word ^= BigInt(key.readInt8(index)) << BigInt(8 * (index - start));
  }
  return BigInt.asUintN(64, word);
}

function times(one: bigint, other: bigint): bigint {
  return (one * other) & mask;
}

function rotate(word: bigint, bits: bigint): bigint {
  return ((word << bits) | (word >> (64n - bits))) & mask;
}

function mixed1(word: bigint): bigint {
  return times(rotate(times(word, c1), 31n), c2);
}

function mixed2(word: bigint): bigint {
  return times(rotate(times(word, c2), 33n), c1);
}

function finished(word: bigint): bigint {
  let result = times(word ^ (word >> 33n), 0xff51_afd7_ed55_8ccdn);
  result = times(result ^ (result >> 33n), 0xc4ce_b9fe_1a85_ec53n);
  return result ^ (result >> 33n);
}
