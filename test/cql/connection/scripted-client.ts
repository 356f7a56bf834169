/** A client that sends what a test says, in any order and any form, over a real socket. */
import { once } from "node:events";
import { connect } from "node:net";
import type { Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { BodyWriter } from "../../../src/cql/protocol/body-writer.ts";
import { ByteQueue } from "../../../src/cql/protocol/byte-queue.ts";
import { flags, headerLength, opcodes } from "../../../src/cql/protocol/envelope.ts";
import type { Compression } from "../../../src/cql/protocol/envelope.ts";
import { decompress } from "../../../src/cql/protocol/lz4.ts";
import { SegmentReader, writeSegment } from "../../../src/cql/protocol/segments.ts";
import { certificate } from "../../support/certificate.ts";

export interface Reply {
  readonly version: number;
  readonly flags: number;
  readonly stream: number;
  readonly opcode: number;
  readonly body: Buffer;
}

export interface Sent {
  readonly stream?: number;
  readonly flags?: number;
  readonly version?: number;
}

export class ScriptedClient {
  readonly socket: Socket;
  readonly version: number;
  readonly #compression: Compression | undefined;
  readonly #arrived = new ByteQueue();
  #envelopes = this.#arrived;
  #segments: SegmentReader | undefined;
  readonly #replies: Reply[] = [];
  #wake: () => void = () => undefined;
  #isClosed = false;

  constructor(port: number, version = 4, options: { compression?: Compression; tls?: boolean; host?: string } = {}) {
    const { host = "127.0.0.1" } = options;
    this.version = version;
    this.#compression = options.compression;
    this.socket = options.tls === true ? connectTls({ port, host, ca: certificate }) : connect(port, host);
    this.socket.on("data", (chunk: Buffer) => {
      this.#arrived.add(chunk);
      this.#read();
      this.#wake();
    });
    this.socket.on("error", () => undefined);
    this.socket.on("close", () => {
      this.#isClosed = true;
      this.#wake();
    });
  }

  /** The next message, or undefined once the connection is closed. */
  async next(): Promise<Reply | undefined> {
    for (;;) {
      const reply = this.#replies.shift();
      if (reply || this.#isClosed) return reply;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  /** The number of messages that are here, and not taken. */
  get waiting(): number {
    return this.#replies.length;
  }

  async closed(): Promise<void> {
    if (!this.#isClosed) await once(this.socket, "close");
  }

  send(opcode: number, body: Buffer | BodyWriter = Buffer.alloc(0), sent: Sent = {}): void {
    const bytes = body instanceof BodyWriter ? body.finish() : body;
    const envelope = Buffer.concat([headerOf(opcode, bytes.length, { version: this.version, ...sent }), bytes]);
    this.socket.write(this.#segments ? writeSegment([envelope], envelope.length, true, this.#compression) : envelope);
  }

  async ask(opcode: number, body?: Buffer | BodyWriter, sent?: Sent): Promise<Reply> {
    this.send(opcode, body, sent);
    const reply = await this.next();
    if (!reply) throw new Error("the connection is closed");
    return reply;
  }

  /** STARTUP, and the login if a password is given. @returns the last reply */
  async start(credentials?: { readonly username: string; readonly password: string }): Promise<Reply> {
    const options: [string, string][] = [["CQL_VERSION", "3.0.0"]];
    if (this.#compression) options.push(["COMPRESSION", this.#compression]);
    const reply = await this.ask(opcodes.startup, stringMap(options));
    if (reply.opcode !== opcodes.error && this.version >= 5) {
      this.#segments = new SegmentReader(this.#arrived, this.#compression);
      this.#envelopes = new ByteQueue();
    }
    if (!credentials) return reply;
    const token = Buffer.from(`\0${credentials.username}\0${credentials.password}`);
    return this.ask(opcodes.authResponse, new BodyWriter().bytes(token));
  }

  query(text: string, sent?: Sent): Promise<Reply> {
    return this.ask(opcodes.query, queryBody(text, this.version), sent);
  }

  close(): void {
    this.socket.destroy();
  }

  #read(): void {
    for (;;) {
      const reply = this.#envelope();
      if (reply) this.#replies.push(reply);
      else {
        const payload = this.#segments?.next();
        if (!payload) return;
        this.#envelopes.add(Buffer.from(payload));
      }
    }
  }

  #envelope(): Reply | undefined {
    const queue = this.#envelopes;
    if (queue.length < headerLength) return undefined;
    const header = Buffer.from(queue.view(0, headerLength));
    const end = headerLength + header.readUInt32BE(5);
    if (queue.length < end) return undefined;
    const sent = Buffer.from(queue.view(headerLength, end));
    queue.drop(end);
    const set = header.readUInt8(1);
    const isCompressed = (set & flags.compressed) !== 0;
    const body = isCompressed ? decompress(sent.subarray(4), sent.readInt32BE()) : sent;
    if (!body) throw new Error("the body cannot be decompressed");
    return {
      version: header.readUInt8(0) & 0x7f,
      flags: set,
      stream: header.readInt16BE(2),
      opcode: header.readUInt8(4),
      body,
    };
  }
}

function headerOf(opcode: number, length: number, { version = 4, flags: set = 0, stream = 1 }: Sent): Buffer {
  const header = Buffer.alloc(headerLength);
  header.writeUInt8(version, 0);
  header.writeUInt8(set, 1);
  header.writeInt16BE(stream, 2);
  header.writeUInt8(opcode, 4);
  header.writeUInt32BE(length, 5);
  return header;
}

export function stringMap(entries: readonly (readonly [string, string])[]): BodyWriter {
  const writer = new BodyWriter().short(entries.length);
  for (const [name, value] of entries) writer.string(name).string(value);
  return writer;
}

/** With consistency ONE, unless another one is given, and nothing else. */
export function queryBody(text: string, version: number, consistency = 1): BodyWriter {
  const bytes = Buffer.from(text);
  const writer = new BodyWriter().int(bytes.length).raw(bytes).short(consistency);
  return version >= 5 ? writer.int(0) : writer.byte(0);
}

export function prepareBody(text: string, version: number): BodyWriter {
  const bytes = Buffer.from(text);
  const writer = new BodyWriter().int(bytes.length).raw(bytes);
  return version >= 5 ? writer.int(0) : writer;
}

/** @param metadataId of v5 */
export function executeBody(id: Buffer, version: number, metadataId?: Buffer, skipMetadata = false): BodyWriter {
  const writer = new BodyWriter().shortBytes(id);
  if (version >= 5) writer.shortBytes(metadataId ?? Buffer.alloc(16));
  writer.short(1);
  const set = skipMetadata ? 2 : 0;
  return version >= 5 ? writer.int(set) : writer.byte(set);
}

/** `unprepared: Prepared query …` */
export function errorOf(reply: Reply | undefined): { readonly code: number; readonly message: string } {
  if (reply?.opcode !== opcodes.error) throw new Error(`not an error: ${reply?.opcode}`);
  return {
    code: reply.body.readInt32BE(0),
    message: reply.body.subarray(6, 6 + reply.body.readUInt16BE(4)).toString(),
  };
}
