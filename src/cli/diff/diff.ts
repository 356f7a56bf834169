/**
 * Runs `colonnade diff`: shows the changes from what runs now to the definitions, with what each one breaks.
 *
 * Changes neither definitions nor databases. Connects to a database only for `--against live`, which is the default if flags,
 * environment or config name one.
 */
import { join, resolve } from "node:path";
import { ColonnadeError, countOf, suggest } from "../../errors.ts";
import type { FilePlace, Problem } from "../../errors.ts";
import { breakages, ruleOf } from "../../model/index.ts";
import type { DroppedColumn, Keyspace } from "../../model/index.ts";
import { isDatabaseRename } from "../../model/renames.ts";
import { droppedName, loadDropped, mergeDropped, writeDropped } from "../../source/dropped-columns.ts";
import { loadDefinitionFiles } from "../../source/folder.ts";
import { parseKeyspace, placeOfDefinition } from "../../source/parse-keyspace.ts";
import type { ParsedKeyspace } from "../../source/parse-keyspace.ts";
import type { Flags } from "../arguments/command.ts";
import { exitCodes } from "../faults/exit-codes.ts";
import { printReport } from "../reports/print-report.ts";
import { customTypesOf, loadConfigAndWarn, selectDefined } from "../targets/keyspace-folders.ts";
import type { DefinedFolder } from "../targets/keyspace-folders.ts";
import type { Io } from "../terminal/io.ts";
import { renderPath } from "../terminal/talk.ts";
import { createProgress } from "../terminal/progress.ts";
import type { Talk } from "../terminal/talk.ts";
import { acceptChanges, loadAcceptances } from "./acceptances.ts";
import { parseAgainst } from "./against.ts";
import { findClassifiedChanges } from "./classify.ts";
import { printChangePlace } from "./keyspace-diff.ts";
import type {
  Against,
  ClassifiedChange,
  CurrentKeyspace,
  Direction,
  KeyspaceDiff,
  LocatedChange,
} from "./keyspace-diff.ts";
import { printMigration } from "./print-migration.ts";
import { describeDiffs, diffsJson, renderMarkdown, renderText, renderRemedies } from "./render-diffs.ts";

/** @returns the exit code */
export async function diff(flags: Flags, io: Io, talk: Talk): Promise<number> {
  const fails = parseFailOn(flags);
  const form = parseForm(flags, talk);
  const reverse = flags.has("reverse");
  if (reverse && flags.has("remember")) {
    // In reverse, a "dropped" column is one that the database does not have yet.
    throw new ColonnadeError("usage", "--remember and --reverse cannot be combined", { next: "omit --reverse" });
  }
  const config = await loadConfigAndWarn(flags, io, talk);
  const { folders, isWhole } = await selectDefined(flags, io, config);
  const against = parseAgainst(flags, io, config, folders.length === 1);
  // Acceptances are for changes to the definitions: in reverse, the same kind of change at the same place is another one.
  // They are loaded before anything is read from a database, so that their mistakes are found at once.
  const acceptances = reverse ? [] : loadAcceptances(config?.file, io.cwd);
  const removed = isWhole ? ((await against.findRemoved?.(folders)) ?? []) : [];
  const loaded: LoadedKeyspace[] = [];
  const progress = createProgress(io, talk);
  // One at a time: each keyspace may need many requests.
  for (const folder of [...folders, ...removed]) {
    const loading = loadKeyspace(folder, against, removed.includes(folder));
    loaded.push(await progress.wait(`reading ${folder.keyspace} from ${against.name}`, loading));
  }
  requireKeyspace(loaded);
  const compared = loaded.map((keyspace) => compareKeyspace(keyspace, reverse, io.cwd));
  const [today = ""] = new Date(io.now?.() ?? Date.now()).toISOString().split("T");
  const diffs = acceptChanges(compared, acceptances, today);
  if (flags.has("remember")) for (const each of diffs) rememberDropped(each, io.cwd, talk);
  const sides = [against.name, diffs.length === 1 ? (diffs[0]?.definitions ?? "") : "the definitions"];
  const [before = "", after = ""] = reverse ? sides.reverse() : sides;
  const failing = diffs.flatMap(({ changes }) => changes.filter(fails)).length;
  if (form === "json") talk.document(diffsJson(diffs, { before, after }, failing > 0));
  else if (form === "markdown") talk.data(renderMarkdown(diffs, { before, after }));
  else if (form === "cql") for (const { migration } of diffs) migration().forEach(talk.data);
  else if (form === "text") renderText(diffs).forEach(talk.data);
  else {
    const text = printReport(form.reporter, "diff", describeDiffs(diffs, fails, io));
    if (text !== "") talk.data(text);
  }
  // Only JSON and Markdown are read where they are printed: a report goes to a CI server, and this to its log.
  const remedies = form === "json" || form === "markdown" ? [] : renderRemedies(diffs);
  showSummary(diffs, { before, after, remedies, failing }, talk);
  return failing > 0 ? exitCodes.different : exitCodes.fine;
}

/** How the changes are printed. @throws {ColonnadeError} `usage` for two forms */
function parseForm(flags: Flags, talk: Talk): "text" | "markdown" | "cql" | "json" | { readonly reporter: string } {
  // The choices of the flag.
  const format = flags.required("format") as "text" | "markdown" | "cql";
  const reporter = flags.text("reporter");
  const other = talk.json ? "--json" : reporter === undefined ? undefined : "--reporter";
  if (other !== undefined && format !== "text") {
    const next = `omit --format or ${other}`;
    throw new ColonnadeError("usage", `--format and ${other} cannot be combined`, { next });
  }
  if (reporter !== undefined) return { reporter };
  return talk.json ? "json" : format;
}

/** A keyspace as it is defined, and as it runs now. */
interface LoadedKeyspace {
  readonly folder: DefinedFolder;
  /** Undefined if the folder of definitions has been removed. */
  readonly parsed: ParsedKeyspace | undefined;
  /** Empty if the folder of definitions has been removed. */
  readonly defined: Keyspace;
  readonly current: CurrentKeyspace;
}

async function loadKeyspace(folder: DefinedFolder, against: Against, isRemoved: boolean): Promise<LoadedKeyspace> {
  const { keyspace, directory, settings } = folder;
  const knownTypes = { customTypes: customTypesOf(settings) };
  const parsed = isRemoved ? undefined : parseKeyspace(loadDefinitionFiles(directory), keyspace, knownTypes);
  const defined = parsed?.keyspace ?? { name: keyspace, tables: [], userTypes: [] };
  return { folder, parsed, defined, current: await against.load(folder, defined, knownTypes) };
}

/**
 * Refuses a database that has none of the keyspaces: a gate that compares with nothing would let everything pass.
 *
 * @throws {ColonnadeError} the error of the first keyspace
 */
function requireKeyspace(loaded: readonly LoadedKeyspace[]): void {
  const [absence] = loaded.map(({ current }) => current.absence);
  if (absence && loaded.every(({ current }) => current.absence)) throw absence;
}

/** Compares what runs now with the definitions of one keyspace. */
function compareKeyspace(
  { folder, parsed, defined, current }: LoadedKeyspace,
  reverse: boolean,
  cwd: string,
): KeyspaceDiff {
  const { keyspace, directory, settings } = folder;
  const { absence, warnings = [], unreported = [], unknown = [] } = current;
  const [before, after] = reverse ? [{ keyspace: defined }, current] : [current, { keyspace: defined }];
  // In reverse, a column of the database that was once dropped with another type counts too, as `column-readded`.
  const dropped = current.dropped ?? loadDropped(directory);
  const classified = findClassifiedChanges({ before, after, settings, dropped });
  const changes = classified.map((change): LocatedChange => {
    const definition = parsed && placeOfChange(parsed, change, cwd);
    const withWay = reverse ? withoutWay(change) : { ...change, way: ruleOf(change).way };
    return { ...withWay, ...(definition && { definition }) };
  });
  return {
    keyspace,
    definitions: renderPath(directory, cwd),
    changes,
    migration: () => printMigration(before.keyspace, after.keyspace, classified),
    unknown: [...unreported, ...unknown],
    warnings: absence ? [warnOfNew(absence)] : warnings,
  };
}

/**
 * A change that others have made already: nothing is left to run in the database, or to choose. The definitions and the app still
 * have to follow, for which remedies print `colonnade rename`. `--format cql` is for another database: it takes one with the defined
 * state to the state of this one.
 */
function withoutWay({ cql: _, possibleNewNames: __, ...change }: ClassifiedChange): ClassifiedChange {
  return change;
}

function warnOfNew({ code, summary, next }: ColonnadeError): Problem {
  return { code, message: `${summary}: the keyspace is new`, next };
}

interface Summary extends Direction {
  readonly remedies: readonly string[];
  readonly failing: number;
}

function showSummary(
  diffs: readonly KeyspaceDiff[],
  { before, after, remedies, failing }: Summary,
  { say, warn, paint }: Talk,
): void {
  for (const { warnings } of diffs) for (const warning of warnings) warn(warning);
  const changes = diffs.reduce((sum, diff) => sum + diff.changes.length, 0);
  const direction = `from ${before} to ${after}`;
  if (changes === 0) return say(`no changes ${direction}`);
  for (const remedy of remedies) say(paint("dim", remedy));
  const what = `${countOf(changes, "change")} ${direction}`;
  const accepted = diffs.flatMap((diff) => diff.changes.filter((change) => change.accepted)).length;
  const summary =
    accepted > 0 ? `${what}, ${partOf(accepted, changes)} ${accepted === 1 ? "is" : "are"} accepted` : what;
  if (failing === 0) return say(summary);
  const broken =
    failing < changes - accepted
      ? `, ${partOf(failing, changes)} ${failing === 1 ? "matches" : "match"} --fail-on`
      : "";
  say(`${paint("red", "✖")} ${summary}${broken} ${paint("dim", "[different]")}`);
}

const words: readonly string[] = ["any", "none", ...breakages];

/**
 * Decides which changes make the command exit with 1: those that break a class of `--fail-on`, or any, unless they are
 * accepted.
 *
 * @throws {ColonnadeError} `usage`
 */
function parseFailOn(flags: Flags): (change: LocatedChange) => boolean {
  const chosen = new Set(flags.list("fail-on"));
  const unknown = [...chosen].find((word) => !words.includes(word));
  if (unknown !== undefined) {
    throw new ColonnadeError("usage", `--fail-on does not know ${JSON.stringify(unknown)}`, {
      next: suggest(unknown, words, `use any, none, or a list of ${breakages.join(",")}`),
    });
  }
  if (chosen.size > 1 && (chosen.has("any") || chosen.has("none"))) {
    throw new ColonnadeError("usage", "--fail-on any and --fail-on none cannot be combined with others", {
      next: `--fail-on any, or a list of ${breakages.join(",")}`,
    });
  }
  return ({ breaks, accepted }) => !accepted && (chosen.has("any") || breaks.some((breakage) => chosen.has(breakage)));
}

/**
 * Adds the dropped columns to those recorded in the folder of the keyspace; the database remembers none of a view. A dropped
 * column has its type as `before`: `text static`.
 */
function rememberDropped({ keyspace, definitions, changes }: KeyspaceDiff, cwd: string, talk: Talk): void {
  const dropped = changes.filter(({ kind, place }) => kind === "column-dropped" && !place.isView);
  if (dropped.length === 0) return;
  const directory = resolve(cwd, definitions);
  const found = dropped.map(({ place: { name, member = "" }, before = "" }): DroppedColumn => {
    return { table: name, column: member, type: before.replace(/ static$/, ""), static: before.endsWith(" static") };
  });
  writeDropped(directory, mergeDropped(loadDropped(directory), found));
  const places = dropped.map((change) => printChangePlace(keyspace, change)).join(", ");
  talk.say(`remembered ${places} in ${renderPath(join(directory, droppedName), cwd)}`);
}

/**
 * Finds the changed column or field in its file; if the definitions lack it, its table or user type. Undefined if they
 * lack both.
 */
function placeOfChange(parsed: ParsedKeyspace, change: ClassifiedChange, cwd: string): FilePlace | undefined {
  const { kind, place, after } = change;
  const { of, name, member } = place;
  const names = isDatabaseRename(kind) ? [after, member] : [member];
  for (const each of [...names, undefined]) {
    const found = placeOfDefinition(parsed, { kind: of, name, ...(each !== undefined && { member: each }) });
    if (found?.line !== undefined) return { file: renderPath(found.file, cwd), line: found.line };
  }
  return undefined;
}

/** `which`, `all of which`, `2 of which` */
function partOf(part: number, whole: number): string {
  if (part < whole) return `${part} of which`;
  return whole === 1 ? "which" : "all of which";
}
