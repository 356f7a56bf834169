/**
 * Weighs batches as the database does: large ones over several partitions are warned of, and refused when they are very
 * large, so that an app learns of it here and not on a cluster.
 */
import { Encoded } from "../../store/index.ts";
import type { Operand, Write } from "../../store/index.ts";
import { invalid } from "../cql-error.ts";
import type { BatchType } from "../protocol/message.ts";
import type { BoundWrite } from "./execute-writes.ts";

const warnBytes = 5 * 1024;
const failBytes = 50 * 1024;
/** Of an unlogged batch. */
const manyPartitions = 10;

/** @throws {CqlError} `invalid` for a batch that is too large */
export function batchWarnings(type: BatchType, statements: readonly BoundWrite[]): readonly string[] {
  if (statements.some(({ compiled }) => compiled.guard.kind !== "none")) return [];
  const partitions = new Set<string>();
  const mutations = new Set<string>();
  const tables = new Set<string>();
  let bytes = 0;
  for (const { compiled, writes } of statements) {
    const { keyspace, table } = compiled.scope;
    for (const write of writes) {
      const key = partitionOf(write, table.partitionKey);
      partitions.add(key);
      mutations.add(`${keyspace}\0${key}`);
      tables.add(`${keyspace}.${table.name}`);
      bytes += weigh(write, table.partitionKey);
    }
  }
  if (mutations.size <= 1) return [];
  const names = `[${[...tables].sort().join(", ")}]`;
  if (bytes > failBytes) throw invalid("Batch too large");
  const warnings: string[] = [];
  if (bytes > warnBytes) {
    warnings.push(
      `Batch for ${names} is of size ${bytes}, exceeding specified threshold of ${warnBytes} by ${bytes - warnBytes}.`,
    );
  }
  if (type !== "logged" && partitions.size > manyPartitions) {
    warnings.push(
      `Unlogged batch covering ${partitions.size} partitions detected against table${tables.size === 1 ? "" : "s"} ` +
        `${names}. You should use a logged batch for atomicity, or asynchronous writes for performance.`,
    );
  }
  return warnings;
}

function partitionOf(write: Write, partitionKey: readonly string[]): string {
  const key = write.kind === "delete" ? write.key : write.values;
  return partitionKey
    .map((name) => {
      const value = key.get(name);
      return value instanceof Encoded ? Buffer.from(value.bytes).toString("base64") : "";
    })
    .join();
}

/** Of a row without cells, and of a cell without its value: what the database counts for times. */
const rowBytes = 8;
const cellBytes = 20;

function weigh(write: Write, partitionKey: readonly string[]): number {
  if (write.kind === "delete") return rowBytes * 2;
  let bytes = rowBytes;
  for (const [name, value] of write.values) {
    if (!partitionKey.includes(name)) bytes += cellBytes + sizeOf(value);
  }
  if (write.kind === "insert") return bytes;
  for (const { value } of write.changes ?? []) bytes += cellBytes + sizeOf(value);
  return bytes;
}

function sizeOf(value: Operand | null): number {
  return value instanceof Encoded ? value.bytes.length : 0;
}
