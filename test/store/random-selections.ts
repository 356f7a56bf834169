/**
 * Random selections of tables that have every kind of key and index, for two stores that must answer alike.
 *
 * Half of a selection is likely to make sense, the other half is anything: what one store refuses, the other must refuse.
 */
import fc from "fast-check";
import type { Column, Table } from "../../src/model/index.ts";
import type { Filter, Selection, Value, Values } from "../../src/store/index.ts";
import { values } from "./embedded/temporary-store.ts";

/** In the database a span that ends before it begins is nothing in a scan, and goes round the ring for named partitions. */
function ascending({ after, upTo }: NonNullable<Selection["tokens"]>): NonNullable<Selection["tokens"]> {
  return after !== undefined && upTo !== undefined && after > upTo ? { after: upTo, upTo: after } : { after, upTo };
}

/** Few, so that selections find rows. */
const int = fc.integer({ min: 0, max: 3 });
const text = fc.constantFrom("a", "b", "A");
const vector = fc.tuple(fc.integer({ min: -2, max: 2 }), fc.integer({ min: -2, max: 2 }));

const valuesByType: Readonly<Record<string, fc.Arbitrary<Value>>> = {
  int,
  text,
  "set<int>": fc.uniqueArray(int, { maxLength: 3 }),
  "list<int>": fc.array(int, { maxLength: 3 }),
  "frozen<list<int>>": fc.array(int, { maxLength: 2 }),
  "map<int, int>": fc.array(fc.tuple(int, int), { maxLength: 3 }).map((entries) => new Map(entries)),
  "vector<float, 2>": vector.filter((one) => one.some((number) => number !== 0)).map((one) => [...one]),
};

const typeName = ({ type }: Column): string => {
  const name = type.kind === "native" ? type.name : type.kind;
  return type.kind === "list" && type.frozen ? "frozen<list<int>>" : (byKind[name] ?? name);
};
const byKind: Readonly<Record<string, string>> = {
  set: "set<int>",
  list: "list<int>",
  map: "map<int, int>",
  vector: "vector<float, 2>",
};
const valueOf = (column: Column): fc.Arbitrary<Value> => valuesByType[typeName(column)] as fc.Arbitrary<Value>;

/** Rows of a table; each value may be missing, and some partitions have static values alone. */
export function rowsOf(table: Table): fc.Arbitrary<readonly Values[]> {
  const row = fc.tuple(
    ...table.columns.map((column) => {
      const isKey = column.kind === "partition" || column.kind === "clustering";
      const value = valueOf(column);
      return isKey ? value : fc.option(value, { freq: 4, nil: undefined });
    }),
  );
  const withColumns = row.map((list) => {
    const given = table.columns.flatMap(({ name }, place) => (list[place] === undefined ? [] : [[name, list[place]]]));
    return values(Object.fromEntries(given) as Record<string, Value>);
  });
  const statics = table.columns.filter(({ kind }) => kind === "partition" || kind === "static");
  const withStatics = fc.tuple(...statics.map(valueOf)).map((list) => {
    return values(Object.fromEntries(statics.map(({ name }, place) => [name, list[place] as Value])));
  });
  const hasStatics = statics.some(({ kind }) => kind === "static");
  return fc.array(hasStatics ? fc.oneof({ weight: 9, arbitrary: withColumns }, withStatics) : withColumns, {
    minLength: 60,
    maxLength: 60,
  });
}

export function selectionOf(keyspace: string, table: Table): fc.Arbitrary<Selection> {
  const column = (name: string): Column => table.columns.find((one) => one.name === name) as Column;
  const clustering = table.clusteringKey.map(({ name }) => column(name));
  const partition = table.partitionKey.map(column);
  const others = table.columns.filter(({ kind }) => kind === "regular" || kind === "static");
  const indexed = table.indexes.map((index) => column(index.column));

  const eq = (one: Column): fc.Arbitrary<Filter> =>
    valueOf(one).map((value) => ({ column: one.name, operator: "eq", value }));
  const among = (one: Column): fc.Arbitrary<Filter> =>
    fc.array(valueOf(one), { maxLength: 3 }).map((value) => ({ column: one.name, operator: "in", value }) as Filter);
  const bound = (one: Column): fc.Arbitrary<Filter> =>
    fc
      .tuple(fc.constantFrom("gt" as const, "gte" as const, "lt" as const, "lte" as const), valueOf(one))
      .map(([operator, value]) => ({ column: one.name, operator, value }));
  const range = (one: Column): fc.Arbitrary<Filter[]> =>
    fc.oneof(
      bound(one).map((filter) => [filter]),
      fc.tuple(valueOf(one), valueOf(one)).map(([low, high]): Filter[] => [
        { column: one.name, operator: "gte", value: low },
        { column: one.name, operator: "lt", value: high },
      ]),
    );
  const held = (one: Column): fc.Arbitrary<Filter> => {
    const contains = int.map((value): Filter => ({ column: one.name, operator: "contains", value }));
    if (one.type.kind !== "map") return contains;
    return fc.oneof(
      contains,
      int.map((value): Filter => ({ column: one.name, operator: "containsKey", value })),
      fc
        .record({ key: int, value: int })
        .map((value) => ({ column: one.name, operator: "containsEntry", value }) as never as Filter),
    );
  };
  const searched = (one: Column): fc.Arbitrary<Filter[]> => {
    const { kind } = one.type;
    if (kind === "vector") return fc.constant<Filter[]>([]);
    if (kind === "set" || kind === "map") return held(one).map((filter) => [filter]);
    if (kind === "list") return fc.oneof(held(one), eq(one)).map((filter) => [filter]);
    return fc.oneof({ weight: 3, arbitrary: eq(one).map((filter) => [filter]) }, range(one));
  };
  const anything = (one: Column): fc.Arbitrary<Filter[]> =>
    fc.oneof(
      eq(one).map((filter) => [filter]),
      among(one).map((filter) => [filter]),
      range(one),
      held(one).map((filter) => [filter]),
    );

  const flat = (...parts: readonly fc.Arbitrary<Filter[]>[]): fc.Arbitrary<Filter[]> =>
    fc.tuple(...parts).map((lists) => lists.flat());
  const listed = (one: Column): fc.Arbitrary<Filter[]> => among(one).map((filter) => [filter]);
  const exact = (one: Column): fc.Arbitrary<Filter[]> => eq(one).map((filter) => [filter]);
  const wholePartition = flat(
    ...partition.map((one) => fc.oneof({ weight: 6, arbitrary: exact(one) }, { weight: 1, arbitrary: listed(one) })),
  );
  const somePartition = flat(...partition.map((one) => fc.oneof(fc.constant<Filter[]>([]), exact(one))));
  /** Clustering columns from the first on, a list or a range at the end. */
  const prefix = fc
    .integer({ min: 0, max: clustering.length })
    .chain((length) =>
      flat(
        ...clustering
          .slice(0, length)
          .map((one, place) =>
            place < length - 1
              ? fc.oneof({ weight: 5, arbitrary: exact(one) }, { weight: 1, arbitrary: listed(one) })
              : fc.oneof(exact(one), listed(one), range(one)),
          ),
      ),
    );
  const few = (list: readonly Column[], make: (one: Column) => fc.Arbitrary<Filter[]>, most: number) =>
    fc
      .subarray([...new Set(list)], { minLength: 0, maxLength: Math.min(most, new Set(list).size) })
      .chain((some) => flat(...some.map(make)));
  const filters = fc.oneof(
    { weight: 1, arbitrary: fc.constant<Filter[]>([]) },
    { weight: 4, arbitrary: flat(wholePartition, prefix) },
    { weight: 4, arbitrary: flat(wholePartition, prefix, few(indexed, searched, 2)) },
    { weight: 5, arbitrary: few(indexed, searched, 3) },
    { weight: 2, arbitrary: flat(somePartition, prefix, few(indexed, searched, 2)) },
    { weight: 2, arbitrary: flat(prefix, few(others, anything, 2)) },
    { weight: 1, arbitrary: few(table.columns, anything, 3) },
  );

  const token = fc.option(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), { freq: 4, nil: undefined });
  const order = fc.constantFrom("ASC" as const, "DESC" as const);
  const orderBy = fc
    .tuple(fc.integer({ min: 1, max: Math.max(1, clustering.length) }), order, fc.boolean())
    .map(([length, first, isReversed]) =>
      table.clusteringKey.slice(0, length).map(({ name, order: own }) => ({
        column: name,
        // As declared or all turned, and sometimes neither.
        order: isReversed ? ((own === "ASC") === (first === "ASC") ? ("ASC" as const) : ("DESC" as const)) : first,
      })),
    );
  const vectors = table.columns.filter(({ type }) => type.kind === "vector");
  const nearest = fc
    .tuple(
      fc.constantFrom(...(vectors.length > 0 ? vectors : table.columns)),
      valuesByType["vector<float, 2>"] as fc.Arbitrary<number[]>,
    )
    .map(([{ name }, to]) => ({ column: name, to }));
  const rare = <Of>(one: fc.Arbitrary<Of>, inverse: number) =>
    fc.oneof({ weight: inverse - 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: one });
  const names = table.columns.map(({ name }) => name);
  const ofPartitions = table.columns.flatMap(({ name, kind }) =>
    kind === "partition" || kind === "static" ? [name] : [],
  );
  return fc
    .record({
      filters,
      pageSize: fc.constantFrom(1, 3, 100, 100),
      limit: rare(fc.integer({ min: 1, max: 8 }), 4),
      orderBy: rare(orderBy, 5),
      perPartitionLimit: rare(fc.integer({ min: 1, max: 3 }), 6),
      distinct: rare(fc.boolean(), 8),
      columns: fc.subarray(names, { minLength: 1 }),
      isOfPartitions: fc.boolean(),
      tokens: rare(fc.record({ after: token, upTo: token }).map(ascending), 5),
      nearest: vectors.length > 0 ? rare(nearest, 5) : rare(nearest, 60),
      countsOnly: rare(fc.constant(true), 8),
      writeTimes: rare(fc.subarray(names, { maxLength: 1 }), 12),
    })
    .map(({ columns, isOfPartitions, ...selection }): Selection => {
      const isFew = selection.distinct && isOfPartitions;
      const shown = columns.filter((name) => !isFew || ofPartitions.includes(name));
      const all = { keyspace, table: table.name, ...selection, columns: shown.length > 0 ? shown : ofPartitions };
      return selection.nearest ? { ...all, limit: selection.limit ?? 5, pageSize: 100 } : all;
    });
}
