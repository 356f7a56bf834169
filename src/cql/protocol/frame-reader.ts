/** Turns the chunks of a socket into envelopes: plain ones, ones with a compressed body, or ones within segments. */
import { ByteQueue } from "./byte-queue.ts";
import {
  type Compression,
  type Envelope,
  FrameError,
  firstVersion,
  flags,
  headerLength,
  lastVersion,
  protocolVersions,
  responseBit,
} from "./envelope.ts";
import { decompress } from "./lz4.ts";
import { SegmentReader } from "./segment-reader.ts";

/** The longest bodies, in bytes: compressed ones are measured both ways. */
export interface FrameLimits {
  readonly beforeLogin: number;
  readonly afterLogin: number;
}

const lengthField = 4;

/**
 * `add` chunks, then take envelopes until `next` returns undefined. A body is a copy of its own: its values do not keep the
 * socket's chunks alive, and are never copied again.
 */
export class FrameReader {
  readonly #limits: FrameLimits;
  #limit: number;
  readonly #socket = new ByteQueue();
  /** The socket's bytes, or the payloads of segments. */
  #envelopes = this.#socket;
  #segments: SegmentReader | undefined;
  #version: number | undefined;
  #compression: Compression | undefined;
  /** Bytes left of a message that was refused for its length. */
  #toSkip = 0;

  constructor(limits: FrameLimits) {
    this.#limits = limits;
    this.#limit = limits.beforeLogin;
  }

  /** After STARTUP was read and before the next call of `next`: from here on, the version and the form are fixed. */
  startUp(version: number, compression?: Compression): void {
    this.#version = version;
    this.#compression = compression;
    if (version < 5) return;
    this.#segments = new SegmentReader(this.#socket, compression);
    this.#envelopes = new ByteQueue();
  }

  /** After READY or AUTH_SUCCESS. */
  logIn(): void {
    this.#limit = this.#limits.afterLogin;
  }

  add(chunk: Buffer): void {
    this.#socket.add(chunk);
  }

  /** The next envelope that is there as a whole. Throws a FrameError; after one that is fatal, the reader is of no use. */
  next(): Envelope | undefined {
    for (;;) {
      const envelope = this.#read();
      if (envelope) return envelope;
      const payload = this.#segments?.next();
      if (!payload) return undefined;
      this.#envelopes.add(payload);
    }
  }

  #read(): Envelope | undefined {
    const bytes = this.#envelopes;
    if (this.#toSkip > 0) {
      const skipped = Math.min(this.#toSkip, bytes.length);
      bytes.drop(skipped);
      this.#toSkip -= skipped;
    }
    if (bytes.length === 0) return undefined;
    // Versions that are unknown may have another header: the first byte is enough to refuse them.
    this.#checkVersion(bytes);
    if (bytes.length < headerLength) return undefined;
    const header = bytes.view(0, headerLength);
    const length = header.readUInt32BE(5);
    if (length > this.#limit) this.#refuse(header, length);
    const end = headerLength + length;
    if (bytes.length < end) return undefined;
    const version = header.readUInt8(0);
    const stream = header.readInt16BE(2);
    const body = this.#body(bytes.view(headerLength, end), header.readUInt8(1), stream);
    bytes.drop(end);
    return { version, flags: header.readUInt8(1), stream, opcode: header.readUInt8(4), body };
  }

  #checkVersion(bytes: ByteQueue): void {
    const version = bytes.byte(0) & ~responseBit;
    const stream = bytes.length < 4 ? 0 : bytes.view(2, 4).readInt16BE();
    if (version < firstVersion || version > lastVersion) {
      const supported = protocolVersions.join(", ");
      const message = `Invalid or unsupported protocol version (${version}); supported versions are (${supported})`;
      const isOlder = version > 0 && version < firstVersion;
      // Their header has a byte for the stream.
      if (isOlder)
        throw new FrameError("protocol", message, version, bytes.length < 3 ? 0 : bytes.view(2, 3).readInt8());
      throw new FrameError("protocol", message, lastVersion, stream);
    }
    if (bytes.byte(0) & responseBit)
      throw new FrameError("protocol", "Wrong protocol direction (expected REQUEST, got RESPONSE)", version, stream);
    if (this.#version !== undefined && version !== this.#version) {
      const message = `Invalid message version. Got ${version}/v${version} but previous messages on this connection had version ${this.#version}/v${this.#version}`;
      throw new FrameError("protocol", message, this.#version, stream);
    }
  }

  #refuse(header: Buffer, length: number): never {
    const message = `Request is too big: length ${length} exceeds maximum allowed length ${this.#limit}.`;
    const isFatal = this.#limit !== this.#limits.afterLogin;
    this.#toSkip = headerLength + length;
    throw new FrameError("invalid", message, header.readUInt8(0), header.readInt16BE(2), isFatal);
  }

  #body(view: Buffer, set: number, stream: number): Buffer {
    // Segments have compression of their own.
    if (!this.#compression || this.#segments || (set & flags.compressed) === 0) return Buffer.from(view);
    const version = this.#version ?? lastVersion;
    const length = view.length < lengthField ? -1 : view.readInt32BE();
    if (length > this.#limit) {
      const message = `Request is too big: length ${length} exceeds maximum allowed length ${this.#limit}.`;
      throw new FrameError("invalid", message, version, stream);
    }
    const body = length < 0 ? undefined : decompress(view.subarray(lengthField), length);
    if (!body) throw new FrameError("protocol", "Compressed lengths mismatch", version, stream);
    return body;
  }
}
