/** Writes a page of rows: sums the lengths, allocates one buffer, copies the cells. */
import type { Rows, ColumnSpec } from "./message.ts";
import { BodyWriter } from "./body-writer.ts";
import { writeTypeOption } from "./types.ts";

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

export function writeRows({ columns, rows, pageState }: Rows, version: number, options: RowsOptions): Buffer {
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

export const metadataFlags = { globalTable: 0x01, morePages: 0x02, none: 0x04, changed: 0x08 } as const;

interface ColumnSpecBytes {
  readonly flags: number;
  readonly count: number;
  readonly bytes: Buffer;
}

/** By columns and version: all results of a prepared statement have the same array of columns. */
const written = new WeakMap<readonly ColumnSpec[], (ColumnSpecBytes | undefined)[]>();

export function columnSpecBytes(columns: readonly ColumnSpec[], version: number): ColumnSpecBytes {
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
