import type { Command } from "../arguments/command.ts";
import { envFileFlag } from "../arguments/shared-flags.ts";
import { servedClusterFlags } from "../database/database-flags.ts";
import { engineNames } from "./engine.ts";

export const serveCommand: Command = {
  name: "serve",
  summary: "Run the service with an embedded store or a cluster",
  describe:
    "Runs the service on this machine until it is stopped, and stores rows in a folder or in an Apache Cassandra cluster. Prints its address.",
  stopsItself: true,
  flags: {
    port: { describe: "The port; 0 selects a free one", default: "8080" },
    host: { describe: "The address to listen on; localhost is 127.0.0.1 and ::1", default: "localhost" },
    cql: {
      describe: "Serve drivers of Apache Cassandra, too, at PORT or HOST:PORT; alone, at port 9042",
      alone: "9042",
      without: "HTTP alone",
    },
    "cql-insecure": {
      kind: "switch",
      describe: "Accept passwords of drivers on other machines without TLS",
    },
    "allow-host": {
      kind: "list",
      describe: "Allowed host names of requests, comma-separated",
      without: "localhost and IP addresses",
    },
    cors: {
      kind: "list",
      describe: "Origins whose pages may call the service from a browser, comma-separated: https://app.example",
      without: "none",
    },
    "tls-cert": { describe: "Serve HTTPS with the certificate of this PEM file", without: "HTTP" },
    "tls-key": { describe: "The PEM file of the certificate's key" },
    users: { describe: "The file of users, written by colonnade users", without: "one user" },
    ...envFileFlag,
    store: { describe: "What stores the rows: a folder, or a cluster", choices: engineNames, default: "embedded" },
    ...servedClusterFlags,
    replication: {
      describe: "The replicas of a new keyspace in a cluster: 3, or dc1:3,dc2:2",
      without: "3, or the number of nodes if there are fewer",
    },
    data: { describe: "The folder that stores the rows", without: ".colonnade/data" },
    memory: { kind: "switch", describe: "Keep the rows in memory, until the service stops" },
    salvage: {
      kind: "switch",
      describe: "Move damaged files of --data aside, and serve what is readable",
    },
    reset: {
      kind: "switch",
      describe: "Delete the rows and tables of --keyspace, or of all keyspaces, and begin anew",
    },
    keyspace: {
      describe: "The keyspace of /api/graphql, created if missing",
      without: "the only keyspace",
      values: "keyspaces",
    },
    console: {
      kind: "switch",
      describe: "Serve the console at / although other machines can reach the service",
    },
    "no-console": { kind: "switch", describe: "Do not serve the console at /" },
    log: {
      kind: "switch",
      describe: "Log each request to stderr: as text on a terminal, as a line of JSON in a pipe",
    },
    control: {
      kind: "switch",
      describe: "Let programs of this machine reset the rows, move the clock and ask for faults, under /__local/",
    },
    definitions: {
      describe: "The folder of tables; what is missing of them is created",
      without: "from the config file",
    },
    seed: { describe: "A folder of rows to write before serving: shop/products.jsonl, a JSON object in each line" },
  },
  examples: [
    ["Serve the defined tables, with a user that is created at first:", "colonnade serve --definitions definitions"],
    [
      "On a free port, with the user in COLONNADE_USERNAME and COLONNADE_PASSWORD:",
      "colonnade serve --port 0 --keyspace shop",
    ],
    ["For drivers and cqlsh, in memory:", "colonnade serve --memory --cql"],
    [
      "With a cluster, as its user in CASSANDRA_USERNAME and CASSANDRA_PASSWORD:",
      "colonnade serve --store cassandra --contact-points 10.0.0.1",
    ],
  ],
};
