/**
 * Prepares SELECT: everything that does not depend on bound values is done once, and each execution is a selection of the
 * store whose bytes become the rows of the answer.
 */
import { invalid } from "../cql-error.ts";
import type { Select } from "../grammar/tree.ts";
import type { Answer } from "../protocol/message.ts";
import { isVirtualKeyspace } from "../system/index.ts";
import { bindValues, Variables } from "../values/index.ts";
import type { TableScope } from "../values/index.ts";
import { aggregateWarnings } from "./aggregate-warnings.ts";
import { checkDistinct } from "./check-distinct.ts";
import { checkSelection } from "./check-selection.ts";
import { compileGroups } from "./compile-groups.ts";
import { compileLimit } from "./limit.ts";
import { compileOrder } from "./order-by.ts";
import type { Database, Prepared } from "./prepared.ts";
import { compileProjection } from "./projection.ts";
import { readAggregate } from "./read-aggregate.ts";
import { readGroups } from "./read-groups.ts";
import { readPlain } from "./read-plain.ts";
import { readSortedGroups } from "./read-sorted-groups.ts";
import type { RestrictedColumns } from "./restricted-columns.ts";
import type { FixedSelection, Reading, ReadRows } from "./reading.ts";
import { isCurrentScope } from "./scope.ts";
import { compileWhere } from "./where.ts";

/** @throws {CqlError} `invalid` */
export function prepareSelect(select: Select, database: Database, scope: TableScope): Prepared {
  const { keyspace, table } = scope;
  const variables = new Variables(scope);
  const filtering = select.allowFiltering || isFilteredAnyway(keyspace, table.name);
  const projection = compileProjection(select, scope, variables);
  const order = compileOrder(select.orderBy, scope, variables);
  const where = compileWhere(select.where, "select", scope, variables, {
    onlyStatics: projection.onlyStatics,
    filtering,
  });
  const perPartition = compileLimit(select.perPartitionLimit, "[per_partition_limit]", scope, variables);
  if (select.distinct) checkDistinct(select, projection, where.restricted, scope);
  const groups = compileGroups(select, where.restricted, scope, variables);
  const isAggregate = !groups && projection.isAggregate;
  if (isAggregate && perPartition) throw invalid("PER PARTITION LIMIT is not allowed with aggregate queries.");
  checkVectors(where.restricted, scope);
  const limit = compileLimit(select.limit, "[limit]", scope, variables);
  const sortsPartitions =
    order.orderBy.length > 0 && table.partitionKey.some((name) => where.restricted.kindOf(name) === "in");

  const { specs } = projection;
  const warnings = groups || isAggregate ? aggregateWarnings(where.restricted, scope) : undefined;
  const reads = [...projection.reads, ...(groups?.reads ?? [])];
  const fixed: FixedSelection = {
    keyspace,
    table: table.name,
    columns: select.selectors || groups ? [...new Set(reads)] : undefined,
    orderBy: order.orderBy.length > 0 ? order.orderBy : undefined,
    filtering: filtering || undefined,
    distinct: select.distinct || undefined,
  };
  const read = (reading: Reading): Promise<ReadRows> => {
    if (groups && sortsPartitions) return readSortedGroups(reading, projection, groups, order, scope);
    if (groups) return readGroups(reading, projection, groups);
    return isAggregate
      ? readAggregate(reading, projection, sortsPartitions)
      : readPlain(reading, projection, sortsPartitions);
  };

  return {
    variables: variables.specs,
    keyIndexes: where.keyIndexes,
    columns: specs,
    check: async () =>
      checkSelection(await database.storeOf(keyspace), { fixed, where, nearest: order.nearest?.column }),
    isCurrent: () => isCurrentScope(database, scope),
    execute: async (execution): Promise<Answer> => {
      if (order.nearest && (groups || isAggregate)) throw invalid("Top-K queries can not be run with aggregation");
      const { nowMs } = execution;
      const bound = bindValues(variables, execution.values);
      const answer = await read({
        database,
        execution,
        bound,
        fixed,
        located: where.filters(bound, nowMs),
        nearest: order.nearest?.bind(bound, nowMs),
        limit: limit ? limit(bound, nowMs) : Infinity,
        perPartition: perPartition ? perPartition(bound, nowMs) : Infinity,
      });
      const { rows, pageState } = answer;
      return { kind: "rows", columns: specs, rows, pageState, warnings: answer.warnings ?? warnings };
    },
  };
}

/** Vectors are compared by nearness alone. @throws {CqlError} `invalid` */
function checkVectors(restricted: RestrictedColumns, { table, columns }: TableScope): void {
  const compared = table.indexes.find(
    ({ column, using }) =>
      using === "sai" && columns.get(column)?.type.kind === "vector" && restricted.kindOf(column) !== undefined,
  );
  if (compared) throw invalid("Vector indexes only support ANN queries");
}

/** Of its virtual tables, which are small, the database filters all but its log without being told to. */
function isFilteredAnyway(keyspace: string, table: string): boolean {
  return isVirtualKeyspace(keyspace) && table !== "system_logs";
}
