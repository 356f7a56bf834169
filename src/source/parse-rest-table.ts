/** Parses a response of `GET …/tables/{table}`. Pure, and never throws: mistakes are part of the result. */
import { parseTableDefinition } from "../model/index.ts";
import type { Problem } from "../errors.ts";
import { objectOf, stringOf } from "./read-json.ts";
import { seenTableOf } from "./seen-keyspace.ts";
import type { SeenTable } from "./seen-keyspace.ts";
import { parseSeenType, seenNative, settleType } from "./seen-type.ts";
import type { SeenType } from "./seen-type.ts";

export interface ParsedRestTable {
  readonly table?: SeenTable;
  readonly problems: readonly Problem[];
  /** What definitions cannot hold. @default nothing */
  readonly notes?: readonly Problem[];
}

export interface RestRules {
  /** Whether a time to live of 0 means that there is none, rather than that the server does not tell. */
  readonly knowsZero: boolean;
}

/** Any type, for a type that a server reports incompletely. */
const placeholder = "int";

/**
 * Parses the definition of a table as a service gives it: with members that nobody knows, with or without those that have
 * defaults, and with types that are one word where the server knows no more.
 */
export function parseRestTable(json: unknown, { knowsZero }: RestRules): ParsedRestTable {
  const object = objectOf(json);
  const columns = object?.["columnDefinitions"];
  const types = new Map<string, SeenType>();
  const plain = Array.isArray(columns) ? columns.map((column: unknown) => withPlainType(column, types)) : columns;
  const options = withoutNulls(object?.["tableOptions"]);
  const definition = object && {
    ...withoutNulls(object),
    columnDefinitions: plain,
    ...(options && { tableOptions: options }),
  };
  const { table, problems } = parseTableDefinition(definition ?? json, { unknownMembers: "ignore" });
  if (!table) return { problems };
  const { indexes, defaultTimeToLive, ...seen } = seenTableOf(table);
  const told = options?.["defaultTimeToLive"] !== undefined && (knowsZero || defaultTimeToLive !== 0);
  return {
    table: {
      ...seen,
      ...(told && defaultTimeToLive !== undefined && { defaultTimeToLive }),
      // Our service reports indexes if a table has some, other servers never do.
      ...(Array.isArray(object?.["indexes"]) && indexes && { indexes }),
      columns: (seen.columns ?? []).map((column) => ({ ...column, type: types.get(column.name) ?? column.type })),
    },
    problems: [],
  };
}

/** A column with a type that the model knows for certain; the type as it was seen is put aside. */
function withPlainType(column: unknown, types: Map<string, SeenType>): unknown {
  const object = objectOf(column);
  const name = stringOf(object?.["name"]);
  const text = stringOf(object?.["typeDefinition"]);
  const type = text === undefined ? undefined : parseSeenType(text);
  if (!object || name === undefined || !type) return column;
  types.set(name, type);
  const needsPlace = type.words?.[0] === "user" || !type.parts || namesUserType(type);
  if (!needsPlace || isNative(type)) return object;
  // An index is of a part of a collection, so a collection stays one.
  const shape = settleType(withoutUserTypes(type));
  return { ...object, typeDefinition: "text" in shape ? shape.text : placeholder };
}

function withoutUserTypes(type: SeenType): SeenType {
  if (type.words?.[0] === "user") return seenNative(placeholder);
  return { ...type, ...(type.parts && { parts: type.parts.map(withoutUserTypes) }) };
}

function isNative({ words, parts, name }: SeenType): boolean {
  const composite = ["list", "set", "map", "tuple", "vector", "user", "custom"];
  return !parts && name === undefined && words !== undefined && !words.some((word) => composite.includes(word));
}

function namesUserType({ words, parts = [] }: SeenType): boolean {
  return words?.[0] === "user" || parts.some(namesUserType);
}

/** Some servers say null for what a table does not have. */
function withoutNulls(json: unknown): Readonly<Record<string, unknown>> | undefined {
  const object = objectOf(json);
  return object && Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null));
}
