import { ColonnadeError } from "../../errors.ts";
import type { Flags } from "../arguments/command.ts";
import { parseReplication } from "../database/parse-cluster.ts";
import { planPush } from "../database/plan-push.ts";
import { printStep } from "../database/step.ts";
import { exitCodes } from "../faults/exit-codes.ts";
import { loadConfigAndWarn } from "../targets/keyspace-folders.ts";
import { loadDefined } from "../targets/load-defined.ts";
import type { Io } from "../terminal/io.ts";
import type { Talk } from "../terminal/talk.ts";
import { printReference } from "./print-reference.ts";

/** Prints the defined keyspaces as CQL, or as Markdown. @returns the exit code */
export async function exportDefinitions(flags: Flags, io: Io, talk: Talk): Promise<number> {
  const markdown = flags.has("markdown");
  const other = flags.has("cql") ? "--cql" : talk.json ? "--json" : undefined;
  if (markdown && other !== undefined) {
    throw new ColonnadeError("usage", `--markdown and ${other} cannot be combined`);
  }
  const replication = parseReplication(flags.text("replication") ?? "1");
  const { keyspaces } = await loadDefined(flags, io, await loadConfigAndWarn(flags, io, talk));
  if (markdown) {
    talk.data(keyspaces.map(({ keyspace }) => printReference(keyspace).join("\n")).join("\n\n"));
    return exitCodes.fine;
  }
  // An empty database lacks everything.
  const printed = keyspaces.map(({ keyspace }) => ({
    keyspace: keyspace.name,
    statements: planPush(keyspace, undefined).steps.map((step) => printStep(step, replication)),
  }));
  if (talk.json) talk.document({ keyspaces: printed });
  else for (const statement of printed.flatMap(({ statements }) => statements)) talk.data(`${statement};`);
  return exitCodes.fine;
}
