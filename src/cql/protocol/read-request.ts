/** Reads the message of an envelope. Bytes after it are ignored, as the protocol asks. */
import { CqlError } from "../cql-error.ts";
import { BodyReader } from "./body-reader.ts";
import { type Envelope, flags, opcodes } from "./envelope.ts";
import type { BatchType, Request } from "./message.ts";
import { readParameters } from "./read-parameters.ts";

/** Throws a CqlError for a broken message. The request's buffers are views of the envelope's body. */
export function readRequest(envelope: Envelope): Request {
  const { version, opcode, body } = envelope;
  const read = readers.get(opcode);
  if (!read) throw unknownOpcode(opcode);
  const reader = new BodyReader(body, version);
  if (envelope.flags & flags.customPayload) {
    if (version < 4) {
      const message = "Received frame with CUSTOM_PAYLOAD flag for native protocol version < 4";
      throw new CqlError("protocol", message);
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
  if (type === undefined) throw new CqlError("protocol", `Invalid BATCH message type ${code}`);
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
  throw new CqlError("protocol", `Invalid query kind in BATCH messages. Must be 0 or 1 but got ${kind}`);
}

const eventTypes: ReadonlySet<string> = new Set(["TOPOLOGY_CHANGE", "STATUS_CHANGE", "SCHEMA_CHANGE"]);

function checkEvent(name: string): string {
  const type = name.toUpperCase();
  if (!eventTypes.has(type)) throw new CqlError("protocol", `Invalid value '${name}' for Type`);
  return type;
}

/** The database's names of the messages that only a server sends. */
const responses: ReadonlyMap<number, string> = new Map([
  [opcodes.error, "ERROR"],
  [opcodes.ready, "READY"],
  [opcodes.authenticate, "AUTHENTICATE"],
  [opcodes.supported, "SUPPORTED"],
  [opcodes.result, "RESULT"],
  [opcodes.event, "EVENT"],
  [opcodes.authChallenge, "AUTH_CHALLENGE"],
  [opcodes.authSuccess, "AUTH_SUCCESS"],
]);

function unknownOpcode(opcode: number): CqlError {
  const name = responses.get(opcode);
  if (name === undefined) return new CqlError("protocol", `Unknown opcode ${opcode}`);
  const message = `Wrong protocol direction (expected RESPONSE, got REQUEST) for opcode ${opcode} (${name})`;
  return new CqlError("protocol", message);
}
