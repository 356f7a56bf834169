import { nativeTypes, printTypeName } from "../../model/index.ts";
import type { StatementReader } from "./statement-reader.ts";

const natives: ReadonlySet<string> = new Set(nativeTypes);
/** Types of values that can have several cells, unless they are frozen. */
const collections: ReadonlySet<string> = new Set(["list", "set", "map"]);

/**
 * Reads a type and prints it as `system_schema` does: `frozen<tuple<int, frozen<"Odd Type">>>`.
 *
 * A tuple is always frozen, and so is everything within something frozen. Names of user types lose their keyspace.
 */
export function readType(reader: StatementReader, isWithinFrozen = false): string {
  if (reader.seesKind("text")) return `'${reader.text("a type")}'`;
  if (reader.sees("frozen", "<")) {
    reader.expect("frozen", "<");
    const frozen = readType(reader, true);
    reader.expect(">");
    return frozen;
  }
  const isQuoted = reader.seesKind("name");
  const name = reader.name("a type");
  if (reader.take(".")) return freeze(printTypeName(reader.name("the name of a user type")), isWithinFrozen);
  if (!isQuoted && reader.take("<")) return readParts(reader, name, isWithinFrozen);
  if (!isQuoted && natives.has(name)) return name === "varchar" ? "text" : name;
  return freeze(printTypeName(name), isWithinFrozen);
}

function readParts(reader: StatementReader, name: string, isWithinFrozen: boolean): string {
  const isFrozen = isWithinFrozen || name === "tuple";
  const parts: string[] = [];
  do parts.push(reader.seesKind("number") ? reader.pass().value : readType(reader, isFrozen && name !== "vector"));
  while (reader.take(","));
  reader.expect(">");
  const text = `${name}<${parts.join(", ")}>`;
  return collections.has(name) || name === "tuple" ? freeze(text, isFrozen) : text;
}

function freeze(text: string, isFrozen: boolean): string {
  return isFrozen ? `frozen<${text}>` : text;
}
