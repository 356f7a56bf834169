/** Which cluster the flags and the environment name. */
import { ColonnadeError } from "../errors.ts";
import type { ConnectOptions } from "../source/cql/index.ts";
import type { FlagDefinition, Flags } from "./command.ts";
import type { Io } from "./io.ts";
import { parseList } from "./target-flags.ts";

export const clusterFlags = {
  "contact-points": { describe: "Nodes of the cluster: 10.0.0.1,db.example.com:9142" },
  "local-dc": { describe: "The data center to talk to", without: "that of the node that answers" },
} as const satisfies Readonly<Record<string, FlagDefinition>>;

/** @throws {ColonnadeError} `usage` when there are no contact points, or half of a user */
export function parseCluster(flags: Flags, { env }: Io): ConnectOptions {
  const contactPoints = parseList(flags, "contact-points");
  if (!contactPoints) {
    throw new ColonnadeError("usage", "--contact-points is missing", { next: "--contact-points 10.0.0.1,10.0.0.2" });
  }
  const localDataCenter = flags.text("local-dc");
  const { CASSANDRA_USERNAME: username = "", CASSANDRA_PASSWORD: password = "" } = env;
  if ((username === "") !== (password === "")) {
    const missing = username === "" ? "CASSANDRA_USERNAME" : "CASSANDRA_PASSWORD";
    throw new ColonnadeError("usage", `${missing} is missing`, {
      next: "set both CASSANDRA_USERNAME and CASSANDRA_PASSWORD, or neither",
    });
  }
  return {
    contactPoints,
    ...(localDataCenter !== undefined && { localDataCenter }),
    ...(username !== "" && { credentials: { username, password } }),
  };
}
