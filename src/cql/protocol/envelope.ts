/** The unit of the native protocol: a header of nine bytes, and the body of one message. */
import { CqlError } from "../cql-error.ts";

export interface Envelope {
  readonly version: number;
  /** @see flags */
  readonly flags: number;
  /** Chosen by the client for its request; -1 for events. */
  readonly stream: number;
  readonly opcode: number;
  readonly body: Buffer;
}

export const flags = { compressed: 0x01, tracing: 0x02, customPayload: 0x04, warnings: 0x08 } as const;

export const opcodes = {
  error: 0x00,
  startup: 0x01,
  ready: 0x02,
  authenticate: 0x03,
  options: 0x05,
  supported: 0x06,
  query: 0x07,
  result: 0x08,
  prepare: 0x09,
  execute: 0x0a,
  register: 0x0b,
  event: 0x0c,
  batch: 0x0d,
  authChallenge: 0x0e,
  authResponse: 0x0f,
  authSuccess: 0x10,
} as const;

export const headerLength = 9;

/** Set in the version byte of a response. */
export const responseBit = 0x80;

export const firstVersion = 3;
export const lastVersion = 5;

/** The texts for `PROTOCOL_VERSIONS` in SUPPORTED. */
export const protocolVersions: readonly string[] = ["3/v3", "4/v4", "5/v5"];

/** The name of the compression in STARTUP. */
export type Compression = "lz4";

/** An error in the framing of a request. There is no envelope yet, so the error has the version and the stream of its response. */
export class FrameError extends CqlError {
  readonly version: number;
  readonly stream: number;
  /** Whether the connection must be closed: the start of the next message is unknown, or the client has not logged in. */
  readonly isFatal: boolean;

  constructor(code: "protocol" | "invalid", message: string, version: number, stream: number, isFatal = true) {
    super(code, message);
    this.version = version;
    this.stream = stream;
    this.isFatal = isFatal;
  }
}
