/**
 * Compiles WHERE: relations become the filters of a read, the keys of an update, or the rows of a delete.
 *
 * Checks everything that does not depend on values once, with the database's messages and in its order. The store checks
 * what needs indexes or filtering.
 */
import type { Inputs, CompileContext } from "../values/index.ts";
import type { Table } from "../../model/index.ts";
import type { Filter, Operand, Operands, Selection, TupleFilter } from "../../store/index.ts";
import { invalid } from "../cql-error.ts";
import type { Relation } from "../grammar/tree.ts";
import { compileRelation } from "./compile-relation.ts";
import type { CompiledRelation, Located, Purpose } from "./compiled-relation.ts";
import { checkPurpose, RestrictedColumns } from "./restrictions.ts";
import { tokenRange } from "./tokens.ts";

export type { Purpose };

export interface WhereOptions {
  /** Only static columns are read, set or deleted; no rows are involved. @default false */
  readonly onlyStatics?: boolean;
  /** For a SELECT: rows that neither key nor index finds are filtered. @default false */
  readonly filtering?: boolean;
}

export interface Where {
  /** The partition key's markers, in key order; empty if not all of the key is compared with a marker. */
  readonly keyIndexes: readonly number[];
  readonly restricted: RestrictedColumns;
  readonly relations: readonly CompiledRelation[];
  /** For SELECT. */
  filters(inputs: Inputs): Pick<Selection, "filters" | "tuples" | "tokens">;
  /**
   * For UPDATE and for DELETE of columns: the key of each row, or of each partition where only static columns change.
   * Several for IN, none for an empty list.
   *
   * @throws {CqlError} `invalid` for a null or unset value, or for a DELETE that names no whole key
   */
  keys(inputs: Inputs): readonly Operands[];
  /** For DELETE of rows, ranges and partitions: the rows of the store's `Delete`. */
  deleted(inputs: Inputs): DeletedRows;
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
  context: CompileContext,
  { onlyStatics = false, filtering = false }: WhereOptions = {},
): Where {
  const { scope } = context;
  const { table } = scope;
  const { clusteringKey, indexes } = table;
  const located = { clusteringKey, indexes: purpose === "select" ? indexes : [] };
  const compiled: CompiledRelation[] = [];
  const restricted = new RestrictedColumns(filtering ? undefined : located);
  for (const relation of relations) {
    const one = compileRelation(relation, purpose, context);
    restricted.add(one);
    compiled.push(one);
  }
  checkPurpose(purpose, compiled, restricted, scope, onlyStatics);
  const tested = purpose === "select" ? testedColumns(table, restricted) : new Set<string>();
  const locate = (inputs: Inputs, relations = compiled): Located => {
    const located: Located = { filters: [], tuples: [], tokens: [], beyondNull: [] };
    for (const relation of relations) {
      relation.addTo(located, inputs, tested.has(relation.columns[0]?.name ?? ""));
    }
    return located;
  };
  const findsPartitions = table.partitionKey.every((name) => restricted.kindOf(name) !== undefined);
  const ofPartition = compiled.filter(({ columns }) => columns[0]?.kind === "partition");
  const ofRows = compiled.filter(({ columns }) => columns[0]?.kind === "clustering" && !tested.has(columns[0].name));
  const locateRead = (inputs: Inputs): Located => {
    try {
      return withoutNulls(locate(inputs), table, findsPartitions || filtering);
    } catch (error) {
      // If no partition is named, the database does not look for rows.
      const others = locate(
        inputs,
        compiled.filter((one) => !ofRows.includes(one)),
      );
      const hasNone = others.filters.some(({ operator, value }) => operator === "in" && isEmpty(value));
      if (hasNone) return locate(inputs, ofPartition);
      throw error;
    }
  };
  const hasOthers = compiled.some(({ kind }) => kind !== "column");
  return {
    keyIndexes: keyIndexes(table.partitionKey, compiled),
    restricted,
    relations: compiled,
    filters: (inputs) => {
      const { filters, tuples, tokens } = locateRead(inputs);
      return hasOthers ? { filters, tuples, tokens: tokenRange(tokens) } : { filters };
    },
    keys: (inputs) => {
      for (const { name } of onlyStatics ? [] : table.clusteringKey) {
        const kind = restricted.kindOf(name);
        if (kind !== "eq" && kind !== "in") throw invalid("Range deletions are not supported for specific columns");
      }
      return combineKeys(locate(inputs));
    },
    deleted: (inputs) => {
      const { filters, tuples } = locate(inputs);
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

/** The columns that rows of a read are tested by: neither the partition key, nor clustering columns up to a range or a gap. */
function testedColumns({ columns, clusteringKey }: Table, restricted: RestrictedColumns): ReadonlySet<string> {
  const tested = new Set(columns.flatMap(({ name, kind }) => (kind === "partition" ? [] : name)));
  for (const { name } of clusteringKey) {
    const kind = restricted.kindOf(name);
    if (kind === undefined || kind === "holds") break;
    tested.delete(name);
    if (kind === "slice") break;
  }
  return tested;
}

/**
 * Null stands before every value, in the order that the rows are kept in.
 *
 * @param mayRestrict such a range is accepted; if not, the store says so
 */
function withoutNulls(located: Located, { clusteringKey }: Table, mayRestrict: boolean): Located {
  if (located.beyondNull.length === 0) return located;
  const [{ column }] = located.beyondNull as [Located["beyondNull"][number]];
  const isDescending = clusteringKey.find(({ name }) => name === column)?.order === "DESC";
  const isAll = located.beyondNull.every(({ operator }) => operator.startsWith("gt") !== isDescending);
  if (isAll && mayRestrict) return located;
  const others = located.filters.filter((one) => one.column !== column);
  return { ...located, filters: [...others, { column, operator: "in", value: [] }] };
}

function isEmpty(value: Filter["value"]): boolean {
  return Array.isArray(value) && value.length === 0;
}

function keyIndexes(partitionKey: readonly string[], relations: readonly CompiledRelation[]): readonly number[] {
  const indexes = partitionKey.flatMap((name) => {
    const markers = relations.flatMap(({ columns, marker }) => (columns[0]?.name === name ? (marker ?? []) : []));
    return markers.at(-1) ?? [];
  });
  return indexes.length === partitionKey.length ? indexes : [];
}

/** The keys that equalities and lists name, in every combination. */
function combineKeys({ filters, tuples }: Located): readonly Operands[] {
  let keys: Map<string, Operand>[] = [new Map()];
  const combine = (columns: readonly string[], choices: readonly (readonly Operand[])[]): void => {
    keys = keys.flatMap((key) =>
      choices.map(
        (values) => new Map([...key, ...columns.map((name, place) => [name, values[place] as Operand] as const)]),
      ),
    );
  };
  for (const { column, operator, value } of filters) {
    combine([column], operator === "in" ? (value as readonly Operand[]).map((one) => [one]) : [[value as Operand]]);
  }
  for (const { columns, operator, value } of tuples) {
    combine(columns, operator === "in" ? (value as readonly (readonly Operand[])[]) : [value as readonly Operand[]]);
  }
  return keys;
}
