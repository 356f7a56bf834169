/**
 * Refuses, when a SELECT is prepared, what the store would refuse whatever the values of its markers are: columns that
 * neither key nor index finds, and orders that the rows do not have.
 *
 * Asks the store with a value of each type, since it looks at values only to find rows.
 */
import type { Column, CqlType } from "../../model/index.ts";
import { Encoded } from "../../store/index.ts";
import type { EmbeddedStore, Filter, TupleFilter } from "../../store/index.ts";
import { maskedValue } from "../values/index.ts";
import type { TableScope } from "../values/index.ts";
import { invalid } from "../cql-error.ts";
import type { Select } from "../grammar/tree.ts";
import type { CompiledRelation } from "./compiled-relation.ts";
import type { FixedSelection } from "./read-rows.ts";
import type { Where } from "./where.ts";
import type { Projection } from "./projection.ts";
import type { RestrictedColumns } from "./restrictions.ts";

export interface CheckedSelection {
  readonly fixed: FixedSelection;
  readonly where: Pick<Where, "relations">;
  /** The column of ANN OF. */
  readonly nearest: Column | undefined;
}

/** @throws {StoreError} `invalid` */
export function checkSelection(store: EmbeddedStore, { fixed, where, nearest }: CheckedSelection): void {
  const ofKind = (kind: CompiledRelation["kind"]): readonly CompiledRelation[] =>
    where.relations.filter((relation) => relation.kind === kind);
  store.check({
    ...fixed,
    filters: ofKind("column").map(filterOf),
    tuples: ofKind("tuple").map(tupleOf),
    tokens: ofKind("token").length > 0 ? { after: 0n } : undefined,
    nearest: nearest && { column: nearest.name, to: onesOf(nearest.type) },
    // How many rows are wanted is known with the values.
    limit: nearest && 1,
    orderedApart: true,
    pageSize: 1,
  });
}

function filterOf({ columns, operator }: CompiledRelation): Filter {
  const [{ name: column, type }] = columns as readonly [CompiledRelation["columns"][number]];
  const value = operandOf(type, operator);
  return { column, operator, value: operator === "in" ? [value as Encoded] : value };
}

function operandOf(type: CqlType, operator: Filter["operator"]): Filter["value"] {
  const item = type.kind === "map" ? type.value : type.kind === "list" || type.kind === "set" ? type.item : type;
  const key = type.kind === "map" ? type.key : type;
  switch (operator) {
    case "contains":
      return valueOf(item);
    case "containsKey":
      return valueOf(key);
    case "containsEntry":
      // The store's filter of an entry is an object of two operands, which the type of one operand cannot say.
      return { key: valueOf(key), value: valueOf(item) } as unknown as Encoded;
    default:
      return valueOf(type);
  }
}

function tupleOf(relation: CompiledRelation): TupleFilter {
  const { columns } = relation;
  // Relations of tuples have no others.
  const operator = relation.operator as TupleFilter["operator"];
  const tuple = columns.map(({ type }) => valueOf(type));
  return { columns: columns.map(({ name }) => name), operator, value: operator === "in" ? [tuple] : tuple };
}

function valueOf(type: CqlType): Encoded {
  return Encoded.ofBytes(type, maskedValue(type));
}

/** All but zeros can be compared by their angle. */
function onesOf(type: CqlType): readonly number[] {
  return type.kind === "vector" ? Array.from({ length: type.dimensions }, () => 1) : [];
}

/** @throws {CqlError} `invalid` when SELECT DISTINCT is about more than whole partitions */
export function checkDistinct(
  { perPartitionLimit, selectors }: Select,
  { reads }: Pick<Projection, "reads">,
  restricted: RestrictedColumns,
  { table, columns }: TableScope,
): void {
  if (perPartitionLimit) throw invalid("PER PARTITION LIMIT is not allowed with SELECT DISTINCT queries");
  const isOfRows = (name: string): boolean => ["clustering", "regular"].includes(columns.get(name)?.kind ?? "");
  if ([...columns.keys()].some((name) => isOfRows(name) && restricted.kindOf(name) !== undefined)) {
    throw invalid(
      "SELECT DISTINCT with WHERE clause only supports restriction by partition key and/or static columns.",
    );
  }
  const other = reads.find(isOfRows);
  if (other !== undefined) {
    throw invalid(
      `SELECT DISTINCT queries must only request partition key columns and/or static columns (not ${other})`,
    );
  }
  const isOfKeys = table.partitionKey.every((name) => ["eq", "in"].includes(restricted.kindOf(name) ?? ""));
  const missing = table.partitionKey.find((name) => !reads.includes(name));
  if (isOfKeys || missing === undefined || !selectors) return;
  throw invalid(`SELECT DISTINCT queries must request all the partition key columns (missing ${missing})`);
}
