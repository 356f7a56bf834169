import { stringOf } from "../read-json.ts";
import type { Members } from "../read-json.ts";
import type { SeenUserType } from "../seen-keyspace.ts";
import type { Dialect } from "./dialects.ts";
import { fieldsOf, innermost, readTypeRef } from "./read-type-ref.ts";
import type { NamedTypes } from "./read-type-ref.ts";

/** Collects the user types within a type, recursively; visits each once. */
export function collectUserTypes(
  type: Members,
  dialect: Dialect,
  types: NamedTypes,
  found: Map<string, SeenUserType>,
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
