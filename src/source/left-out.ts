/** Tables and user types that a source cannot describe, and that a command does not need. */
import type { Problem } from "../errors.ts";

/** Whether a table or user type may be missing, by its name in the database. */
export type MayLack = (name: string) => boolean;

export const lacksNothing: MayLack = () => false;

/** @param reason one sentence without a final stop */
export function leftOut(name: string, reason: string): Problem {
  return { code: "left-out", message: `${name} is left out: ${reason}` };
}

const mostNames = 8;

/** The next step for tables that stop a command. */
export function adviseExclusion(names: readonly string[]): string {
  const list = `${names.slice(0, mostNames).join(",")}${names.length > mostNames ? ",…" : ""}`;
  return `leave them out: introspect --exclude ${list}; or change them in the database`;
}
