/** Reads envelopes from the chunks of a socket: plain, with a compressed body, or in segments. */
import { ByteQueue } from "./byte-queue.ts";
import {
  FrameError,
  firstVersion,
  flags,
  headerLength,
  lastVersion,
  protocolVersions,
  responseBit,
} from "./envelope.ts";
import type { Compression, Envelope } from "./envelope.ts";
import { decompress } from "./lz4.ts";
import { SegmentReader } from "./segments.ts";

/** The longest bodies, in bytes. They apply to a compressed body before and after decompression. */
export interface FrameLimits {
  readonly beforeLogin: number;
  readonly afterLogin: number;
}

const lengthField = 4;

/**
 * `add` a chunk, then call `next` until it returns undefined. A body is copied out of its chunk, once: its values are views
 * of that copy, and do not keep the chunk alive.
 */
export class FrameReader {
  readonly #limits: FrameLimits;
  #limit: number;
  readonly #socket = new ByteQueue();
  /** Bytes of envelopes: those of the socket, or the payloads of segments. */
  #envelopes = this.#socket;
  #segments: SegmentReader | undefined;
  #version: number | undefined;
  #compression: Compression | undefined;
  /** The remaining bytes of a message that was refused for its length. */
  #toSkip = 0;

  constructor(limits: FrameLimits) {
    this.#limits = limits;
    this.#limit = limits.beforeLogin;
  }

  /** Fixes the version and the form of envelopes. Call it for STARTUP, before the next `next`. */
  startUp(version: number, compression?: Compression): void {
    this.#version = version;
    this.#compression = compression;
    if (version < 5) return;
    this.#segments = new SegmentReader(this.#socket, compression);
    this.#envelopes = new ByteQueue();
  }

  /** Raises the limit. Call it before READY or AUTH_SUCCESS is sent. */
  logIn(): void {
    this.#limit = this.#limits.afterLogin;
  }

  add(chunk: Buffer): void {
    this.#socket.add(chunk);
  }

  /** The next complete envelope. Throws a FrameError; after a fatal one, the reader can no longer be used. */
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
    // Unknown versions may have another header, so the first byte decides.
    if (bytes.byte(0) !== this.#version) this.#checkVersion(bytes);
    if (bytes.length < headerLength) return undefined;
    const header = bytes.view(0, headerLength);
    const length = header.readUInt32BE(5);
    if (length > this.#limit) this.#refuse(header, length);
    const end = headerLength + length;
    if (bytes.length < end) return undefined;
    const version = header.readUInt8(0);
    const set = header.readUInt8(1);
    const stream = header.readInt16BE(2);
    // In segments, the payload is compressed instead.
    const isCompressed = this.#compression && !this.#segments && (set & flags.compressed) !== 0;
    const body = isCompressed ? this.#decompress(bytes.view(headerLength, end), stream) : bytes.copy(headerLength, end);
    bytes.drop(end);
    return { version, flags: set, stream, opcode: header.readUInt8(4), body };
  }

  #checkVersion(bytes: ByteQueue): void {
    const version = bytes.byte(0) & ~responseBit;
    const stream = bytes.length < 4 ? 0 : bytes.view(2, 4).readInt16BE();
    if (version < firstVersion || version > lastVersion) {
      const supported = protocolVersions.join(", ");
      const message = `Invalid or unsupported protocol version (${version}); supported versions are (${supported})`;
      const isOlder = version > 0 && version < firstVersion;
      // Their header has a stream of one byte.
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
    const isFatal = this.#limit !== this.#limits.afterLogin;
    this.#toSkip = headerLength + length;
    throw this.#tooBig(length, header.readUInt8(0), header.readInt16BE(2), isFatal);
  }

  #decompress(view: Buffer, stream: number): Buffer {
    const version = this.#version ?? lastVersion;
    const length = view.length < lengthField ? -1 : view.readInt32BE();
    if (length > this.#limit) throw this.#tooBig(length, version, stream, true);
    const body = length < 0 ? undefined : decompress(view.subarray(lengthField), length);
    if (!body) throw new FrameError("protocol", "Compressed lengths mismatch", version, stream);
    return body;
  }

  #tooBig(length: number, version: number, stream: number, isFatal: boolean): FrameError {
    const message = `Request is too big: length ${length} exceeds maximum allowed length ${this.#limit}.`;
    return new FrameError("invalid", message, version, stream, isFatal);
  }
}
