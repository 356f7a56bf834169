/**
 * Tokens of partition keys: MurmurHash3, which spreads them evenly.
 *
 * Takes the bytes of a partition key, and returns Cassandra's token or writes it in a form that sorts as tokens do.
 */

/** 64 bits, as two halves of 32: each of the hundred steps would create a new bigint. */
interface Word {
  high: number;
  low: number;
}

/** The multipliers of MurmurHash3: of its two mixes, and of its last step. */
const c1: Word = { high: 0x87c3_7b91 | 0, low: 0x1142_53d5 | 0 };
const c2: Word = { high: 0x4cf5_ad43 | 0, low: 0x2745_937f | 0 };
const f1: Word = { high: 0xff51_afd7 | 0, low: 0xed55_8ccd | 0 };
const f2: Word = { high: 0xc4ce_b9fe | 0, low: 0x1a85_ec53 | 0 };
/** The upper half of the smallest token. */
const smallestHigh = -(2 ** 31);

/**
 * The token of a partition key as Cassandra's Murmur3Partitioner computes it: of int 1 it is -4069959284402364209.
 *
 * This is the first half of MurmurHash3 x64 128, except that the bytes after the last full 16 count as signed: an old
 * mistake of Cassandra's that the place of all data depends on.
 */
export function partitionToken(key: Buffer): bigint {
  const { high, low } = tokenOf(key);
  return (BigInt(high) << 32n) | BigInt(low >>> 0);
}

/** Writes the token as eight bytes that sort as tokens do: negative ones come first. */
export function writeOrderedToken(bytes: Buffer, offset: number, key: Buffer): void {
  const { high, low } = tokenOf(key);
  bytes.writeInt32BE(high ^ smallestHigh, offset);
  bytes.writeInt32BE(low, offset + 4);
}

function tokenOf(key: Buffer): Word {
  const full = key.length - (key.length % 16);
  const h1: Word = { high: 0, low: 0 };
  const h2: Word = { high: 0, low: 0 };
  const word: Word = { high: 0, low: 0 };
  for (let offset = 0; offset < full; offset += 16) {
    read(word, key, offset);
    mix1(word);
    xor(h1, word);
    rotate(h1, 27);
    add(h1, h2);
    addFiveTimes(h1, 0x52dc_e729);
    read(word, key, offset + 8);
    mix2(word);
    xor(h2, word);
    rotate(h2, 31);
    add(h2, h1);
    addFiveTimes(h2, 0x3849_5ab5);
  }
  readTail(word, key, full, full + 8);
  mix1(word);
  xor(h1, word);
  readTail(word, key, full + 8, full + 16);
  mix2(word);
  xor(h2, word);
  h1.low ^= key.length;
  h2.low ^= key.length;
  add(h1, h2);
  add(h2, h1);
  finish(h1);
  finish(h2);
  add(h1, h2);
  // The smallest token is reserved for the place before all partitions: the largest one replaces it.
  if (h1.high === smallestHigh && h1.low === 0) {
    h1.high = ~smallestHigh;
    h1.low = -1;
  }
  return h1;
}

function read(word: Word, key: Buffer, offset: number): void {
  word.low = key.readInt32LE(offset);
  word.high = key.readInt32LE(offset + 4);
}

function readTail(word: Word, key: Buffer, start: number, end: number): void {
  word.high = 0;
  word.low = 0;
  for (let index = start; index < Math.min(end, key.length); index++) {
    const byte = ((key[index] ?? 0) << 24) >> 24;
    const bits = 8 * (index - start);
    if (bits >= 32) word.high ^= byte << (bits - 32);
    else {
      word.low ^= byte << bits;
      // The byte counts as signed: its sign fills all higher bits.
      word.high ^= byte >> 31;
    }
  }
}

function xor(word: Word, other: Word): void {
  word.high ^= other.high;
  word.low ^= other.low;
}

function add(word: Word, { high, low }: Word): void {
  const sum = (word.low >>> 0) + (low >>> 0);
  word.high = (word.high + high + (sum > 0xffff_ffff ? 1 : 0)) | 0;
  word.low = sum | 0;
}

/** Five times the word and a number. */
function addFiveTimes(word: Word, constant: number): void {
  const low = (word.low >>> 0) * 5 + constant;
  word.high = (Math.imul(word.high, 5) + Math.floor(low / 0x1_0000_0000)) | 0;
  word.low = low | 0;
}

function times(word: Word, { high, low }: Word): void {
  const [a0, a1, b0, b1] = [word.low & 0xffff, word.low >>> 16, low & 0xffff, low >>> 16];
  const first = a0 * b0;
  const second = a1 * b0 + (first >>> 16);
  const third = a0 * b1 + (second & 0xffff);
  const carry = a1 * b1 + Math.floor(second / 0x1_0000) + Math.floor(third / 0x1_0000);
  word.high = (carry + Math.imul(word.high, low) + Math.imul(word.low, high)) | 0;
  word.low = ((third & 0xffff) << 16) | (first & 0xffff);
}

/** @param bits fewer than 32 */
function rotate(word: Word, bits: number): void {
  const { high, low } = word;
  word.high = (high << bits) | (low >>> (32 - bits));
  word.low = (low << bits) | (high >>> (32 - bits));
}

function mix1(word: Word): void {
  times(word, c1);
  rotate(word, 31);
  times(word, c2);
}

function mix2(word: Word): void {
  times(word, c2);
  // 33 bits: the halves change places.
  const { high } = word;
  word.high = word.low;
  word.low = high;
  rotate(word, 1);
  times(word, c1);
}

/** Combines the word with itself shifted by 33 bits, three times: the upper half, shifted by one, meets the lower one. */
function finish(word: Word): void {
  word.low ^= word.high >>> 1;
  times(word, f1);
  word.low ^= word.high >>> 1;
  times(word, f2);
  word.low ^= word.high >>> 1;
}
