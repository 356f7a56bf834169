/** How the servers of the family describe themselves and the types of their columns in GraphQL. */
import { decodeStargateName } from "@colonnade/runtime/protocol";
import { allScalars } from "../../api/scalars.ts";
import type { ColumnKind } from "../../model/index.ts";
import type { ObservedUserType } from "../observed-keyspace.ts";
import { anyType, withoutUndefined, observedNative, parseObservedType } from "../observed-type.ts";
import type { ObservedType, TypeWord } from "../observed-type.ts";
import { objectOf, objectsOf, stringOf } from "../read-response.ts";
import type { Members } from "../read-response.ts";

export interface Conventions {
  /**
   * The description of a row's type; its groups are the names of the table, and perhaps the keyspace, in the database.
   */
  readonly describesRow: RegExp;
  /** Whether tables or columns may be missing because the server does not support their types. */
  readonly hides: boolean;
  /** The name of a field in the database, if it can be derived from the field's name. */
  readonly fieldName?: (field: string) => string;
  readonly isUserType: (type: string) => boolean;
  readonly userTypeName: (type: string) => string;
  /** The possible CQL types of the scalars. */
  readonly scalars: ReadonlyMap<string, readonly TypeWord[]>;
}

const scalars: Conventions["scalars"] = new Map(
  allScalars.flatMap(({ name, native }) => (native ? [[name, observedNative(native).words ?? []]] : [])),
);

const ours: Conventions = {
  describesRow: /^A row of `(?<keyspace>[^`.]+)\.(?<table>[^`]+)`\.$/,
  hides: false,
  isUserType: (type) => type.endsWith("Udt"),
  userTypeName: (type) => type.slice(0, -"Udt".length),
  scalars,
};

/** Ours comes first. */
export const allConventions: readonly [Conventions, ...Conventions[]] = [
  ours,
  {
    ...ours,
    describesRow: /^Type to populate '(?<table>.+)' table values\.$/,
    hides: true,
    // It has a single scalar for all small integers.
    scalars: new Map([...scalars, ["Int", ["int", "smallint", "tinyint"]]]),
  },
  {
    ...ours,
    describesRow: /^The type used to represent results of a query for the table '(?<table>.+)'\.$/,
    hides: true,
    fieldName: (field) => decodeStargateName(field, "column"),
    userTypeName: (type) => decodeStargateName(type, "user type"),
  },
];

interface Described {
  readonly description?: string;
  readonly type?: ObservedType;
  readonly kind?: ColumnKind;
}

const roles: Readonly<Record<string, ColumnKind>> = {
  "": "regular",
  ", static": "static",
  ", partition key": "partition",
  ", clustering key": "clustering",
};

/**
 * The description of a column in our service: the user's description, then "CQL `uuid`, partition key." Other servers
 * have none.
 */
export function parseDescription(text: string): Described {
  const [, before, cql, role = ""] = /^(?:([^]*)\n\n)?CQL `([^`]+)`((?:, [a-z ]+)?)\.$/.exec(text) ?? [];
  const type = cql === undefined ? undefined : parseObservedType(cql);
  const kind = type && roles[role];
  return withoutUndefined<Described>({ description: type && before, type, kind });
}

export type NamedTypes = ReadonlyMap<string, Members>;

/** Deeper than any database type. */
const deepest = 32;

/**
 * Returns the possible CQL types of a GraphQL type: `[Int]` is a list or a set, a list of entries a map, an object with
 * the members `item0` and so on a tuple. A type with too little information may be anything.
 */
export function readTypeRef(json: unknown, types: NamedTypes, conventions: Conventions, depth = 0): ObservedType {
  const ref = objectOf(json);
  if (!ref || depth > deepest) return anyType;
  const read = (inner: unknown): ObservedType => readTypeRef(inner, types, conventions, depth + 1);
  if (ref["kind"] === "NON_NULL") return read(ref["ofType"]);
  if (ref["kind"] === "LIST") {
    const item = objectOf(ref["ofType"]);
    const entry = entryOf(item, types, conventions);
    if (entry) return { words: ["map"], parts: entry.map((member) => read(member["type"])) };
    return item ? { words: ["list", "set", "vector"], parts: [read(item)] } : anyType;
  }
  const name = stringOf(ref["name"]) ?? "";
  const words = conventions.scalars.get(name);
  if (words) return { words };
  if (conventions.isUserType(name)) return { words: ["user"], name: conventions.userTypeName(name) };
  const items = fieldsOf(types.get(name));
  const isTuple = items.length > 0 && items.every((item, at) => item["name"] === `item${at}`);
  return isTuple ? { words: ["tuple"], parts: items.map((item) => read(item["type"])) } : anyType;
}

/** The types of key and value of a map's entry. A user type may have the same fields. */
function entryOf(
  item: Members | undefined,
  types: NamedTypes,
  { isUserType }: Conventions,
): readonly Members[] | undefined {
  const ref = item?.["kind"] === "NON_NULL" ? objectOf(item["ofType"]) : item;
  if (ref?.["kind"] !== "OBJECT") return undefined;
  const name = stringOf(ref["name"]) ?? "";
  const fields = fieldsOf(types.get(name));
  const isEntry = fields.length === 2 && fields[0]?.["name"] === "key" && fields[1]?.["name"] === "value";
  return isEntry && !isUserType(name) ? fields : undefined;
}

export function fieldsOf(type: Members | undefined): readonly Members[] {
  return objectsOf(type?.["fields"]) ?? [];
}

/** The name of the innermost type within lists and non-null types. */
export function innermost(json: unknown): string | undefined {
  const type = objectOf(json);
  return type?.["ofType"] ? innermost(type["ofType"]) : stringOf(type?.["name"]);
}

/** Collects the user types within a type, recursively; visits each once. */
export function collectUserTypes(
  type: Members,
  conventions: Conventions,
  types: NamedTypes,
  found: Map<string, ObservedUserType>,
): void {
  for (const field of fieldsOf(type)) {
    const typeName = innermost(field["type"]) ?? "";
    const within = types.get(typeName);
    if (!within || within["kind"] !== "OBJECT" || found.has(typeName)) continue;
    if (conventions.isUserType(typeName)) {
      const fields = fieldsOf(within).map((one) => ({
        name: conventions.fieldName?.(stringOf(one["name"]) ?? "") ?? "",
        type: readTypeRef(one["type"], types, conventions),
      }));
      found.set(typeName, { name: conventions.userTypeName(typeName), fields });
    }
    collectUserTypes(within, conventions, types, found);
  }
}
