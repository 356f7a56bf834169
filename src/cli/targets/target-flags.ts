import type { FlagDefinition } from "../arguments/command.ts";

/** The flags of the commands that work from definitions to an output folder. */
export const targetFlags = {
  definitions: { describe: "A keyspace's folder, or a folder of such folders", without: "from the config file" },
  output: {
    describe: "The folder of generated files; with several keyspaces, each gets a folder in it",
    without: "from the config file",
  },
  keyspace: { describe: "Only these keyspaces: shop,crm", without: "all there are" },
  asserts: {
    kind: "switch",
    describe: "Also write asserts.ts, which proves that validators, types and the runtime agree",
  },
} as const satisfies Readonly<Record<string, FlagDefinition>>;
