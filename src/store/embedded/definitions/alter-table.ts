/**
 * Changes the definition of a table, or rejects the change as the database would.
 *
 * Takes a table with the numbers of its columns, and returns both after the change. Reads and writes nothing; types and
 * keys are checked by the parser of definitions, for new tables and changed ones alike.
 */
import {
  contains,
  indexNames,
  isMultiCell,
  conflictsWithDropped,
  primaryKey,
  printCqlType,
} from "../../../model/index.ts";
import type { Column, DroppedColumn, Index, Table } from "../../../model/index.ts";
import type { TableOptions } from "../../details.ts";
import type { TableChange } from "../../store.ts";
import { columnOf } from "../rows/layout.ts";
import type { ColumnNumbers, Layout } from "../rows/layout.ts";
import { rejection } from "../rows/rejection.ts";

export interface AlteredTable {
  readonly table: Table;
  readonly numbers: ColumnNumbers;
  /** The given options, except those that are part of the table. */
  readonly options: TableOptions;
}

type Alterations = {
  readonly [Kind in TableChange["kind"]]: (
    layout: Layout,
    change: Extract<TableChange, { readonly kind: Kind }>,
  ) => Partial<AlteredTable>;
};

/** Cells name their columns in two bytes. */
const mostNumbers = 2 ** 16;

const alterations: Alterations = {
  "add-column": ({ table, numbers, ...layout }, { column }) => {
    const { name, type, kind } = column;
    if (layout.columns.has(name)) throw rejection(`Column with name '${name}' already exists`);
    if (kind !== "regular" && kind !== "static") throw rejection(`Cannot add a PRIMARY KEY column ${name}`);
    const counts = contains(type, "counter");
    if (layout.isCounterTable && !counts)
      throw rejection(`Cannot have a non counter column ("${name}") in a counter table`);
    if (counts && !layout.isCounterTable)
      throw rejection(`Cannot have a counter column ("${name}") in a non counter table`);
    const earlier = numbers.dropped.findLast((dropped) => dropped.column === name);
    if (earlier) refuseReadded({ ...earlier, table: table.name }, column);
    if (numbers.next === mostNumbers)
      throw rejection(`Table ${table.name} has had ${mostNumbers} columns, it can have no more`);
    return {
      table: { ...table, columns: [...table.columns, column] },
      numbers: { ...numbers, columns: [...numbers.columns, numbers.next], next: numbers.next + 1 },
    };
  },

  "rename-column": (layout, { column: from, to }) => {
    const { keyspace, table } = layout;
    const { kind } = columnOf(layout, from);
    if (kind !== "partition" && kind !== "clustering") throw rejection(`Cannot rename non PRIMARY KEY column ${from}`);
    if (layout.columns.has(to)) {
      throw rejection(
        `Cannot rename column ${from} to ${to} in table '${keyspace}.${table.name}'; another column with that name ` +
          "already exists",
      );
    }
    refuseIndexed(table, from, "rename");
    const renamed = <Named extends { readonly name: string }>(named: Named): Named =>
      named.name === from ? { ...named, name: to } : named;
    return {
      table: {
        ...table,
        columns: table.columns.map(renamed),
        partitionKey: table.partitionKey.map((name) => (name === from ? to : name)),
        clusteringKey: table.clusteringKey.map(renamed),
      },
    };
  },

  "drop-column": ({ keyspace, table, numbers }, { column: name }) => {
    const place = table.columns.findIndex((column) => column.name === name);
    const [column, number] = [table.columns[place], numbers.columns[place]];
    if (!column || number === undefined) {
      throw rejection(`Column ${name} was not found in table '${keyspace}.${table.name}'`);
    }
    if (primaryKey(table).includes(name)) throw rejection(`Cannot drop PRIMARY KEY column ${name}`);
    const { type, kind } = column;
    if (type.kind === "user" && isMultiCell(type)) {
      throw rejection(`Cannot drop non-frozen column ${name} of user type ${type.type.name}`);
    }
    refuseIndexed(table, name, "drop");
    const dropped = { column: name, type: printCqlType(type), static: kind === "static", number };
    return {
      table: { ...table, columns: table.columns.toSpliced(place, 1) },
      numbers: {
        ...numbers,
        columns: numbers.columns.toSpliced(place, 1),
        dropped: [...numbers.dropped, dropped],
      },
    };
  },

  "create-index": (layout, { index }) => {
    const { table } = layout;
    const { name, type, kind } = columnOf(layout, index.column);
    if (layout.isCounterTable) throw rejection("Secondary indexes on counter tables aren't supported");
    if (kind === "partition" && table.partitionKey.length === 1) {
      throw rejection(`Cannot create secondary index on the only partition key column ${name}`);
    }
    if (type.kind === "user" && isMultiCell(type)) {
      throw rejection(`Cannot create index on non-frozen UDT column ${name}`);
    }
    const same = table.indexes.findIndex((other) => isSame(other, index));
    const altered = { ...table, indexes: [...table.indexes, index] };
    if (same >= 0) {
      const [existing, added] = [indexNames(table)[same], indexNames(altered).at(-1)];
      throw rejection(`Index ${added} is a duplicate of existing index ${existing}`);
    }
    return { table: altered };
  },

  "drop-index": ({ keyspace, table }, { index }) => {
    const place = indexNames(table).indexOf(index);
    // The database ends its message so.
    if (place < 0) throw rejection(`Index '${keyspace}.${index}' doesn't exist'`);
    return { table: { ...table, indexes: table.indexes.toSpliced(place, 1) } };
  },

  "time-to-live": ({ table, isCounterTable }, { seconds }) => {
    if (isCounterTable && seconds !== 0) throw timeToLiveOfCounters();
    return { table: { ...table, defaultTimeToLive: seconds } };
  },

  comment: ({ table: { description: _, ...table } }, { text }) => {
    return { table: text === "" ? table : { ...table, description: text } };
  },

  // Another object even if its definition stays as it is: callers learn of changes by that.
  options: ({ table, isCounterTable, details }, { options }) => {
    const altered = withOptions({ ...table }, options);
    if (isCounterTable && altered.defaultTimeToLive !== 0) throw timeToLiveOfCounters();
    return { table: altered, options: new Map([...details.options, ...options]) };
  },
};

/** A table with the comment and the time to live that are among its options. */
export function withOptions(table: Table, options: TableOptions): Table {
  const { description: before, ...rest } = table;
  const comment = options.get("comment") ?? before;
  const seconds = options.get("default_time_to_live");
  return {
    ...rest,
    ...(typeof comment === "string" && comment !== "" && { description: comment }),
    ...(typeof seconds === "string" && { defaultTimeToLive: Number(seconds) }),
  };
}

function timeToLiveOfCounters(): Error {
  return rejection("Cannot set default_time_to_live on a table with counters");
}

/** @throws {StoreError} `invalid` */
export function alterTable(layout: Layout, change: TableChange): AlteredTable {
  const alter = alterations[change.kind] as (layout: Layout, change: TableChange) => Partial<AlteredTable>;
  return {
    table: layout.table,
    numbers: layout.numbers,
    options: layout.details.options,
    ...alter(layout, change),
  };
}

function refuseReadded(dropped: DroppedColumn, column: Column): void {
  const { name, type, kind } = column;
  if (!conflictsWithDropped(dropped, column)) return;
  if (dropped.type === "counter") throw rejection(`Cannot re-add previously dropped counter column ${name}`);
  const kindBefore = dropped.static ? "static" : "regular";
  if (kind !== kindBefore) {
    throw rejection(
      `Cannot re-add previously dropped column '${name}' of kind ${kind.toUpperCase()}, incompatible with previous ` +
        `kind ${kindBefore.toUpperCase()}`,
    );
  }
  throw rejection(
    `Cannot add a column '${name}' of type ${printCqlType(type)}, incompatible with previously dropped column ` +
      `'${name}' of type ${dropped.type}`,
  );
}

function refuseIndexed(table: Table, column: string, what: "drop" | "rename"): void {
  const names = indexNames(table).filter((_, place) => table.indexes[place]?.column === column);
  if (names.length === 0) return;
  throw rejection(`Cannot ${what} column ${column} because it has dependent secondary indexes (${names.join(", ")})`);
}

function isSame(one: Index, other: Index): boolean {
  return one.column === other.column && one.kind === other.kind;
}
