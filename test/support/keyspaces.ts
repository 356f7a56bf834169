import fc from "fast-check";
import { nativeTypes, parseTableDefinition } from "../../src/model/index.ts";
import type { Keyspace, NativeType, Table, TableDefinition } from "../../src/model/index.ts";

/** A table from its JSON form; fails the test when it has a mistake. */
export function tableOf(definition: TableDefinition): Table {
  const { table, problems } = parseTableDefinition(definition);
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

interface ColumnPlan {
  readonly name: string;
  readonly type: NativeType;
  readonly key: NativeType;
  readonly isStatic: boolean;
  readonly descending: boolean;
  readonly description: string | undefined;
}

const columnPlan: fc.Arbitrary<ColumnPlan> = fc.record({
  name: columnName,
  type: fc.constantFrom(...nativeTypes.filter((type) => type !== "counter")),
  key: fc.constantFrom(...keyTypes),
  isStatic: fc.boolean(),
  descending: fc.boolean(),
  description: fc.option(fc.constantFrom("In euros.", "Ends */ early?", "Two\nlines.", ""), {
    nil: undefined,
    freq: 4,
  }),
});

/** Any table that the database would take: up to three partition and four clustering columns, counters now and then. */
export const table: fc.Arbitrary<Table> = fc
  .record({
    name: tableName,
    columns: fc.uniqueArray(columnPlan, { minLength: 1, maxLength: 12, selector: (column) => column.name }),
    partition: fc.integer({ min: 1, max: 3 }),
    clustering: fc.integer({ min: 0, max: 4 }),
    counts: fc.integer({ min: 0, max: 5 }).map((roll) => roll === 0),
    defaultTimeToLive: fc.constantFrom(0, 0, 86_400),
  })
  .map(({ name, columns, partition, clustering, counts, defaultTimeToLive }) => {
    const partitionKey = columns.slice(0, partition);
    const clusteringKey = columns.slice(partition, partition + clustering);
    const keys = partition + clustering;
    return tableOf({
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
    });
  });

export const keyspace: fc.Arbitrary<Keyspace> = fc
  .uniqueArray(table, { minLength: 1, maxLength: 5, selector: ({ name }) => name })
  .map((tables) => ({ name: "shop", tables }));
