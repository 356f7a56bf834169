/**
 * Executes batches: texts from BEGIN to APPLY, and statements that a client sends together.
 *
 * All writes of a batch are applied or none, whatever its type, and with IF by the rules of the database.
 */
import { isMultiCell } from "../../model/index.ts";
import { Encoded } from "../../store/index.ts";
import type { Operand, Write } from "../../store/index.ts";
import { invalid } from "../cql-error.ts";
import type { Batch } from "../grammar/tree.ts";
import type { Answer, BatchType, BoundValues } from "../protocol/message.ts";
import { bindValues, Variables, isCollection } from "../values/index.ts";
import type { TableScope } from "../values/index.ts";
import { keyText } from "./compiled-write.ts";
import type { BoundWrite, CompiledWrite } from "./compiled-write.ts";
import type { BatchEntry, Database, Execution, Prepared } from "./prepared.ts";
import { isCurrentScope } from "./scope.ts";
import { compileUsing } from "./using.ts";
import { compileWrite, executeWrites } from "./write.ts";

/** Executes statements of a client together: all of them or none. */
export async function executeBatch(
  database: Database,
  type: BatchType,
  entries: readonly BatchEntry[],
  execution: Omit<Execution, "values">,
): Promise<Answer> {
  const written = entries.map(({ prepared: { write, variables }, values }) => {
    if (!write) {
      throw invalid("Invalid statement in batch: only UPDATE, INSERT and DELETE statements are allowed.");
    }
    if (isList(values) && values.length !== variables.length) {
      throw invalid(`There were ${variables.length} markers(?) in CQL but ${values.length} bound variables`);
    }
    return { write, values };
  });
  const compiled = written.map(({ write }) => write.compiled);
  checkBatch(type, compiled, false);
  const statements = written.map(({ write, values }) => ({
    compiled: write.compiled,
    writes: write.writes({ ...execution, values }),
  }));
  return execute(database, type, statements);
}

/** @param scopes of the tables of its statements, in their order */
export function prepareBatch(batch: Batch, database: Database, scopes: readonly TableScope[]): Prepared {
  if (batch.using.ttl) throw invalid("Global TTL on the BATCH statement is not supported.");
  const ownScope: TableScope = { ...noTable, keyspace: "[batch]" };
  const all = new Variables(ownScope);
  const using = compileUsing(batch.using, { scope: ownScope, variables: all });
  const specs = [...all.specs];
  const compiled = batch.writes.map((statement, place) => {
    const scope = scopes[place] as TableScope;
    const variables = new Variables(scope);
    const write = compileWrite(statement, { scope, variables });
    variables.specs.forEach((spec, index) => {
      specs[index] = spec;
      all.add({ index, name: spec.name }, spec);
    });
    return write;
  });
  checkBatch(batch.type, compiled, using.hasTimestamp);
  const tables = new Set(scopes);
  return {
    variables: specs,
    keyIndexes:
      tables.size === 1 ? (compiled.findLast(({ keyIndexes }) => keyIndexes.length > 0)?.keyIndexes ?? []) : [],
    columns: undefined,
    isCurrent: async () => {
      for (const scope of tables) if (!(await isCurrentScope(database, scope))) return false;
      return true;
    },
    execute: async ({ values, nowMs, timestamp }) => {
      const bound = bindValues(all, values);
      const input = { bound, nowMs, timestamp: using.timestamp({ bound, nowMs, timestamp }) };
      const statements = compiled.map((write) => ({ compiled: write, writes: write.writes(input) }));
      return execute(database, batch.type, statements);
    },
  };
}

const noTable: Omit<TableScope, "keyspace"> = {
  table: { name: "[batch]", columns: [], partitionKey: [], clusteringKey: [], defaultTimeToLive: 0, indexes: [] },
  columns: new Map(),
  userTypes: new Map(),
};

async function execute(database: Database, type: BatchType, statements: readonly BoundWrite[]): Promise<Answer> {
  const warnings = batchWarnings(type, statements);
  const answer = await executeWrites(database.store, statements, true);
  return warnings.length > 0 ? { ...answer, warnings } : answer;
}

/** Checks that statements may be in one batch. @throws {CqlError} `invalid` */
function checkBatch(type: BatchType, statements: readonly CompiledWrite[], hasTimestamp: boolean): void {
  const isGuarded = statements.some(({ guard }) => guard.kind !== "none");
  if (hasTimestamp && isGuarded) throw invalid("Cannot provide custom timestamp for conditional BATCH");
  if (hasTimestamp && type === "counter") throw invalid("Cannot provide custom timestamp for counter BATCH");
  if (hasTimestamp && statements.some((one) => one.hasTimestamp)) {
    throw invalid("Timestamp must be set either on BATCH or individual statements");
  }
  const hasCounters = statements.some(({ isCounter }) => isCounter);
  const hasOthers = statements.some(({ isCounter }) => !isCounter);
  if (hasTimestamp && hasCounters) throw invalid("Cannot provide custom timestamp for a BATCH containing counters");
  if (type === "counter" && hasOthers) throw invalid("Cannot include non-counter statement in a counter batch");
  if (hasCounters && hasOthers) throw invalid("Counter and non-counter mutations cannot exist in the same batch");
  if (type === "logged" && hasCounters) throw invalid("Cannot include a counter statement in a logged batch");
  const [first] = statements;
  if (!isGuarded || !first) return;
  if (statements.some(({ scope }) => scope.table !== first.scope.table)) {
    throw invalid("Batch with conditions cannot span multiple tables");
  }
}

function isList(values: BoundValues): values is readonly [] {
  return Array.isArray(values);
}

// Weighs batches as the database does: a large batch over several partitions gets a warning, and a very large one is
// refused, so that an app learns of it here and not on a cluster.

const warnBytes = 5 * 1024;
const failBytes = 50 * 1024;
/** The most partitions of an unlogged batch without a warning. */
const manyPartitions = 10;

/** @throws {CqlError} `invalid` for a batch that is too large */
function batchWarnings(type: BatchType, statements: readonly BoundWrite[]): readonly string[] {
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
