import { partsOf, printCqlType, printIdentifier } from "./cql-type.ts";
import type { CqlType } from "./cql-type.ts";
import type { Column } from "./keyspace.ts";

/** A dropped column. The database remembers its type, and old values may still be on its disks. */
export interface DroppedColumn {
  readonly table: string;
  readonly column: string;
  /** As CQL prints it, where a user type may be a tuple of its fields. */
  readonly type: string;
  readonly static: boolean;
}

/**
 * Whether a new column has the name of a dropped one and an incompatible type, so that old values would be read as the
 * new type. A dropped counter cannot be added again.
 */
export function isReadded(dropped: DroppedColumn, { type, kind }: Column): boolean {
  if (dropped.type === "counter" || dropped.static !== (kind === "static")) return true;
  const texts = [printStored(type, "name"), printStored(type, "fields")];
  return !texts.includes(plain(dropped.type));
}

/** The storage format of a type: a collection as one value or in many cells, a user type by its name or its fields. */
function printStored(type: CqlType, userTypes: "name" | "fields"): string {
  const whole = "frozen" in type && type.frozen && type.kind !== "user";
  return plain(whole ? `frozen<${printParts(type, userTypes)}>` : printParts(type, userTypes));
}

function printParts(type: CqlType, userTypes: "name" | "fields"): string {
  if (type.kind === "user" && userTypes === "name") return printIdentifier(type.type.name);
  const parts = partsOf(type).map((part) => printParts(part, userTypes));
  if (type.kind === "vector") parts.push(String(type.dimensions));
  if (parts.length === 0) return printCqlType(type);
  return `${type.kind === "user" ? "tuple" : type.kind}<${parts.join()}>`;
}

/** Removes blanks, redundant `frozen`, and the alias of `text`. */
function plain(text: string): string {
  const bare = text.replace(/\s/g, "").replace(/\bvarchar\b/g, "text");
  const isWhole = /^frozen<(?:list|set|map)</.test(bare);
  const open = isWhole ? bare.slice("frozen<".length, -1) : bare;
  return isWhole ? `frozen<${withoutFrozen(open)}>` : withoutFrozen(open);
}

function withoutFrozen(text: string): string {
  const closings: boolean[] = [];
  return text.replace(/frozen<|<|>/g, (mark) => {
    if (mark === ">") return closings.pop() ? "" : mark;
    closings.push(mark !== "<");
    return mark === "<" ? mark : "";
  });
}
