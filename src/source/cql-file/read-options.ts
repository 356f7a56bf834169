import type { StatementReader } from "./statement-reader.ts";
import type { DraftTable } from "./draft.ts";

/** Reads what follows `WITH` of a table, as far as it stands in `system_schema.tables`. */
export function readTableOptions(reader: StatementReader, table: DraftTable): void {
  do {
    if (reader.take("compact", "storage")) continue;
    if (reader.take("clustering", "order", "by")) {
      reader.list(() => readOrder(reader, table));
      continue;
    }
    const option = reader.name("an option of the table");
    reader.expect("=");
    table.options.set(option, readOption(reader));
  } while (reader.take("and"));
}

function readOrder(reader: StatementReader, { clusteringKey, descending }: DraftTable): void {
  const column = reader.name("a clustering column");
  if (!clusteringKey.includes(column)) throw reader.wrong(`${column} is not a clustering column`);
  if (reader.take("desc")) descending.add(column);
  else reader.take("asc");
}

/** A text, a number, a word, or a map of texts. */
export function readOption(reader: StatementReader): unknown {
  if (reader.sees("{")) return readMap(reader);
  const { kind, value } = reader.pass();
  return kind === "number" ? Number(value) : value;
}

/** `{'class': 'SimpleStrategy'}`; values are read as texts, as the database keeps them. */
export function readMap(reader: StatementReader): ReadonlyMap<string, string> {
  const entries = new Map<string, string>();
  reader.expect("{");
  while (!reader.take("}")) {
    const key = reader.pass().value;
    reader.expect(":");
    entries.set(key, reader.pass().value);
    if (!reader.sees("}")) reader.expect(",");
  }
  return entries;
}
