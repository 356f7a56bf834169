import type { FlagDefinition } from "./command.ts";

/** The flags of the commands that work from definitions to an output folder. */
export const targetFlags: Readonly<Record<string, FlagDefinition>> = {
  definitions: { describe: "A keyspace's folder, or a folder of such folders", without: "from the config file" },
  output: {
    describe: "The folder of generated files; with several keyspaces, each gets a folder in it",
    without: "from the config file",
  },
  asserts: {
    kind: "switch",
    describe: "Also write asserts.ts, which proves that validators, types and the runtime agree",
  },
};
