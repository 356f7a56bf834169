import type { Flags } from "../arguments/command.ts";
import { findCaller } from "../terminal/package-manager.ts";
import type { Io } from "../terminal/io.ts";
import { targetFlags } from "./target-flags.ts";

/** The command that updates out-of-date files: `generate` with the given flags. */
export function fixCommand(flags: Flags, env: Io["env"]): string {
  const given = ["config", ...Object.keys(targetFlags)].flatMap((name) => {
    if (flags.has(name)) return [`--${name}`];
    const value = flags.text(name);
    return value === undefined ? [] : [`--${name} ${/^[\w./\\:@-]+$/.test(value) ? value : JSON.stringify(value)}`];
  });
  // In a package script or with `npx`, commands are found that a shell does not find.
  const run = findCaller(env)?.run;
  return [...(run === undefined ? [] : [run]), "colonnade generate", ...given].join(" ");
}
