/** The mutations of a table: read their arguments, have the store write, and return what was written. */
import type { GraphQLFieldResolver } from "graphql";
import type { TableApi } from "../../api/index.ts";
import { primaryKey } from "../../model/index.ts";
import { storedValue } from "../../store/index.ts";
import type {
  Consistency,
  Encoded,
  Filter,
  Insert,
  WriteResult,
  Row,
  SerialConsistency,
  Update,
  WriteOptions,
  WriteTime,
} from "../../store/index.ts";
import { readChanges } from "./changes.ts";
import type { ChangesArgument } from "./changes.ts";
import { readConditions } from "./conditions.ts";
import type { Execution } from "./execution.ts";
import { readFilters, refuseMissingVariables } from "./filters.ts";
import type { FilterArgument } from "./filters.ts";
import type { FieldOrder } from "./graphql-types.ts";
import { invalid } from "./problem.ts";
import { readRecord } from "./values.ts";
import type { EncodedValues, RecordArgument } from "./values.ts";

interface WriteOptionsArgument {
  readonly ttl?: number | null;
  readonly timestamp?: bigint | null;
  readonly consistency?: Consistency | null;
  readonly serialConsistency?: SerialConsistency | null;
}

interface InsertArguments {
  readonly value: RecordArgument;
  readonly ifNotExists?: boolean | null;
  readonly options?: WriteOptionsArgument | null;
}

/** The conditions of a write. */
interface ConditionArguments {
  readonly ifExists?: boolean | null;
  readonly ifCondition?: FilterArgument | null;
}

interface UpdateArguments extends ConditionArguments {
  readonly value: RecordArgument;
  readonly changes?: ChangesArgument | null;
  readonly options?: WriteOptionsArgument | null;
}

interface DeleteArguments extends ConditionArguments {
  readonly value?: RecordArgument | null;
  readonly filter?: FilterArgument | null;
  readonly options?: WriteOptionsArgument | null;
}

/** The result of a mutation: the written values, or the current ones that failed the condition. */
interface MutationResult {
  readonly applied: boolean;
  readonly value: Row | null;
}

/**
 * Writes take effect in the order of their calls: the embedded store queues them, and a cluster orders them by the times of the calls.
 * Only a condition, or a change that the database makes after reading the value, needs the outcome of those before.
 */
export const writeOrder: FieldOrder = {
  mayOverlap: ({ ifNotExists, ifExists, ifCondition, changes }) =>
    !ifNotExists && !ifExists && !ifCondition && !readsBeforeWriting(changes),
};

/** Whether a change depends on the value at that moment, so that other writes must not be under way. */
function readsBeforeWriting(changes: unknown): boolean {
  if (!changes) return false;
  const parts = Object.values(changes as ChangesArgument);
  return parts.some((part) => part && ("setAt" in part || "removeAt" in part || "remove" in part));
}

type WriteResolver<Arguments> = GraphQLFieldResolver<unknown, Execution, Arguments>;

export function resolveInsert(api: TableApi): WriteResolver<InsertArguments> {
  const { keyspace } = api;
  const table = api.table.name;
  return (_source, args, { store, atomic }): Promise<MutationResult> => {
    const values = readRecord(api, args.value);
    const ifNotExists = args.ifNotExists === true;
    const { ttlSeconds, timestamp, consistency, serialConsistency } = readOptions(args.options);
    const insert = { keyspace, table, values, ttlSeconds, ifNotExists, timestamp, consistency, serialConsistency };
    return store.insert(insert).then((outcome) => resultOf(outcome, values, atomic !== undefined));
  };
}

export function resolveUpdate(api: TableApi): WriteResolver<UpdateArguments> {
  const { keyspace } = api;
  const table = api.table.name;
  return (_source, args, { store, atomic }, info): Promise<MutationResult> => {
    // Not for `value`: a column without a value is not written, as clients expect of omitted ones.
    refuseMissingVariables(info, "ifCondition");
    refuseMissingVariables(info, "changes");
    const values = readRecord(api, args.value);
    const changes = args.changes ? readChanges(api, args.changes, values) : undefined;
    const { ifExists, conditions } = readConditionArguments(api, args);
    const { ttlSeconds, ...options } = readOptions(args.options);
    const update = { keyspace, table, values, changes, ttlSeconds, ifExists, conditions, ...options };
    return store.update(update).then((outcome) => resultOf(outcome, values, atomic !== undefined));
  };
}

export function resolveDelete(api: TableApi): WriteResolver<DeleteArguments> {
  const { keyspace } = api;
  const table = api.table.name;
  return (_source, args, { store, atomic, reads }, info): Promise<MutationResult> => {
    refuseMissingVariables(info, "value");
    refuseMissingVariables(info, "filter");
    refuseMissingVariables(info, "ifCondition");
    const { key, filters, combinations } = readDeletedRows(api, args);
    // After a batch, its fields run again to return what it did.
    if (atomic !== "applied") reads.spend("combinations", combinations);
    const { ifExists, conditions } = readConditionArguments(api, args);
    // All mutations have the same options, but what is deleted has no time to live.
    const { ttlSeconds: _, ...options } = readOptions(args.options);
    const deletion = { keyspace, table, key, filters, ifExists, conditions, ...options };
    return store.delete(deletion).then((outcome) => resultOf(outcome, key, atomic !== undefined));
  };
}

/** The levels of consistency are for clusters: the embedded store has one copy of a row, and ignores them. */
function readOptions(
  options: WriteOptionsArgument | null | undefined,
): WriteOptions & WriteTime & Pick<Insert, "ttlSeconds"> {
  return {
    ttlSeconds: options?.ttl ?? undefined,
    timestamp: options?.timestamp ?? undefined,
    consistency: options?.consistency ?? undefined,
    serialConsistency: options?.serialConsistency ?? undefined,
  };
}

function readConditionArguments(
  api: TableApi,
  { ifExists, ifCondition }: ConditionArguments,
): Pick<Update, "ifExists" | "conditions"> {
  const conditions = readConditions(api, ifCondition ?? {});
  if (ifExists && conditions.length > 0) throw invalid("ifExists and ifCondition exclude each other");
  return { ifExists: ifExists === true, conditions: conditions.length > 0 ? conditions : undefined };
}

/**
 * What a mutation returns: the current values if a condition failed. For a missing row, real servers return an object of nulls,
 * which an empty map becomes, but null in a batch, which may have been refused for another row.
 */
function resultOf(outcome: WriteResult, values: EncodedValues, isAtomic: boolean): MutationResult {
  if (outcome.applied) return new AppliedMutation(values);
  return { applied: false, value: outcome.current ?? (isAtomic ? null : new Map()) };
}

/** The written values as they are stored, decoded only if the document selects them. */
class AppliedMutation implements MutationResult {
  readonly applied = true;
  readonly #values: EncodedValues;

  constructor(values: EncodedValues) {
    this.#values = values;
  }

  get value(): Row {
    return new Map(Array.from(this.#values, ([name, one]) => [name, one && storedValue(one.type, one.value)] as const));
  }
}

interface DeletedRows {
  readonly key: EncodedValues;
  readonly filters?: readonly Filter[];
  /** The keys that lists name together. */
  readonly combinations: number;
}

/**
 * Which rows a delete is of: those of a key, or those that pass tests of the primary key.
 *
 * @throws {GraphQLError} for neither, both, or one that could mean more rows than the client had in mind
 */
function readDeletedRows(api: TableApi, { value, filter, ifExists, ifCondition }: DeleteArguments): DeletedRows {
  if (filter === null || value === null) {
    throw invalid(`${filter === null ? "filter" : "value"} is null: name the rows to delete`);
  }
  if (value && filter) throw invalid("value and filter exclude each other");
  if (value) return { key: readRecord(api, value), combinations: 0 };
  if (!filter || Object.keys(filter).length === 0) {
    throw invalid(`${filter ? "filter is empty" : "value or filter is missing"}: name the rows to delete`);
  }
  if (ifExists || ifCondition) throw invalid("filter and conditions exclude each other");
  return splitKey(api, readFilters(api, filter));
}

/** Separates equality with the first columns of the primary key from all other tests. */
function splitKey({ table }: TableApi, filters: readonly Filter[]): DeletedRows {
  const key = new Map<string, Encoded>();
  for (const name of primaryKey(table)) {
    const [test, ...others] = filters.filter(({ column }) => column === name);
    if (test?.operator !== "eq" || others.length > 0) break;
    key.set(name, test.value as Encoded);
  }
  const rest = filters.filter(({ column }) => !key.has(column));
  return { key, filters: rest, combinations: countCombinations(rest) };
}

function countCombinations(filters: readonly Filter[]): number {
  return filters.reduce((count, { operator, value }) => {
    return operator === "in" ? count * (value as readonly unknown[]).length : count;
  }, 1);
}
