import { isRenamed } from "../../model/renames.ts";
import { placeOfDefinition } from "../../source/definition-places.ts";
import type { ParsedKeyspace } from "../../source/files.ts";
import { renderPath } from "../terminal/messages.ts";
import type { ClassedChange } from "./classify.ts";

/** The place of a change in the definitions. */
export interface FilePlace {
  /** Relative to the working folder if it is below it. */
  readonly file: string;
  readonly line?: number;
}

/**
 * Finds the changed column or field in its file; if the definitions do not have it, its table or user type. Undefined if
 * they have neither.
 */
export function placeOfChange(defined: ParsedKeyspace, change: ClassedChange, cwd: string): FilePlace | undefined {
  const { kind, place, after } = change;
  const { of, name, member } = place;
  const names = isRenamed(kind) ? [after, member] : [member];
  for (const each of [...names, undefined]) {
    const found = placeOfDefinition(defined, { kind: of, name, ...(each !== undefined && { member: each }) });
    if (found?.line !== undefined) return { file: renderPath(found.file, cwd), line: found.line };
  }
  return undefined;
}
