/**
 * Parses the response of a definition endpoint. It reports neither the order of rows, nor times to live, nor indexes.
 * Pure.
 * @see service-facts 2.11, 4
 */
import type { ColumnKind, NativeType } from "../../model/index.ts";
import { nativeTypes } from "../../model/index.ts";
import { objectOf, objectsOf, stringOf } from "../read-json.ts";
import type { Members } from "../read-json.ts";
import type { SeenColumn, SeenKeyspace, SeenTable, SeenUserType } from "../seen-keyspace.ts";
import { anyType, parseSeenType, seenNative } from "../seen-type.ts";
import type { SeenType, TypeWord } from "../seen-type.ts";

export type ParsedAnswer<Told> =
  | Told
  /** The mistake, as a phrase that follows "the response": `has no list of tables`. */
  | { readonly mistake: string };

export interface DefinitionRules {
  /** Whether the columns of a key are in order; the Go server returns them in any order. */
  readonly isOrdered: boolean;
}

/** Parses `data` of a response to a query of `definition-query.ts`, whose keyspace exists. */
export function parseDefinitionAnswer(
  data: Members,
  name: string,
  { isOrdered }: DefinitionRules,
): ParsedAnswer<SeenKeyspace> {
  const keyspace = objectOf(data["keyspace"]);
  const tables = objectsOf(keyspace?.["tables"]);
  if (!tables) return { mistake: "has no list of tables" };
  const seen: SeenTable[] = [];
  for (const table of tables) {
    const tableName = stringOf(table["name"]);
    const columns = objectsOf(table["columns"])?.map(parseColumn);
    if (tableName === undefined) return { mistake: "has a table without a name" };
    if (!columns?.every((column) => column !== undefined)) return { mistake: `has no columns of ${tableName}` };
    const key = columns.filter(({ kind }) => kind === "partition" || kind === "clustering");
    const parted = [...key].sort((one, other) => rank(one) - rank(other)).map((column) => column.name);
    const isKnown = isOrdered && columns.every(({ kind }) => kind);
    seen.push({ name: tableName, ...describe(table), columns, ...(isKnown && { primaryKey: parted }) });
  }
  const types = parseUserTypes(keyspace?.["types"]);
  if (types === "mistake") return { mistake: "has a user type without a name or fields" };
  return { source: "the definition endpoint", name, tables: seen, ...(types && { userTypes: types }) };
}

function rank({ kind }: SeenColumn): number {
  return kind === "partition" ? 0 : 1;
}

function parseUserTypes(json: unknown): readonly SeenUserType[] | "mistake" | undefined {
  if (json === undefined || json === null) return undefined;
  const types = objectsOf(json)?.map((type) => {
    const name = stringOf(type["name"]);
    const fields = objectsOf(type["fields"])?.map(parseColumn);
    const isWhole = name !== undefined && fields?.every((field) => field !== undefined);
    return isWhole ? { name, ...describe(type), fields } : undefined;
  });
  return types?.every((type) => type !== undefined) ? types : "mistake";
}

const kinds: ReadonlyMap<unknown, ColumnKind> = new Map([
  ["PARTITION", "partition"],
  ["CLUSTERING", "clustering"],
  ["REGULAR", "regular"],
  ["STATIC", "static"],
]);

function parseColumn(json: Members): SeenColumn | undefined {
  const name = stringOf(json["name"]);
  const kind = kinds.get(json["kind"]);
  if (name === undefined) return undefined;
  return { name, ...describe(json), type: parseDataType(json["type"], 0), ...(kind && { kind }) };
}

function describe(json: Members): { readonly description?: string } {
  const description = stringOf(json["description"]);
  return description === undefined ? {} : { description };
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

function parseDataType(json: unknown, depth: number): SeenType {
  const type = objectOf(json);
  const basic = stringOf(type?.["basic"]) ?? "";
  const native = nativeTypes.find((name): name is NativeType => name === basic.toLowerCase());
  if (native) return seenNative(native === "varchar" ? "text" : native);
  const info = objectOf(type?.["info"]);
  const frozen = typeof info?.["frozen"] === "boolean" ? { frozen: info["frozen"] } : {};
  const name = stringOf(info?.["name"]);
  if (basic === "UDT") return { words: ["user"], ...(name !== undefined && { name }), ...frozen };
  // For a type that the endpoint cannot express, our service reports its text; others report a Java class, or nothing.
  if (basic === "CUSTOM" && name?.startsWith("vector<")) return parseSeenType(name) ?? anyType;
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
