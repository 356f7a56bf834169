/**
 * Runs `colonnade push`: opens the database that flags, environment or config name, plans and creates missing objects, and
 * shows the result.
 */
import { setTimeout } from "node:timers/promises";
import type { LoadedConfig } from "../../config/index.ts";
import type { KnownTypes } from "../../model/index.ts";
import type { Flags } from "../arguments/command.ts";
import { chooseDatabase, resolveAccess } from "../database/choose-database.ts";
import { clusterFlags, refuseFlags, serviceFlags } from "../database/database-flags.ts";
import { parseCluster, parseReplication } from "../database/parse-cluster.ts";
import { openSession } from "../database/open-session.ts";
import { countSteps, describeStep } from "../database/step.ts";
import type { Step } from "../database/step.ts";
import { exitCodes } from "../faults/exit-codes.ts";
import { loadConfigAndWarn } from "../targets/keyspace-folders.ts";
import { loadDefined } from "../targets/load-defined.ts";
import type { DefinedKeyspace } from "../targets/load-defined.ts";
import type { Io } from "../terminal/io.ts";
import { plainLine } from "../terminal/talk.ts";
import { createProgress } from "../terminal/progress.ts";
import type { Talk } from "../terminal/talk.ts";
import { withProgress } from "./database.ts";
import type { Database } from "./database.ts";
import { planPushes, runPushes } from "./run-pushes.ts";
import type { KeyspacePush } from "./run-pushes.ts";

/** @returns the exit code */
export async function push(flags: Flags, io: Io, talk: Talk): Promise<number> {
  const config = await loadConfigAndWarn(flags, io, talk);
  const { keyspaces, customTypes } = await loadDefined(flags, io, config);
  await withDatabase(flags, io, config, customTypes, (database) =>
    pushTo(withProgress(database, createProgress(io, talk)), keyspaces, flags, io, talk),
  );
  return exitCodes.fine;
}

/**
 * Chooses the database, opens it, passes it to `use`, and closes it. Flags override environment variables, which override the
 * config file.
 *
 * @throws {ColonnadeError} `usage`, and the errors of planning the access
 */
async function withDatabase(
  flags: Flags,
  io: Io,
  config: LoadedConfig | undefined,
  customTypes: KnownTypes["customTypes"],
  use: (database: Database) => Promise<void>,
): Promise<void> {
  const to = flags.text("to") ?? (chooseDatabase(flags, io, config) === "cluster" ? "cql" : "rest");
  const example = to === "cql" ? "--contact-points 10.0.0.1" : "--url http://localhost:8080";
  const refused = to === "cql" ? serviceFlags : clusterFlags;
  refuseFlags(flags, refused, `and --to ${to} cannot be combined`, `--to ${to} ${example}`);
  const given = flags.text("replication");
  const replication = given === undefined ? undefined : parseReplication(given);
  if (to === "cql") {
    const cluster = parseCluster(flags, io, config?.cluster);
    const { createCqlDatabase } = await import("./cql-database.ts");
    return use(createCqlDatabase({ ...cluster, customTypes, replication }));
  }
  const session = openSession(await resolveAccess(flags, io, config));
  try {
    const { createRestDatabase } = await import("./rest-database.ts");
    await use(createRestDatabase(session, { customTypes, profile: flags.text("profile"), replication }));
  } finally {
    await session.close();
  }
}

async function pushTo(
  database: Database,
  keyspaces: readonly DefinedKeyspace[],
  flags: Flags,
  io: Io,
  talk: Talk,
): Promise<void> {
  talk.detail(`reading ${keyspaces.map(({ keyspace }) => keyspace.name).join(", ")}`);
  const dryRun = flags.has("dry-run");
  const pushes = await planPushes(keyspaces, database);
  const steps = pushes.flatMap((push) => push.steps);
  const created: Step[] = [];
  const warned = new Map<Step, readonly string[]>();
  if (!dryRun) {
    await runPushes(pushes, database, {
      onCreated: (step, warnings) => {
        created.push(step);
        if (warnings.length > 0) warned.set(step, warnings);
        talk.say(`created ${describeStep(step)}`);
        for (const message of warnings) talk.say(`${talk.paint("yellow", "!")} ${plainLine(message)}`);
      },
      onFound: (step) => talk.say(`${describeStep(step)} exists already: another push may have created it`),
      sleep: io.sleep ?? ((ms) => setTimeout(ms)),
    });
  }
  if (talk.json) {
    const described = pushes.map(({ defined, steps, ...push }) => ({
      keyspace: defined.name,
      ...push,
      steps: steps.map((step) => ({
        what: describeStep(step),
        ...database.document(step),
        warnings: warned.get(step),
      })),
    }));
    talk.document({ dryRun, keyspaces: described });
  } else if (dryRun) for (const step of steps) talk.data(database.print(step));
  for (const push of pushes) sayUnpushed(push, database, talk);
  const done = countSteps(dryRun ? steps : created) || "nothing";
  talk.say(steps.length === 0 ? "nothing to do" : `${done} ${dryRun ? "to be created" : "created"}`);
}

function sayUnpushed({ byHand, left }: KeyspacePush, database: Database, talk: Talk): void {
  for (const line of left) talk.say(`unchanged: ${line}`);
  for (const { message, cql } of byHand) {
    talk.warn({ code: "cannot-push", message });
    talk.next(`on the database of ${database.name}: ${cql};`);
  }
}
