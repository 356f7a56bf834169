/** Parses the definition of a table as a service reports it over REST. */
import type { Problem } from "../errors.ts";
import { parseTableDefinition } from "../model/index.ts";
import { observedTableOf } from "./observed-keyspace.ts";
import type { ObservedTable } from "./observed-keyspace.ts";
import { parseObservedType, observedNative, settleType } from "./observed-type.ts";
import type { ObservedType } from "./observed-type.ts";
import { objectOf, stringOf } from "./read-response.ts";

export interface ParsedRestTable {
  readonly table?: ObservedTable;
  readonly problems: readonly Problem[];
  /** What a definition cannot express. @default nothing */
  readonly notes?: readonly Problem[];
}

interface RestTableRules {
  /** Whether a time to live of 0 means none; otherwise it means that the server does not report it. */
  readonly zeroMeansNone: boolean;
}

/** Any type, for a type that a server reports incompletely. */
const placeholder = "int";

/**
 * Parses the definition of a table as a service returns it: possibly with unknown members, without members that have
 * defaults, and with types of a single word where the server has no more.
 */
export function parseRestTable(json: unknown, { zeroMeansNone }: RestTableRules): ParsedRestTable {
  const object = objectOf(json);
  const columns = object?.["columnDefinitions"];
  const types = new Map<string, ObservedType>();
  const plain = Array.isArray(columns) ? columns.map((column: unknown) => withPlainType(column, types)) : columns;
  const options = withoutNulls(object?.["tableOptions"]);
  const definition = object && {
    ...withoutNulls(object),
    columnDefinitions: plain,
    ...(options && { tableOptions: options }),
  };
  const { table, problems } = parseTableDefinition(definition ?? json, { unknownMembers: "ignore" });
  if (!table) return { problems };
  const { indexes, defaultTimeToLive, ...observed } = observedTableOf(table);
  const isReported = options?.["defaultTimeToLive"] !== undefined && (zeroMeansNone || defaultTimeToLive !== 0);
  return {
    table: {
      ...observed,
      ...(isReported && defaultTimeToLive !== undefined && { defaultTimeToLive }),
      // Our service reports indexes if a table has some, other servers never do.
      ...(Array.isArray(object?.["indexes"]) && indexes && { indexes }),
      columns: (observed.columns ?? []).map((column) => ({ ...column, type: types.get(column.name) ?? column.type })),
    },
    problems: [],
  };
}

/** A column with a type that the model accepts; the observed type is kept in `types`. */
function withPlainType(column: unknown, types: Map<string, ObservedType>): unknown {
  const object = objectOf(column);
  const name = stringOf(object?.["name"]);
  const text = stringOf(object?.["typeDefinition"]);
  const type = text === undefined ? undefined : parseObservedType(text);
  if (!object || name === undefined || !type) return column;
  types.set(name, type);
  const needsPlace = type.words?.[0] === "user" || !type.parts || namesUserType(type);
  if (!needsPlace || isNative(type)) return object;
  // An index is of a part of a collection, so a collection stays one.
  const shape = settleType(withoutUserTypes(type));
  return { ...object, typeDefinition: "text" in shape ? shape.text : placeholder };
}

function withoutUserTypes(type: ObservedType): ObservedType {
  if (type.words?.[0] === "user") return observedNative(placeholder);
  return { ...type, ...(type.parts && { parts: type.parts.map(withoutUserTypes) }) };
}

function isNative({ words, parts, name }: ObservedType): boolean {
  const composite = ["list", "set", "map", "tuple", "vector", "user", "custom"];
  return !parts && name === undefined && words !== undefined && !words.some((word) => composite.includes(word));
}

function namesUserType({ words, parts = [] }: ObservedType): boolean {
  return words?.[0] === "user" || parts.some(namesUserType);
}

/** Some servers return null for what a table does not have. */
function withoutNulls(json: unknown): Readonly<Record<string, unknown>> | undefined {
  const object = objectOf(json);
  return object && Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null));
}
