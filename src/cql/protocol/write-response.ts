/** Writes a response into the body of an envelope. */
import { errorCodes } from "../cql-error.ts";
import type { CqlError, CqlErrorCode } from "../cql-error.ts";
import { BodyWriter } from "./body-writer.ts";
import { flags, opcodes } from "./envelope.ts";
import type { ColumnSpec, Response, SchemaChange, Rows } from "./message.ts";
import { writeTypeOption } from "./types.ts";

interface ResponseBody {
  readonly opcode: number;
  readonly flags: number;
  readonly body: Buffer;
}

type Prepared = Extract<Response, { kind: "prepared" }>;
type Result = Extract<Response, { kind: "result" }>;

const resultKinds = { void: 1, setKeyspace: 3, prepared: 4, schemaChange: 5 } as const;

/** The response to most writes. */
const done: ResponseBody = { opcode: opcodes.result, flags: 0, body: Buffer.of(0, 0, 0, resultKinds.void) };

/** Writes the body. The envelope of an event has the stream -1. */
export function writeResponse(response: Response, version: number): ResponseBody {
  if (response.kind === "result") return writeResult(response, version);
  const writer = new BodyWriter();
  const opcode = writeOther(writer, response, version);
  return { opcode, flags: 0, body: writer.finish() };
}

/** Returns the opcode. */
function writeOther(writer: BodyWriter, response: Exclude<Response, Result>, version: number): number {
  switch (response.kind) {
    case "error":
      writeError(writer, response.error, version);
      return opcodes.error;
    case "ready":
      return opcodes.ready;
    case "authenticate":
      writer.string(response.authenticator);
      return opcodes.authenticate;
    case "auth-success":
      writer.bytes(null);
      return opcodes.authSuccess;
    case "supported":
      writer.short(response.options.size);
      for (const [name, values] of response.options) writer.string(name).stringList(values);
      return opcodes.supported;
    case "prepared":
      writePrepared(writer, response, version);
      return opcodes.result;
    case "event":
      writer.string("SCHEMA_CHANGE");
      writeSchemaChange(writer, response.event);
      return opcodes.event;
  }
}

function writeResult({ answer, skipMetadata = false, metadataId }: Result, version: number): ResponseBody {
  // v3 has no place for warnings.
  const warnings =
    version >= 4 && answer.warnings?.length ? new BodyWriter().stringList(answer.warnings).finish() : undefined;
  const set = warnings ? flags.warnings : 0;
  if (answer.kind === "void" && !warnings) return done;
  if (answer.kind === "rows") {
    const body = writeRows(answer, version, { ahead: warnings?.length ?? 0, skipMetadata, metadataId });
    warnings?.copy(body);
    return { opcode: opcodes.result, flags: set, body };
  }
  const writer = new BodyWriter();
  if (warnings) writer.raw(warnings);
  switch (answer.kind) {
    case "void":
      writer.int(resultKinds.void);
      break;
    case "set-keyspace":
      writer.int(resultKinds.setKeyspace).string(answer.keyspace);
      break;
    case "schema-change":
      writer.int(resultKinds.schemaChange);
      writeSchemaChange(writer, answer);
  }
  return { opcode: opcodes.result, flags: set, body: writer.finish() };
}

function writePrepared(writer: BodyWriter, prepared: Prepared, version: number): void {
  const { id, metadataId, variables, keyIndexes, columns } = prepared;
  writer.int(resultKinds.prepared).shortBytes(id);
  if (version >= 5) writer.shortBytes(metadataId);
  const specs = columnSpecBytes(variables, version);
  writer.int(specs.flags).int(specs.count);
  if (version >= 4) {
    writer.int(keyIndexes.length);
    for (const index of keyIndexes) writer.short(index);
  }
  writer.raw(specs.bytes);
  writeColumns(writer, columns, version);
}

function writeColumns(writer: BodyWriter, columns: readonly ColumnSpec[] | undefined, version: number): void {
  if (!columns) {
    writer.int(metadataFlags.none).int(0);
    return;
  }
  const specs = columnSpecBytes(columns, version);
  writer.int(specs.flags).int(specs.count).raw(specs.bytes);
}

function writeSchemaChange(writer: BodyWriter, { change, target, keyspace, name }: SchemaChange): void {
  writer.string(change).string(target).string(keyspace);
  if (target !== "KEYSPACE") writer.string(name ?? "");
}

type WriteDetails = (writer: BodyWriter, error: CqlError) => void;

const details: Readonly<Partial<Record<CqlErrorCode, WriteDetails>>> = {
  unavailable: (writer, { details: { replicas = noReplicas } }) =>
    writer.short(replicas.consistency).int(replicas.required).int(replicas.received),
  "write-timeout": (writer, { details: { replicas } }) =>
    writeTimeout(writer, replicas).string(replicas?.writeType ?? "SIMPLE"),
  "read-timeout": (writer, { details: { replicas } }) => writeTimeout(writer, replicas).byte(replicas?.hasData ? 1 : 0),
  "function-failure": (writer, { details: { function: failed } }) =>
    writer
      .string(failed?.keyspace ?? "")
      .string(failed?.name ?? "")
      .stringList(failed?.arguments ?? []),
  "already-exists": (writer, { details: { exists } }) =>
    writer.string(exists?.keyspace ?? "").string(exists?.table ?? ""),
  unprepared: (writer, { details: { id } }) => writer.shortBytes(id ?? Buffer.alloc(0)),
};

const noReplicas = { consistency: 1, required: 1, received: 0 };

function writeTimeout(writer: BodyWriter, { consistency, received, required } = noReplicas): BodyWriter {
  return writer.short(consistency).int(received).int(required);
}

export function writeError(writer: BodyWriter, error: CqlError, version: number): void {
  if (error.code === "function-failure" && version < 4) {
    // v3 does not have this code; the database uses another one instead.
    writer.int(errorCodes.invalid).string(`ERROR FUNCTION_FAILURE: ${error.message}`);
    return;
  }
  writer.int(errorCodes[error.code]).string(error.message);
  details[error.code]?.(writer, error);
}

// Writes a page of rows: sums the lengths, allocates one buffer, copies the cells.

const rowsKind = 2;

/** The kind of result, the flags, and the number of columns. */
const headLength = 12;
const shortCell = 16;

interface RowsOptions {
  /** The number of bytes to leave for warnings, which precede the result. */
  readonly ahead: number;
  readonly skipMetadata: boolean;
  readonly metadataId: Buffer | undefined;
}

function writeRows({ columns, rows, pageState }: Rows, version: number, options: RowsOptions): Buffer {
  const metadataId = version >= 5 ? options.metadataId : undefined;
  const specs = columnSpecBytes(columns, version);
  // A new id comes with its columns.
  const isBare = options.skipMetadata && metadataId === undefined;
  let flags = specs.flags | (isBare ? metadataFlags.none : 0);
  if (pageState) flags |= metadataFlags.morePages;
  if (metadataId) flags |= metadataFlags.changed;

  const width = columns.length;
  let length = options.ahead + headLength + 4 + rows.length * width * 4;
  if (pageState) length += 4 + pageState.length;
  if (metadataId) length += 2 + metadataId.length;
  if (!isBare) length += specs.bytes.length;
  for (const row of rows) for (let index = 0; index < width; index++) length += row[index]?.length ?? 0;

  const body = Buffer.allocUnsafe(length);
  let at = body.writeInt32BE(rowsKind, options.ahead);
  at = body.writeInt32BE(flags, at);
  at = body.writeInt32BE(width, at);
  if (pageState) {
    at = body.writeInt32BE(pageState.length, at);
    at += pageState.copy(body, at);
  }
  if (metadataId) {
    at = body.writeUInt16BE(metadataId.length, at);
    at += metadataId.copy(body, at);
  }
  if (!isBare) at += specs.bytes.copy(body, at);
  at = body.writeInt32BE(rows.length, at);
  for (const row of rows) for (let index = 0; index < width; index++) at = writeCell(body, row[index] ?? null, at);
  return body;
}

function writeCell(body: Buffer, cell: Uint8Array | null, at: number): number {
  if (cell === null) return body.writeInt32BE(-1, at);
  const { length } = cell;
  const from = body.writeInt32BE(length, at);
  // For few bytes, a loop is faster than a call.
  if (length > shortCell) body.set(cell, from);
  else for (let index = 0; index < length; index++) body[from + index] = cell[index] ?? 0;
  return from + length;
}

const metadataFlags = { globalTable: 0x01, morePages: 0x02, none: 0x04, changed: 0x08 } as const;

interface ColumnSpecBytes {
  readonly flags: number;
  readonly count: number;
  readonly bytes: Buffer;
}

/** By columns and version: all results of a prepared statement have the same array of columns. */
const written = new WeakMap<readonly ColumnSpec[], (ColumnSpecBytes | undefined)[]>();

function columnSpecBytes(columns: readonly ColumnSpec[], version: number): ColumnSpecBytes {
  let versions = written.get(columns);
  if (!versions) written.set(columns, (versions = []));
  return (versions[version] ??= writeColumnSpecs(columns, version));
}

function writeColumnSpecs(columns: readonly ColumnSpec[], version: number): ColumnSpecBytes {
  const writer = new BodyWriter();
  const [first] = columns;
  const isGlobal =
    first !== undefined && columns.every(({ keyspace, table }) => keyspace === first.keyspace && table === first.table);
  if (isGlobal) writer.string(first.keyspace).string(first.table);
  for (const { keyspace, table, name, type } of columns) {
    if (!isGlobal) writer.string(keyspace).string(table);
    writer.string(name);
    writeTypeOption(writer, type, keyspace, version);
  }
  // A copy, because the cache would keep the writer's whole buffer.
  const bytes = Buffer.from(writer.finish());
  return { flags: isGlobal ? metadataFlags.globalTable : 0, count: columns.length, bytes };
}
