/** Generated statements, as the parser makes them. */
import fc from "fast-check";
import type {
  ColumnNode,
  Definition,
  If,
  Mask,
  Part,
  Reference,
  Relation,
  Statement,
  Term,
} from "../../../src/cql/grammar/index.ts";
import { anyFunctionName, anyMarker, anyName, anySelected, anyType, anyValue, numbered } from "./any-term.ts";

const maybe = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.option(value, { nil: undefined });
const few = <Value>(value: fc.Arbitrary<Value>, minLength = 0): fc.Arbitrary<Value[]> =>
  fc.array(value, { minLength, maxLength: 3 });
const names = few(anyName, 1);
const flag = fc.boolean();

const anyReference: fc.Arbitrary<Reference> = fc.oneof(
  fc.record({ name: anyName }),
  fc.record({ keyspace: anyName, name: anyName }),
);
const anyInteger: fc.Arbitrary<Term> = fc.oneof(
  fc.nat().map((number): Term => ({ kind: "constant", type: "integer", text: String(number) })),
  anyMarker,
);
const anyPart: fc.Arbitrary<Part> = fc.oneof(fc.record({ at: anyValue }), fc.record({ field: anyName }));

const comparison = fc.constantFrom("=", "!=", "<", "<=", ">", ">=");
const tuple: fc.Arbitrary<Term> = few(anyValue, 1).map((items) => ({ kind: "tuple", items }));
const tupleValue = fc.oneof(tuple, anyMarker);
const column = fc.tuple(fc.oneof(anyName, fc.constant(""))).filter(([name]) => name !== "");

const anyTest: fc.Arbitrary<Relation> = fc.oneof(
  fc.record({ kind: fc.constant("column"), columns: column, operator: comparison, value: anyValue }),
  fc.record({
    kind: fc.constant("column"),
    columns: column,
    operator: fc.constantFrom("CONTAINS", "CONTAINS KEY"),
    value: anyValue,
  }),
  fc.record({
    kind: fc.constant("column"),
    columns: column,
    operator: fc.constant("IN"),
    value: fc.oneof(few(anyValue), anyMarker),
  }),
);
const anyRelation: fc.Arbitrary<Relation> = fc.oneof(
  anyTest,
  fc.record({ kind: fc.constant("column"), columns: column, operator: fc.constant("IS NOT NULL") }),
  fc.record({ kind: fc.constant("column"), columns: column, operator: fc.constant("LIKE"), value: anyValue }),
  fc.record({
    kind: fc.constant("column"),
    columns: column,
    part: fc.record({ at: anyValue }),
    operator: comparison,
    value: anyValue,
  }),
  fc.record({ kind: fc.constant("token"), columns: names, operator: comparison, value: anyValue }),
  fc.record({ kind: fc.constant("tuple"), columns: names, operator: comparison, value: tupleValue }),
  fc.record({
    kind: fc.constant("tuple"),
    columns: names,
    operator: fc.constant("IN"),
    value: fc.oneof(few(tuple), few(anyMarker), anyMarker),
  }),
);
const where = few(anyRelation, 1);
const condition: fc.Arbitrary<Relation> = fc.oneof(
  anyTest,
  fc.record({ kind: fc.constant("column"), columns: column, part: anyPart, operator: comparison, value: anyValue }),
);
const anyIf: fc.Arbitrary<If | undefined> = maybe(fc.oneof(fc.constant("exists" as const), few(condition, 1)));
const anyUsing = fc.record({ timestamp: maybe(anyInteger), ttl: maybe(anyInteger) });

const anySelect: fc.Arbitrary<Statement> = fc.record({
  kind: fc.constant("select"),
  json: flag,
  distinct: flag,
  selectors: maybe(few(fc.record({ term: anySelected, alias: maybe(anyName) }), 1)),
  table: anyReference,
  where: fc.oneof(where, fc.constant([])),
  groupBy: few(anySelected),
  orderBy: few(
    fc.oneof(
      fc.record({ column: anyName, order: fc.constantFrom("ASC", "DESC") }),
      fc.record({ column: anyName, nearestTo: anyValue }),
      fc.record({ column: anyName, nearestTo: anyValue, isDescending: fc.constant(true) }),
    ),
  ),
  perPartitionLimit: maybe(anyInteger),
  limit: maybe(anyInteger),
  allowFiltering: flag,
});

const anyJson: fc.Arbitrary<Term> = fc.oneof(
  fc.json().map((text): Term => ({ kind: "constant", type: "text", text })),
  anyMarker,
);
const anyInsert = fc.record({
  kind: fc.constant("insert" as const),
  table: anyReference,
  values: fc.oneof(
    fc.record({ columns: names, terms: few(anyValue, 1) }),
    fc.record({ json: anyJson, default: fc.constantFrom("null", "unset") }),
  ),
  ifNotExists: flag,
  using: anyUsing,
});

/** Of different columns each: one cannot be set twice. */
const anyAssignments = fc.uniqueArray(
  fc.oneof(
    fc.record({ column: anyName, kind: fc.constantFrom("set", "add", "subtract", "prepend"), value: anyValue }),
    fc.record({ column: anyName, kind: fc.constant("part"), part: anyPart, value: anyValue }),
  ),
  { minLength: 1, maxLength: 3, selector: (assignment) => assignment.column },
);
const anyUpdate = fc.record({
  kind: fc.constant("update" as const),
  table: anyReference,
  using: anyUsing,
  assignments: anyAssignments,
  where,
  if: anyIf,
});
const anyDelete = fc.record({
  kind: fc.constant("delete" as const),
  targets: few(fc.record({ column: anyName, part: maybe(anyPart) })),
  table: anyReference,
  using: fc.record({ timestamp: maybe(anyInteger) }),
  where,
  if: anyIf,
});
const anyBatch: fc.Arbitrary<Statement> = fc.record({
  kind: fc.constant("batch"),
  type: fc.constantFrom("logged", "unlogged", "counter"),
  using: anyUsing,
  writes: few(fc.oneof(anyInsert, anyUpdate, anyDelete)),
});

const anyOptions = fc
  .uniqueArray(fc.tuple(anyName, fc.oneof(fc.string(), anyOptionMap())), { selector: ([name]) => name, maxLength: 3 })
  .map((entries) => new Map(entries));
const someOptions = anyOptions.filter((options) => options.size > 0);

function anyOptionMap(): fc.Arbitrary<ReadonlyMap<string, string>> {
  return fc.dictionary(fc.string(), fc.string(), { maxKeys: 3 }).map((entries) => new Map(Object.entries(entries)));
}

const anyMask: fc.Arbitrary<Mask> = fc.oneof(
  fc.constant("default" as const),
  fc.record({
    kind: fc.constant("call" as const),
    keyspace: maybe(anyName),
    name: anyFunctionName,
    arguments: few(anyValue),
  }),
);
const anyColumn: fc.Arbitrary<ColumnNode> = fc.record({
  name: anyName,
  type: anyType,
  isStatic: flag,
  mask: maybe(anyMask),
});
const anyKey = { partitionKey: names, clusteringKey: few(anyName) };
const clusteringOrder = few(fc.record({ column: anyName, order: fc.constantFrom("ASC" as const, "DESC" as const) }));
const renames = few(fc.tuple(anyName, anyName), 1);
const anyField = fc.record({ name: anyName, type: anyType });

const anyDefinition: fc.Arbitrary<Definition> = fc.oneof(
  fc.record({
    kind: fc.constant("create-keyspace" as const),
    keyspace: anyName,
    ifNotExists: flag,
    options: someOptions,
  }),
  fc.record({ kind: fc.constant("alter-keyspace" as const), keyspace: anyName, ifExists: flag, options: someOptions }),
  fc.record({ kind: fc.constant("drop-keyspace" as const), keyspace: anyName, ifExists: flag }),
  fc.record({
    kind: fc.constant("create-table" as const),
    table: anyReference,
    ifNotExists: flag,
    columns: few(anyColumn, 1),
    ...anyKey,
    clusteringOrder,
    compactStorage: flag,
    options: anyOptions,
  }),
  fc.record({
    kind: fc.constant("alter-table" as const),
    table: anyReference,
    ifExists: flag,
    alteration: fc.oneof(
      fc.record({ kind: fc.constant("add" as const), ifNotExists: flag, columns: few(anyColumn, 1) }),
      fc.record({
        kind: fc.constant("drop" as const),
        ifExists: flag,
        columns: names,
        timestamp: maybe(fc.nat().map(String)),
      }),
      fc.record({ kind: fc.constant("rename" as const), ifExists: flag, renames }),
      fc.record({ kind: fc.constant("retype" as const), column: anyName, type: anyType }),
      fc.record({ kind: fc.constant("mask" as const), ifExists: flag, column: anyName, mask: maybe(anyMask) }),
      fc.record({ kind: fc.constant("drop-compact-storage" as const) }),
      fc.record({ kind: fc.constant("options" as const), options: someOptions }),
    ),
  }),
  fc.record({
    kind: fc.constant("create-view" as const),
    view: anyReference,
    ifNotExists: flag,
    columns: maybe(names),
    of: anyReference,
    where: fc.oneof(where, fc.constant([])),
    ...anyKey,
    clusteringOrder,
    options: anyOptions,
  }),
  fc.record({
    kind: fc.constant("create-type" as const),
    type: anyReference,
    ifNotExists: flag,
    fields: few(anyField, 1),
  }),
  fc.record({
    kind: fc.constant("alter-type" as const),
    type: anyReference,
    ifExists: flag,
    alteration: fc.oneof(
      fc.record({ kind: fc.constant("add" as const), ifNotExists: flag, field: anyField }),
      fc.record({ kind: fc.constant("rename" as const), ifExists: flag, renames }),
      fc.record({ kind: fc.constant("retype" as const), field: anyName, type: anyType }),
    ),
  }),
  fc.record({
    kind: fc.constant("create-index" as const),
    isCustom: flag,
    name: maybe(anyName),
    ifNotExists: flag,
    table: anyReference,
    targets: few(
      fc.record({ column: anyName, kind: maybe(fc.constantFrom("values" as const, "keys", "entries", "full")) }),
    ),
    using: maybe(fc.string()),
    options: anyOptions,
  }),
  fc.record({
    kind: fc.constantFrom("drop-table" as const, "drop-type", "drop-index", "drop-view"),
    name: anyReference,
    ifExists: flag,
  }),
  fc.record({ kind: fc.constant("truncate" as const), table: anyReference }),
);

/** The kinds that have a name, and those that have none. */
const anyDescribed = fc.oneof(
  fc.record({
    what: fc.constantFrom("table" as const, "type", "index", "view", "function", "aggregate"),
    name: anyReference,
    full: fc.constant(false),
    only: fc.constant(false),
  }),
  fc.record({
    what: fc.constantFrom("cluster" as const, "keyspaces", "tables", "types", "functions", "aggregates"),
    full: fc.constant(false),
    only: fc.constant(false),
  }),
  fc.record({ what: fc.constant("schema" as const), full: flag, only: fc.constant(false) }),
  fc.record({
    what: fc.constant("keyspace" as const),
    name: maybe(fc.record({ name: anyName })),
    full: fc.constant(false),
    only: flag,
  }),
);
const anyDescribe: fc.Arbitrary<Statement> = fc
  .tuple(anyDescribed, flag)
  .map(([described, withInternals]) => ({ kind: "describe", ...described, withInternals }));

export const anyStatement: fc.Arbitrary<Statement> = fc
  .oneof(
    { weight: 4, arbitrary: anySelect },
    { weight: 2, arbitrary: anyInsert as fc.Arbitrary<Statement> },
    { weight: 2, arbitrary: anyUpdate as fc.Arbitrary<Statement> },
    { weight: 2, arbitrary: anyDelete as fc.Arbitrary<Statement> },
    { weight: 1, arbitrary: anyBatch },
    { weight: 4, arbitrary: anyDefinition },
    { weight: 1, arbitrary: anyDescribe },
    { weight: 1, arbitrary: anyName.map((keyspace): Statement => ({ kind: "use", keyspace })) },
  )
  .map(numbered);
