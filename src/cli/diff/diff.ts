/**
 * Runs `colonnade diff`: shows the changes from what runs now to the definitions, with what each one breaks.
 *
 * Changes neither definitions nor databases, and connects to a service only for `--against live`.
 */
import { join, resolve } from "node:path";
import { ColonnadeError } from "../../errors.ts";
import type { DroppedColumn } from "../../model/index.ts";
import { droppedName, loadDropped, mergeDropped, writeDropped } from "../../source/dropped-columns.ts";
import { loadKeyspace } from "../../source/files.ts";
import type { Flags } from "../arguments/command.ts";
import { exitCodes } from "../faults/exit-codes.ts";
import type { Io } from "../terminal/io.ts";
import { renderPath, renderWarning } from "../terminal/messages.ts";
import type { Talk } from "../terminal/talk.ts";
import type { Against } from "./against-source.ts";
import { classifyChanges } from "./classify.ts";
import { defaultAgainst, parseAgainst } from "./against.ts";
import { parseFailOn } from "./fail-on.ts";
import { printPlace } from "./keyspace-diff.ts";
import type { Direction, KeyspaceDiff } from "./keyspace-diff.ts";
import { printMigration } from "./print-migration.ts";
import { renderMarkdown } from "./render-markdown.ts";
import { renderText, renderWays } from "./render-text.ts";
import { loadShownConfig } from "../targets/load-shown-config.ts";
import { selectCompared } from "../targets/select-compared.ts";
import type { DefinedFolder } from "../targets/keyspace-folders.ts";

/** @returns the exit code */
export async function diff(flags: Flags, io: Io, talk: Talk): Promise<number> {
  const fails = parseFailOn(flags);
  const format = flags.required("format");
  if (talk.json && format !== "text") throw new ColonnadeError("usage", "--format and --json cannot be combined");
  const config = await loadShownConfig(flags, io, talk);
  const { folders, isWhole } = await selectCompared(flags, io, config);
  const against = parseAgainst(flags.text("against") ?? defaultAgainst(flags, io, config), flags, io, config);
  const reverse = flags.has("reverse");
  const diffs: KeyspaceDiff[] = [];
  // One after the other: each keyspace may need many requests.
  for (const folder of folders) diffs.push(await compareKeyspace(folder, against, { reverse, cwd: io.cwd }));
  const gone = isWhole ? ((await against.findGone?.(folders)) ?? []) : [];
  for (const folder of gone) diffs.push(await compareKeyspace(folder, against, { reverse, cwd: io.cwd, isGone: true }));
  const sides = [against.name, diffs.length === 1 ? (diffs[0]?.definitions ?? "") : "the definitions"];
  if (flags.has("remember")) for (const each of diffs) rememberDropped(each, io.cwd, talk);
  const [before = "", after = ""] = reverse ? sides.reverse() : sides;
  const failing = diffs.flatMap(({ changes }) => changes.filter(fails)).length;
  if (talk.json) talk.document(printDiffs(diffs, { before, after }, failing > 0));
  else if (format === "markdown") talk.data(renderMarkdown(diffs, { before, after }));
  else
    for (const line of format === "cql" ? diffs.flatMap(({ migration }) => migration()) : renderText(diffs))
      talk.data(line);
  // The other formats include them.
  const ways = format === "text" ? renderWays(diffs) : [];
  showSummary(diffs, { before, after, ways, failing }, talk);
  return failing > 0 ? exitCodes.stale : exitCodes.fine;
}

async function compareKeyspace(
  folder: DefinedFolder,
  against: Against,
  { reverse, cwd, isGone = false }: { readonly reverse: boolean; readonly cwd: string; readonly isGone?: boolean },
): Promise<KeyspaceDiff> {
  const { keyspace, directory, settings } = folder;
  const known = { customTypes: new Set(settings.flatMap(({ types }) => Object.keys(types ?? {}))) };
  const nothing = { name: keyspace, tables: [], userTypes: [] };
  const defined = { keyspace: isGone ? nothing : await loadKeyspace(directory, keyspace, known) };
  const {
    warnings = [],
    dropped = loadDropped(directory),
    ...told
  } = await against.load(folder, { ...known, defined: defined.keyspace });
  const [before, after] = reverse ? [defined, told] : [told, defined];
  const changes = classifyChanges({ before, after, settings, dropped });
  const migration = (): readonly string[] => printMigration(before, after, dropped);
  return {
    keyspace,
    definitions: renderPath(directory, cwd),
    changes,
    migration,
    unknown: told.unknown ?? [],
    warnings,
  };
}

/** Adds the dropped columns to those recorded in the keyspace's folder. */
function rememberDropped({ keyspace, definitions, changes }: KeyspaceDiff, cwd: string, talk: Talk): void {
  const dropped = changes.filter(({ kind }) => kind === "column-dropped");
  if (dropped.length === 0) return;
  const directory = resolve(cwd, definitions);
  const found = dropped.map(({ place: { name, member = "" }, before = "" }): DroppedColumn => {
    return { table: name, column: member, type: before.replace(/ static$/, ""), static: before.endsWith(" static") };
  });
  writeDropped(directory, mergeDropped(loadDropped(directory), found));
  const places = dropped.map((change) => printPlace(keyspace, change)).join(", ");
  talk.say(`remembered ${places} in ${renderPath(join(directory, droppedName), cwd)}`);
}

function printDiffs(diffs: readonly KeyspaceDiff[], direction: Direction, failing: boolean): object {
  const keyspaces = diffs.map(({ keyspace, definitions, changes, unknown, warnings }) => ({
    keyspace,
    definitions,
    changes: changes.map(({ kind, before, after, breaks, cql, possibleNewNames, ...change }) => ({
      kind,
      place: printPlace(keyspace, change),
      ...(before !== undefined && { before }),
      ...(after !== undefined && { after }),
      breaks,
      ...(cql !== undefined && { cql }),
      ...(possibleNewNames && { possibleNewNames }),
    })),
    unknown,
    warnings,
  }));
  return { ...direction, failing, keyspaces };
}

interface Summary extends Direction {
  readonly ways: readonly string[];
  readonly failing: number;
}

function showSummary(
  diffs: readonly KeyspaceDiff[],
  { before, after, ways, failing }: Summary,
  { say, paint }: Talk,
): void {
  for (const { warnings } of diffs) for (const warning of warnings) say(renderWarning(warning, paint));
  const changes = diffs.reduce((sum, diff) => sum + diff.changes.length, 0);
  const direction = `from ${before} to ${after}`;
  if (changes === 0) return say(`no changes ${direction}`);
  for (const way of ways) say(paint("dim", way));
  const what = `${changes} ${changes === 1 ? "change" : "changes"} ${direction}`;
  if (failing === 0) return say(what);
  say(
    `${paint("red", "✖")} ${what}${failing < changes ? `, ${failing} of which break --fail-on` : ""} ${paint("dim", "[different]")}`,
  );
}
