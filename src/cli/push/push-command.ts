import type { KeyspacePush } from "./push.ts";
import type { Database } from "./database.ts";
import { clusterFlags, serviceFlags } from "../database/database-flags.ts";
import { envFileFlag } from "../arguments/env-files.ts";
import type { Command } from "../arguments/command.ts";
import { exitCodes } from "../faults/exit-codes.ts";
import type { Step } from "../database/step.ts";
import { plainLine } from "../terminal/printable.ts";
import { renderNext, renderWarning } from "../terminal/messages.ts";
import type { Talk } from "../terminal/talk.ts";
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
  async run(flags, io, talk) {
    const { loadShownConfig } = await import("../targets/load-shown-config.ts");
    const { loadDefined } = await import("../targets/load-defined.ts");
    const { openDatabase } = await import("./open-database.ts");
    const { planPushes, runPushes } = await import("./push.ts");
    const { countSteps, describeStep } = await import("../database/step.ts");
    const { setTimeout } = await import("node:timers/promises");
    const { createProgress } = await import("../terminal/progress.ts");
    const { withProgress } = await import("./database.ts");
    const config = await loadShownConfig(flags, io, talk);
    const { folders, keyspaces, customTypes } = await loadDefined(flags, io, config);
    const dryRun = flags.has("dry-run");
    await openDatabase({
      ...{ flags, io, config, customTypes },
      use: async (opened) => {
        const database = withProgress(opened, createProgress(io, talk));
        talk.detail(`reading ${folders.map((folder) => folder.keyspace).join(", ")}`);
        const pushes = await planPushes(keyspaces, database);
        const steps = pushes.flatMap((push) => push.steps);
        if (dryRun && !talk.json) for (const step of steps) talk.data(database.print(step));
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
              ...(warned.has(step) && { warnings: warned.get(step) }),
            })),
          }));
          talk.document({ dryRun, keyspaces: described });
        }
        for (const push of pushes) sayRest(push, database, talk);
        const done = dryRun ? steps : created;
        talk.say(
          steps.length === 0
            ? "nothing to do"
            : `${countSteps(done) || "nothing"} ${dryRun ? "to be created" : "created"}`,
        );
      },
    });
    return exitCodes.fine;
  },
};

function sayRest({ byHand, left }: KeyspacePush, database: Database, talk: Talk): void {
  for (const line of left) talk.say(`unchanged: ${line}`);
  for (const { message, cql } of byHand) {
    talk.say(renderWarning({ code: "cannot-push", message }, talk.paint));
    talk.say(renderNext(`on the database of ${database.name}: ${cql};`, talk.paint));
  }
}
