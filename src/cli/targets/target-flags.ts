import type { FlagDefinition } from "../arguments/command.ts";

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
