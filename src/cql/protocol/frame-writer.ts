/** Writes envelopes as bytes for the socket: plain, with a compressed body, or in segments. */
import { flags, headerLength, responseBit } from "./envelope.ts";
import type { Compression, Envelope } from "./envelope.ts";
import { compress } from "./lz4.ts";
import { longestPayload, writeSegment } from "./segments.ts";

/** Shorter bodies are not worth the time. */
const shortestCompressed = 128;
/** Longer bodies are not copied; shorter ones are joined, for fewer writes to the socket. */
const longestCopied = 16 * 1024;

export class FrameWriter {
  #isSegmented = false;
  #compression: Compression | undefined;

  /** Fixes the form of envelopes. Call it after the response to STARTUP, which is always plain, was written. */
  startUp(version: number, compression?: Compression): void {
    this.#isSegmented = version >= 5;
    this.#compression = compression;
  }

  /** The bytes of the envelopes, in order. Pass all that are ready: v5 puts them into one segment. */
  write(envelopes: readonly Envelope[]): Buffer[] {
    if (this.#isSegmented) return this.#segments(envelopes);
    return joinShort(this.#compression ? envelopes.map(compressBody) : envelopes);
  }

  #segments(envelopes: readonly Envelope[]): Buffer[] {
    const segments: Buffer[] = [];
    let parts: Buffer[] = [];
    let length = 0;
    const flush = (): void => {
      if (length > 0) segments.push(writeSegment(parts, length, true, this.#compression));
      parts = [];
      length = 0;
    };
    for (const envelope of envelopes) {
      const header = headerOf(envelope);
      const whole = header.length + envelope.body.length;
      if (length + whole > longestPayload) flush();
      if (whole <= longestPayload) {
        parts.push(header, envelope.body);
        length += whole;
        continue;
      }
      // An envelope that is longer than a segment has segments of its own.
      const first = longestPayload - header.length;
      segments.push(writeSegment([header, envelope.body.subarray(0, first)], longestPayload, false, this.#compression));
      for (let at = first; at < envelope.body.length; at += longestPayload) {
        const part = envelope.body.subarray(at, at + longestPayload);
        segments.push(writeSegment([part], part.length, false, this.#compression));
      }
    }
    flush();
    return segments;
  }
}

function joinShort(envelopes: readonly Envelope[]): Buffer[] {
  let length = 0;
  for (const envelope of envelopes) length += headerLength + (isShort(envelope) ? envelope.body.length : 0);
  const bytes = Buffer.allocUnsafe(length);
  const joined: Buffer[] = [];
  let [start, end] = [0, 0];
  for (const envelope of envelopes) {
    end = writeHeader(bytes, end, envelope);
    if (isShort(envelope)) {
      end += envelope.body.copy(bytes, end);
      continue;
    }
    joined.push(bytes.subarray(start, end), envelope.body);
    start = end;
  }
  if (end > start) joined.push(bytes.subarray(start, end));
  return joined;
}

function isShort({ body }: Envelope): boolean {
  return body.length <= longestCopied;
}

function headerOf(envelope: Envelope): Buffer {
  const header = Buffer.allocUnsafe(headerLength);
  return header.subarray(0, writeHeader(header, 0, envelope));
}

/** @returns where it ends */
function writeHeader(bytes: Buffer, start: number, { version, flags: set, stream, opcode, body }: Envelope): number {
  bytes[start] = responseBit | version;
  bytes[start + 1] = set;
  // An error for a client of v1 or v2 needs the header of these versions.
  const at = version < 3 ? bytes.writeInt8(stream, start + 2) : bytes.writeInt16BE(stream, start + 2);
  bytes[at] = opcode;
  return bytes.writeUInt32BE(body.length, at + 1);
}

function compressBody(envelope: Envelope): Envelope {
  const { body } = envelope;
  const block = body.length < shortestCompressed ? undefined : compress(body);
  if (!block) return envelope;
  const length = Buffer.allocUnsafe(4);
  length.writeUInt32BE(body.length);
  return { ...envelope, flags: envelope.flags | flags.compressed, body: Buffer.concat([length, block]) };
}
