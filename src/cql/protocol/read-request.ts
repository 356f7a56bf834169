/** Reads the message of an envelope. Bytes after it are ignored, as the protocol asks. */
import { protocolError, CqlError } from "../cql-error.ts";
import { BodyReader } from "./body-reader.ts";
import { flags, opcodes } from "./envelope.ts";
import type { Envelope } from "./envelope.ts";
import type { BatchType, Request, BoundValues, Parameters } from "./message.ts";

/** Throws a CqlError for a broken message. The request's buffers are views of the envelope's body. */
export function readRequest(envelope: Envelope): Request {
  const { version, opcode, body } = envelope;
  const read = readers.get(opcode);
  if (!read) throw unknownOpcode(opcode);
  const reader = new BodyReader(body, version);
  if (envelope.flags & flags.customPayload) {
    if (version < 4) {
      throw protocolError("Received frame with CUSTOM_PAYLOAD flag for native protocol version < 4");
    }
    reader.skipBytesMap();
  }
  return read(reader, version);
}

const readers: ReadonlyMap<number, (reader: BodyReader, version: number) => Request> = new Map([
  [opcodes.options, () => ({ kind: "options" })],
  [opcodes.startup, (reader) => ({ kind: "startup", options: reader.stringMap() })],
  [opcodes.authResponse, (reader) => ({ kind: "auth-response", token: reader.bytes() ?? Buffer.alloc(0) })],
  [opcodes.register, (reader) => ({ kind: "register", events: reader.stringList().map(checkEvent) })],
  [
    opcodes.query,
    (reader, version) => ({ kind: "query", text: reader.longString(), parameters: readParameters(reader, version) }),
  ],
  [opcodes.prepare, readPrepare],
  [opcodes.execute, readExecute],
  [opcodes.batch, readBatch],
] satisfies readonly [number, (reader: BodyReader, version: number) => Request][]);

function readPrepare(reader: BodyReader, version: number): Request {
  const text = reader.longString();
  const hasKeyspace = version >= 5 && (reader.int() & 1) !== 0;
  return { kind: "prepare", text, keyspace: hasKeyspace ? reader.string() : undefined };
}

function readExecute(reader: BodyReader, version: number): Request {
  const id = reader.shortBytes();
  const metadataId = version >= 5 ? reader.shortBytes() : undefined;
  return { kind: "execute", id, metadataId, parameters: readParameters(reader, version) };
}

const batchTypes: readonly BatchType[] = ["logged", "unlogged", "counter"];
/** The kind of an entry, the length of its id, and the number of its values. */
const shortestEntry = 5;

function readBatch(reader: BodyReader, version: number): Request {
  const code = reader.byte();
  const type = batchTypes[code];
  if (type === undefined) throw protocolError(`Invalid BATCH message type ${code}`);
  const entries = Array.from({ length: reader.count(shortestEntry) }, () => {
    const statement = readStatement(reader);
    return { statement, values: reader.valueList() };
  });
  const { consistency, serialConsistency, timestamp, keyspace, nowInSeconds } = readParameters(reader, version);
  return {
    kind: "batch",
    type,
    entries,
    parameters: { consistency, serialConsistency, timestamp, keyspace, nowInSeconds },
  };
}

function readStatement(reader: BodyReader): string | Buffer {
  const kind = reader.byte();
  if (kind === 0) return reader.longString();
  if (kind === 1) return reader.shortBytes();
  throw protocolError(`Invalid query kind in BATCH messages. Must be 0 or 1 but got ${kind}`);
}

const eventTypes: ReadonlySet<string> = new Set(["TOPOLOGY_CHANGE", "STATUS_CHANGE", "SCHEMA_CHANGE"]);

function checkEvent(name: string): string {
  const type = name.toUpperCase();
  if (!eventTypes.has(type)) throw protocolError(`Invalid value '${name}' for Type`);
  return type;
}

/** The error for an opcode without a reader: only a server sends it, or nobody. */
function unknownOpcode(opcode: number): CqlError {
  const [message] = Object.entries(opcodes).find(([, known]) => known === opcode) ?? [];
  if (message === undefined) return protocolError(`Unknown opcode ${opcode}`);
  // As the database names it: `AUTH_CHALLENGE`.
  const name = message.replace(/[A-Z]/g, "_$&").toUpperCase();
  return protocolError(`Wrong protocol direction (expected RESPONSE, got REQUEST) for opcode ${opcode} (${name})`);
}

const has = {
  values: 0x01,
  skipMetadata: 0x02,
  pageSize: 0x04,
  pageState: 0x08,
  serialConsistency: 0x10,
  timestamp: 0x20,
  names: 0x40,
  keyspace: 0x80,
  nowInSeconds: 0x100,
} as const;

const lastConsistency = 0x0b;
const longest = 2n ** 63n;

export function readParameters(reader: BodyReader, version: number): Parameters {
  const consistency = readConsistency(reader);
  const flags = version >= 5 ? reader.int() : reader.byte();
  const values = flags & has.values ? readValues(reader, flags) : none;
  const pageSize = flags & has.pageSize ? reader.int() : 0;
  const pageState = flags & has.pageState ? reader.bytes() : null;
  return {
    consistency,
    values,
    skipMetadata: (flags & has.skipMetadata) !== 0,
    pageSize: pageSize > 0 ? pageSize : undefined,
    pageState: pageState ?? undefined,
    serialConsistency: flags & has.serialConsistency ? readConsistency(reader) : undefined,
    timestamp: flags & has.timestamp ? readTimestamp(reader) : undefined,
    keyspace: flags & has.keyspace ? reader.string() : undefined,
    nowInSeconds: flags & has.nowInSeconds ? reader.int() >>> 0 : undefined,
  };
}

const none: BoundValues = [];

function readValues(reader: BodyReader, flags: number): BoundValues {
  return flags & has.names ? reader.namedValues() : reader.valueList();
}

function readConsistency(reader: BodyReader): number {
  const consistency = reader.short();
  if (consistency > lastConsistency) throw protocolError(`Unknown code ${consistency} for a consistency level`);
  return consistency;
}

function readTimestamp(reader: BodyReader): bigint {
  const timestamp = reader.long();
  if (timestamp !== -longest) return timestamp;
  throw protocolError(`Out of bound timestamp, must be in [${1n - longest}, ${longest - 1n}] (got ${timestamp})`);
}
