import type { LoadedConfig } from "../../config/index.ts";
import { ColonnadeError } from "../../errors.ts";
import type { ConnectOptions } from "../../source/cql/index.ts";
import type { SourceName } from "../../source/sources.ts";
import type { Flags } from "../arguments/command.ts";
import type { Io } from "../terminal/io.ts";
import { chooseDatabase } from "./choose-database.ts";
import { findClusterFlag } from "./cluster-flags.ts";
import { parseCluster } from "./parse-cluster.ts";
import { parseSources } from "./parse-sources.ts";
import { planAccess } from "./plan-access.ts";
import type { Access } from "./plan-access.ts";

/** Whom to ask what a database has, decided before anything is sent. */
export interface Asked {
  /** The service, unless only a cluster is asked. */
  readonly access: Access | undefined;
  /** The cluster, where one is asked. */
  readonly cluster: ConnectOptions | undefined;
  /** Undefined where nobody said, and the sources decide. */
  readonly from: readonly SourceName[] | undefined;
}

/**
 * Decides whom to ask: flags override the environment, and that the config file.
 *
 * @throws {ColonnadeError} `usage` that names what is missing, `missing-variable`, `bad-tls-file`
 */
export async function planAsked(flags: Flags, io: Io, config: LoadedConfig | undefined): Promise<Asked> {
  const from = parseSources(flags) ?? (chooseDatabase(flags, io, config) === "cluster" ? ["cql" as const] : undefined);
  const cluster = from?.includes("cql") ? parseCluster(flags, io, config?.cluster) : refuseClusterFlags(flags);
  const asksService = !from || from.some((name) => name !== "cql");
  return { from, cluster, access: asksService ? await planAccess(flags, io, config) : undefined };
}

/** Who names files for TLS and is asked for none would think that they are used. */
function refuseClusterFlags(flags: Flags): undefined {
  const name = findClusterFlag(flags);
  if (name === undefined) return undefined;
  const message = `--${name} is for a cluster, and a service is asked`;
  throw new ColonnadeError("usage", message, { next: "--from cql --contact-points 10.0.0.1; or leave it out" });
}
