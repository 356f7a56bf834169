/** Determines the cluster and how to connect to it, from flags, environment and config file. */
import { resolve } from "node:path";
import { resolveMarkers } from "../../config/index.ts";
import type { ClusterConfig } from "../../config/index.ts";
import { ColonnadeError } from "../../errors.ts";
import type { Replication } from "../../model/print-cql.ts";
import { flagWords } from "../../source/cql/cql-options.ts";
import type { ConnectOptions } from "../../source/cql/cql-options.ts";
import type { Flags } from "../arguments/command.ts";
import type { Io } from "../terminal/io.ts";
import { renderPath } from "../terminal/talk.ts";
import { loadTls } from "./load-tls.ts";
import type { Tls } from "./load-tls.ts";

/**
 * Flags override environment variables, which override the config file.
 *
 * @param prefix of the flags for TLS
 * @throws {ColonnadeError} `usage` without contact points, or with half of a user or certificate; `missing-variable`,
 * `bad-tls-file`, `unreadable`
 */
export function parseCluster(
  flags: Flags,
  { env, cwd }: Io,
  config: Partial<ClusterConfig> = {},
  prefix: "" | "cluster-" = "",
): ConnectOptions {
  const contactPoints = flags.list("contact-points") ?? resolveNodes(config.contactPoints, env);
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
  const ssl = parseTls(flags, cwd, config.tls, prefix);
  return {
    contactPoints,
    words: flagWords(prefix),
    ...(localDataCenter !== undefined && { localDataCenter }),
    ...(username !== undefined && password !== undefined && { credentials: { username, password } }),
    ...(ssl && { ssl }),
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

/** Undefined without TLS; a TLS file implies TLS. */
function parseTls(flags: Flags, cwd: string, config: ClusterConfig["tls"] = false, prefix: string): Tls | undefined {
  const { ca, cert, key } = typeof config === "object" ? config : {};
  const pathIn = (name: string): string | undefined => {
    const path = flags.text(`${prefix}${name}`);
    return path === undefined ? undefined : resolve(cwd, path);
  };
  const files = { ca: pathIn("tls-ca") ?? ca, cert: pathIn("tls-cert") ?? cert, key: pathIn("tls-key") ?? key };
  const isAsked =
    flags.has(`${prefix}tls`) || config !== false || Object.values(files).some((file) => file !== undefined);
  return isAsked ? loadTls(files, (path) => renderPath(path, cwd), prefix) : undefined;
}

const form = /^[^\s:,]+:[1-9]\d*$/;

/**
 * Parses `3`, or `dc1:3,dc2:2` for a number in each data center.
 * @throws {ColonnadeError} `usage`
 */
export function parseReplication(text: string): Replication {
  if (/^[1-9]\d*$/.test(text)) return Number(text);
  const parts = text.split(",");
  if (!parts.every((part) => form.test(part))) {
    const message = `--replication takes a number of replicas, or one for each data center, not ${JSON.stringify(text)}`;
    throw new ColonnadeError("usage", message, { next: "--replication 3, or --replication dc1:3,dc2:2" });
  }
  const factors = new Map(
    parts.map((part): [string, number] => {
      const at = part.lastIndexOf(":");
      return [part.slice(0, at), Number(part.slice(at + 1))];
    }),
  );
  if (factors.size === parts.length) return Object.fromEntries(factors);
  throw new ColonnadeError("usage", `--replication names a data center twice: ${JSON.stringify(text)}`);
}
