/**
 * Decides which database to push to, and opens it while it is used.
 *
 * Sends nothing. Flags override environment variables, which override the config file.
 */
import type { LoadedConfig } from "../../config/index.ts";
import { ColonnadeError } from "../../errors.ts";
import type { KnownTypes } from "../../model/index.ts";
import { chooseDatabase } from "../database/choose-database.ts";
import { findClusterFlag } from "../database/cluster-flags.ts";
import type { Flags } from "../arguments/command.ts";
import { planAccess } from "../database/plan-access.ts";
import type { Io } from "../terminal/io.ts";
import { parseCluster } from "../database/parse-cluster.ts";
import type { PushTarget } from "./push-target.ts";
import { parseReplication } from "./replication.ts";

export interface TargetUse<Result> {
  readonly flags: Flags;
  readonly io: Io;
  readonly config: LoadedConfig | undefined;
  readonly customTypes: KnownTypes["customTypes"];
  readonly use: (target: PushTarget) => Promise<Result>;
}

/** @throws {ColonnadeError} `usage`, and the errors of planning the access */
export async function openTarget<Result>({ flags, io, ...more }: TargetUse<Result>): Promise<Result> {
  const to = flags.text("to") ?? (chooseDatabase(flags, io, more.config) === "cluster" ? "cql" : "rest");
  const given = (name: string): boolean => flags.text(name) !== undefined;
  const stranger = to === "cql" ? ofService.find(given) : (findClusterFlag(flags) ?? ofCluster.find(given));
  if (stranger !== undefined) {
    throw new ColonnadeError("usage", `--${stranger} and --to ${to} cannot be combined`, {
      next: to === "cql" ? "--to cql --contact-points 10.0.0.1" : "--to rest --url http://localhost:8080",
    });
  }
  return to === "cql" ? openCluster(flags, io, more) : openService(flags, io, more);
}

const ofService = ["url", "auth-url", "rest-url"];
const ofCluster = ["replication"];

type Use<Result> = Omit<TargetUse<Result>, "flags" | "io">;

async function openCluster<Result>(flags: Flags, io: Io, { config, customTypes, use }: Use<Result>): Promise<Result> {
  const cluster = parseCluster(flags, io, config?.cluster);
  const { createCqlTarget } = await import("./cql-target.ts");
  const replication = flags.text("replication");
  return use(
    createCqlTarget({
      ...cluster,
      customTypes,
      ...(replication !== undefined && { replication: parseReplication(replication) }),
    }),
  );
}

async function openService<Result>(flags: Flags, io: Io, { config, customTypes, use }: Use<Result>): Promise<Result> {
  const { openSession } = await import("../database/open-session.ts");
  const { createRestTarget } = await import("./rest-target.ts");
  const session = openSession(await planAccess(flags, io, config));
  try {
    return await use(createRestTarget(session, { customTypes, profile: flags.text("profile") }));
  } finally {
    await session.close();
  }
}
