import { findCaller } from "./package-manager.ts";
import type { Io } from "./io.ts";

/** A command for people to type: `npx colonnade generate --config db.json`. @param flags as `printFlag` prints them */
export function printCommand(command: string, flags: readonly string[], env: Io["env"]): string {
  // In a package script or with `npx`, commands are found that a shell does not find.
  const run = findCaller(env)?.run;
  return [...(run === undefined ? [] : [run]), command, ...flags].join(" ");
}

/** `--config db.json`, or `--config "my db.json"`. */
export function printFlag(name: string, value: string): string {
  return `--${name} ${/^[\w./\\:@-]+$/.test(value) ? value : JSON.stringify(value)}`;
}
