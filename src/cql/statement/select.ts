/**
 * Prepares SELECT: work that does not depend on bound values is done once. Each execution is a selection of the store,
 * whose bytes become the rows of the answer.
 */
import { bindValues, compileTerm, nativeType, Variables } from "../values/index.ts";
import type { Inputs, CompileContext, TableScope } from "../values/index.ts";
import { invalid } from "../cql-error.ts";
import type { Select, Term } from "../grammar/tree.ts";
import { unset } from "../protocol/message.ts";
import type { Answer } from "../protocol/message.ts";
import { isVirtualKeyspace } from "../system/index.ts";
import { checkDistinct, checkSelection } from "./check-select.ts";
import { compileGroups } from "./compile-groups.ts";
import { compileOrder } from "./order-by.ts";
import type { Order } from "./order-by.ts";
import type { Database, Prepared } from "./prepared.ts";
import { compileProjection } from "./projection.ts";
import type { Projection } from "./projection.ts";
import { readGroups, readSortedGroups } from "./read-groups.ts";
import { readPlain, readPages, noPages } from "./read-rows.ts";
import type { FixedSelection, Reading, ReadRows } from "./read-rows.ts";
import type { RestrictedColumns } from "./restrictions.ts";
import { isCurrentScope } from "./scope.ts";
import { compileWhere } from "./where.ts";

/** @throws {CqlError} `invalid` */
export function prepareSelect(select: Select, database: Database, scope: TableScope): Prepared {
  const { keyspace, table } = scope;
  const variables = new Variables(scope);
  const context: CompileContext = { scope, variables };
  const filtering = select.allowFiltering || isFilteredAnyway(keyspace, table.name);
  const projection = compileProjection(select, context);
  const order = compileOrder(select.orderBy, context);
  const { onlyStatics } = projection;
  const where = compileWhere(select.where, "select", context, { onlyStatics, filtering });
  const perPartition = compileLimit(select.perPartitionLimit, "[per_partition_limit]", context);
  if (select.distinct) checkDistinct(select, projection, where.restricted, scope);
  const groups = compileGroups(select, where.restricted, context);
  const isAggregate = !groups && projection.isAggregate;
  if (isAggregate && perPartition) throw invalid("PER PARTITION LIMIT is not allowed with aggregate queries.");
  checkVectors(where.restricted, order, scope);
  const limit = compileLimit(select.limit, "[limit]", context);
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
    return (isAggregate ? readAggregate : readPlain)(reading, projection, sortsPartitions);
  };

  const check = async (): Promise<void> =>
    checkSelection(await database.storeOf(keyspace), { fixed, where, nearest: order.nearest?.column });

  return {
    variables: variables.specs,
    keyIndexes: where.keyIndexes,
    columns: specs,
    check,
    isCurrent: () => isCurrentScope(database, scope),
    execute: async (execution): Promise<Answer> => {
      if (order.nearest && (groups || isAggregate)) throw invalid("Top-K queries can not be run with aggregation");
      const inputs: Inputs = { bound: bindValues(variables, execution.values), nowMs: execution.nowMs };
      let located: ReturnType<typeof where.filters>;
      try {
        located = where.filters(inputs);
      } catch (error) {
        // The database looks for an index before it looks at the values.
        await check();
        throw error;
      }
      const answer = await read({
        database,
        execution,
        inputs,
        fixed,
        located,
        nearest: order.nearest?.bind(inputs),
        limit: limit ? limit(inputs) : Infinity,
        perPartition: perPartition ? perPartition(inputs) : Infinity,
      });
      const { rows, pageState } = answer;
      return { kind: "rows", columns: specs, rows, pageState, warnings: answer.warnings ?? warnings };
    },
  };
}

/** Vectors are compared only by nearness. @throws {CqlError} `invalid` */
function checkVectors(restricted: RestrictedColumns, { nearest }: Order, { table, columns }: TableScope): void {
  const isIndexed = (name: string): boolean =>
    table.indexes.some(({ column, using }) => using === "sai" && column === name);
  // The store refuses an order by a column without an index.
  if (nearest && !isIndexed(nearest.column.name)) return;
  const compared = table.indexes.find(
    ({ column, using }) =>
      using === "sai" && columns.get(column)?.type.kind === "vector" && restricted.kindOf(column) !== undefined,
  );
  if (compared) throw invalid("Vector indexes only support ANN queries");
}

/** The database filters its virtual tables, which are small, without ALLOW FILTERING, except for its log. */
function isFilteredAnyway(keyspace: string, table: string): boolean {
  return isVirtualKeyspace(keyspace) && table !== "system_logs";
}

/** How many rows, once the values are bound; Infinity for an unset one. */
type Limit = (inputs: Inputs) => number;

/** @param name the database's name for its marker. @returns undefined without a limit */
function compileLimit(term: Term | undefined, name: string, context: CompileContext): Limit | undefined {
  if (!term) return undefined;
  const { evaluate } = compileTerm(term, { name, type: nativeType("int") }, context);
  return (inputs) => {
    const bytes = evaluate(inputs);
    if (bytes === null) throw invalid("Invalid null value of limit");
    if (bytes === unset) return Infinity;
    if (bytes.length !== 4) throw invalid("Invalid limit value");
    const limit = bytes.readInt32BE();
    if (limit <= 0) throw invalid("LIMIT must be strictly positive");
    return limit;
  };
}

/** The database's warnings about aggregating many partitions into one row; undefined if it has none. */
function aggregateWarnings(restricted: RestrictedColumns, { table }: TableScope): readonly string[] | undefined {
  const kinds = table.partitionKey.map((name) => restricted.kindOf(name));
  if (!restricted.hasTokens && kinds.every((kind) => kind === undefined)) {
    return ["Aggregation query used without partition key"];
  }
  if (!kinds.includes("in")) return undefined;
  return ["Aggregation query used on multiple partition keys (IN restriction)"];
}

/**
 * Reads all rows of a selection into one: aggregates without GROUP BY.
 *
 * @throws {CqlError} `invalid` for pages of partitions that are sorted together, though there is one row
 */
async function readAggregate(reading: Reading, projection: Projection, sortsPartitions: boolean): Promise<ReadRows> {
  if (sortsPartitions && (reading.execution.pageSize ?? 0) > 0) throw noPages();
  const total = projection.start(reading.inputs);
  for await (const { rows } of readPages(reading)) {
    for (const row of rows) total.add(row);
  }
  return { rows: [total.row()] };
}
