import type { Change } from "./change.ts";
import { printRenameColumn, printRenameField, printSetComment, printSetTimeToLive } from "./print-cql.ts";

/** Prints the statement that makes a change in the database, without a semicolon; undefined if there is none. */
export function printRemedy(keyspace: string, { kind, place, before = "", after = "" }: Change): string | undefined {
  if (kind === "column-renamed") return printRenameColumn(keyspace, place.name, before, after);
  if (kind === "field-renamed") return printRenameField(keyspace, place.name, before, after);
  if (kind === "time-to-live") return printSetTimeToLive(keyspace, place.name, Number(after));
  const isOfTable = place.of === "table" && place.member === undefined;
  return kind === "description" && isOfTable ? printSetComment(keyspace, place.name, after) : undefined;
}
