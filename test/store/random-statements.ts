/**
 * Random tables, and statements of all kinds on them, for two stores that must answer alike.
 *
 * Each column has a few values, extremes of its type among them, so that statements meet the same rows again and again.
 */
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import {
  contains,
  isCounterTable,
  isMultiCell,
  knowsEquality,
  knowsRanges,
  nativeTypes,
  printTableDefinition,
} from "../../src/model/index.ts";
import type { Column, CqlType, Table, TableDefinition } from "../../src/model/index.ts";
import type {
  Change,
  Comparison,
  Condition,
  Delete,
  Filter,
  Insert,
  Operator,
  Selection,
} from "../../src/store/index.ts";
import type { WriteResult, Store, Update, Value, Values } from "../../src/store/index.ts";
import { extremes } from "../support/extremes.ts";
import { tableOf, userTypesOf } from "../support/keyspaces.ts";
import { arbitraryValue } from "../support/values.ts";

export type Call =
  | { readonly kind: "insert"; readonly write: Insert }
  | { readonly kind: "update"; readonly write: Update }
  | { readonly kind: "delete"; readonly write: Delete }
  | { readonly kind: "select"; readonly selection: Selection };
export type Write = Exclude<Call, { kind: "select" }>;

export type Statement = (
  | Write
  /** Read page by page; the write happens behind the first page. */
  | { readonly kind: "select"; readonly selection: Selection; readonly meanwhile?: Write }
  | { readonly kind: "wait"; readonly ms: number }
  /** Drops an index and creates it again: until it is built, what it found is found without it. */
  | { readonly kind: "rebuild"; readonly place: number; readonly settles: boolean }
) & {
  /** Nobody may refuse it. Of others the stores must agree on what they refuse. */
  readonly legal: boolean;
};

export interface Scenario {
  readonly table: Table;
  readonly statements: readonly Statement[];
}

export const keyspaceName = "random";

export interface Extent {
  /** Changes inside collections, conditions on parts, times of writing, and deletes of lists and ranges too. @default false */
  readonly changesParts?: boolean;
}

/** Times of writing from here on count from now. */
export const aheadFrom = 1000n;

export const userTypes = userTypesOf([
  {
    name: "pair",
    fields: [
      { name: "one", typeDefinition: "text" },
      { name: "two", typeDefinition: "decimal" },
      { name: "three", typeDefinition: "frozen<list<int>>" },
    ],
  },
]);

const keyTypes = Object.keys(extremes);
const valueTypes = nativeTypes.filter((type) => type !== "counter");
const nativeKey = fc.constantFrom(...keyTypes);
const native = fc.constantFrom<string>(...valueTypes);
const anyKey = fc.oneof(
  { weight: 6, arbitrary: nativeKey },
  nativeKey.map((type) => `frozen<list<${type}>>`),
  nativeKey.map((type) => `frozen<set<${type}>>`),
  fc.tuple(nativeKey, nativeKey).map(([key, value]) => `frozen<map<${key}, ${value}>>`),
  fc.tuple(nativeKey, nativeKey).map(([one, two]) => `tuple<${one}, ${two}>`),
  nativeKey.map((type) => `vector<${type}, 2>`),
  fc.constant("frozen<pair>"),
);
const collection = fc.oneof(
  native.map((type) => `list<${type}>`),
  nativeKey.map((type) => `set<${type}>`),
  fc.tuple(nativeKey, native).map(([key, value]) => `map<${key}, ${value}>`),
);
const anyType = fc.oneof(
  { weight: 4, arbitrary: native },
  { weight: 3, arbitrary: collection },
  collection.map((type) => `frozen<${type}>`),
  fc.constantFrom("pair", "frozen<pair>", "list<frozen<pair>>", "tuple<int, text>", "vector<float, 2>"),
);

const tables: fc.Arbitrary<Table> = fc
  .record({
    partition: fc.array(anyKey, { minLength: 1, maxLength: 2 }),
    clustering: fc.array(fc.tuple(anyKey, fc.constantFrom("ASC" as const, "DESC" as const)), { maxLength: 3 }),
    statics: fc.array(anyType, { maxLength: 2 }),
    regular: fc.array(anyType, { maxLength: 4 }),
    counts: fc.integer({ min: 0, max: 5 }).map((roll) => roll === 0),
    indexed: fc.array(fc.record({ column: fc.nat(8), attached: fc.boolean(), kind: fc.nat(2) }), { maxLength: 2 }),
    defaultTimeToLive: fc.constantFrom(0, 0, 0, 100),
  })
  .map(({ partition, clustering, statics, regular, counts, indexed, defaultTimeToLive }) => {
    const column = (name: string, typeDefinition: string, isStatic = false) =>
      ({ name, typeDefinition, static: isStatic }) as const;
    const others = [
      ...(clustering.length > 0 ? statics.map((type, index) => column(`s${index}`, type, true)) : []),
      ...(counts && regular.length === 0 ? ["int"] : regular).map((type, index) => column(`r${index}`, type)),
    ].map((one) => (counts ? { ...one, typeDefinition: "counter" } : one));
    const definition: TableDefinition = {
      name: "t",
      columnDefinitions: [
        ...partition.map((type, index) => column(`p${index}`, type)),
        ...clustering.map(([type], index) => column(`c${index}`, type)),
        ...others,
      ],
      primaryKey: {
        partitionKey: partition.map((_, index) => `p${index}`),
        clusteringKey: clustering.map((_, index) => `c${index}`),
      },
      tableOptions: {
        defaultTimeToLive: counts ? 0 : defaultTimeToLive,
        clusteringExpression: clustering.map(([, order], index) => ({ column: `c${index}`, order })),
      },
    };
    const plain = tableOf(definition, { userTypes });
    const indexes = new Map<string, { column: string; kind?: "values" | "keys" | "entries"; using?: "sai" }>();
    for (const { column: place, attached, kind } of counts ? [] : indexed) {
      const { name, type } =
        plain.columns[partition.length + (place % (plain.columns.length - partition.length))] ?? {};
      if (!name || !type || contains(type, "duration") || (type.kind === "user" && !type.frozen)) continue;
      const ofMap = type.kind === "map" && !type.frozen ? { kind: (["values", "keys", "entries"] as const)[kind] } : {};
      const using = attached && !contains(type, "blob") && type.kind !== "vector" ? { using: "sai" as const } : {};
      indexes.set(name, { column: name, ...(ofMap.kind && { kind: ofMap.kind }), ...using });
    }
    return tableOf({ ...definition, indexes: [...indexes.values()] }, { userTypes });
  });

type Pools = ReadonlyMap<string, readonly Value[]>;

function poolOf({ kind, type }: Column, isWholeKey: boolean): fc.Arbitrary<readonly Value[]> {
  const least = isMultiCell(type) ? [...emptyOf(type)] : [];
  const ends = type.kind === "native" ? ((extremes as Record<string, readonly Value[]>)[type.name] ?? []) : least;
  const inKey = kind === "partition" || kind === "clustering";
  const known = type.kind === "native" && type.name === "decimal" ? [...ends, "1.0", "1.00"] : ends;
  // Sums of counters stay within 64 bits; what happens beyond has a test of its own.
  const some = contains(type, "counter") ? fc.bigInt({ min: -(2n ** 40n), max: 2n ** 40n }) : arbitraryValue(type);
  const one = known.length > 0 ? fc.oneof(some, fc.constantFrom(...known)) : some;
  const isEmpty = (value: Value): boolean => value === "" || (value instanceof Uint8Array && value.length === 0);
  // The only column of a partition key cannot be empty.
  const allowed = isWholeKey ? one.filter((value) => !isEmpty(value)) : one;
  return fc.array(allowed, { minLength: inKey ? 2 : 3, maxLength: kind === "partition" ? 3 : 5 });
}

/** What the database cannot tell from null. */
function emptyOf(type: CqlType): readonly Value[] {
  if (type.kind === "map") return [new Map()];
  if (type.kind === "list" || type.kind === "set") return [[]];
  return type.kind === "user" ? [Object.fromEntries(type.type.fields.map(({ name }) => [name, null]))] : [];
}

/** Without some: of an object whose members are optional, and may not be undefined. */
function given<Members extends object>(members: Members): { [Name in keyof Members]?: NonNullable<Members[Name]> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as never;
}

const maybe = <Of>(one: fc.Arbitrary<Of>, freq = 3): fc.Arbitrary<Of | undefined> =>
  fc.option(one, { nil: undefined, freq });

/** Statements on a table whose columns have these values. */
function statementsOn(table: Table, pools: Pools, { changesParts = false }: Extent): fc.Arbitrary<Statement> {
  const target = { keyspace: keyspaceName, table: table.name };
  const ofKind = (kind: Column["kind"]): Column[] => table.columns.filter((column) => column.kind === kind);
  const partition = ofKind("partition");
  const clustering = ofKind("clustering");
  const others = [...ofKind("static"), ...ofKind("regular")];
  const counts = isCounterTable(table);

  return statement();

  function statement(): fc.Arbitrary<Statement> {
    const legally = (call: Statement | Write): Statement => ({ ...call, legal: true });
    const write = fc.oneof(remove(), ...(others.length > 0 ? [update()] : []), ...(counts ? [] : [insert(), insert()]));
    return fc.oneof(
      { weight: 10, arbitrary: write.map(legally) },
      {
        weight: 8,
        arbitrary: fc
          .record({ selection: selection(), meanwhile: maybe(write, 4) })
          .map(({ selection, ...more }): Statement => ({
            kind: "select",
            ...given(more),
            selection,
            legal: !pagesMergedRows(selection),
          })),
      },
      {
        weight: 1,
        arbitrary: fc.constantFrom(500, 1000, 99_000).map((ms): Statement => ({ kind: "wait", ms, legal: true })),
      },
      ...table.indexes.map((_, place) => ({
        weight: 1,
        arbitrary: fc.boolean().map((settles): Statement => ({ kind: "rebuild", place, settles, legal: true })),
      })),
      { weight: 4, arbitrary: anything().map((call): Statement => ({ ...call, legal: false })) },
    );
  }

  function of({ name }: Column): fc.Arbitrary<Value> {
    return fc.constantFrom(...(pools.get(name) ?? []));
  }

  function assigned(columns: readonly Column[], nulls = false): fc.Arbitrary<Values> {
    const one = (column: Column): fc.Arbitrary<Value | null> =>
      nulls && !counts ? fc.option(of(column), { freq: 4 }) : of(column);
    return fc
      .tuple(...columns.map((column) => one(column).map((value) => [column.name, value] as const)))
      .map((entries) => new Map(entries));
  }

  function insert(): fc.Arbitrary<Write> {
    const statics = others.filter(({ kind }) => kind === "static");
    const ofRow = fc
      .subarray([...others])
      .chain((columns) => joined(assigned([...partition, ...clustering]), assigned(columns, true)));
    const ofPartition = fc
      .subarray([...statics], { minLength: Math.min(1, statics.length) })
      .chain((columns) => joined(assigned(partition), assigned(columns, true)));
    const values = statics.length === 0 ? ofRow : fc.oneof({ weight: 4, arbitrary: ofRow }, ofPartition);
    const ttlSeconds = maybe(fc.constantFrom(0, 1, 100));
    return fc
      .record({ values, ttlSeconds, ifNotExists: maybe(fc.boolean()), timestamp: timestamp() })
      .map(({ values, timestamp, ...more }): Write => ({
        kind: "insert",
        write: { ...target, values, ...given(more), ...(more.ifNotExists === true ? {} : given({ timestamp })) },
      }));
  }

  /** Few, so that writes meet; the last one is ahead of the clock. */
  function timestamp(): fc.Arbitrary<bigint | undefined> {
    if (!changesParts || counts) return fc.constant(undefined);
    return maybe(fc.constantFrom(1n, 2n, 3n, 60_000_000n), 3);
  }

  function joined(...parts: readonly fc.Arbitrary<Values>[]): fc.Arbitrary<Values> {
    return fc.tuple(...parts).map((maps) => new Map(maps.flatMap((map) => [...map])));
  }

  function update(): fc.Arbitrary<Write> {
    const parted = changesParts && !counts ? others.filter(({ type }) => isMultiCell(type)) : [];
    return fc
      .tuple(fc.subarray([...others], { minLength: 1 }), guard(), fc.subarray(parted))
      .chain(([columns, guard, changed]) => {
        const tested = (guard.conditions ?? []).map(({ column }) => columnOf(column));
        const aboutRow = [...columns, ...changed, ...tested].some(({ kind }) => kind === "regular");
        const key = [...partition, ...(aboutRow ? clustering : [])];
        const set = columns.filter((column) => !changed.includes(column));
        const ttlSeconds = counts ? fc.constant(undefined) : maybe(fc.constantFrom(0, 1, 100));
        const isGuarded = Object.keys(guard).length > 0;
        return fc
          .record({
            values: joined(assigned(key), assigned(set, true)),
            changes: fc.tuple(...changed.map(changesOf)).map((lists) => lists.flat()),
            ttlSeconds,
            timestamp: isGuarded ? fc.constant(undefined) : timestamp(),
          })
          .map(({ values, changes, ...more }): Write => ({
            kind: "update",
            write: { ...target, values, ...(changes.length > 0 && { changes }), ...given(more), ...guard },
          }));
      });
  }

  /** Of one column: one change, or several that do not look at a list. */
  function changesOf(column: Column): fc.Arbitrary<readonly Change[]> {
    const { name, type } = column;
    const whole = of(column);
    const changes: fc.Arbitrary<Change>[] = [];
    const alone: fc.Arbitrary<Change>[] = [];
    const nullable = (part: CqlType): fc.Arbitrary<Value | null> => fc.option(arbitraryValue(part), { freq: 3 });
    if (type.kind === "user") {
      const fields = type.type.fields.map((field) =>
        nullable(field.type).map((value): Change => ({ kind: "field", column: name, field: field.name, value })),
      );
      return fc.subarray(fields, { minLength: 1 }).chain((some) => fc.tuple(...some));
    }
    if (type.kind === "set" || type.kind === "map") {
      changes.push(whole.map((value): Change => ({ kind: "add", column: name, value })));
      const keys = whole.map((value) => (value instanceof Map ? [...value.keys()] : (value as Value[])));
      changes.push(keys.map((value): Change => ({ kind: "remove", column: name, value })));
    }
    if (type.kind === "map") {
      const at = whole.chain((value) => fc.constantFrom(...(value as ReadonlyMap<Value, Value>).keys(), undefined));
      const key = at.chain((one) => (one === undefined ? arbitraryValue(type.key) : fc.constant(one)));
      changes.push(
        fc
          .tuple(key, nullable(type.value))
          .map(([at, value]): Change => ({ kind: "element", column: name, at, value })),
      );
    }
    if (type.kind === "list") {
      changes.push(whole.map((value): Change => ({ kind: "append", column: name, value })));
      changes.push(whole.map((value): Change => ({ kind: "prepend", column: name, value })));
      alone.push(whole.map((value): Change => ({ kind: "remove", column: name, value })));
      alone.push(
        fc
          .tuple(fc.nat(3), nullable(type.item))
          .map(([at, value]): Change => ({ kind: "element", column: name, at, value })),
      );
    }
    const several = fc.array(fc.oneof(...changes), { minLength: 1, maxLength: 2 });
    return fc.oneof({ weight: 2, arbitrary: several }, ...alone.map((one) => one.map((change) => [change])));
  }

  function remove(): fc.Arbitrary<Write> {
    const plain = fc.tuple(fc.nat(clustering.length), guard()).chain(([length, guard]) => {
      const isRow = length === clustering.length;
      const isGuarded = isRow && Object.keys(guard).length > 0;
      return fc
        .record({
          key: assigned([...partition, ...clustering.slice(0, length)]),
          timestamp: isGuarded ? fc.constant(undefined) : timestamp(),
        })
        .map(({ key, ...more }): Write => ({
          kind: "delete",
          write: { ...target, key, ...given(more), ...(isRow && guard) },
        }));
    });
    if (!changesParts) return plain;
    const filtered = fc.nat(clustering.length).chain((length) => {
      const next = clustering[length];
      return fc
        .record({
          lists: fc.tuple(...[...partition, ...clustering.slice(0, length)].map((column) => exact(column))),
          range: next ? range(next) : fc.constant<Filter[]>([]),
          timestamp: timestamp(),
        })
        .map(({ lists, range, ...more }): Write => ({
          kind: "delete",
          write: { ...target, key: new Map(), filters: [...lists, ...range], ...given(more) },
        }));
    });
    return fc.oneof({ weight: 2, arbitrary: plain }, { weight: 1, arbitrary: filtered });
  }

  function columnOf(name: string): Column {
    return table.columns.find((column) => column.name === name) as Column;
  }

  function guard(): fc.Arbitrary<{ ifExists?: true; conditions?: readonly Condition[] }> {
    const none = { weight: 6, arbitrary: fc.constant({}) };
    if (counts) return fc.constant({});
    const present = { weight: 1, arbitrary: fc.constant({ ifExists: true as const }) };
    if (others.length === 0) return fc.oneof(none, present);
    const conditions = fc.uniqueArray(condition(others, true), {
      minLength: 1,
      maxLength: 2,
      selector: ({ column }) => column,
    });
    return fc.oneof(none, present, { weight: 3, arbitrary: conditions.map((list) => ({ conditions: list })) });
  }

  function condition(columns: readonly Column[], legal: boolean): fc.Arbitrary<Condition> {
    const onPart = (column: Column): fc.Arbitrary<Condition> | undefined => {
      const { name, type } = column;
      if (!changesParts || contains(type, "duration")) return undefined;
      const compared = fc.constantFrom<Comparison>("eq", "notEq");
      const ofPart = (part: fc.Arbitrary<NonNullable<Condition["part"]>>, held: CqlType): fc.Arbitrary<Condition> =>
        fc
          .tuple(part, compared, fc.option(arbitraryValue(held), { freq: 2 }))
          .map(([part, operator, value]) => ({ column: name, part, operator, value }));
      if (type.kind === "list") return ofPart(fc.record({ at: fc.nat(2) }), type.item);
      if (type.kind === "map") return ofPart(fc.record({ at: arbitraryValue(type.key) }), type.value);
      const field = type.kind === "user" ? type.type.fields[0] : undefined;
      return field && ofPart(fc.constant({ field: field.name }), field.type);
    };
    return fc.constantFrom(...columns).chain((column): fc.Arbitrary<Condition> => {
      const part = legal ? onPart(column) : undefined;
      if (part) return fc.oneof({ weight: 1, arbitrary: part }, { weight: 2, arbitrary: onWhole(column) });
      return onWhole(column);
    });

    function onWhole(column: Column): fc.Arbitrary<Condition> {
      const { name, type } = column;
      const nullable = fc.option(of(column), { freq: 4 });
      const equality = fc.constantFrom<Comparison>("eq", "notEq");
      const slices = fc.constantFrom<Comparison>("gt", "gte", "lt", "lte");
      const plain = fc
        .tuple(equality, nullable)
        .map(([operator, value]): Condition => ({ column: name, operator, value }));
      const listed = fc
        .array(nullable, { maxLength: 3 })
        .map((value): Condition => ({ column: name, operator: "in", value }));
      // Nothing is less or greater than a collection that counts as null.
      const isNull = (value: Value): boolean =>
        isMultiCell(type) && type.kind !== "user" && emptyOf(type).some((empty) => isDeepStrictEqual(empty, value));
      const whole = (pools.get(name) ?? []).filter((value) => !legal || !isNull(value));
      if (contains(type, "duration") || whole.length === 0) return fc.oneof(plain, listed);
      const sliced = fc
        .tuple(slices, fc.constantFrom(...whole))
        .map(([operator, value]): Condition => ({ column: name, operator, value }));
      return fc.oneof(plain, listed, sliced);
    }
  }

  function exact(column: Column): fc.Arbitrary<Filter> {
    const { name } = column;
    return fc.oneof(
      { weight: 3, arbitrary: of(column).map((value): Filter => ({ column: name, operator: "eq", value })) },
      {
        weight: 1,
        arbitrary: fc
          .array(of(column), { maxLength: 3 })
          .map((value): Filter => ({ column: name, operator: "in", value })),
      },
    );
  }

  function range(column: Column): fc.Arbitrary<Filter[]> {
    const bound = (...operators: Operator[]): fc.Arbitrary<Filter | undefined> =>
      maybe(
        fc
          .tuple(fc.constantFrom(...operators), of(column))
          .map(([operator, value]): Filter => ({ column: column.name, operator, value })),
        2,
      );
    return fc.tuple(bound("gt", "gte"), bound("lt", "lte")).map((ends) => ends.flatMap((end) => end ?? []));
  }

  function selection(): fc.Arbitrary<Selection> {
    const pages = fc.record({ pageSize: fc.constantFrom(1, 2, 3, 100), limit: maybe(fc.integer({ min: 1, max: 6 })) });
    const scan = fc.constant<Filter[]>([]);
    const keyed = fc.nat(clustering.length).chain((length) => {
      const next = clustering[length];
      return fc
        .tuple(
          fc.tuple(...partition.map((column) => exact(column))),
          fc.tuple(...clustering.slice(0, length).map((column) => exact(column))),
          next ? range(next) : scan,
          maybe(fc.record({ columns: fc.integer({ min: 1, max: 3 }), reversed: fc.boolean() }), 2),
        )
        .map(([partition, prefix, range, order]) => ({ filters: [...partition, ...prefix, ...range], order }));
    });
    const found = table.indexes.map((index) => indexed(index).map((filters) => ({ filters, order: undefined })));
    return fc
      .tuple(
        pages,
        fc.oneof(
          { weight: 1, arbitrary: scan.map((filters) => ({ filters, order: undefined })) },
          { weight: 5, arbitrary: keyed },
          ...found.map((arbitrary) => ({ weight: 2, arbitrary })),
        ),
      )
      .map(([{ pageSize, limit }, { filters, order }]): Selection => {
        const orderBy = clustering.slice(0, order?.columns).map(({ name }) => {
          const declared = table.clusteringKey.find((column) => column.name === name)?.order;
          return {
            column: name,
            order: (declared === "ASC") !== order?.reversed ? ("ASC" as const) : ("DESC" as const),
          };
        });
        const ordered = order && orderBy.length > 0 ? { orderBy } : {};
        return { ...target, filters, pageSize, ...given({ limit }), ...ordered };
      });
  }

  function indexed(index: Table["indexes"][number]): fc.Arbitrary<Filter[]> {
    const column = columnOf(index.column);
    const { name, type } = column;
    // One of vectors finds neighbors alone.
    if (index.kind === "full" && !knowsEquality(index, type)) return fc.constant([]);
    if (index.kind === "full") {
      const equal = of(column).map((value): Filter[] => [{ column: name, operator: "eq", value }]);
      return knowsRanges(index, type) ? fc.oneof(equal, range(column)) : equal;
    }
    const operator = ({ values: "contains", keys: "containsKey", entries: "containsEntry" } as const)[index.kind];
    return held(column, operator).map((filter) => [filter]);
  }

  /** A filter by what one of the column's values holds. */
  function held(column: Column, operator: Operator): fc.Arbitrary<Filter> {
    const { name, type } = column;
    return of(column).chain((whole) => {
      const entries = whole instanceof Map ? [...whole] : [];
      const items = Array.isArray(whole) ? (whole as Value[]) : [];
      const parts = {
        contains: [...items, ...entries.map(([, value]) => value as Value)],
        containsKey: entries.map(([key]) => key as Value),
        containsEntry: entries.map(([key, value]) => ({ key, value }) as Value),
      }[operator as "contains"];
      const [part, key] =
        type.kind === "map" ? [type.value, type.key] : "item" in type ? [type.item, type.item] : [type, type];
      const any = {
        contains: arbitraryValue(part),
        containsKey: arbitraryValue(key),
        containsEntry: fc.record({ key: arbitraryValue(key), value: arbitraryValue(part) }) as fc.Arbitrary<Value>,
      }[operator as "contains"];
      const value = parts.length > 0 ? fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...parts) }, any) : any;
      return value.map((one): Filter => ({ column: name, operator, value: one }));
    });
  }

  /** Rows of listed partitions are ordered within one page alone. */
  function pagesMergedRows({ filters, orderBy, pageSize, limit = Infinity }: Selection): boolean {
    const isList = filters.some(({ operator, column }) => operator === "in" && columnOf(column).kind === "partition");
    return isList && orderBy !== undefined && limit > pageSize;
  }

  /** Whatever can be said, most of which the database refuses. */
  function anything(): fc.Arbitrary<Call> {
    const some = fc.subarray([...table.columns]);
    const key = fc
      .subarray([...partition, ...clustering], { minLength: 1 })
      .chain((columns) => assigned(columns, true));
    const values = fc.oneof(
      some.chain((columns) => assigned(columns, true)),
      joined(
        assigned([...partition, ...clustering]),
        some.chain((columns) => assigned(columns)),
      ),
    );
    const ttlSeconds = maybe(fc.constantFrom(-1, 0, 100, 630_720_001), 2);
    const guard = fc.oneof(
      { weight: 2, arbitrary: fc.constant({}) },
      fc.array(condition(table.columns, false), { maxLength: 3 }).map((conditions) => ({ conditions })),
      fc.constant({ ifExists: true }),
      condition(table.columns, false).map((condition) => ({ ifExists: true, conditions: [condition] })),
    );
    const filter = fc
      .tuple(fc.constantFrom(...table.columns), fc.constantFrom<Operator>("contains", "containsKey", "containsEntry"))
      .chain(([column, operator]) => held(column, operator));
    const comparison = fc.oneof(
      { weight: 5, arbitrary: condition(table.columns, false) },
      filter,
    ) as fc.Arbitrary<Filter>;
    const order = fc.record({
      column: fc.constantFrom(...table.columns.map(({ name }) => name)),
      order: fc.constantFrom("ASC" as const, "DESC" as const),
    });
    const keyed = fc.tuple(...partition.map((column) => exact(column)));
    return fc.oneof(
      fc
        .record({ values, ttlSeconds, ifNotExists: maybe(fc.boolean()) })
        .map(({ values, ...more }): Call => ({ kind: "insert", write: { ...target, values, ...given(more) } })),
      fc.record({ values, ttlSeconds, guard }).map(({ values, guard, ttlSeconds }): Call => ({
        kind: "update",
        write: { ...target, values, ...given({ ttlSeconds }), ...guard },
      })),
      fc
        .record({ key: fc.oneof(key, values), guard })
        .map(({ key, guard }): Call => ({ kind: "delete", write: { ...target, key, ...guard } })),
      fc
        .record({
          filters: fc
            .tuple(fc.oneof(keyed, fc.constant([])), fc.array(comparison, { maxLength: 3 }))
            .map((lists) => lists.flat()),
          orderBy: fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, fc.array(order, { maxLength: 2 })),
          limit: maybe(fc.constantFrom(0, 2)),
        })
        .map(({ filters, orderBy, limit }): Call => ({
          kind: "select",
          selection: { ...target, filters, orderBy, pageSize: 100, ...given({ limit }) },
        })),
    );
  }
}

/** A table with a number of statements on it. */
export function scenarios(
  size: { readonly minLength?: number; readonly maxLength: number },
  extent: Extent = {},
): fc.Arbitrary<Scenario> {
  return tables.chain((table) =>
    fc
      .tuple(
        ...table.columns.map((column) =>
          poolOf(column, column.kind === "partition" && table.partitionKey.length === 1).map(
            (pool) => [column.name, pool] as const,
          ),
        ),
      )
      .chain((pools) =>
        fc
          .array(statementsOn(table, new Map(pools), extent), { ...size, size: "max" })
          .map((statements) => ({ table, statements })),
      ),
  );
}

export function write(store: Pick<Store, Write["kind"]>, call: Write): Promise<WriteResult> {
  if (call.kind === "insert") return store.insert(call.write);
  return call.kind === "update" ? store.update(call.write) : store.delete(call.write);
}

/** Fails with the seed, and with the table and the statements that the failure came down to. */
export function report(details: fc.RunDetails<[Scenario]>): void {
  if (!details.failed) return;
  const [scenario] = details.counterexample ?? [];
  const place = `seed ${details.seed}, path ${details.counterexamplePath}`;
  throw new Error(`${place}:\n${scenario && told(scenario)}`, { cause: details.errorInstance });
}

function told({ table, statements }: Scenario): string {
  const plain = (_: string, value: unknown): unknown =>
    value instanceof Map ? Object.fromEntries(value) : typeof value === "bigint" ? `${value}n` : value;
  const lines = statements.map((statement) => JSON.stringify(statement, plain));
  return [JSON.stringify(printTableDefinition(table)), ...lines].join("\n");
}
