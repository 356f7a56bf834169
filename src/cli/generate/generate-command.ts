import type { Command } from "../arguments/command.ts";
import { targetFlags } from "../targets/target-flags.ts";

export const generateCommand: Command = {
  name: "generate",
  summary: "Write the bindings of the defined tables",
  describe: "Writes the TypeScript bindings of all defined tables, or none if there is a mistake. Opens no connection.",
  flags: {
    ...targetFlags,
    watch: { describe: "Keep running, and write again whenever a definition or the config is saved", kind: "switch" },
    "dry-run": { describe: "Only list what would be written and removed", kind: "switch" },
  },
  examples: [
    ["All keyspaces of the config file:", "colonnade generate"],
    ["Again whenever a definition is saved:", "colonnade generate --watch"],
    ["Without a config file:", "colonnade generate --definitions definitions/shop \\\n--output src/db"],
  ],
  stopsItself: "watch",
};
