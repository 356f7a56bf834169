/**
 * Compiles WHERE: relations become the filters of a read, the keys of an update, or what a delete takes away.
 *
 * Checks everything that does not depend on values once, in the database's words and in its order. What needs indexes or
 * filtering is left to the store.
 */
import type { Filter, Operand, Operands, Selection, TupleFilter } from "../../store/index.ts";
import { invalid } from "../cql-error.ts";
import type { Relation } from "../grammar/tree.ts";
import type { Bound, TableScope, Variables } from "../values/index.ts";
import { compileRelation } from "./compile-relation.ts";
import type { CompiledRelation, Located, Purpose } from "./compiled-relation.ts";
import { checkPurpose } from "./check-purpose.ts";
import { combineKeys } from "./combine-keys.ts";
import { RestrictedColumns } from "./restricted-columns.ts";
import { tokenRange } from "./token-range.ts";

export type { Purpose };

export interface WhereOptions {
  /** Only static columns are read, set or deleted: rows have no part in it. @default false */
  readonly onlyStatics?: boolean;
  /** Of a SELECT: rows that neither key nor index finds are filtered. @default false */
  readonly filtering?: boolean;
}

export interface Where {
  /** The markers that are the partition key, in its order; empty if not all of it is compared with a marker. */
  readonly keyIndexes: readonly number[];
  readonly restricted: RestrictedColumns;
  /** For SELECT. */
  filters(bound: Bound, nowMs: number): Pick<Selection, "filters" | "tuples" | "tokens">;
  /**
   * For UPDATE and for DELETE of columns: the key of each row, or of each partition where only static columns change.
   * Several for IN, none for an empty list.
   *
   * @throws {CqlError} `invalid` for a null or unset value, or for a DELETE that names no whole key
   */
  keys(bound: Bound, nowMs: number): readonly Operands[];
  /** For DELETE of rows, ranges and partitions: what the store's `Delete` has. */
  deleted(bound: Bound, nowMs: number): DeletedRows;
}

export interface DeletedRows {
  readonly key: Operands;
  readonly filters: readonly Filter[];
  readonly tuples: readonly TupleFilter[];
}

/**
 * Understands the relations of a statement. Call it once, when the statement is prepared: markers are added to the
 * variables. For each execution call one of `filters`, `keys` and `deleted` with the bound values.
 *
 * @throws {CqlError} `invalid`
 */
export function compileWhere(
  relations: readonly Relation[],
  purpose: Purpose,
  scope: TableScope,
  variables: Variables,
  { onlyStatics = false, filtering = false }: WhereOptions = {},
): Where {
  const { clusteringKey, indexes } = scope.table;
  const located = { clusteringKey, indexes: purpose === "select" ? indexes : [] };
  const compiled: CompiledRelation[] = [];
  const restricted = new RestrictedColumns(filtering ? undefined : located);
  for (const relation of relations) {
    const one = compileRelation(relation, purpose, scope, variables);
    restricted.add(one);
    compiled.push(one);
  }
  checkPurpose(purpose, compiled, restricted, scope, onlyStatics);
  const locate = (bound: Bound, nowMs: number): Located => {
    const located: Located = { filters: [], tuples: [], tokens: [] };
    for (const relation of compiled) relation.addTo(located, bound, nowMs);
    return located;
  };
  const hasOthers = compiled.some(({ kind }) => kind !== "column");
  const { table } = scope;
  return {
    keyIndexes: keyIndexes(table.partitionKey, compiled),
    restricted,
    filters: (bound, nowMs) => {
      const { filters, tuples, tokens } = locate(bound, nowMs);
      return hasOthers ? { filters, tuples, tokens: tokenRange(tokens) } : { filters };
    },
    keys: (bound, nowMs) => {
      for (const { name } of onlyStatics ? [] : table.clusteringKey) {
        const kind = restricted.kindOf(name);
        if (kind !== "eq" && kind !== "in") throw invalid("Range deletions are not supported for specific columns");
      }
      return combineKeys(locate(bound, nowMs));
    },
    deleted: (bound, nowMs) => {
      const { filters, tuples } = locate(bound, nowMs);
      const key = new Map<string, Operand>();
      const others: Filter[] = [];
      for (const filter of filters) {
        if (filter.operator === "eq") key.set(filter.column, filter.value as Operand);
        else others.push(filter);
      }
      return { key, filters: others, tuples };
    },
  };
}

function keyIndexes(partitionKey: readonly string[], relations: readonly CompiledRelation[]): readonly number[] {
  const indexes = partitionKey.flatMap((name) => {
    const markers = relations.flatMap(({ columns, marker }) => (columns[0]?.name === name ? (marker ?? []) : []));
    return markers.at(-1) ?? [];
  });
  return indexes.length === partitionKey.length ? indexes : [];
}
