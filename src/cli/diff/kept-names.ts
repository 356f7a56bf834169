import type { Change } from "../../model/index.ts";
import { isRenamed } from "../../model/renames.ts";
import { findMember } from "./bindings.ts";
import type { Bindings } from "./bindings.ts";

/** A rule of the config that keeps the name of a renamed member in the bindings. */
export interface KeptName {
  /** The rule's column: `orders.customer`. */
  readonly column: string;
  /** The name to keep: `customerId`. */
  readonly name: string;
}

/**
 * Finds the rule that lets code compile after a column or field got another name; undefined if the bindings have the same
 * name anyway.
 */
export function findKeptName(
  {
    kind,
    place,
    after,
    possibleNewNames = [],
  }: Pick<Change, "place" | "after" | "possibleNewNames"> & { kind: string },
  outputs: readonly Bindings[],
): KeptName | undefined {
  // With several candidates, only the author knows which of them has the values.
  const now = isRenamed(kind) ? after : possibleNewNames.length === 1 ? possibleNewNames[0] : undefined;
  if (now === undefined) return undefined;
  for (const { before: was, after: is } of outputs) {
    const name = was && findMember(was, place)?.name;
    if (name !== undefined && is && findMember(is, { ...place, member: now })?.name !== name) {
      return { column: `${place.name}.${now}`, name };
    }
  }
  return undefined;
}

/** `columns: { "orders.customer": { "name": "customerId" } }` */
export function printKeptName({ column, name }: KeptName): string {
  return `columns: { ${JSON.stringify(column)}: { "name": ${JSON.stringify(name)} } }`;
}
