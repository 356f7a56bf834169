import type { GraphQLFieldResolver } from "graphql";
import type { TableApi } from "../../api/index.ts";
import type { Consistency, Outcome, SerialConsistency, TableName, Values, WriteOptions } from "../../store/index.ts";
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
 * The result of a mutation: the written values, or the current ones that failed the condition. @see service-facts 2.8
 */
export interface Written {
  readonly applied: boolean;
  readonly value: Values;
}

/** The store executes writes in the order of their calls, and only a condition needs the outcome of those before. */
export const writeOrder: FieldOrder = {
  mayOverlap: ({ ifNotExists, ifExists, ifCondition }) => !ifNotExists && !ifExists && !ifCondition,
};

type WriteResolver = GraphQLFieldResolver<unknown, Execution, WriteArguments>;

export function resolveInsert(api: TableApi): WriteResolver {
  return async (_source, args, { store }): Promise<Written> => {
    const values = readRecord(api, args.value);
    const ifNotExists = args.ifNotExists === true;
    return written(await store.insert({ ...targetOf(api, args), values, ...timeToLive(args), ifNotExists }), values);
  };
}

export function resolveUpdate(api: TableApi): WriteResolver {
  return async (_source, args, { store }, info): Promise<Written> => {
    refuseMissingVariables(info, "ifCondition");
    const values = readRecord(api, args.value);
    const guard = readGuard(api, args);
    return written(await store.update({ ...targetOf(api, args), values, ...timeToLive(args), ...guard }), values);
  };
}

export function resolveDelete(api: TableApi): WriteResolver {
  return async (_source, args, { store }, info): Promise<Written> => {
    refuseMissingVariables(info, "value");
    refuseMissingVariables(info, "ifCondition");
    const key = readRecord(api, args.value);
    return written(await store.delete({ ...targetOf(api, args), key, ...readGuard(api, args) }), key);
  };
}

function targetOf({ keyspace, table }: TableApi, { options }: WriteArguments): TableName & WriteOptions {
  const { consistency, serialConsistency } = options ?? {};
  return {
    keyspace,
    table: table.name,
    ...(consistency && { consistency }),
    ...(serialConsistency && { serialConsistency }),
  };
}

function timeToLive({ options }: WriteArguments): { readonly ttlSeconds?: number } {
  return typeof options?.ttl === "number" ? { ttlSeconds: options.ttl } : {};
}

type Guard = Pick<Parameters<Execution["store"]["update"]>[0], "ifExists" | "conditions">;

function readGuard(api: TableApi, { ifExists, ifCondition }: WriteArguments): Guard {
  const conditions = readConditions(api, ifCondition ?? {});
  if (ifExists && conditions.length > 0) throw invalid("ifExists and ifCondition exclude each other");
  return ifExists ? { ifExists: true } : conditions.length > 0 ? { conditions } : {};
}

/** A missing row has no values: real servers return an object of nulls, which an empty map becomes. */
function written(outcome: Outcome, echo: Values): Written {
  return outcome.applied ? { applied: true, value: echo } : { applied: false, value: outcome.current ?? new Map() };
}
