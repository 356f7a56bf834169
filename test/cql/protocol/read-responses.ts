/** Reads what a server writes: envelopes of responses, and whether each segment of v5 had whole ones. */
import { ByteQueue } from "../../../src/cql/protocol/byte-queue.ts";
import type { Compression, Envelope } from "../../../src/cql/protocol/envelope.ts";
import { SegmentReader } from "../../../src/cql/protocol/segments.ts";

export function readResponses(
  bytes: Buffer,
  version: number,
  compression?: Compression,
): { envelopes: Envelope[]; segments: boolean[] } {
  const segments: boolean[] = [];
  const payloads: Buffer[] = [];
  if (version >= 5) {
    const queue = new ByteQueue();
    queue.add(bytes);
    const reader = new SegmentReader(queue, compression);
    while (queue.length > 0) {
      segments.push((queue.byte(compression ? 4 : 2) & (compression ? 4 : 2)) !== 0);
      const payload = reader.next();
      if (!payload) throw new Error("half a segment");
      payloads.push(payload);
    }
  }
  return { envelopes: envelopesOf(version >= 5 ? Buffer.concat(payloads) : bytes), segments };
}

function envelopesOf(bytes: Buffer): Envelope[] {
  const envelopes: Envelope[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = at + 9 + bytes.readUInt32BE(at + 5);
    if (bytes.readUInt8(at) < 0x80 || end > bytes.length) throw new Error("not a response");
    envelopes.push({
      version: bytes.readUInt8(at) & 0x7f,
      flags: bytes.readUInt8(at + 1),
      stream: bytes.readInt16BE(at + 2),
      opcode: bytes.readUInt8(at + 4),
      body: Buffer.from(bytes.subarray(at + 9, end)),
    });
    at = end;
  }
  return envelopes;
}
