import { VarintReader } from "./varint-reader.ts";

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
