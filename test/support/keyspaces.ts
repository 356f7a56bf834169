import fc from "fast-check";
import {
  isMultiCell,
  nativeTypes,
  parseTableDefinition,
  parseUserTypes,
  printCqlType,
  printName,
} from "../../src/model/index.ts";
import type {
  CqlType,
  Keyspace,
  KnownTypes,
  Table,
  TableDefinition,
  UserType,
  UserTypeDefinition,
} from "../../src/model/index.ts";

/** A keyspace from the JSON forms of its tables and user types; fails the test when one has a mistake. */
export function keyspaceOf(
  name: string,
  tables: readonly TableDefinition[],
  userTypes: readonly UserTypeDefinition[] = [],
): Keyspace {
  const known = userTypesOf(userTypes);
  return { name, tables: tables.map((table) => tableOf(table, { userTypes: known })), userTypes: [...known.values()] };
}

/** User types from their JSON forms; fails the test when one has a mistake. */
export function userTypesOf(definitions: readonly UserTypeDefinition[]): ReadonlyMap<string, UserType> {
  const { userTypes, problems } = parseUserTypes(definitions);
  const messages = problems.flat().map((problem) => problem.message);
  if (messages.length > 0) throw new Error(messages.join("; "));
  return userTypes;
}

/** A table from its JSON form; fails the test when it has a mistake. */
export function tableOf(definition: TableDefinition, known: KnownTypes = {}): Table {
  const { table, problems } = parseTableDefinition(definition, known);
  if (!table) throw new Error(problems.map((problem) => problem.message).join("; "));
  return table;
}

const keyTypes = nativeTypes.filter((type) => type !== "counter" && type !== "duration");

/** Names as people give them, and as nobody should: long, mixed, with digits, quoted, reserved, foreign. */
const columnName = fc.oneof(
  { weight: 6, arbitrary: fc.stringMatching(/^[a-z][a-z0-9_]{0,24}$/) },
  { weight: 1, arbitrary: fc.stringMatching(/^[A-Za-z_]{20,90}$/) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "class",
      "Value",
      "1st",
      "with blank",
      "größe",
      "constructor",
      "session",
      "in",
      "x41_y",
      "'",
      '"',
    ),
  },
);
const tableName = fc.oneof(
  { weight: 6, arbitrary: fc.stringMatching(/^[a-z][a-z0-9_]{0,24}$/) },
  { weight: 1, arbitrary: fc.stringMatching(/^[A-Za-z][a-z_]{30,120}$/) },
  {
    weight: 1,
    arbitrary: fc.constantFrom("index", "constructor", "Order", "Date", "zod", "rows", "__proto__", "con", "static"),
  },
);

const native = (...names: readonly string[]): fc.Arbitrary<string> => fc.constantFrom(...names);
const anyNative = native(...nativeTypes.filter((type) => type !== "counter"));
const noDuration = native(...keyTypes);

/** Texts of types that may stand anywhere: natives, and types made of others three deep, some of them of user types. */
function typeTexts(natives: fc.Arbitrary<string>, userTypes: readonly string[], depth: number): fc.Arbitrary<string> {
  const users = userTypes.map((name) => fc.constant(`frozen<${printName(name)}>`));
  if (depth === 0) return fc.oneof(natives, ...users);
  const item = typeTexts(natives, userTypes, depth - 1);
  const key = typeTexts(noDuration, [], depth - 1);
  return fc.oneof(
    { weight: 3, arbitrary: fc.oneof(natives, ...users) },
    { weight: 1, arbitrary: fc.tuple(fc.constantFrom("list", "frozen<list"), fc.tuple(item)).map(closed) },
    { weight: 1, arbitrary: fc.tuple(fc.constantFrom("set", "frozen<set"), fc.tuple(key)).map(closed) },
    {
      weight: 1,
      arbitrary: fc.tuple(fc.constantFrom("map", "frozen<map"), fc.tuple(key, item)).map(closed),
    },
    { weight: 1, arbitrary: fc.array(item, { minLength: 1, maxLength: 4 }).map((items) => `tuple<${items.join()}>`) },
    { weight: 1, arbitrary: fc.tuple(item, fc.integer({ min: 1, max: 5 })).map((parts) => `vector<${parts.join()}>`) },
  );
}

function closed([opening, inner]: readonly [string, readonly string[]]): string {
  // What is frozen itself need not say so of what it holds.
  if (opening.startsWith("frozen")) return `${opening}<${inner.join()}>>`;
  return `${opening}<${inner.map(frozenText).join()}>`;
}

interface ColumnPlan {
  readonly name: string;
  readonly type: string;
  readonly key: string;
  readonly isStatic: boolean;
  readonly isIndexed: boolean;
  readonly descending: boolean;
  readonly description: string | undefined;
}

const description = fc.option(fc.constantFrom("In euros.", "Ends */ early?", "Two\nlines.", ""), {
  nil: undefined,
  freq: 4,
});

function columnPlan(userTypes: readonly string[]): fc.Arbitrary<ColumnPlan> {
  return fc.record({
    name: columnName,
    type: typeTexts(anyNative, userTypes, 3),
    key: fc.oneof({ weight: 4, arbitrary: noDuration }, typeTexts(noDuration, [], 2).map(frozenText)),
    isStatic: fc.boolean(),
    isIndexed: fc.integer({ min: 0, max: 5 }).map((roll) => roll === 0),
    descending: fc.boolean(),
    description,
  });
}

/** A type that can be in a key. */
function frozenText(text: string): string {
  return /^(?:list|set|map)</.test(text) ? `frozen<${text}>` : text;
}

const typeName = fc
  .oneof(
    { weight: 6, arbitrary: fc.stringMatching(/^[a-z][a-z0-9_]{0,20}$/) },
    { weight: 1, arbitrary: fc.constantFrom("date", "map", "Order", "products_row", "text", "codec", "größe") },
  )
  .filter((name) => !(nativeTypes as readonly string[]).includes(name) && !/^(?:map|list|set)$/.test(name));

/** Up to three user types, each of which may be made of those before it. */
const userTypeDefinitions: fc.Arbitrary<readonly UserTypeDefinition[]> = fc
  .uniqueArray(typeName, { maxLength: 3 })
  .chain((names) =>
    fc.tuple(
      ...names.map((name, index) =>
        fc.record({
          name: fc.constant(name),
          fields: fc.uniqueArray(
            fc.record({ name: columnName, typeDefinition: typeTexts(anyNative, names.slice(0, index), 2) }),
            { minLength: 1, maxLength: 5, selector: (field) => field.name },
          ),
        }),
      ),
    ),
  );

/** Any table that the database would take: up to three partition and four clustering columns, counters now and then. */
function tableOfTypes(userTypes: ReadonlyMap<string, UserType>): fc.Arbitrary<Table> {
  return fc
    .record({
      name: tableName,
      columns: fc.uniqueArray(columnPlan([...userTypes.keys()]), {
        minLength: 1,
        maxLength: 12,
        selector: (column) => column.name,
      }),
      partition: fc.integer({ min: 1, max: 3 }),
      clustering: fc.integer({ min: 0, max: 4 }),
      counts: fc.integer({ min: 0, max: 5 }).map((roll) => roll === 0),
      defaultTimeToLive: fc.constantFrom(0, 0, 86_400),
    })
    .map(({ name, columns, partition, clustering, counts, defaultTimeToLive }) => {
      const partitionKey = columns.slice(0, partition);
      const clusteringKey = columns.slice(partition, partition + clustering);
      const keys = partition + clustering;
      const definition: TableDefinition = {
        name,
        columnDefinitions: columns.map((column, index) => ({
          name: column.name,
          ...(column.description !== undefined && { description: column.description }),
          typeDefinition: index < keys ? column.key : counts ? "counter" : column.type,
          static: index >= keys && clusteringKey.length > 0 && column.isStatic && !counts,
        })),
        primaryKey: {
          partitionKey: partitionKey.map((column) => column.name),
          clusteringKey: clusteringKey.map((column) => column.name),
        },
        tableOptions: {
          defaultTimeToLive: counts ? 0 : defaultTimeToLive,
          clusteringExpression: clusteringKey.map((column) => ({
            column: column.name,
            order: column.descending ? "DESC" : "ASC",
          })),
        },
      };
      const plain = tableOf(definition, { userTypes });
      const indexed = columns.filter((column, index) => index >= keys && column.isIndexed && !counts);
      const indexes = indexed.flatMap((column) => indexesOf(column.name, typeOf(plain, column.name)));
      return indexes.length === 0 ? plain : tableOf({ ...definition, indexes }, { userTypes });
    });
}

function typeOf(table: Table, name: string): CqlType {
  const column = table.columns.find((candidate) => candidate.name === name);
  if (!column) throw new Error(`no column ${name}`);
  return column.type;
}

/** The indexes that a column of the type can have. */
function indexesOf(column: string, type: CqlType): NonNullable<TableDefinition["indexes"]> {
  if (printCqlType(type).includes("duration") || type.kind === "user" || /frozen</.test(printCqlType(type))) return [];
  if (!isMultiCell(type))
    return type.kind === "native" && type.name !== "blob" ? [{ column, using: "sai" }] : [{ column }];
  if (type.kind !== "map") return [{ column }];
  return [
    { column, kind: "values" },
    { column, kind: "keys" },
    { column, kind: "entries" },
  ];
}

export const table: fc.Arbitrary<Table> = tableOfTypes(new Map());

export const keyspace: fc.Arbitrary<Keyspace> = userTypeDefinitions.chain((definitions) => {
  const userTypes = userTypesOf(definitions);
  return fc
    .uniqueArray(tableOfTypes(userTypes), { minLength: 1, maxLength: 5, selector: ({ name }) => name })
    .map((tables) => ({ name: "shop", tables, userTypes: [...userTypes.values()] }));
});
