/**
 * Prepares SELECT: everything that does not depend on bound values is done once, and each execution is a selection of the
 * store whose bytes become the rows of the answer.
 */
import type { Selection } from "../../store/index.ts";
import { invalid } from "../cql-error.ts";
import type { Select } from "../grammar/tree.ts";
import type { Rows } from "../protocol/message.ts";
import { bindValues, Variables } from "../values/index.ts";
import type { TableScope } from "../values/index.ts";
import { checkDistinct } from "./check-distinct.ts";
import { compileGroups } from "./compile-groups.ts";
import { compileLimit } from "./limit.ts";
import { compileOrder } from "./order-by.ts";
import type { Database, Execution, Prepared } from "./prepared.ts";
import { compileProjection } from "./projection.ts";
import { readAggregate } from "./read-aggregate.ts";
import { readGroups } from "./read-groups.ts";
import { readPlain } from "./read-plain.ts";
import { isCurrentScope } from "./scope.ts";
import { compileWhere } from "./where.ts";

/** What an execution reads with, once its values are bound. */
export interface Reading {
  readonly database: Database;
  readonly execution: Execution;
  /** Without page and limits. */
  readonly selection: Omit<Selection, "pageSize">;
  /** Rows of the answer, and of those the ones of one partition; Infinity for no limit. */
  readonly limit: number;
  readonly perPartition: number;
}

/** @throws {CqlError} `invalid` */
export function prepareSelect(select: Select, database: Database, scope: TableScope): Prepared {
  const { keyspace, table } = scope;
  const variables = new Variables(scope);
  const projection = compileProjection(select, scope, variables);
  const { onlyStatics } = projection;
  const where = compileWhere(select.where, "select", scope, variables, { onlyStatics });
  const perPartition = compileLimit(select.perPartitionLimit, "[per_partition_limit]", scope, variables);
  if (select.distinct) checkDistinct(select, projection, where.restricted, scope);
  const groups = compileGroups(select, where.restricted, scope, variables);
  const isAggregate = !groups && projection.isAggregate;
  if (isAggregate && perPartition) throw invalid("PER PARTITION LIMIT is not allowed with aggregate queries.");
  const order = compileOrder(select.orderBy, scope, variables);
  const limit = compileLimit(select.limit, "[limit]", scope, variables);
  const fixed = {
    keyspace,
    table: table.name,
    columns: select.selectors || groups ? [...new Set([...projection.reads, ...(groups?.reads ?? [])])] : undefined,
    ...(select.allowFiltering && { filtering: true }),
    ...(select.distinct && { distinct: true }),
  };

  return {
    variables: variables.specs,
    keyIndexes: where.keyIndexes,
    columns: projection.specs,
    isCurrent: () => isCurrentScope(database, scope),
    execute: (execution): Promise<Rows> => {
      const { values, nowMs, signal } = execution;
      const bound = bindValues(variables, values);
      const reading: Reading = {
        database,
        execution,
        limit: limit?.(bound, nowMs) ?? Infinity,
        perPartition: perPartition?.(bound, nowMs) ?? Infinity,
        selection: { ...fixed, ...where.filters(bound, nowMs), ...order?.(bound, nowMs), signal },
      };
      if (groups) return readGroups(reading, projection, groups, bound);
      return isAggregate ? readAggregate(reading, projection, bound) : readPlain(reading, projection, bound);
    },
  };
}
