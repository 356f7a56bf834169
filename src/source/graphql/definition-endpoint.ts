/**
 * Queries a definition endpoint, which reports tables as in CQL, and parses its response. It reports neither the order of
 * rows, nor times to live, nor indexes. Pure.
 */
import { isInKey, nativeTypes } from "../../model/index.ts";
import type { ColumnKind, NativeType } from "../../model/index.ts";
import type { ObservedColumn, ObservedKeyspace, ObservedTable, ObservedUserType } from "../observed-keyspace.ts";
import { anyType, withoutUndefined, observedNative, parseObservedType } from "../observed-type.ts";
import type { ObservedType, TypeWord } from "../observed-type.ts";
import { objectOf, objectsOf, stringOf } from "../read-response.ts";
import type { Members } from "../read-response.ts";

/** Levels of nested types in the query; deeper ones are unknown. Our service accepts no deeper documents. */
const levels = { others: 6, ours: 16 };

interface DefinitionQuery {
  /** Whether types have `frozen`, and keyspaces have user types. */
  readonly knowsTypes: boolean;
  readonly query: string;
}

/** The first one that a server accepts is used: the Go server supports neither `frozen` nor `types`. */
export const definitionQueries: readonly DefinitionQuery[] = [true, false].map((knowsTypes) => {
  const asked = keyspaceFields({ knowsTypes, thing: "name", levels: levels.others });
  // Servers with types are asked whether they support descriptions of columns.
  const more = knowsTypes ? ' __type(name: "Column") { fields { name } }' : "";
  return { knowsTypes, query: `query ($name: String!) { keyspaces { name } keyspace(name: $name) ${asked}${more} }` };
});

const ours = keyspaceFields({ knowsTypes: true, thing: "name description", levels: levels.ours });

/** For a server with descriptions, which only Colonnade's service has. */
export const describedQuery: string = `query ($name: String!) { keyspace(name: $name) ${ours} }`;

interface Asked {
  readonly knowsTypes: boolean;
  /** The selection of any named object. */
  readonly thing: string;
  readonly levels: number;
}

function keyspaceFields({ knowsTypes, thing, levels }: Asked): string {
  const typed = `${thing} type { ${dataType(levels, knowsTypes ? "name frozen" : "name")} }`;
  const tables = `tables { ${thing} columns { kind ${typed} } }`;
  const types = knowsTypes ? ` types { ${thing} fields { ${typed} } }` : "";
  return `{ name ${tables}${types} }`;
}

function dataType(level: number, info: string): string {
  const within = level > 0 ? ` subTypes { ${dataType(level - 1, info)} }` : "";
  return `basic info { ${info}${within} }`;
}

type ParsedAnswer<Parsed> =
  | Parsed
  /** The mistake, as a phrase that follows "the response": `has no list of tables`. */
  | { readonly mistake: string };

interface DefinitionRules {
  /** Whether the columns of a key are in order; the Go server returns them in any order. */
  readonly isOrdered: boolean;
}

/** Parses `data` of a response to one of these queries, whose keyspace exists. */
export function parseDefinitionAnswer(
  data: Members,
  name: string,
  { isOrdered }: DefinitionRules,
): ParsedAnswer<ObservedKeyspace> {
  const keyspace = objectOf(data["keyspace"]);
  const tables = objectsOf(keyspace?.["tables"]);
  if (!tables) return { mistake: "has no list of tables" };
  const seen: ObservedTable[] = [];
  for (const table of tables) {
    const tableName = stringOf(table["name"]);
    const columns = objectsOf(table["columns"])?.map(parseColumn);
    if (tableName === undefined) return { mistake: "has a table without a name" };
    if (!columns?.every((column) => column !== undefined)) return { mistake: `has no columns of ${tableName}` };
    const key = columns.filter(isInKey);
    const parted = [...key].sort((one, other) => rank(one) - rank(other)).map((column) => column.name);
    const primaryKey = isOrdered && columns.every(({ kind }) => kind) ? parted : undefined;
    const description = stringOf(table["description"]);
    seen.push(withoutUndefined<ObservedTable>({ name: tableName, description, columns, primaryKey }));
  }
  const types = parseUserTypes(keyspace?.["types"]);
  if (types === "mistake") return { mistake: "has a user type without a name or fields" };
  return { source: "the definition endpoint", name, tables: seen, ...(types && { userTypes: types }) };
}

function rank({ kind }: ObservedColumn): number {
  return kind === "partition" ? 0 : 1;
}

function parseUserTypes(json: unknown): readonly ObservedUserType[] | "mistake" | undefined {
  if (json === undefined || json === null) return undefined;
  const types = objectsOf(json)?.map((type) => {
    const name = stringOf(type["name"]);
    const fields = objectsOf(type["fields"])?.map(parseColumn);
    if (name === undefined || !fields?.every((field) => field !== undefined)) return undefined;
    return withoutUndefined<ObservedUserType>({ name, description: stringOf(type["description"]), fields });
  });
  return types?.every((type) => type !== undefined) ? types : "mistake";
}

const kinds: ReadonlyMap<unknown, ColumnKind> = new Map([
  ["PARTITION", "partition"],
  ["CLUSTERING", "clustering"],
  ["REGULAR", "regular"],
  ["STATIC", "static"],
]);

function parseColumn(json: Members): ObservedColumn | undefined {
  const name = stringOf(json["name"]);
  if (name === undefined) return undefined;
  const [kind, description] = [kinds.get(json["kind"]), stringOf(json["description"])];
  return withoutUndefined<ObservedColumn>({ name, description, type: parseDataType(json["type"], 0), kind });
}

/** The number of inner types of each type; any number for a tuple. */
const composites: ReadonlyMap<string, { readonly word: TypeWord; readonly parts?: number }> = new Map([
  ["LIST", { word: "list", parts: 1 }],
  ["SET", { word: "set", parts: 1 }],
  ["MAP", { word: "map", parts: 2 }],
  ["TUPLE", { word: "tuple" }],
]);

/** Deeper than any of our queries. */
const deepest = 32;

function parseDataType(json: unknown, depth: number): ObservedType {
  const type = objectOf(json);
  const basic = stringOf(type?.["basic"]) ?? "";
  const native = nativeTypes.find((name): name is NativeType => name === basic.toLowerCase());
  if (native) return observedNative(native === "varchar" ? "text" : native);
  const info = objectOf(type?.["info"]);
  const frozen = typeof info?.["frozen"] === "boolean" ? { frozen: info["frozen"] } : {};
  const name = stringOf(info?.["name"]);
  if (basic === "UDT") return { words: ["user"], ...(name !== undefined && { name }), ...frozen };
  // For a type that the endpoint cannot express, our service reports its text; others report a Java class, or nothing.
  if (basic === "CUSTOM" && name?.startsWith("vector<")) return parseObservedType(name) ?? anyType;
  const composite = composites.get(basic);
  if (!composite || depth > deepest) return anyType;
  const within = objectsOf(info?.["subTypes"])?.map((part) => parseDataType(part, depth + 1));
  const isWhole = within !== undefined && within.length > 0 && within.length === (composite.parts ?? within.length);
  return {
    words: [composite.word],
    ...(isWhole && { parts: within }),
    ...(composite.word !== "tuple" && frozen),
  };
}
