/** Reads how keyspaces, types and indexes are created, and all of them are altered and dropped. */
import { readNeededOptions, readColumn, readLooseList, readMask } from "./read-table.ts";
import { readReference, readTypeReference } from "./reference.ts";
import { readType } from "./read-type.ts";
import { takeIfNotExists } from "./read-write.ts";
import type { NameKind } from "./expectation.ts";
import type { TokenReader } from "./token-reader.ts";
import type { ColumnNode, CreateIndex, Definition, FieldNode, TableAlteration, TypeAlteration } from "./tree.ts";

export function readCreateKeyspace(reader: TokenReader): Definition {
  const ifNotExists = takeIfNotExists(reader);
  const keyspace = reader.name("new", "the name of a keyspace");
  return { kind: "create-keyspace", keyspace, ifNotExists, options: readNeededOptions(reader) };
}

export function readAlterKeyspace(reader: TokenReader): Definition {
  const ifExists = takeIfExists(reader);
  const keyspace = reader.name("keyspace");
  return { kind: "alter-keyspace", keyspace, ifExists, options: readNeededOptions(reader) };
}

export function readDropKeyspace(reader: TokenReader): Definition {
  const ifExists = takeIfExists(reader);
  return { kind: "drop-keyspace", keyspace: reader.name("keyspace"), ifExists };
}

export function takeIfExists(reader: TokenReader): boolean {
  return reader.take("if") && (reader.expect("exists"), true);
}

export function readCreateType(reader: TokenReader): Definition {
  const ifNotExists = takeIfNotExists(reader);
  const type = readTypeReference(reader);
  const fields: FieldNode[] = [];
  readLooseList(reader, () => void fields.push(readField(reader)));
  return { kind: "create-type", type, ifNotExists, fields };
}

function readField(reader: TokenReader): FieldNode {
  const name = reader.name("new", "the name of a field");
  return { name, type: readType(reader) };
}

const parts = ["values", "keys", "entries", "full"] as const;

/** Reads what follows `CREATE INDEX`, or `CREATE CUSTOM INDEX`. */
export function readCreateIndex(reader: TokenReader, isCustom: boolean): CreateIndex {
  const ifNotExists = takeIfNotExists(reader);
  const name = reader.sees("on") ? undefined : reader.name("new", "the name of an index, or ON");
  reader.expect("on");
  const table = readReference(reader, "table");
  reader.expect("(");
  const targets = reader.sees(")") ? [] : reader.series(() => readTarget(reader));
  reader.expect(")");
  const using = reader.take("using") ? readClass(reader) : undefined;
  const options = reader.sees("with") ? readNeededOptions(reader) : new Map<string, string>();
  return { kind: "create-index", isCustom, name, ifNotExists, table, targets, using, options };
}

function readClass(reader: TokenReader): string {
  return reader.expectKind("text", "STRING_LITERAL", "the class of the index, in quotes").value;
}

function readTarget(reader: TokenReader): CreateIndex["targets"][number] {
  const kind = parts.find((part) => reader.take(part, "("));
  const column = reader.column();
  if (kind === undefined) return { column };
  reader.expect(")");
  return { column, kind };
}

/** Reads what follows `ALTER TABLE`. */
export function readAlterTable(reader: TokenReader): Definition {
  const ifExists = takeIfExists(reader);
  const table = readReference(reader, "table");
  return { kind: "alter-table", table, ifExists, alteration: readTableAlteration(reader) };
}

function readTableAlteration(reader: TokenReader): TableAlteration {
  if (reader.take("add")) return { kind: "add", ifNotExists: takeIfNotExists(reader), columns: readNewColumns(reader) };
  if (reader.take("drop")) return readDrop(reader);
  if (reader.take("alter")) return readAlterColumn(reader);
  if (reader.take("rename"))
    return { kind: "rename", ifExists: takeIfExists(reader), renames: readRenames(reader, "column") };
  if (!reader.sees("with")) throw reader.unexpected("ADD, ALTER, DROP, RENAME or WITH");
  return { kind: "options", options: readNeededOptions(reader) };
}

function readNewColumns(reader: TokenReader): ColumnNode[] {
  return readSeveral(reader, () => readColumn(reader));
}

/** One, or several in parentheses. */
function readSeveral<Item>(reader: TokenReader, readItem: () => Item): Item[] {
  if (reader.sees("(")) return reader.list(readItem);
  const item = readItem();
  if (reader.sees(",")) throw reader.mismatched("EOF", "parentheses around several columns");
  return [item];
}

function readDrop(reader: TokenReader): TableAlteration {
  if (reader.take("compact", "storage")) return { kind: "drop-compact-storage" };
  const ifExists = takeIfExists(reader);
  const columns = readSeveral(reader, () => reader.name("column"));
  if (!reader.take("using")) return { kind: "drop", ifExists, columns };
  reader.expect("timestamp");
  const timestamp = reader.expectKind("integer", "INTEGER", "a number of microseconds").value;
  return { kind: "drop", ifExists, columns, timestamp };
}

function readAlterColumn(reader: TokenReader): TableAlteration {
  const ifExists = takeIfExists(reader);
  const column = reader.column();
  if (!ifExists && reader.take("type")) return { kind: "retype", column, type: readType(reader) };
  if (reader.take("masked")) return { kind: "mask", ifExists, column, mask: readMask(reader) };
  if (!reader.take("drop")) throw reader.unexpected("MASKED WITH or DROP MASKED");
  reader.expect("masked");
  return { kind: "mask", ifExists, column };
}

function readRenames(reader: TokenReader, kind: NameKind): [from: string, to: string][] {
  const renames: [string, string][] = [];
  do {
    const from = reader.name(kind, "the name to change");
    reader.expect("to");
    renames.push([from, reader.name("new", "the new name")]);
  } while (reader.take("and"));
  return renames;
}

/** Reads what follows `ALTER TYPE`. */
export function readAlterType(reader: TokenReader): Definition {
  const ifExists = takeIfExists(reader);
  const type = readTypeReference(reader);
  return { kind: "alter-type", type, ifExists, alteration: readTypeAlteration(reader) };
}

function readTypeAlteration(reader: TokenReader): TypeAlteration {
  if (reader.take("add")) return { kind: "add", ifNotExists: takeIfNotExists(reader), field: readField(reader) };
  if (reader.take("rename"))
    return { kind: "rename", ifExists: takeIfExists(reader), renames: readRenames(reader, "field") };
  if (!reader.take("alter")) throw reader.unexpected("ADD, ALTER or RENAME");
  const field = reader.name("field");
  reader.expect("type");
  return { kind: "retype", field, type: readType(reader) };
}

/** Reads what follows `DROP TABLE` and the like. */
export function readDropNamed(reader: TokenReader, kind: "table" | "type" | "index" | "view"): Definition {
  const ifExists = takeIfExists(reader);
  const name = kind === "type" ? readTypeReference(reader) : readReference(reader, kind);
  return { kind: `drop-${kind}`, name, ifExists };
}

export function readTruncate(reader: TokenReader): Definition {
  if (reader.sees("table") || reader.sees("columnfamily")) reader.pass();
  return { kind: "truncate", table: readReference(reader, "table") };
}
