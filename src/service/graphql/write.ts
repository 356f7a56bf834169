import type { GraphQLFieldResolver } from "graphql";
import type { TableApi } from "../../api/index.ts";
import { storedValue } from "../../store/index.ts";
import type {
  Consistency,
  Insert,
  Outcome,
  Row,
  SerialConsistency,
  Update,
  Values,
  WriteOptions,
} from "../../store/index.ts";
import { invalid, readConditions, readRecord, refuseMissingVariables } from "./arguments.ts";
import type { FilterArgument, RecordArgument } from "./arguments.ts";
import type { Execution } from "./execution.ts";
import type { FieldOrder } from "./prepare-document.ts";

interface WriteArguments {
  readonly value: RecordArgument;
  readonly ifNotExists?: boolean | null;
  readonly ifExists?: boolean | null;
  readonly ifCondition?: FilterArgument | null;
  readonly options?: {
    readonly ttl?: number | null;
    readonly consistency?: Consistency | null;
    readonly serialConsistency?: SerialConsistency | null;
  } | null;
}

/**
 * The result of a mutation: the written values, or the current ones that failed the condition.
 */
export interface Written {
  readonly applied: boolean;
  readonly value: Row | null;
}

/** The store executes writes in the order of their calls, and only a condition needs the outcome of those before. */
export const writeOrder: FieldOrder = {
  mayOverlap: ({ ifNotExists, ifExists, ifCondition }) => !ifNotExists && !ifExists && !ifCondition,
};

type WriteResolver = GraphQLFieldResolver<unknown, Execution, WriteArguments>;

export function resolveInsert(api: TableApi): WriteResolver {
  const {
    keyspace,
    table: { name: table },
  } = api;
  const written = createResult(api);
  return async (_source, args, { store, inBatch }): Promise<Written> => {
    const values = readRecord(api, args.value);
    const ifNotExists = args.ifNotExists === true;
    const { ttlSeconds, consistency, serialConsistency } = readOptions(args);
    const insert = { keyspace, table, values, ttlSeconds, ifNotExists, consistency, serialConsistency };
    return written(await store.insert(insert), values, inBatch);
  };
}

export function resolveUpdate(api: TableApi): WriteResolver {
  const {
    keyspace,
    table: { name: table },
  } = api;
  const written = createResult(api);
  return async (_source, args, { store, inBatch }, info): Promise<Written> => {
    refuseMissingVariables(info, "ifCondition");
    const values = readRecord(api, args.value);
    const { ifExists, conditions } = readGuard(api, args);
    const { ttlSeconds, consistency, serialConsistency } = readOptions(args);
    const update = { keyspace, table, values, ttlSeconds, ifExists, conditions, consistency, serialConsistency };
    return written(await store.update(update), values, inBatch);
  };
}

export function resolveDelete(api: TableApi): WriteResolver {
  const {
    keyspace,
    table: { name: table },
  } = api;
  const written = createResult(api);
  return async (_source, args, { store, inBatch }, info): Promise<Written> => {
    refuseMissingVariables(info, "value");
    refuseMissingVariables(info, "ifCondition");
    const key = readRecord(api, args.value);
    const { ifExists, conditions } = readGuard(api, args);
    const { consistency, serialConsistency } = readOptions(args);
    const outcome = await store.delete({ keyspace, table, key, ifExists, conditions, consistency, serialConsistency });
    return written(outcome, key, inBatch);
  };
}

function readOptions({ options }: WriteArguments): WriteOptions & Pick<Insert, "ttlSeconds"> {
  return {
    ttlSeconds: options?.ttl ?? undefined,
    consistency: options?.consistency ?? undefined,
    serialConsistency: options?.serialConsistency ?? undefined,
  };
}

function readGuard(api: TableApi, { ifExists, ifCondition }: WriteArguments): Pick<Update, "ifExists" | "conditions"> {
  const conditions = readConditions(api, ifCondition ?? {});
  if (ifExists && conditions.length > 0) throw invalid("ifExists and ifCondition exclude each other");
  return { ifExists: ifExists === true, conditions: conditions.length > 0 ? conditions : undefined };
}

type Result = (outcome: Outcome, written: Values, inBatch: boolean | undefined) => Written;

/**
 * The written values as they are stored; if a condition failed, the current ones.
 *
 * A missing row has no values: real servers return an object of nulls, which an empty map becomes. In a batch, which may
 * have been refused for another row, they return null.
 */
function createResult({ columns }: TableApi): Result {
  // Of all others, the stored value is the written one.
  const composites = [...columns.values()].filter(({ type }) => type.kind !== "native" && type.kind !== "custom");
  const stored = (values: Values): Values => {
    const changed = composites.filter(({ name }) => values.has(name));
    if (changed.length === 0) return values;
    return new Map([
      ...values,
      ...changed.map(({ name, type }) => [name, storedValue(type, values.get(name) ?? null)] as const),
    ]);
  };
  return (outcome, values, inBatch = false) => {
    if (outcome.applied) return { applied: true, value: stored(values) };
    return { applied: false, value: outcome.current ?? (inBatch ? null : new Map()) };
  };
}
