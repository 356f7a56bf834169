import { targetFlags } from "../targets/target-flags.ts";
import type { Command } from "../arguments/command.ts";

export const exportCommand: Command = {
  name: "export",
  summary: "Print definitions as CQL or Markdown",
  describe:
    "Prints the CQL statements that create what is defined: keyspaces, user types, tables and indexes, in an order that cqlsh can run. introspect --from FILE.cql reads them back. With --markdown, prints a page for each keyspace: tables, keys and possible queries.",
  flags: {
    cql: { describe: "Print CQL, which is the default", kind: "switch" },
    markdown: { describe: "Print Markdown, for reviewers and coding assistants", kind: "switch" },
    replication: { describe: "The replication of the keyspaces: 3, or dc1:3,dc2:2", without: "1" },
    definitions: targetFlags.definitions,
    keyspace: targetFlags.keyspace,
  },
  examples: [
    ["For cqlsh:", "colonnade export --cql --definitions definitions > schema.cql"],
    ["One keyspace, for two data centers:", "colonnade export --keyspace shop \\\n--replication dc1:3,dc2:3"],
    ["A page to check in:", "colonnade export --markdown > SCHEMA.md"],
  ],
};
