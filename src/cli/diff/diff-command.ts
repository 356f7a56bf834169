import { clusterFlags } from "../database/cluster-flags.ts";
import { serviceFlags, sourceFlag } from "../database/service-flags.ts";
import type { Command } from "../arguments/command.ts";
import { targetFlags } from "../targets/target-flags.ts";

export const diffCommand: Command = {
  name: "diff",
  summary: "Tell what changed definitions break",
  describe:
    "Lists the changes from what runs now to what the definitions say, each with what it breaks: source, reads, writes, wire or data. Exits with 1 if there are any. Changes neither definitions nor databases.",
  flags: {
    against: {
      describe: "What runs now: live, git:REF, git:REF:PATH, or a folder of definitions",
      without: "live, when a service is named",
    },
    reverse: {
      kind: "switch",
      describe: "From the definitions to what they are compared with: what others changed there",
    },
    "fail-on": { describe: "Exit with 1 only for changes that break these: source,data; or none", default: "any" },
    format: { describe: "Lines, or a table for a pull request", choices: ["text", "markdown"], default: "text" },
    remember: {
      kind: "switch",
      describe: "Write the columns that are dropped to .dropped.json beside the definitions",
    },
    definitions: targetFlags.definitions,
    keyspace: targetFlags.keyspace,
    ...sourceFlag,
    ...serviceFlags,
    ...clusterFlags,
  },
  examples: [
    ["What the running database lacks, or has otherwise:", "colonnade diff --against live"],
    [
      "In CI, on a pull request that may lose nothing:",
      "colonnade diff --against git:origin/main \\\n--fail-on data,writes",
    ],
    ["What somebody changed in the database:", "colonnade diff --reverse"],
  ],
  async run(flags, io, talk) {
    return (await import("./diff.ts")).diff(flags, io, talk);
  },
};
