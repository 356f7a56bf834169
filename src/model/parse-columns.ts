import { contains, isMultiCell, printCqlType } from "./cql-type.ts";
import type { CqlType } from "./cql-type.ts";
import type { JsonReader, Path } from "./json-reader.ts";
import type { Column, ColumnKind } from "./keyspace.ts";
import { parseCqlType } from "./parse-cql-type.ts";
import type { TypeRules } from "./parse-cql-type.ts";
import type { Key, KeyCandidate } from "./parse-primary-key.ts";

/** A column as it is declared, before the key decides its kind. */
interface DeclaredColumn extends KeyCandidate {
  readonly description: string | undefined;
  /** Its index in `columnDefinitions`. */
  readonly index: number;
}

const members = ["name", "description", "typeDefinition", "static"];
const textType: CqlType = { kind: "native", name: "text" };

/** Reads the columns of a table, and reports those that no table can have. */
export function parseColumns(reader: JsonReader, json: unknown, rules: TypeRules): readonly DeclaredColumn[] {
  const path = ["columnDefinitions"];
  const list = reader.array(json, path, "a list of columns") ?? [];
  if (Array.isArray(json) && list.length === 0) reader.add("no-columns", path, "a table has at least one column");
  const columns: DeclaredColumn[] = [];
  const seen = new Set<string>();
  list.forEach((item, index) => {
    const column = parseColumn(reader, item, [...path, index], index, rules);
    if (!column) return;
    if (seen.has(column.name)) {
      reader.add("duplicate-column", [...path, index, "name"], `the column ${column.name} is defined twice`);
      return;
    }
    seen.add(column.name);
    columns.push(column);
  });
  return columns;
}

function parseColumn(
  reader: JsonReader,
  json: unknown,
  path: Path,
  index: number,
  rules: TypeRules,
): DeclaredColumn | undefined {
  const definition = reader.object(json, path, "a column definition", members);
  if (!definition) return undefined;
  const name = reader.string(definition, path, "name");
  if (name === "") reader.add("bad-name", [...path, "name"], "a column's name cannot be empty");
  const typeText = reader.string(definition, path, "typeDefinition");
  const isStatic = reader.optionalBoolean(definition, path, "static") ?? false;
  const description = reader.optionalString(definition, path, "description");
  const parsed = parseCqlType(typeText ?? "text", rules);
  if ("code" in parsed) {
    const { code, message, ...more } = parsed;
    reader.add(code, [...path, "typeDefinition"], message, more);
  }
  if (name === undefined) return undefined;
  return { name, description, type: "type" in parsed ? parsed.type : textType, isStatic, index };
}

/** Decides the kind of each column by the key, and reports what a column of that kind cannot be. */
export function placeColumns(reader: JsonReader, declared: readonly DeclaredColumn[], key: Key): readonly Column[] {
  return declared.map(({ name, description, type, isStatic, index }): Column => {
    const kind = kindIn(key, name, isStatic);
    if (kind === "static" && key.understood && key.clusteringKey.length === 0) {
      const message = `the column ${name} cannot be static: the table has no clustering key, so a partition has one row only`;
      reader.add("static-without-clustering", ["columnDefinitions", index, "static"], message);
    }
    const objection = kind === "regular" || kind === "static" ? objectionToColumn(type) : undefined;
    if (objection !== undefined) {
      const place = ["columnDefinitions", index, "typeDefinition"];
      reader.refuse("bad-type", place, `${objection} (column ${name})`);
    }
    return description === undefined ? { name, type, kind } : { name, description, type, kind };
  });
}

function kindIn({ partitionKey, clusteringKey }: Key, name: string, isStatic: boolean): ColumnKind {
  if (partitionKey.includes(name)) return "partition";
  if (clusteringKey.includes(name)) return "clustering";
  return isStatic ? "static" : "regular";
}

/** Why a column cannot have a type that is valid elsewhere. */
function objectionToColumn(type: CqlType): string | undefined {
  if (type.kind !== "user" || type.frozen) return undefined;
  const field = type.type.fields.find((field) => isMultiCell(field.type));
  if (!field) return undefined;
  const text = printCqlType(type);
  return `${text} must be frozen, or its field ${field.name}, which is a collection: frozen<${text}>`;
}

/** Reports what counters exclude: other columns, and values that expire. */
export function checkCounters(reader: JsonReader, columns: readonly Column[], defaultTimeToLive: number): void {
  const isOutsideKey = ({ kind }: Column): boolean => kind === "regular" || kind === "static";
  const isCounter = ({ type }: Column): boolean => contains(type, "counter");
  if (!columns.some((column) => isOutsideKey(column) && isCounter(column))) return;
  const other = columns.findIndex((column) => isOutsideKey(column) && !isCounter(column));
  if (other >= 0) {
    const message = `a table with counters cannot have other columns: ${columns[other]?.name} is not a counter`;
    reader.add("mixed-counters", ["columnDefinitions", other, "typeDefinition"], message);
  }
  if (defaultTimeToLive > 0) {
    const message = "a table with counters cannot have a time to live";
    reader.add("counter-time-to-live", ["tableOptions", "defaultTimeToLive"], message);
  }
}
