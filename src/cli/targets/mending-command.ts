import type { Flags } from "../arguments/command.ts";
import { findCaller } from "../terminal/package-manager.ts";
import type { Io } from "../terminal/io.ts";
import { targetFlags } from "./target-flags.ts";

/** What mends stale files: `generate`, with the flags that led here. */
export function mendingCommand(flags: Flags, env: Io["env"]): string {
  const given = ["config", ...Object.keys(targetFlags)].flatMap((name) => {
    if (flags.has(name)) return [`--${name}`];
    const value = flags.text(name);
    return value === undefined ? [] : [`--${name} ${/^[\w./\\:@-]+$/.test(value) ? value : JSON.stringify(value)}`];
  });
  // A package's own script or `npx` finds a command that a shell does not.
  const run = findCaller(env)?.run;
  return [...(run === undefined ? [] : [run]), "colonnade generate", ...given].join(" ");
}
