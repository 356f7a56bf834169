/**
 * What a store must answer, in the plainest words: one table as an array of rows, sorted by comparing values.
 *
 * Knows which statements do what, and not which are refused. Keeps whatever was written; what has ended is skipped by every read.
 */
import { isDeepStrictEqual } from "node:util";
import { contains, isMultiCell } from "../../src/model/index.ts";
import type { Column, Table } from "../../src/model/index.ts";
import type { Change, Condition, Delete, Filter, Insert, WriteResult, Selection } from "../../src/store/index.ts";
import type { Operands, Row as ReadRow, Update, Value, Values } from "../../src/store/index.ts";
import { plainValue } from "../../src/store/values/encoded.ts";
import { serializeValue } from "../../src/store/values/value-bytes.ts";
import { storedValue } from "../../src/store/values/value-bytes.ts";
import { compareValues } from "../support/compare-values.ts";
import { ModelRow } from "./model-row.ts";
import type { Moment, Path } from "./model-row.ts";

/** Random statements have values alone, never bytes. */
const plain = (operands: Operands): Values => operands as Values;

/** How one partition follows another in a scan: by a hash that the model has no word for. */
export type ComparePartitions = (one: readonly Value[], other: readonly Value[]) => number;

export class ModelStore {
  private readonly table: Table;
  private readonly comparePartitions: ComparePartitions;
  private readonly now: () => number;
  private readonly partitionKey: readonly Column[];
  private readonly clusteringKey: readonly Column[];
  /** Whether they are there or not: what was deleted keeps its times. */
  private readonly rows: ModelRow[] = [];
  private readonly deletions: Deletion[] = [];
  private lastWrite = 0n;
  private items = 0;

  constructor(table: Table, comparePartitions: ComparePartitions, now: () => number) {
    const columnOf = (name: string): Column => table.columns.find((column) => column.name === name) as Column;
    this.table = table;
    this.comparePartitions = comparePartitions;
    this.now = now;
    this.partitionKey = table.partitionKey.map(columnOf);
    this.clusteringKey = table.clusteringKey.map(({ name }) => columnOf(name));
  }

  insert({ values: operands, ttlSeconds, ifNotExists, timestamp }: Insert): WriteResult {
    const values = plain(operands);
    const partition = valuesOf(this.partitionKey, values);
    const isStatic =
      this.writesOnlyStatics([...values.keys()]) && !this.clusteringKey.some(({ name }) => values.has(name));
    const clustering = isStatic ? undefined : valuesOf(this.clusteringKey, values);
    const found = this.find(partition, clustering);
    if (ifNotExists && found && this.isThere(found)) {
      const setsStatic = this.table.columns.some(({ name, kind }) => kind === "static" && values.has(name));
      return { applied: false, current: this.read(partition, clustering, setsStatic) };
    }
    const moment = this.moment(timestamp, ttlSeconds);
    if (clustering) this.findOrAdd(partition, clustering).mark(moment);
    this.assign(partition, clustering, values, moment);
    return { applied: true };
  }

  /** Undefined if it names an item that a list does not have. */
  update(update: Update): WriteResult | undefined {
    const { ttlSeconds, timestamp, conditions = [], changes = [] } = update;
    const values = plain(update.values);
    const partition = valuesOf(this.partitionKey, values);
    const guardsRow = conditions.some(({ column }) => this.kindOf(column) === "regular");
    const written = [...values.keys(), ...changes.map(({ column }) => column)];
    const clustering = this.writesOnlyStatics(written) && !guardsRow ? undefined : valuesOf(this.clusteringKey, values);
    const writesStatics = written.some((name) => this.kindOf(name) === "static");
    const blocked = this.obstacle(partition, clustering, update, writesStatics);
    if (blocked) return blocked;
    const moment = this.moment(timestamp, ttlSeconds);
    const rowOf = (name: string): ModelRow =>
      this.findOrAdd(partition, this.kindOf(name) === "static" ? undefined : clustering);
    const missing = changes.some(
      (change) => change.kind === "element" && this.isBeyond(rowOf(change.column), changes, change),
    );
    if (missing) return undefined;
    for (const change of changes) this.change(rowOf(change.column), change, moment);
    this.assign(partition, clustering, values, moment);
    return { applied: true };
  }

  delete({ key: operands, filters = [], timestamp, ...guard }: Delete): WriteResult {
    const key = plain(operands);
    const restricted: readonly Filter[] = [
      ...Array.from(key, ([column, value]): Filter => ({ column, operator: "eq", value: value as Value })),
      ...filters,
    ];
    const prefix = valuesOf(
      this.clusteringKey.filter(({ name }) => key.has(name)),
      key,
    );
    if (filters.length === 0 && prefix.length === this.clusteringKey.length) {
      const blocked = this.obstacle(valuesOf(this.partitionKey, key), prefix, guard, false);
      if (blocked) return blocked;
    }
    const { at } = this.moment(timestamp, 0);
    // Static values go with the whole partition. Without clustering columns the partition is the row.
    const isWhole = !restricted.some(({ column }) => this.kindOf(column) === "clustering");
    const covers: Deletion["covers"] = (row) =>
      (row.clustering ? true : isWhole) &&
      restricted.every(
        (filter) => this.passes(this.keyOf(row), filter) || (isWhole && this.kindOf(filter.column) === "clustering"),
      );
    this.deletions.push({ at, covers });
    for (const row of this.rows) if (covers(row)) row.delete(at);
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

  private writesOnlyStatics(names: readonly string[]): boolean {
    const cells = names.map((name) => this.kindOf(name)).filter((kind) => kind !== "partition");
    const others = cells.filter((kind) => kind !== "clustering");
    return others.length > 0 && others.every((kind) => kind === "static");
  }

  private find(partition: readonly Value[], clustering: readonly Value[] | undefined): ModelRow | undefined {
    return this.rows.find(
      (row) =>
        isDeepStrictEqual(row.partition, partition) &&
        (row.clustering && clustering
          ? this.compareRows(row.clustering, clustering) === 0
          : row.clustering === clustering),
    );
  }

  /** The rows of a partition in their order. */
  private rowsOf(partition: readonly Value[]): ModelRow[] {
    return this.rows
      .filter((row) => row.clustering && this.isThere(row) && isDeepStrictEqual(row.partition, partition))
      .toSorted((one, other) => this.compareRows(one.clustering, other.clustering));
  }

  /** The first row that is there even without its regular columns: without them a row that an UPDATE made is not seen. */
  private firstOf(partition: readonly Value[]): ModelRow | undefined {
    return this.rowsOf(partition).find((row) => row.isMarked(this.now()));
  }

  private findOrAdd(partition: readonly Value[], clustering: readonly Value[] | undefined): ModelRow {
    const found = this.find(partition, clustering);
    // Of equal decimals a row keeps the one that it was made with.
    if (found && !this.isThere(found)) found.clustering = clustering;
    if (found) return found;
    const row = new ModelRow(partition, clustering);
    for (const { at, covers } of this.deletions) if (covers(row)) row.delete(at);
    this.rows.push(row);
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

  private isThere(row: ModelRow): boolean {
    return row.isThere(
      this.table.columns.filter(({ kind }) => kind === (row.clustering ? "regular" : "static")),
      this.now(),
    );
  }

  private cell(row: ModelRow | undefined, name: string): Value | null {
    return row?.value(this.columnOf(name), this.now()) ?? null;
  }

  private columnOf(name: string): Column {
    return this.table.columns.find((column) => column.name === name) as Column;
  }

  /** The values of the key of a row. */
  private keyOf({ partition, clustering }: ModelRow): Values {
    return new Map([
      ...this.partitionKey.map(({ name }, place) => [name, partition[place] ?? null] as const),
      ...this.clusteringKey.map(({ name }, place) => [name, clustering?.[place] ?? null] as const),
    ]);
  }

  private shown(partition: readonly Value[], row: ModelRow | undefined, withStatics: boolean): Values {
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

  /** Each write that names no time is later than those before, even in the same millisecond. */
  private moment(timestamp: bigint | undefined, ttlSeconds = this.table.defaultTimeToLive): Moment {
    const now = BigInt(this.now()) * 1000n;
    this.lastWrite = now > this.lastWrite ? now : this.lastWrite + 1n;
    return {
      at: timestamp ?? this.lastWrite,
      now: this.now(),
      endsAt: ttlSeconds === 0 ? Infinity : this.now() + ttlSeconds * 1000,
    };
  }

  private assign(
    partition: readonly Value[],
    clustering: readonly Value[] | undefined,
    values: Values,
    moment: Moment,
  ): void {
    for (const column of this.table.columns) {
      const { name, kind, type } = column;
      const value = values.get(name);
      if (value === undefined || (kind !== "static" && kind !== "regular")) continue;
      const row = this.findOrAdd(partition, kind === "static" ? undefined : clustering);
      if (contains(type, "counter")) {
        row.put(column, undefined, ((this.cell(row, name) ?? 0n) as bigint) + (value as bigint), moment);
      } else if (isMultiCell(type)) {
        row.empty(column, moment.at - 1n);
        for (const [path, part] of this.partsOf(type, value)) row.put(column, path, part, moment);
      } else row.put(column, undefined, value, moment);
    }
  }

  /** The parts of a whole value; items of a list come behind all others. */
  private partsOf(type: Column["type"], value: Value | null): readonly (readonly [Path, Value])[] {
    if (value === null) return [];
    const whole = storedValue(type, value);
    if (whole === null) return [];
    if (whole instanceof Map) return [...whole];
    if (type.kind === "list") return (whole as readonly Value[]).map((item) => [++this.items, item]);
    if (type.kind === "set") return (whole as readonly Value[]).map((item) => [item, []]);
    return Object.entries(whole).filter((entry): entry is [string, Value] => entry[1] !== null);
  }

  private change(row: ModelRow, change: Change, moment: Moment): void {
    const column = this.columnOf(change.column);
    const { type } = column;
    const list = row.parts(column, this.now());
    const value = plainValue(change.value);
    const put = (path: Path, value: Value | null): void => row.put(column, path, value, moment);
    switch (change.kind) {
      case "add":
      case "append":
        for (const [path, part] of this.partsOf(type, value as Value)) put(path, part);
        return;
      case "prepend":
        for (const item of (value as readonly Value[]).toReversed()) put(-++this.items, item);
        return;
      case "remove": {
        const values = value as readonly Value[];
        if (type.kind !== "list") for (const path of values) put(path, null);
        else {
          const isIn = (item: Value): boolean =>
            values.some((value) => serializeValue(type.item, value).equals(serializeValue(type.item, item)));
          for (const { path, value: item } of list) if (item !== null && isIn(item)) put(path, null);
        }
        return;
      }
      case "element":
        if (value === undefined) return;
        return put(type.kind === "list" ? list[change.at as number]?.path : plainValue(change.at), value);
      case "field":
        return put(change.field, value ?? null);
    }
  }

  /** Whether an index is beyond a list; the generator names one only where no other change is of the list. */
  private isBeyond(row: ModelRow, changes: readonly Change[], { column: name, ...change }: Change): boolean {
    const column = this.columnOf(name);
    if (column.type.kind !== "list" || change.kind !== "element") return false;
    if (changes.filter((other) => other.column === name).length > 1) throw new Error("another change of the list");
    return (change.at as number) >= row.parts(column, this.now()).length;
  }

  private obstacle(
    partition: readonly Value[],
    clustering: readonly Value[] | undefined,
    { ifExists, conditions = [] }: Pick<Update, "ifExists" | "conditions">,
    writesStatics: boolean,
  ): WriteResult | undefined {
    const there = (row: ModelRow | undefined): ModelRow | undefined => (row && this.isThere(row) ? row : undefined);
    const row = clustering && there(this.find(partition, clustering));
    const statics = there(this.find(partition, undefined));
    if (ifExists && (clustering ? row : statics)) return undefined;
    if (ifExists) return { applied: false, current: this.read(partition, clustering, writesStatics) };
    const cellOf = (name: string): Value | null => this.cell(this.kindOf(name) === "static" ? statics : row, name);
    if (conditions.every((condition) => this.meets(this.partOf(cellOf(condition.column), condition), condition))) {
      return undefined;
    }
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
      : first && new ModelRow(first.partition, first.clustering);
    const statics = withStatics ? this.find(partition, undefined) : undefined;
    return row || (statics && this.isThere(statics)) ? this.shown(partition, row, withStatics) : undefined;
  }

  /** What a condition compares, of the value of its column. */
  private partOf(value: Value | null, { column, part }: Condition): Value | null {
    if (!part || value === null) return value;
    if ("field" in part) return (value as Readonly<Record<string, Value | null>>)[part.field] ?? null;
    const { type } = this.columnOf(column);
    if (type.kind !== "map") return (value as readonly Value[])[part.at as number] ?? null;
    const entries = [...(value as ReadonlyMap<Value, Value>)];
    return entries.find(([key]) => compareValues(type.key, key, plainValue(part.at)) === 0)?.[1] ?? null;
  }

  private meets(cell: Value | null, { column, part, operator, value }: Condition): boolean {
    const type = partType(this.columnOf(column).type, part);
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
    if (operator === "contains" || operator === "containsKey") throw new Error("no condition says what is contained");
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

/** A deletion of rows, which are known by their keys. */
interface Deletion {
  readonly at: bigint;
  readonly covers: (row: ModelRow) => boolean;
}

function partType(type: Column["type"], part: Condition["part"]): Column["type"] {
  if (!part) return type;
  if (type.kind === "map") return type.value;
  if (type.kind === "list") return type.item;
  const field = "field" in part ? part.field : undefined;
  const found = type.kind === "user" ? type.type.fields.find(({ name }) => name === field) : undefined;
  if (!found) throw new Error("no such part");
  return found.type;
}

/** A collection without items that is not frozen, or such a user type without any value, is null. */
function isNull(type: Column["type"], value: Value | null): boolean {
  if (value === null) return true;
  if (!isMultiCell(type)) return false;
  if (value instanceof Map) return value.size === 0;
  return Array.isArray(value) ? value.length === 0 : Object.values(value).every((field) => field === null);
}
