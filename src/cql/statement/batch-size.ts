/**
 * Weighs batches as the database does: a large batch over several partitions gets a warning, and a very large one is
 * refused, so that an app learns of it here and not on a cluster.
 */
import { isCollection } from "../values/index.ts";
import type { TableScope } from "../values/index.ts";
import { isMultiCell } from "../../model/index.ts";
import { Encoded } from "../../store/index.ts";
import type { Operand, Write } from "../../store/index.ts";
import { invalid } from "../cql-error.ts";
import type { BatchType } from "../protocol/message.ts";
import { keyText } from "./compiled-write.ts";
import type { BoundWrite } from "./compiled-write.ts";

const warnBytes = 5 * 1024;
const failBytes = 50 * 1024;
/** The most partitions of an unlogged batch without a warning. */
const manyPartitions = 10;

/** @throws {CqlError} `invalid` for a batch that is too large */
export function batchWarnings(type: BatchType, statements: readonly BoundWrite[]): readonly string[] {
  if (statements.some(({ compiled }) => compiled.guard.kind !== "none")) return [];
  const partitions = new Set<string>();
  const keys = new Set<string>();
  const mutations = new Set<string>();
  const tables = new Set<string>();
  let bytes = 0;
  for (const { compiled, writes } of statements) {
    const { keyspace, table } = compiled.scope;
    for (const write of writes) {
      const values = write.kind === "delete" ? write.key : write.values;
      const key = keyText(table.partitionKey.map((name) => values.get(name)));
      partitions.add(`${keyspace}.${table.name}\0${key}`);
      keys.add(key);
      mutations.add(`${keyspace}\0${key}`);
      tables.add(`${keyspace}.${table.name}`);
      bytes += weigh(write, compiled.scope);
    }
  }
  if (mutations.size <= 1) return [];
  bytes += partitions.size * partitionBytes;
  const names = `[${[...tables].sort().join(", ")}]`;
  if (bytes > failBytes) throw invalid("Batch too large");
  const warnings: string[] = [];
  if (bytes > warnBytes) {
    warnings.push(
      `Batch for ${names} is of size ${bytes}, exceeding specified threshold of ${warnBytes} by ${bytes - warnBytes}.`,
    );
  }
  if (type !== "logged" && keys.size > manyPartitions) {
    warnings.push(
      `Unlogged batch covering ${keys.size} partitions detected against table${tables.size === 1 ? "" : "s"} ` +
        `${names}. You should use a logged batch for atomicity, or asynchronous writes for performance.`,
    );
  }
  return warnings;
}

/** The bytes that the database counts for timestamps per partition, row, range, cell, and collection set as a whole. */
const partitionBytes = 30;
const rowBytes = 20;
const rangeBytes = 15;
const cellBytes = 20;
const collectionBytes = 12;

function weigh(write: Write, { table, columns }: TableScope): number {
  const isOfPartition = (name: string): boolean => table.partitionKey.includes(name);
  let bytes = 0;
  if (write.kind === "delete") {
    for (const [name, value] of write.key) bytes += isOfPartition(name) ? 0 : sizeOf(value);
    return bytes + (write.filters?.length || write.tuples?.length ? rangeBytes : rowBytes);
  }
  for (const [name, value] of write.values) {
    const column = columns.get(name);
    if (!column || isOfPartition(name)) continue;
    if (column.kind === "clustering") bytes += sizeOf(value);
    else bytes += isMultiCell(column.type) ? collectionBytes + sizeOfElements(value) : cellBytes + sizeOf(value);
  }
  if (write.kind === "update") {
    for (const { kind, value } of write.changes ?? []) {
      if (value === undefined) continue;
      bytes += kind === "element" || kind === "field" ? cellBytes + sizeOf(value) : sizeOfElements(value);
    }
  }
  return bytes + rowBytes;
}

/** Each element is a cell. List items have an ID; set items and map keys identify themselves. */
function sizeOfElements(value: Operand | null): number {
  if (!(value instanceof Encoded)) return 0;
  const { type, bytes } = value;
  if (!isCollection(type)) return cellBytes + bytes.length;
  if (bytes.length < 4) return 0;
  const count = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).readInt32BE();
  const perElement = type.kind === "list" ? cellBytes + listIdBytes : cellBytes;
  return bytes.length - 4 + count * (perElement - (type.kind === "map" ? 8 : 4));
}

const listIdBytes = 16;

function sizeOf(value: Operand | null): number {
  return value instanceof Encoded ? value.bytes.length : 0;
}
