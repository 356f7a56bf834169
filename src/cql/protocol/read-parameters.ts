/** Reads what follows the text or id of a statement: consistency, values, paging and the rest. */
import { CqlError } from "../cql-error.ts";
import type { BodyReader } from "./body-reader.ts";
import type { BoundValues, Parameters } from "./message.ts";

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
  if (consistency > lastConsistency)
    throw new CqlError("protocol", `Unknown code ${consistency} for a consistency level`);
  return consistency;
}

function readTimestamp(reader: BodyReader): bigint {
  const timestamp = reader.long();
  if (timestamp !== -longest) return timestamp;
  const message = `Out of bound timestamp, must be in [${1n - longest}, ${longest - 1n}] (got ${timestamp})`;
  throw new CqlError("protocol", message);
}
