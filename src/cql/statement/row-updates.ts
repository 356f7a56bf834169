import { Encoded } from "../../store/index.ts";
import type { Operands } from "../../store/index.ts";
import type { TableScope } from "../values/index.ts";
import type { Setting } from "./assignment.ts";

/**
 * The keys that a statement writes to, each once, however often lists name it. Where all that is left of it to set is static,
 * these are the keys of partitions.
 */
export function writtenKeys(
  keys: readonly Operands[],
  { values, changes }: Setting,
  { columns }: TableScope,
  testsRows: boolean,
): readonly Operands[] {
  const setsStatics =
    !testsRows &&
    values.size + changes.length > 0 &&
    [...values.keys(), ...changes.map(({ column }) => column)].every((name) => columns.get(name)?.kind === "static");
  const written = setsStatics ? keys.map((key) => partitionOf(key, columns)) : keys;
  return written.length < 2 ? written : [...new Map(written.map((key) => [textOf(key), key])).values()];
}

function partitionOf(key: Operands, columns: TableScope["columns"]): Operands {
  return new Map([...key].filter(([name]) => columns.get(name)?.kind === "partition"));
}

function textOf(key: Operands): string {
  return Array.from(key.values(), (value) => {
    return value instanceof Encoded ? Buffer.from(value.bytes).toString("base64") : "";
  }).join();
}
