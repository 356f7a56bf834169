/** The scalars of the API: one for each native type of CQL, and one for types that are known by their names alone. */
import { jsonTypes, natives } from "@colonnade/runtime/protocol";
import type { CqlType, NativeType } from "../model/index.ts";
import type { ApiScalar } from "./api-type.ts";

/** Where a public page specifies the text of a value; that of CQL for all others. */
const pages: Readonly<Partial<Record<NativeType, string>>> = {
  ascii: "https://www.rfc-editor.org/rfc/rfc20",
  blob: "https://www.rfc-editor.org/rfc/rfc4648#section-4",
  timestamp: "https://www.rfc-editor.org/rfc/rfc3339#section-5.6",
  timeuuid: "https://www.rfc-editor.org/rfc/rfc9562#section-5.1",
  uuid: "https://www.rfc-editor.org/rfc/rfc9562#section-4",
};
const cqlTypes = "https://cassandra.apache.org/doc/latest/cassandra/developing/cql/types.html";

/** What a scalar accepts, where that is more than the text form of the type. */
const accepted: Readonly<Partial<Record<NativeType, string>>> = {
  bigint: "a whole number from -2^63 to 2^63 - 1, as text or as it is",
  blob: "base64 text with padding",
  counter: "a whole number from -2^63 to 2^63 - 1, as text or as it is",
  timestamp: 'a moment as RFC 3339 text, "2020-07-31T18:25:43.511Z"',
  varint: "a whole number, as text or as it is",
};

/** What a value must be, for messages: "a UUID". */
export function expectedOf(type: NativeType): string {
  return accepted[type] ?? natives[type].expected;
}

function scalar(name: string, native: NativeType): ApiScalar {
  const description = `CQL \`${native}\`: ${expectedOf(native)}.`;
  return { kind: "scalar", name, description, native, specifiedByUrl: pages[native] ?? cqlTypes };
}

function builtIn(name: string, native: NativeType): ApiScalar {
  return { kind: "scalar", name, description: "", native, specifiedByUrl: undefined };
}

const text = builtIn("String", "text");

/** The names are those of the whole family of servers. */
const ofNatives: Readonly<Record<NativeType, ApiScalar>> = {
  ascii: scalar("Ascii", "ascii"),
  bigint: scalar("BigInt", "bigint"),
  blob: scalar("Blob", "blob"),
  boolean: builtIn("Boolean", "boolean"),
  counter: scalar("Counter", "counter"),
  date: scalar("Date", "date"),
  decimal: scalar("Decimal", "decimal"),
  double: builtIn("Float", "double"),
  duration: scalar("Duration", "duration"),
  float: scalar("Float32", "float"),
  inet: scalar("Inet", "inet"),
  int: builtIn("Int", "int"),
  smallint: scalar("SmallInt", "smallint"),
  text,
  time: scalar("Time", "time"),
  timestamp: scalar("Timestamp", "timestamp"),
  timeuuid: scalar("TimeUuid", "timeuuid"),
  tinyint: scalar("TinyInt", "tinyint"),
  uuid: scalar("Uuid", "uuid"),
  varchar: text,
  varint: scalar("Varint", "varint"),
};

/** The values of unknown types. No table's type begins with a lower-case letter, so none can have this name. */
const unknown: ApiScalar = {
  kind: "scalar",
  name: "json",
  description: "JSON: the value of a CQL type that is known by its name alone.",
  native: undefined,
  specifiedByUrl: "https://www.rfc-editor.org/rfc/rfc8259",
};

/** The scalar of a type that is not made of others. */
export function scalarOf(type: Extract<CqlType, { kind: "native" | "custom" }>): ApiScalar {
  return type.kind === "native" ? ofNatives[type.name] : unknown;
}

/** The scalar of text that is not a value of a column: names, page states. */
export const string: ApiScalar = text;
export const int: ApiScalar = ofNatives.int;
export const bigint: ApiScalar = ofNatives.bigint;
export const float: ApiScalar = ofNatives.double;
export const boolean: ApiScalar = ofNatives.boolean;

/** Every scalar that a column may have, each once. */
export const allScalars: readonly ApiScalar[] = [...new Set([...Object.values(ofNatives), unknown])];

/**
 * The TypeScript types of all scalars that GraphQL does not define itself, for generators of code:
 * `{ Uuid: "string", BigInt: "string", Float32: "number", … }`.
 */
export const scalars: Readonly<Record<string, "string" | "number" | "boolean" | "unknown">> = Object.fromEntries(
  allScalars.flatMap(({ name, native, specifiedByUrl }) =>
    specifiedByUrl === undefined ? [] : [[name, native ? jsonTypes[native] : "unknown"]],
  ),
);
