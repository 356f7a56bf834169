import type { Command } from "../arguments/command.ts";
import { reporterFlag } from "../arguments/shared-flags.ts";
import { targetFlags } from "../targets/target-flags.ts";

export const checkCommand: Command = {
  name: "check",
  summary: "Compare the bindings with the definitions",
  describe:
    "Lists the generated files that are out of date, why, and how they differ; exits with 1 if there are any. A file that was only reformatted is up to date. Writes nothing and opens no connection.",
  flags: {
    ...targetFlags,
    reporter: { ...reporterFlag, without: "a line for each out-of-date file" },
  },
  examples: [
    ["All keyspaces of the config file, as in CI:", "colonnade check"],
    ["As annotations on a pull request:", "colonnade check --reporter github"],
    ["Without a config file:", "colonnade check --definitions definitions/shop \\\n--output src/db"],
  ],
};
