import type { ObservedUserType } from "../observed-keyspace.ts";
import { anyType } from "../observed-type.ts";
import type { ObservedType } from "../observed-type.ts";
import { objectOf, objectsOf, stringOf } from "../read-response.ts";
import type { Members } from "../read-response.ts";
import type { Dialect } from "./dialects.ts";

export type NamedTypes = ReadonlyMap<string, Members>;

/** Deeper than any database type. */
const deepest = 32;

/**
 * Returns the possible CQL types of a GraphQL type: `[Int]` is a list or a set, a list of entries a map, an object with
 * the members `item0` and so on a tuple. A type with too little information may be anything.
 */
export function readTypeRef(json: unknown, types: NamedTypes, dialect: Dialect, depth = 0): ObservedType {
  const ref = objectOf(json);
  if (!ref || depth > deepest) return anyType;
  const read = (inner: unknown): ObservedType => readTypeRef(inner, types, dialect, depth + 1);
  if (ref["kind"] === "NON_NULL") return read(ref["ofType"]);
  if (ref["kind"] === "LIST") {
    const item = objectOf(ref["ofType"]);
    const entry = entryOf(item, types);
    if (entry) return { words: ["map"], parts: entry.map((member) => read(member["type"])) };
    return item ? { words: ["list", "set", "vector"], parts: [read(item)] } : anyType;
  }
  const name = stringOf(ref["name"]) ?? "";
  const words = dialect.scalars.get(name);
  if (words) return { words };
  if (dialect.isUserType(name)) return { words: ["user"], name: dialect.userTypeName(name) };
  const items = fieldsOf(types.get(name));
  const isTuple = items.length > 0 && items.every((item, at) => item["name"] === `item${at}`);
  return isTuple ? { words: ["tuple"], parts: items.map((item) => read(item["type"])) } : anyType;
}

/** The types of key and value of a map's entry. */
function entryOf(item: Members | undefined, types: NamedTypes): readonly Members[] | undefined {
  const ref = item?.["kind"] === "NON_NULL" ? objectOf(item["ofType"]) : item;
  if (ref?.["kind"] !== "OBJECT") return undefined;
  const name = stringOf(ref["name"]) ?? "";
  const fields = fieldsOf(types.get(name));
  const isEntry = fields.length === 2 && fields[0]?.["name"] === "key" && fields[1]?.["name"] === "value";
  return isEntry && !name.endsWith("Udt") ? fields : undefined;
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
  dialect: Dialect,
  types: NamedTypes,
  found: Map<string, ObservedUserType>,
): void {
  for (const field of fieldsOf(type)) {
    const typeName = innermost(field["type"]) ?? "";
    const within = types.get(typeName);
    if (!within || within["kind"] !== "OBJECT" || found.has(typeName)) continue;
    if (dialect.isUserType(typeName)) {
      const fields = fieldsOf(within).map((one) => ({
        name: dialect.fieldName?.(stringOf(one["name"]) ?? "") ?? "",
        type: readTypeRef(one["type"], types, dialect),
      }));
      found.set(typeName, { name: dialect.userTypeName(typeName), fields });
    }
    collectUserTypes(within, dialect, types, found);
  }
}
