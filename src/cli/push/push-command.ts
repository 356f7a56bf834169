import { envFileFlag } from "../arguments/shared-flags.ts";
import type { Command } from "../arguments/command.ts";
import { clusterFlags, serviceFlags } from "../database/database-flags.ts";
import { targetFlags } from "../targets/target-flags.ts";

export const pushCommand: Command = {
  name: "push",
  summary: "Create what the database lacks",
  describe:
    "Creates the keyspaces, user types, tables, columns and indexes that are defined but not in the database. Never changes or drops existing objects. If a difference cannot be pushed, nothing is created.",
  flags: {
    to: { describe: "How to connect", choices: ["rest", "cql"], without: "rest; cql with --contact-points" },
    ...serviceFlags,
    ...clusterFlags,
    ...envFileFlag,
    replication: { describe: "The replication of a new keyspace: 3, or dc1:3,dc2:2" },
    definitions: targetFlags.definitions,
    keyspace: targetFlags.keyspace,
    "dry-run": { describe: "Only print the requests or the CQL", kind: "switch" },
  },
  examples: [
    [
      "To a cluster, as the user in CASSANDRA_USERNAME and CASSANDRA_PASSWORD:",
      "colonnade push --to cql \\\n--contact-points 10.0.0.1",
    ],
    ["Print the CQL without running it:", "colonnade push --dry-run \\\n--contact-points 10.0.0.1 > push.cql"],
    ["To a service on this machine:", "colonnade push --url http://localhost:8080"],
  ],
};
