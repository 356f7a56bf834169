/** The work of `introspect`: reads a live keyspace, completes it from its definitions, and writes their files. */
import { resolve } from "node:path";
import { countOf } from "../../errors.ts";
import { loadDropped, mergeDropped, writeDropped } from "../../source/dropped-columns.ts";
import type { IntrospectedKeyspace } from "../../source/introspect-keyspace.ts";
import type { KnownKeyspace } from "../../source/load-known-keyspace.ts";
import { describeUnreported } from "../../source/settle-keyspace.ts";
import { writeDefinitions } from "../../source/write-definitions.ts";
import type { Flags } from "../arguments/command.ts";
import { exitCodes } from "../faults/exit-codes.ts";
import { loadConfigAndWarn } from "../targets/keyspace-folders.ts";
import type { Io } from "../terminal/io.ts";
import { renderPath } from "../terminal/talk.ts";
import { printCommand, printFlag } from "../terminal/package-manager.ts";
import { createProgress } from "../terminal/progress.ts";
import type { Talk } from "../terminal/talk.ts";
import { keepExcluded, planIntrospection } from "./plan-introspection.ts";

export async function introspect(flags: Flags, io: Io, talk: Talk): Promise<number> {
  const config = await loadConfigAndWarn(flags, io, talk);
  const plan = await planIntrospection(flags, io, config);
  const { keyspace, directory, defined, exclusion, customTypes } = plan;
  const known = loadDropped(directory);
  const progress = createProgress(io, talk);
  const onProgress = (done: number, total: number): void => progress.show(keyspace, done, total);
  const reading = plan.read(keyspace, { ...exclusion, defined, customTypes, onProgress }, talk.detail);
  const found = await progress.wait(`reading ${keyspace}`, reading);

  const complete = keepExcluded(found.keyspace, defined, exclusion);
  const unstated = withoutStated(found.unreported, defined);
  const noTimeToLive = new Set(unstated.flatMap(({ fact, tables }) => (fact === "defaultTimeToLive" ? tables : [])));
  const dryRun = flags.has("dry-run");
  // A table that a source does not show may still exist.
  const prune = flags.has("prune") && !found.partial;
  const result = await writeDefinitions(directory, complete, {
    prune,
    dryRun,
    customTypes,
    takesComments: found.hasComments,
    isTimeToLiveKnown: (table) => !noTimeToLive.has(table),
    onProgress,
  }).finally(progress.clear);

  const warnings = [
    ...unstated.map((of) => describeUnreported(of, `add ${of.fact} to the files: introspect keeps it`)),
    ...found.warnings,
  ];
  const tables = complete.tables.length;
  const shown = (file: string): string => renderPath(resolve(directory, file), io.cwd);
  if (talk.json) {
    talk.document({ dryRun, keyspace, output: shown(""), from: found.succeeded, tables, ...result, warnings });
  }
  for (const warning of warnings) talk.warn(warning);
  const { written, unchanged, extra, removed } = result;
  if (dryRun && !talk.json) {
    for (const file of written) talk.data(`write  ${shown(file)}`);
    for (const file of removed) talk.data(`remove ${shown(file)}`);
  }
  if (!dryRun) for (const file of written) talk.detail(`written ${shown(file)}`);
  if (!dryRun) for (const file of removed) talk.say(`removed ${shown(file)}`);
  const reason = found.partial ? "no source shows it, but no source shows everything" : "the database does not have it";
  for (const file of extra) talk.say(`kept ${shown(file)}: ${reason}`);
  if (extra.length > 0 && !found.partial && !prune) talk.next("--prune removes these files");
  const would = dryRun ? " to be" : "";
  talk.say(
    `${countOf(tables, "table")} → ${shown("")} ` +
      `(${written.length}${would} written, ${unchanged.length} unchanged, ${removed.length}${would} removed)`,
  );
  if (!config && !defined && !dryRun) {
    const given = [printFlag("keyspace", keyspace), printFlag("definitions", flags.text("output") ?? "definitions")];
    const init = printCommand("colonnade init", given, io.env);
    talk.next(`set up an app with these definitions: ${init}`);
  }
  const { dropped = [] } = found;
  if (!dryRun && dropped.length > 0) writeDropped(directory, mergeDropped(known, dropped));
  return exitCodes.fine;
}

type Unreported = IntrospectedKeyspace["unreported"];

/** What no source reported, without the tables whose files state it. */
function withoutStated(unreported: Unreported, defined: KnownKeyspace | undefined): Unreported {
  return unreported.flatMap(({ tables, ...of }) => {
    const unstated = tables.filter((table) => defined?.states(table, of.fact) !== true);
    return unstated.length === 0 ? [] : { ...of, tables: unstated };
  });
}
