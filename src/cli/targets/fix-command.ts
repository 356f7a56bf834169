import type { Flags } from "../arguments/command.ts";
import type { Io } from "../terminal/io.ts";
import { printCommand, printFlag } from "../terminal/print-command.ts";
import { targetFlags } from "./target-flags.ts";

/** The command that updates out-of-date files: `generate` with the given flags. */
export function fixCommand(flags: Flags, env: Io["env"]): string {
  const given = ["config", ...Object.keys(targetFlags)].flatMap((name) => {
    if (flags.has(name)) return [`--${name}`];
    const value = flags.text(name);
    return value === undefined ? [] : [printFlag(name, value)];
  });
  return printCommand("colonnade generate", given, env);
}
