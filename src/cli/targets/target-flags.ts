import type { FlagDefinition, Flags } from "../arguments/command.ts";
import type { Io } from "../terminal/io.ts";
import { printCommand, printFlag } from "../terminal/package-manager.ts";

/** The flags of the commands that have definitions and an output folder. */
export const targetFlags = {
  definitions: {
    describe: "The folder of a keyspace's definitions, or a folder of such folders",
    without: "from the config file",
  },
  output: {
    describe: "The folder of generated files; each of several keyspaces gets a subfolder",
    without: "from the config file",
  },
  keyspace: { describe: "Only these keyspaces, such as shop,crm", without: "all", values: "keyspaces" },
  asserts: {
    kind: "switch",
    describe: "Also write asserts.ts, which proves that validators, types and the runtime agree",
  },
} as const satisfies Readonly<Record<string, FlagDefinition>>;

/** The command that updates out-of-date files: `generate` with the given flags. */
export function fixCommand(flags: Flags, env: Io["env"]): string {
  const givenFlags = ["config", ...Object.keys(targetFlags)].flatMap((name) => {
    if (flags.has(name)) return [`--${name}`];
    const value = flags.text(name);
    return value === undefined ? [] : [printFlag(name, value)];
  });
  return printCommand("colonnade generate", givenFlags, env);
}
