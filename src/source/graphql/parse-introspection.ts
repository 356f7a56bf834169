/**
 * Parses the introspection of a keyspace's endpoint: of Colonnade's service, of the Go server and of Stargate, which
 * differ in the descriptions of row types.
 *
 * Pure. Reports neither the order of rows nor indexes. Most servers do not distinguish lists from sets, or partition
 * from clustering key. Names in the database are known only if a server reports them or they are known from elsewhere.
 */
import { nameColumns, nameTables } from "@colonnade/runtime/protocol";
import type { ObservedColumn, ObservedKeyspace, ObservedTable, ObservedUserType } from "../observed-keyspace.ts";
import { withoutUndefined } from "../observed-type.ts";
import { objectOf, objectsOf, stringOf } from "../read-response.ts";
import type { Members } from "../read-response.ts";
import { collectUserTypes, fieldsOf, innermost, readTypeRef, allConventions, parseDescription } from "./conventions.ts";
import type { Conventions, NamedTypes } from "./conventions.ts";

/** Levels of nested lists in the query. */
const levels = 6;

export const introspectionQuery =
  "{ __schema { queryType { name } types { kind name description " +
  `fields { name description args { name } type { ${typeRef(levels)} } } ` +
  "inputFields { name } enumValues { name description } } } }";

function typeRef(level: number): string {
  return level === 0 ? "kind name" : `kind name ofType { ${typeRef(level - 1)} }`;
}

/** Names in the database, from definitions or another source. */
export interface KnownTable {
  readonly name: string;
  readonly columns?: readonly { readonly name: string }[] | undefined;
}

interface ParsedIntrospection {
  readonly keyspace: ObservedKeyspace;
  /** Row types whose table name is unknown. */
  readonly unnamed: readonly string[];
  /** The keyspace in the descriptions, if they name one. */
  readonly served: string | undefined;
}

/**
 * Parses `data` of a response to `introspectionQuery`.
 * @returns undefined if it is not the introspection of a keyspace
 */
export function parseIntrospection(
  data: Members,
  name: string,
  knownTables: readonly KnownTable[] = [],
): ParsedIntrospection | undefined {
  const types = namedTypes(data["__schema"]);
  const query = types?.get(stringOf(objectOf(objectOf(data["__schema"])?.["queryType"])?.["name"]) ?? "Query");
  if (!types || !query) return undefined;
  const inserts = new Set(fieldsOf(types.get("Mutation")).map((field) => field["name"]));
  const tableNames = new Map(
    Array.from(nameTables(knownTables.map((table) => table.name)), ([table, { type }]) => [type, table]),
  );
  const tables: ObservedTable[] = [];
  const unnamed: string[] = [];
  const userTypes = new Map<string, ObservedUserType>();
  let partial = false;
  let served: string | undefined;
  for (const row of rowTypes(query, types)) {
    const typeName = stringOf(row["name"]) ?? "";
    // A materialized view is read like a table, but has no writes.
    if (!inserts.has(`insert${typeName}`)) continue;
    const { conventions, table: said, keyspace } = findConventions(row);
    served ??= keyspace;
    partial ||= conventions.hides;
    const table = said ?? tableNames.get(typeName);
    if (table === undefined) {
      unnamed.push(typeName);
      continue;
    }
    const knownColumns = knownTables.find((one) => one.name === table)?.columns;
    const names = columnNames(conventions, typeName, table, types, knownColumns);
    const columns = fieldsOf(row)
      // Aggregates take arguments.
      .filter((field) => objectsOf(field["args"])?.length === 0)
      .map((field) => parseField(field, names, conventions, types));
    const key = describedKey(types.get(`${typeName}Input`), names);
    const description = said === undefined ? stringOf(row["description"]) : undefined;
    const whole = columns.every((column) => column !== undefined) ? columns : undefined;
    tables.push(withoutUndefined<ObservedTable>({ name: table, description, columns: whole, primaryKey: key }));
    if (conventions.fieldName) collectUserTypes(row, conventions, types, userTypes);
  }
  const found = [...userTypes.values()];
  const keyspace: ObservedKeyspace = {
    source: "GraphQL",
    name,
    tables,
    ...(found.length > 0 && { userTypes: found, partialTypes: true }),
    partial,
  };
  return { keyspace, unnamed, served };
}

function namedTypes(json: unknown): NamedTypes | undefined {
  const types = objectsOf(objectOf(json)?.["types"]);
  return types && new Map(types.map((type) => [stringOf(type["name"]) ?? "", type]));
}

/** The row types of the queries, each once. */
function rowTypes(query: Members, types: NamedTypes): readonly Members[] {
  const rows = fieldsOf(query).flatMap((field) => {
    const result = types.get(stringOf(objectOf(field["type"])?.["name"]) ?? "");
    const values = fieldsOf(result).find((one) => one["name"] === "values");
    const row = types.get(innermost(values?.["type"]) ?? "");
    return row ? [row] : [];
  });
  return [...new Set(rows)];
}

interface FoundConventions {
  readonly conventions: Conventions;
  readonly table?: string;
  readonly keyspace?: string | undefined;
}

function findConventions(row: Members): FoundConventions {
  const description = stringOf(row["description"]) ?? "";
  const [first, ...others] = allConventions;
  for (const conventions of [first, ...others]) {
    const { table, keyspace } = conventions.describesRow.exec(description)?.groups ?? {};
    if (table !== undefined) return { conventions, table, keyspace };
  }
  // Our service replaces the table's name by its description.
  return { conventions: first };
}

/** The name of each field in the database, if known. */
function columnNames(
  conventions: Conventions,
  typeName: string,
  table: string,
  types: NamedTypes,
  known: readonly { readonly name: string }[] = [],
): (field: string) => string | undefined {
  const names = new Map(
    Array.from(nameColumns(known.map((column) => column.name)), ([column, field]) => [field, column]),
  );
  // "Order gadgets by made_at in ascending order."
  const [before, after] = [`Order ${table} by `, " in ascending order."];
  for (const value of objectsOf(types.get(`${typeName}Order`)?.["enumValues"]) ?? []) {
    const description = stringOf(value["description"]) ?? "";
    const field = /^(.+)_ASC$/.exec(stringOf(value["name"]) ?? "")?.[1];
    if (field === undefined || !description.startsWith(before) || !description.endsWith(after)) continue;
    names.set(field, description.slice(before.length, -after.length));
  }
  return (field) => conventions.fieldName?.(field) ?? names.get(field);
}

function parseField(
  field: Members,
  names: (field: string) => string | undefined,
  conventions: Conventions,
  types: NamedTypes,
): ObservedColumn | undefined {
  const name = names(stringOf(field["name"]) ?? "");
  if (name === undefined) return undefined;
  const { description, type, kind } = parseDescription(stringOf(field["description"]) ?? "");
  return withoutUndefined<ObservedColumn>({
    name,
    description,
    type: type ?? readTypeRef(field["type"], types, conventions),
    kind,
  });
}

/** The ordered key, if a description ends like this: "Note that 'a' and 'b' are the fields that correspond to …". */
function describedKey(
  input: Members | undefined,
  names: (field: string) => string | undefined,
): readonly string[] | undefined {
  const [, sentence] =
    /Note that ('.+') (?:is|are) the fields? that corresponds? to/.exec(stringOf(input?.["description"]) ?? "") ?? [];
  if (sentence === undefined) return undefined;
  const fields = sentence.slice(1, -1).split(/', '|' and '/);
  const columns = fields.map((field) => names(field));
  return columns.every((column) => column !== undefined) ? columns : undefined;
}
