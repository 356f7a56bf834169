import { ColonnadeError } from "../../errors.ts";
import type { Command } from "../arguments/command.ts";
import { targetFlags } from "../targets/target-flags.ts";

export const checkCommand: Command = {
  name: "check",
  summary: "Compare the bindings with the definitions",
  describe:
    "Says which generated files are not what the definitions ask for, why, and how they differ; exits with 1 if there are any. A file that was only laid out anew is fine. Writes nothing and opens no connection.",
  flags: {
    ...targetFlags,
    reporter: {
      describe: "Print what a CI server reads",
      choices: ["github", "junit", "gitlab"],
      without: "a line for each file that is stale",
    },
  },
  examples: [
    ["All keyspaces of the config file, say in CI:", "colonnade check"],
    ["As notes on a pull request:", "colonnade check --reporter github"],
    ["Without a config file:", "colonnade check --definitions definitions/shop \\\n--output src/db"],
  ],
  async run(flags, io, talk) {
    const reporter = flags.text("reporter");
    if (reporter === undefined) return (await import("./check.ts")).check(flags, io, talk);
    if (talk.json) throw new ColonnadeError("usage", "--reporter and --json are two forms of the same data");
    const { checkAndReport } = await import("./check-and-report.ts");
    return checkAndReport(reporter, flags, io, talk);
  },
};
