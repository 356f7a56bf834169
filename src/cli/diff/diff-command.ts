import { clusterFlags, serviceFlags, sourceFlag } from "../database/database-flags.ts";
import { envFileFlag, reporterFlag } from "../arguments/shared-flags.ts";
import type { Command } from "../arguments/command.ts";
import { targetFlags } from "../targets/target-flags.ts";

export const diffCommand: Command = {
  name: "diff",
  summary: "Show what definition changes would break",
  describe:
    "Lists the changes from what runs now to the definitions, each with what it breaks: code, reads, writes, wire or data. Exits with 1 if there are any; changes that .colonnade-accept.json accepts do not count. Changes neither definitions nor databases.",
  flags: {
    against: {
      describe: "What runs now: live, git:REF, git:REF:PATH, or a folder of definitions",
      without: "live, if a database is configured",
      values: "revisions",
    },
    reverse: {
      kind: "switch",
      describe: "Compare in the other direction, to show what others changed",
    },
    "fail-on": {
      describe: "Exit with 1 only for changes that break one of these, such as code,data; or none",
      default: "any",
    },
    format: {
      describe: "Output format; markdown is a table for a pull request, cql the statements that make the changes",
      choices: ["text", "markdown", "cql"],
      default: "text",
    },
    reporter: { ...reporterFlag, without: "--format" },
    remember: {
      kind: "switch",
      describe: "Add the dropped columns to .dropped.json beside the definitions",
    },
    definitions: targetFlags.definitions,
    keyspace: targetFlags.keyspace,
    ...sourceFlag,
    ...serviceFlags,
    ...clusterFlags,
    ...envFileFlag,
  },
  examples: [
    ["How the running database differs:", "colonnade diff --against live"],
    [
      "In CI, on a pull request that must not lose data:",
      "colonnade diff --against git:origin/main \\\n--fail-on data,writes",
    ],
    ["What others changed in the database:", "colonnade diff --reverse"],
  ],
};
