/** Reads the indexes of a table, and reports those that the database would reject. */
import { byCodeUnits } from "./by-code-units.ts";
import { contains, isMultiCell, partsOf, printCqlType, quote, refersToDuration } from "./cql-type.ts";
import type { CqlType } from "./cql-type.ts";
import { kindOf } from "./json-reader.ts";
import type { JsonReader, Path } from "./json-reader.ts";
import type { Column, Index, IndexKind, IndexOptions } from "./keyspace.ts";
import type { Key } from "./parse-columns.ts";

const members = ["name", "column", "kind", "using", "options"];

const allKinds: readonly IndexKind[] = ["full", "values", "keys", "entries"];

/** How the database stores the column and the class of an index; a definition has members for them. */
const ownOptions: ReadonlySet<string> = new Set(["target", "class_name"]);

export function parseIndexes(reader: JsonReader, json: unknown, columns: readonly Column[], key: Key): Index[] {
  if (json === undefined) return [];
  const indexes: Index[] = [];
  for (const [position, item] of (reader.array(json, ["indexes"], "a list of indexes") ?? []).entries()) {
    const path = ["indexes", position];
    const index = parseIndex(reader, item, path, columns, key);
    if (!index) continue;
    if (index.name !== undefined && indexes.some((other) => other.name === index.name)) {
      const message = `the table already has an index with the name ${quote(index.name)}`;
      reader.refuse("duplicate-index", [...path, "name"], message);
    }
    if (indexes.some((other) => other.column === index.column && other.kind === index.kind)) {
      reader.add("duplicate-index", [...path, "column"], `the column ${index.column} already has such an index`);
    } else indexes.push(index);
  }
  return indexes;
}

function parseIndex(
  reader: JsonReader,
  json: unknown,
  path: Path,
  columns: readonly Column[],
  { partitionKey, understood }: Key,
): Index | undefined {
  const definition = reader.object(json, path, "an index", members);
  if (!definition) return undefined;
  const column = columns.find((candidate) => candidate.name === definition["column"]);
  const columnName = reader.string(definition, path, "column");
  const name = reader.optionalString(definition, path, "name");
  if (name === "") reader.refuse("bad-name", [...path, "name"], "an index's name cannot be empty");
  const using = reader.optionalString(definition, path, "using");
  if (using !== undefined && using !== "sai") {
    const message = `\`using\` must be "sai" or omitted, not ${quote(using)}`;
    reader.add("bad-index", [...path, "using"], message);
  }
  const options = parseOptions(reader, definition["options"], [...path, "options"], using);
  if (columnName === undefined) return undefined;
  if (!column) {
    const expected = columns.map((candidate) => candidate.name);
    const message = `the table has no column ${quote(columnName)}`;
    reader.add("unknown-column", [...path, "column"], message, { found: columnName, expected });
    return undefined;
  }
  const possible = kindsOf(column);
  // A column that cannot be indexed may still have an index that older rules accepted, of any kind.
  const kinds = possible.length > 0 ? possible : allKinds;
  const kind = definition["kind"] === undefined ? kinds[0] : kinds.find((word) => word === definition["kind"]);
  const targets = using === "sai" && kind ? targetsOf(column, kind) : [];
  const [objection] =
    possible.length === 0
      ? [`${printCqlType(column.type)} cannot be indexed`]
      : targets.flatMap((target) => objectionToAttached(target, options) ?? []);
  const alone = understood && partitionKey.length === 1 && partitionKey[0] === columnName;
  if (objection ?? alone) {
    const reason = objection ?? "it is the whole partition key, which needs no index";
    const message = `the column ${columnName} cannot have an index: ${reason}`;
    if (reader.refuse("bad-index", [...path, "column"], message)) return undefined;
  }
  if (!kind) {
    const words = kinds.map((word) => `"${word}"`).join(", ");
    reader.add("bad-index", [...path, "kind"], `an index of a ${printCqlType(column.type)} has the kind ${words}`);
    return undefined;
  }
  return {
    ...(name !== undefined && { name }),
    column: columnName,
    kind,
    ...(using === "sai" && { using }),
    ...(using === "sai" && options && { options }),
  };
}

/** @returns the options by name, so that their order has no meaning; undefined if there are none */
function parseOptions(reader: JsonReader, json: unknown, path: Path, using?: string): IndexOptions | undefined {
  if (json === undefined) return undefined;
  // An option may have any name.
  const names = typeof json === "object" && json !== null ? Object.keys(json) : [];
  const given = reader.object(json, path, "the options of an index", names);
  if (!given || names.length === 0) return undefined;
  if (using === undefined) reader.add("bad-index", path, 'only an index with `"using": "sai"` has options');
  const options = names.sort(byCodeUnits).flatMap((name): (readonly [string, string])[] => {
    const value = given[name];
    if (ownOptions.has(name)) {
      reader.add("bad-index", [...path, name], `${name} is not an option: \`column\`, \`kind\` and \`using\` say it`);
    } else if (typeof value === "string") return [[name, value]];
    else {
      const text = typeof value === "object" ? "" : `: ${JSON.stringify(String(value))}`;
      reader.add("wrong-json", [...path, name], `the option ${name} must be text${text}, not ${kindOf(value)}`);
    }
    return [];
  });
  return Object.fromEntries(options);
}

/** Why a storage-attached index does not support the indexed values. */
function objectionToAttached(target: CqlType, options: IndexOptions | undefined): string | undefined {
  if (target.kind === "native" && target.name === "blob") return `an index with "sai" does not support blobs`;
  if (target.kind !== "vector") return undefined;
  const isFloats = target.item.kind === "native" && target.item.name === "float";
  if (!isFloats) return `an index with "sai" supports vectors of float only, not ${printCqlType(target)}`;
  if (target.dimensions > 1 || (options?.["similarity_function"] ?? "cosine").toLowerCase() !== "cosine")
    return undefined;
  return "cosine similarity is not supported for single-dimension vectors";
}

/** The indexed types: the values or keys of a map, the items of a list, or the whole value. */
function targetsOf({ type }: Column, kind: IndexKind): readonly CqlType[] {
  if (kind === "full") return [type];
  if (type.kind !== "map") return partsOf(type);
  if (kind !== "entries") return [kind === "keys" ? type.key : type.value];
  // Entries, of which the database checks only plain types.
  return [type.key, type.value].filter((part) => part.kind === "native");
}

/** The kinds of index that a column can have, the default first. */
function kindsOf({ type }: Column): readonly IndexKind[] {
  if (contains(type, "counter") || refersToDuration(type)) return [];
  if (!isMultiCell(type)) return ["full"];
  if (type.kind === "user") return [];
  return type.kind === "map" ? ["values", "keys", "entries"] : ["values"];
}
