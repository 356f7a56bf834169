/**
 * Checks a table of LevelDB's: every block has a trailer with the kind of its compression and a checksum, and the footer
 * says where the index of the blocks is.
 */
import { attempt } from "../../../../errors.ts";
import { findChecksum, maskedCrc32c } from "./crc32c.ts";
import { damaged } from "./damage.ts";
import type { DataFile } from "./damage.ts";
import { VarintReader } from "./varint-reader.ts";

const footerSize = 48;
const trailerSize = 5;
const magic = 0xdb4775248b80fb57n;

/** Where a block is, without its trailer. */
interface Handle {
  readonly offset: number;
  readonly size: number;
}

/** @throws {StoreError} `damaged`, with the place of the first block that does not match its checksum */
export function checkTable(file: DataFile): void {
  const { path, bytes } = file;
  const footer = bytes.length - footerSize;
  if (footer < 0 || bytes.readBigUInt64LE(bytes.length - 8) !== magic) {
    throw damaged(path, "it does not end as a table does", Math.max(0, footer));
  }
  try {
    for (const handles of readFooter(file)) {
      for (const handle of readHandles(readBlock(file, handles))) checkBlock(file, handle);
    }
  } catch (error) {
    if (error instanceof RangeError) throw damaged(path, `its index cannot be read (${error.message})`, footer);
    throw error;
  }
}

/** A key of LevelDB, followed by the number of its change, and a value. */
export type TableEntry = readonly [key: Buffer, value: Buffer];

/** The entries of all blocks that match their checksums; without an index, of those before the first that does not. */
export function salvageTable(file: DataFile): TableEntry[] {
  const index = attempt(() => {
    const [, handle] = readFooter(file);
    return [...readHandles(readBlock(file, handle))];
  });
  if (!index) return [...readWithoutIndex(file)];
  return index.flatMap((handle) => attempt(() => [...readEntries(readBlock(file, handle))]) ?? []);
}

/** The blocks of data follow each other from the beginning. Those of filters and of the index come last. */
function* readWithoutIndex(file: DataFile): Generator<TableEntry> {
  for (let offset = 0; ;) {
    const checksum = findChecksum(file.bytes, offset);
    if (checksum === undefined) return;
    const handle = { offset, size: checksum - 1 - offset };
    const entries = attempt(() => [...readEntries(readBlock(file, handle))]) ?? [];
    if (entries.length === 0 || !entries.every(isChange)) return;
    yield* entries;
    offset = checksum + 4;
  }
}

/** The last eight bytes of a key are the kind of the change, 0 or 1, and its number. */
function isChange([key]: TableEntry): boolean {
  return key.length >= 8 && key.readUInt8(key.length - 8) <= 1;
}

/** Where the handles of the filters and of the data are. */
function readFooter({ bytes }: DataFile): readonly [filters: Handle, index: Handle] {
  const reader = new VarintReader(bytes, bytes.length - footerSize);
  return [readHandle(reader), readHandle(reader)];
}

function readHandle(reader: VarintReader): Handle {
  return { offset: reader.number(), size: reader.number() };
}

function checkBlock({ path, bytes }: DataFile, { offset, size }: Handle): void {
  const trailer = offset + size;
  if (trailer + trailerSize > bytes.length) throw damaged(path, "a block reaches beyond the end", offset);
  if (maskedCrc32c(bytes, offset, trailer + 1) !== bytes.readUInt32LE(trailer + 1)) {
    throw damaged(path, `a block of ${size} bytes does not match its checksum`, offset);
  }
}

function readBlock(file: DataFile, handle: Handle): Buffer {
  checkBlock(file, handle);
  const end = handle.offset + handle.size;
  const content = file.bytes.subarray(handle.offset, end);
  return file.bytes.readUInt8(end) === 1 ? decompressSnappy(content) : content;
}

/** The values of a block that is an index. */
function* readHandles(block: Buffer): Generator<Handle> {
  for (const [, value] of readEntries(block)) yield readHandle(new VarintReader(value));
}

/** Keys and values of a block. The offsets of some entries follow them, then how many those are. */
function* readEntries(block: Buffer): Generator<TableEntry> {
  const restarts = block.readUInt32LE(block.length - 4);
  const reader = new VarintReader(block.subarray(0, block.length - 4 * (restarts + 1)));
  let key: Buffer = Buffer.alloc(0);
  while (!reader.done) {
    const [shared, keyLength, valueLength] = [reader.number(), reader.number(), reader.number()];
    key = Buffer.concat([key.subarray(0, shared), reader.take(keyLength)]);
    yield [key, reader.take(valueLength)];
  }
}

/**
 * Decompresses a block in Snappy's format: literal bytes, and copies of bytes that came before.
 *
 * @throws {RangeError} when it is not in that format
 */
export function decompressSnappy(compressed: Buffer): Buffer {
  const reader = new VarintReader(compressed);
  const out = Buffer.alloc(reader.number());
  let written = 0;
  while (!reader.done) {
    const tag = reader.take(1).readUInt8();
    const kind = tag & 3;
    if (kind === 0) {
      // Lengths from 61 on follow in 1 to 4 bytes.
      const inline = tag >> 2;
      const length = 1 + (inline < 60 ? inline : reader.take(inline - 59).readUIntLE(0, inline - 59));
      written += reader.take(length).copy(out, written);
      continue;
    }
    const length = kind === 1 ? 4 + ((tag >> 2) & 7) : 1 + (tag >> 2);
    const distance =
      kind === 1
        ? ((tag >> 5) << 8) | reader.take(1).readUInt8()
        : reader.take(kind === 2 ? 2 : 4).readUIntLE(0, kind === 2 ? 2 : 4);
    if (distance === 0 || distance > written) throw new RangeError("not Snappy");
    // A copy may overlap what it writes: it repeats then.
    for (const end = written + length; written < end; written += 1) out[written] = out[written - distance] as number;
  }
  if (written !== out.length) throw new RangeError("not Snappy");
  return out;
}
