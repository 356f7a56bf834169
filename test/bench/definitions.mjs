import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Primary keys in turn: one column, a partition with rows in it, a composite partition, and two with static columns. */
const shapes = [
  { partition: ["uuid"], clustering: [], statics: 0 },
  { partition: ["text"], clustering: ["timestamp"], statics: 0 },
  { partition: ["text", "date"], clustering: ["time"], statics: 0 },
  { partition: ["bigint"], clustering: ["timestamp", "timeuuid"], statics: 1 },
  { partition: ["uuid", "int"], clustering: ["text", "varint", "date"], statics: 2 },
];

/** Every native type but `counter`, which cannot stand beside others. */
const values = [
  ...["text", "decimal", "int", "timestamp", "boolean", "bigint", "double", "uuid", "date", "float", "blob", "ascii"],
  ...["smallint", "time", "inet", "varint", "tinyint", "duration", "timeuuid", "varchar"],
];

const subjects = ["orders", "sensor_readings", "customer", "page_views", "invoices_by_month", "session", "stock_level"];
const words = ["name", "created_at", "total", "is_active", "unit_price", "note", "updated", "rank", "source_address"];
const columnsPerTable = 12;

/**
 * Writes the definitions of so many tables of 12 columns, the same on every machine.
 *
 * @returns the keyspace's folder
 */
export function writeTables(directory, count) {
  mkdirSync(directory, { recursive: true });
  for (let number = 0; number < count; number++) {
    const table = defineTable(number);
    writeFileSync(join(directory, `${table.name}.json`), `${JSON.stringify(table, null, 2)}\n`);
  }
  return directory;
}

function defineTable(number) {
  const { partition, clustering, statics } = shapes[number % shapes.length];
  const subject = subjects[number % subjects.length];
  const partitionColumns = partition.map((type, index) => column(`${subject}_key_${index}`, type));
  const clusteringColumns = clustering.map((type, index) => column(`by_${type}_${index}`, type));
  const others = Array.from({ length: columnsPerTable - partition.length - clustering.length }, (_, index) => {
    const type = values[(number + index) % values.length];
    return column(`${words[(number + index) % words.length]}_${index}`, type, index < statics);
  });
  return {
    name: `${subject}_${String(number).padStart(4, "0")}`,
    description: `What is known of ${subject.replaceAll("_", " ")}.`,
    ifNotExists: true,
    columnDefinitions: [...partitionColumns, ...clusteringColumns, ...others],
    primaryKey: { partitionKey: partitionColumns.map(nameOf), clusteringKey: clusteringColumns.map(nameOf) },
    tableOptions: {
      defaultTimeToLive: 0,
      clusteringExpression: clusteringColumns.map(({ name }, index) => ({
        column: name,
        order: index % 2 === 0 ? "DESC" : "ASC",
      })),
    },
  };
}

function column(name, typeDefinition, isStatic = false) {
  return { name, typeDefinition, static: isStatic };
}

function nameOf({ name }) {
  return name;
}
