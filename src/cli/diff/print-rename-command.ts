import { isDatabaseRename } from "../../model/renames.ts";
import type { ClassedChange } from "./classify.ts";

/** The command that carries a renamed column or field through the app; undefined for any other change. */
export function printRenameCommand(keyspace: string, { kind, place, after }: ClassedChange): string | undefined {
  if (!isDatabaseRename(kind) || place.member === undefined || after === undefined) return undefined;
  const prefix = place.of === "user type" ? "type:" : "";
  const words = [`${prefix}${keyspace}.${place.name}.${place.member}`, after].map(quoted);
  return `colonnade rename ${words.join(" ")} --in-database`;
}

function quoted(word: string): string {
  return /^[\w.:]+$/.test(word) ? word : JSON.stringify(word);
}
