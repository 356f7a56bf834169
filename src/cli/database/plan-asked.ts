import type { LoadedConfig } from "../../config/index.ts";
import { ColonnadeError } from "../../errors.ts";
import type { ConnectOptions } from "../../source/cql/index.ts";
import type { CqlFile } from "../../source/cql-file/see-cql-file.ts";
import type { SourceName } from "../../source/sources.ts";
import type { Flags } from "../arguments/command.ts";
import type { Io } from "../terminal/io.ts";
import { chooseDatabase } from "./choose-database.ts";
import { findClusterFlag } from "./cluster-flags.ts";
import { parseCluster } from "./parse-cluster.ts";
import { parseSources } from "./parse-sources.ts";
import { planAccess } from "./plan-access.ts";
import type { Access } from "./plan-access.ts";

/** Where to read definitions from, decided before anything is sent. */
export interface Asked {
  /** The service, unless only a cluster is read. */
  readonly access: Access | undefined;
  /** The cluster, if one is read. */
  readonly cluster: ConnectOptions | undefined;
  /** The file of CQL statements, if one is read. */
  readonly file: CqlFile | undefined;
  /** Undefined by default; then the sources decide. */
  readonly from: readonly SourceName[] | undefined;
}

/**
 * Decides which service or cluster to read. Flags override environment variables, which override the config file.
 *
 * @param file that `readCqlFile` has read
 * @throws {ColonnadeError} `usage` that names what is missing, `missing-variable`, `bad-tls-file`
 */
export async function planAsked(
  flags: Flags,
  io: Io,
  config: LoadedConfig | undefined,
  file: CqlFile | undefined,
): Promise<Asked> {
  const from = parseSources(flags) ?? (chooseDatabase(flags, io, config) === "cluster" ? ["cql" as const] : undefined);
  const cluster = from?.includes("cql") ? parseCluster(flags, io, config?.cluster) : refuseClusterFlags(flags);
  const asksService = !from || from.some((name) => name === "rest" || name === "graphql");
  return { from, cluster, file, access: asksService ? await planAccess(flags, io, config) : undefined };
}

/** Ignoring the flags would suggest that they have an effect. */
function refuseClusterFlags(flags: Flags): undefined {
  const name = findClusterFlag(flags);
  if (name === undefined) return undefined;
  const message = `--${name} applies to a cluster, but a service is used`;
  throw new ColonnadeError("usage", message, { next: "--from cql --contact-points 10.0.0.1; or omit the flag" });
}
