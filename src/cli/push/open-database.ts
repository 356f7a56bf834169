/**
 * Decides which database to push to, and opens it while it is used.
 *
 * Sends nothing. Flags override environment variables, which override the config file.
 */
import type { LoadedConfig } from "../../config/index.ts";
import { ColonnadeError } from "../../errors.ts";
import type { KnownTypes } from "../../model/index.ts";
import type { Replication } from "../../model/print-cql.ts";
import { chooseDatabase, planAccess } from "../database/choose-database.ts";
import { findClusterFlag } from "../database/database-flags.ts";
import type { Flags } from "../arguments/command.ts";
import type { Io } from "../terminal/io.ts";
import { parseCluster, parseReplication } from "../database/parse-cluster.ts";
import type { Database } from "./database.ts";

interface DatabaseUse<Result> {
  readonly flags: Flags;
  readonly io: Io;
  readonly config: LoadedConfig | undefined;
  readonly customTypes: KnownTypes["customTypes"];
  readonly use: (database: Database) => Promise<Result>;
}

/** @throws {ColonnadeError} `usage`, and the errors of planning the access */
export async function openDatabase<Result>({ flags, io, ...more }: DatabaseUse<Result>): Promise<Result> {
  const to = flags.text("to") ?? (chooseDatabase(flags, io, more.config) === "cluster" ? "cql" : "rest");
  const given = (name: string): boolean => flags.text(name) !== undefined;
  const stranger = to === "cql" ? ofService.find(given) : findClusterFlag(flags);
  if (stranger !== undefined) {
    throw new ColonnadeError("usage", `--${stranger} and --to ${to} cannot be combined`, {
      next: to === "cql" ? "--to cql --contact-points 10.0.0.1" : "--to rest --url http://localhost:8080",
    });
  }
  return to === "cql" ? openCluster(flags, io, more) : openService(flags, io, more);
}

const ofService = ["url", "auth-url", "rest-url"];

type Use<Result> = Omit<DatabaseUse<Result>, "flags" | "io">;

async function openCluster<Result>(flags: Flags, io: Io, { config, customTypes, use }: Use<Result>): Promise<Result> {
  const cluster = parseCluster(flags, io, config?.cluster);
  const { createCqlDatabase } = await import("./cql-database.ts");
  return use(createCqlDatabase({ ...cluster, customTypes, replication: replicationOf(flags) }));
}

async function openService<Result>(flags: Flags, io: Io, { config, customTypes, use }: Use<Result>): Promise<Result> {
  const { openSession } = await import("../database/read-keyspace.ts");
  const { createRestDatabase } = await import("./rest-database.ts");
  const session = openSession(await planAccess(flags, io, config));
  try {
    const profile = flags.text("profile");
    return await use(createRestDatabase(session, { customTypes, profile, replication: replicationOf(flags) }));
  } finally {
    await session.close();
  }
}

function replicationOf(flags: Flags): Replication | undefined {
  const replication = flags.text("replication");
  return replication === undefined ? undefined : parseReplication(replication);
}
