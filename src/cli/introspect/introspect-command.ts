import { clusterFlags, serviceFlags, sourceFlag } from "../database/database-flags.ts";
import { envFileFlag } from "../arguments/shared-flags.ts";
import type { Command } from "../arguments/command.ts";

export const introspectCommand: Command = {
  name: "introspect",
  summary: "Write definitions from a live database",
  describe:
    "Writes a definition file for each table and user type of a running service or a cluster. What the source does not report is taken from the existing files.",
  flags: {
    ...sourceFlag,
    ...serviceFlags,
    ...clusterFlags,
    ...envFileFlag,
    keyspace: { describe: "The keyspace to read", without: "from the config file, if it has one", values: "keyspaces" },
    output: {
      describe: "The folder of definitions; the keyspace gets a subfolder",
      without: "from the config file",
    },
    exclude: { describe: "Tables to leave out, such as shapes,logs_*; their files stay unchanged" },
    prune: { describe: "Also remove the files of dropped tables", kind: "switch" },
    "dry-run": { describe: "Only list what would be written and removed", kind: "switch" },
  },
  examples: [
    [
      "From a service on this machine, as the user in COLONNADE_USERNAME and COLONNADE_PASSWORD:",
      "colonnade introspect --url http://localhost:8080 \\\n--keyspace shop --output definitions",
    ],
    [
      "From a cluster, as the user in CASSANDRA_USERNAME and CASSANDRA_PASSWORD:",
      "colonnade introspect --contact-points 10.0.0.1 \\\n--keyspace shop --output definitions",
    ],
    ["With GraphQL in addition, for user types:", "colonnade introspect --from rest,graphql"],
  ],
};
