/**
 * What a store must answer, in the plainest words: one table as an array of rows, sorted by comparing values.
 *
 * Knows which statements do what, and not which are refused. Keeps whatever was written; what has ended is skipped by every read.
 */
import { isDeepStrictEqual } from "node:util";
import { contains, isMultiCell } from "../../src/model/index.ts";
import type { Column, Table } from "../../src/model/index.ts";
import type { Condition, Delete, Filter, Insert, Outcome, Selection } from "../../src/store/index.ts";
import type { Operands, Row as ReadRow, Update, Value, Values } from "../../src/store/index.ts";
import { serializeValue } from "../../src/store/values/value-bytes.ts";
import { compareValues } from "../support/compare-values.ts";

/** Random statements have values alone, never bytes. */
const plain = (operands: Operands): Values => operands as Values;

interface Cell {
  readonly value: Value;
  readonly expiresAt: number;
}

interface Row {
  readonly partition: readonly Value[];
  /** Undefined for what is static: one such row a partition. */
  readonly clustering: readonly Value[] | undefined;
  /** Until when the row is there although all its cells are null. */
  markedUntil: number;
  readonly cells: Map<string, Cell>;
}

/** How one partition follows another in a scan: by a hash that the model has no word for. */
export type ComparePartitions = (one: readonly Value[], other: readonly Value[]) => number;

export class ModelStore {
  private readonly table: Table;
  private readonly comparePartitions: ComparePartitions;
  private readonly now: () => number;
  private readonly partitionKey: readonly Column[];
  private readonly clusteringKey: readonly Column[];
  private rows: Row[] = [];

  constructor(table: Table, comparePartitions: ComparePartitions, now: () => number) {
    const columnOf = (name: string): Column => table.columns.find((column) => column.name === name) as Column;
    this.table = table;
    this.comparePartitions = comparePartitions;
    this.now = now;
    this.partitionKey = table.partitionKey.map(columnOf);
    this.clusteringKey = table.clusteringKey.map(({ name }) => columnOf(name));
  }

  insert({ values: operands, ttlSeconds, ifNotExists }: Insert): Outcome {
    const values = plain(operands);
    const partition = valuesOf(this.partitionKey, values);
    const isStatic = this.writesOnlyStatics(values) && !this.clusteringKey.some(({ name }) => values.has(name));
    const clustering = isStatic ? undefined : valuesOf(this.clusteringKey, values);
    const found = this.find(partition, clustering);
    if (ifNotExists && found && this.isThere(found)) {
      const setsStatic = this.table.columns.some(({ name, kind }) => kind === "static" && values.has(name));
      return { applied: false, current: this.read(partition, clustering, setsStatic) };
    }
    const expiresAt = this.expiry(ttlSeconds);
    if (clustering) this.findOrAdd(partition, clustering).markedUntil = expiresAt;
    this.assign(partition, clustering, values, expiresAt);
    return { applied: true };
  }

  update(update: Update): Outcome {
    const { ttlSeconds, conditions = [] } = update;
    const values = plain(update.values);
    const partition = valuesOf(this.partitionKey, values);
    const guardsRow = conditions.some(({ column }) => this.kindOf(column) === "regular");
    const clustering = this.writesOnlyStatics(values) && !guardsRow ? undefined : valuesOf(this.clusteringKey, values);
    const writesStatics = [...values.keys()].some((name) => this.kindOf(name) === "static");
    const blocked = this.obstacle(partition, clustering, update, writesStatics);
    if (blocked) return blocked;
    this.assign(partition, clustering, values, this.expiry(ttlSeconds));
    return { applied: true };
  }

  delete({ key: operands, ...guard }: Delete): Outcome {
    const key = plain(operands);
    const partition = valuesOf(this.partitionKey, key);
    const prefix = valuesOf(
      this.clusteringKey.filter(({ name }) => key.has(name)),
      key,
    );
    if (prefix.length === this.clusteringKey.length) {
      const blocked = this.obstacle(partition, prefix, guard, false);
      if (blocked) return blocked;
    }
    // Static values go with the whole partition. Without clustering columns the partition is the row.
    this.rows = this.rows.filter(
      (row) =>
        !isDeepStrictEqual(row.partition, partition) ||
        (row.clustering
          ? !prefix.every((value, index) => this.compareAt(index, row.clustering?.[index] ?? null, value) === 0)
          : prefix.length > 0),
    );
    return { applied: true };
  }

  /** All rows of a selection; or those after one that was given already, whether it is still there or not. */
  select({ filters, orderBy = [], limit = Infinity }: Selection, after?: ReadRow, given = 0): Values[] {
    const [first] = orderBy;
    const reversed =
      first !== undefined && first.order !== this.table.clusteringKey.find(({ name }) => name === first.column)?.order;
    // Partitions that are named come in the order of their values, others in that of a scan.
    const listed = filters.some(({ column, operator }) => operator === "in" && this.kindOf(column) === "partition");
    const order: ComparePartitions = listed ? (one, other) => this.compareByValue(one, other) : this.comparePartitions;
    const wholePartitions = !filters.some(({ column }) => this.kindOf(column) === "clustering");
    const partitions = this.rows
      .map(({ partition }) => partition)
      .filter((partition, place, all) => all.findIndex((other) => isDeepStrictEqual(other, partition)) === place)
      .toSorted(order);
    const last = after && valuesOf(this.partitionKey, new Map(after));
    const found = partitions.flatMap((partition) => {
      if (last && order(partition, last) < 0) return [];
      const lastRow =
        after && isDeepStrictEqual(partition, last)
          ? this.clusteringKey.map(({ name }) => after.get(name) ?? null)
          : undefined;
      if (lastRow && this.clusteringKey.length > 0 && lastRow[0] === null) return [];
      const sorted = this.rowsOf(partition);
      const rows = (reversed ? sorted.toReversed() : sorted).filter(
        (row) => !lastRow || this.compareRows(row.clustering, lastRow as Value[]) * (reversed ? -1 : 1) > 0,
      );
      if (rows.length > 0) return rows.map((row) => this.shown(partition, row, true));
      const statics = this.find(partition, undefined);
      const isAlone = wholePartitions && !lastRow && statics && this.isThere(statics);
      return isAlone ? [this.shown(partition, undefined, true)] : [];
    });
    const selected = found.filter((row) => filters.every((filter) => this.passes(row, filter)));
    // Rows that these columns do not tell apart stay in the order of their partitions.
    const compared = ({ column }: { readonly column: string }, one: Values, other: Values): number =>
      this.compareAt(
        this.clusteringKey.findIndex(({ name }) => name === column),
        one.get(column) ?? null,
        other.get(column) ?? null,
      ) * (reversed ? -1 : 1);
    const byOrder = (one: Values, other: Values): number => {
      const different = orderBy.find((term) => compared(term, one, other) !== 0);
      return different ? compared(different, one, other) : 0;
    };
    const sorted = orderBy.length > 0 ? selected.toSorted(byOrder) : selected;
    return sorted.slice(0, limit - given);
  }

  private kindOf(name: string): Column["kind"] | undefined {
    return this.table.columns.find((column) => column.name === name)?.kind;
  }

  private writesOnlyStatics(values: Values): boolean {
    const cells = [...values.keys()].map((name) => this.kindOf(name)).filter((kind) => kind !== "partition");
    const others = cells.filter((kind) => kind !== "clustering");
    return others.length > 0 && others.every((kind) => kind === "static");
  }

  private find(partition: readonly Value[], clustering: readonly Value[] | undefined): Row | undefined {
    return this.rows.find(
      (row) =>
        isDeepStrictEqual(row.partition, partition) &&
        (row.clustering && clustering
          ? this.compareRows(row.clustering, clustering) === 0
          : row.clustering === clustering),
    );
  }

  /** The rows of a partition in their order. */
  private rowsOf(partition: readonly Value[]): Row[] {
    return this.rows
      .filter((row) => row.clustering && this.isThere(row) && isDeepStrictEqual(row.partition, partition))
      .toSorted((one, other) => this.compareRows(one.clustering, other.clustering));
  }

  /** The first row that is there even without its regular columns: without them a row that an UPDATE made is not seen. */
  private firstOf(partition: readonly Value[]): Row | undefined {
    return this.rowsOf(partition).find(({ markedUntil }) => markedUntil > this.now());
  }

  private findOrAdd(partition: readonly Value[], clustering: readonly Value[] | undefined): Row {
    const found = this.find(partition, clustering);
    if (found && this.isThere(found)) return found;
    // Of equal decimals a row keeps the one that it was made with.
    const row: Row = { partition, clustering, markedUntil: -Infinity, cells: new Map() };
    this.rows = [...this.rows.filter((other) => other !== found), row];
    return row;
  }

  /** Of equal decimals of different scale, which are two partitions, by their bytes. */
  private compareByValue(one: readonly Value[], other: readonly Value[]): number {
    for (const [index, { type }] of this.partitionKey.entries()) {
      const [left, right] = [one[index] as Value, other[index] as Value];
      const compared =
        compareValues(type, left, right) || Buffer.compare(serializeValue(type, left), serializeValue(type, right));
      if (compared !== 0) return compared;
    }
    return 0;
  }

  private compareRows(one: readonly Value[] | undefined, other: readonly Value[] | undefined): number {
    for (const index of this.clusteringKey.keys()) {
      const compared = this.compareAt(index, one?.[index] ?? null, other?.[index] ?? null);
      if (compared !== 0) return compared;
    }
    return 0;
  }

  /** In the column's own order. What has no row comes first, whatever the order. */
  private compareAt(index: number, one: Value | null, other: Value | null): number {
    const compared = compareValues((this.clusteringKey[index] as Column).type, one, other);
    const descending = this.table.clusteringKey[index]?.order === "DESC" && one !== null && other !== null;
    return descending ? 0 - compared : compared;
  }

  private isThere(row: Row): boolean {
    return row.markedUntil > this.now() || [...row.cells.values()].some(({ expiresAt }) => expiresAt > this.now());
  }

  private cell(row: Row | undefined, name: string): Value | null {
    const cell = row?.cells.get(name);
    return cell && cell.expiresAt > this.now() ? cell.value : null;
  }

  private shown(partition: readonly Value[], row: Row | undefined, withStatics: boolean): Values {
    const statics = withStatics ? this.find(partition, undefined) : undefined;
    return new Map(
      this.table.columns.map(({ name, kind }): [string, Value | null] => {
        switch (kind) {
          case "partition":
            return [name, partition[this.table.partitionKey.indexOf(name)] ?? null];
          case "clustering":
            return [name, row?.clustering?.[this.clusteringKey.findIndex((column) => column.name === name)] ?? null];
          case "static":
            return [name, this.cell(statics, name)];
          case "regular":
            return [name, this.cell(row, name)];
        }
      }),
    );
  }

  private expiry(ttlSeconds = this.table.defaultTimeToLive): number {
    return ttlSeconds === 0 ? Infinity : this.now() + ttlSeconds * 1000;
  }

  private assign(
    partition: readonly Value[],
    clustering: readonly Value[] | undefined,
    values: Values,
    expiresAt: number,
  ): void {
    for (const { name, kind, type } of this.table.columns) {
      const value = values.get(name);
      if (value === undefined || (kind !== "static" && kind !== "regular")) continue;
      const row = this.findOrAdd(partition, kind === "static" ? undefined : clustering);
      const before = this.cell(row, name);
      if (contains(type, "counter"))
        row.cells.set(name, { value: ((before ?? 0n) as bigint) + (value as bigint), expiresAt });
      else if (isNull(type, value)) row.cells.delete(name);
      else row.cells.set(name, { value: value as Value, expiresAt });
    }
  }

  private obstacle(
    partition: readonly Value[],
    clustering: readonly Value[] | undefined,
    { ifExists, conditions = [] }: Pick<Update, "ifExists" | "conditions">,
    writesStatics: boolean,
  ): Outcome | undefined {
    const there = (row: Row | undefined): Row | undefined => (row && this.isThere(row) ? row : undefined);
    const row = clustering && there(this.find(partition, clustering));
    const statics = there(this.find(partition, undefined));
    if (ifExists && (clustering ? row : statics)) return undefined;
    if (ifExists) return { applied: false, current: this.read(partition, clustering, writesStatics) };
    const cellOf = (name: string): Value | null => this.cell(this.kindOf(name) === "static" ? statics : row, name);
    if (conditions.every((condition) => this.meets(cellOf(condition.column), condition))) return undefined;
    const readsStatics = writesStatics || conditions.some(({ column }) => this.kindOf(column) === "static");
    // For static columns alone the database looks whether the partition has anything.
    const testsRow = conditions.some(({ column }) => this.kindOf(column) === "regular");
    const found = testsRow ? (row ?? (readsStatics ? statics : undefined)) : (statics ?? this.firstOf(partition));
    const current = new Map(conditions.map(({ column }) => [column, cellOf(column)]));
    return { applied: false, current: found && current };
  }

  /**
   * What the database reads to see whether a row is there: static columns for a write that sets some, with the key of the
   * first row when it is about them alone. The rest is shown as null.
   */
  private read(
    partition: readonly Value[],
    clustering: readonly Value[] | undefined,
    withStatics: boolean,
  ): Values | undefined {
    const found = this.find(partition, clustering);
    const first = this.firstOf(partition);
    const row = clustering
      ? found && this.isThere(found)
        ? found
        : undefined
      : first && { ...first, cells: new Map() };
    const statics = withStatics ? this.find(partition, undefined) : undefined;
    return row || (statics && this.isThere(statics)) ? this.shown(partition, row, withStatics) : undefined;
  }

  private meets(cell: Value | null, { column, operator, value }: Condition): boolean {
    const { type } = this.table.columns.find(({ name }) => name === column) as Column;
    const compared = (operand: Value | null): number | undefined => {
      // A user type of nulls alone is stored as null and yet equals none.
      const whole = type.kind !== "user" && isNull(type, operand) ? null : operand;
      if (cell === null && whole === null) return 0;
      return cell === null || whole === null ? undefined : compareValues(type, cell, whole);
    };
    if (operator === "in") return (value as readonly (Value | null)[]).some((operand) => compared(operand) === 0);
    const order = compared(value as Value | null);
    if (operator === "eq") return order === 0;
    if (operator === "notEq") return order !== 0;
    // Nothing is less or greater than a null, nor the same.
    if (cell === null || order === undefined) return false;
    return inOrder(operator, order);
  }

  private passes(row: Values, { column: name, operator, value }: Filter): boolean {
    const { type, kind } = this.table.columns.find((column) => column.name === name) as Column;
    const found = row.get(name) ?? null;
    if (found === null) return false;
    // A partition is found by its bytes: 1.0 is not 1.00.
    const equals = (operand: Value): boolean =>
      kind === "partition" ? isDeepStrictEqual(found, operand) : compareValues(type, found, operand) === 0;
    switch (operator) {
      case "eq":
        return equals(value as Value);
      case "in":
        return (value as readonly Value[]).some(equals);
      case "contains": {
        const items = found instanceof Map ? [...found.values()] : (found as readonly Value[]);
        const of = type.kind === "map" ? type.value : (type as { readonly item: Column["type"] }).item;
        return items.some((item) => compareValues(of, item, value as Value) === 0);
      }
      case "containsKey":
      case "containsEntry": {
        if (type.kind !== "map") throw new Error(`${name} is not a map`);
        const wanted = (operator === "containsKey" ? { key: value } : value) as { key: Value; value?: Value };
        return [...(found as ReadonlyMap<Value, Value>)].some(
          ([key, held]) =>
            compareValues(type.key, key, wanted.key) === 0 &&
            (wanted.value === undefined || compareValues(type.value, held, wanted.value) === 0),
        );
      }
      case "notEq":
        throw new Error("no row is selected by what it is not");
      default:
        return inOrder(operator, compareValues(type, found, value as Value));
    }
  }
}

function inOrder(operator: "gt" | "gte" | "lt" | "lte", order: number): boolean {
  return { gt: order > 0, gte: order >= 0, lt: order < 0, lte: order <= 0 }[operator];
}

function valuesOf(columns: readonly Column[], values: Values): Value[] {
  return columns.map(({ name }) => values.get(name) ?? (null as never));
}

/** A collection without items that is not frozen, or such a user type without any value, is null. */
function isNull(type: Column["type"], value: Value | null): boolean {
  if (value === null) return true;
  if (!isMultiCell(type)) return false;
  if (value instanceof Map) return value.size === 0;
  return Array.isArray(value) ? value.length === 0 : Object.values(value).every((field) => field === null);
}
