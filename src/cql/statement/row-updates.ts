import { Encoded } from "../../store/index.ts";
import type { Operands, Update, Write } from "../../store/index.ts";
import type { TableScope } from "../values/index.ts";
import type { Setting } from "./assignment.ts";

/** What a statement says of all its rows. */
type Common = Pick<Update, "isDelete" | "ttlSeconds" | "timestamp" | "ifExists" | "conditions">;

/** The updates of a statement that sets, changes or deletes columns: one for each row, or for each partition. */
export function rowUpdates(
  keys: readonly Operands[],
  setting: Setting,
  scope: TableScope,
  testsRows: boolean,
  common: Common,
): readonly Write[] {
  const { values, changes } = setting;
  const { keyspace, table } = scope;
  return writtenKeys(keys, setting, scope, testsRows).map((key): Write => ({
    kind: "update",
    keyspace,
    table: table.name,
    values: new Map([...key, ...values]),
    changes,
    mayBeEmpty: true,
    ...common,
  }));
}

/**
 * The keys that a statement writes to, each once, however often lists name it. Where all that is left of it to set is static,
 * these are the keys of partitions.
 */
function writtenKeys(
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
