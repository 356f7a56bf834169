/** Writes the columns of a result, or the markers of a statement: names and types. */
import { BodyWriter } from "./body-writer.ts";
import type { ColumnSpec } from "./message.ts";
import { writeTypeOption } from "./type-option.ts";

export const metadataFlags = { globalTable: 0x01, morePages: 0x02, none: 0x04, changed: 0x08 } as const;

export interface ColumnSpecBytes {
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
