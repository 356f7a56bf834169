/** Which cluster the flags, the environment and the config file name. */
import { resolveMarkers } from "../config/index.ts";
import type { ClusterConfig } from "../config/index.ts";
import { ColonnadeError } from "../errors.ts";
import type { ConnectOptions } from "../source/cql/index.ts";
import type { FlagDefinition, Flags } from "./command.ts";
import type { Io } from "./io.ts";
import { parseList } from "./target-flags.ts";

export const clusterFlags = {
  "contact-points": { describe: "Nodes of the cluster: 10.0.0.1,db.example.com:9142" },
  "local-dc": { describe: "The data center to talk to", without: "that of the node that answers" },
} as const satisfies Readonly<Record<string, FlagDefinition>>;

/**
 * Flags come before the environment, and that before the config file.
 *
 * @throws {ColonnadeError} `usage` when there are no contact points, or half of a user; `missing-variable`
 */
export function parseCluster(flags: Flags, { env }: Io, config: Partial<ClusterConfig> = {}): ConnectOptions {
  const contactPoints = parseList(flags, "contact-points") ?? resolveNodes(config.contactPoints, env);
  if (!contactPoints) {
    throw new ColonnadeError("usage", "--contact-points is missing", { next: "--contact-points 10.0.0.1,10.0.0.2" });
  }
  const { localDataCenter, username, password } = resolveMarkers(
    {
      localDataCenter: flags.text("local-dc") ?? config.localDataCenter,
      username: env["CASSANDRA_USERNAME"] || config.username,
      password: env["CASSANDRA_PASSWORD"] || config.password,
    },
    env,
  );
  if ((username === undefined) !== (password === undefined)) {
    const missing = username === undefined ? "CASSANDRA_USERNAME" : "CASSANDRA_PASSWORD";
    throw new ColonnadeError("usage", `${missing} is missing`, {
      next: "set both CASSANDRA_USERNAME and CASSANDRA_PASSWORD, or neither",
    });
  }
  return {
    contactPoints,
    ...(localDataCenter !== undefined && { localDataCenter }),
    ...(username !== undefined && password !== undefined && { credentials: { username, password } }),
  };
}

function resolveNodes(
  nodes: ClusterConfig["contactPoints"] | undefined,
  env: Io["env"],
): readonly string[] | undefined {
  if (nodes === undefined || !("$env" in nodes)) return nodes;
  return resolveMarkers({ nodes }, env)
    .nodes?.split(",")
    .map((node) => node.trim());
}
