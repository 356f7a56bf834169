/**
 * Runs `colonnade diff`: shows the changes from what runs now to the definitions, with what each one breaks.
 *
 * Changes neither definitions nor databases, and connects to a service only for `--against live`.
 */
import { ColonnadeError } from "../../errors.ts";
import { loadDropped } from "../../source/dropped-columns.ts";
import { loadDefinitionFiles, parseKeyspace } from "../../source/files.ts";
import type { Flags } from "../arguments/command.ts";
import { exitCodes } from "../faults/exit-codes.ts";
import type { Io } from "../terminal/io.ts";
import { renderPath, renderWarning } from "../terminal/messages.ts";
import type { Talk } from "../terminal/talk.ts";
import type { Against } from "./against-source.ts";
import { classifyChanges } from "./classify.ts";
import { defaultAgainst, parseAgainst } from "./against.ts";
import { parseFailOn } from "./fail-on.ts";
import type { Direction, KeyspaceDiff, LocatedChange } from "./keyspace-diff.ts";
import { acceptChanges } from "./accept-changes.ts";
import { loadAcceptances } from "./acceptances.ts";
import { describeDiffs } from "./describe-diffs.ts";
import { placeOfChange } from "./locate-changes.ts";
import { printDiffs } from "./print-diffs.ts";
import { rememberDropped } from "./remember-dropped.ts";
import { printReport } from "../reports/print-report.ts";
import type { Report } from "../reports/print-report.ts";
import { printMigration } from "./print-migration.ts";
import { renderMarkdown } from "./render-markdown.ts";
import { renderText, renderWays } from "./render-text.ts";
import { loadShownConfig } from "../targets/load-shown-config.ts";
import { selectCompared } from "../targets/select-compared.ts";
import type { DefinedFolder } from "../targets/keyspace-folders.ts";

/** @param report printed in place of the changes @returns the exit code */
export async function diff(flags: Flags, io: Io, talk: Talk, report?: Report): Promise<number> {
  const fails = parseFailOn(flags);
  const format = flags.required("format");
  if (talk.json && format !== "text") throw new ColonnadeError("usage", "--format and --json cannot be combined");
  if (report && format !== "text") throw new ColonnadeError("usage", "--format and --reporter cannot be combined");
  const config = await loadShownConfig(flags, io, talk);
  const { folders, isWhole } = await selectCompared(flags, io, config);
  const against = parseAgainst(flags.text("against") ?? defaultAgainst(flags, io, config), flags, io, config);
  const reverse = flags.has("reverse");
  const acceptances = loadAcceptances(config?.file, io.cwd);
  const compared: KeyspaceDiff[] = [];
  // One after the other: each keyspace may need many requests.
  for (const folder of folders) compared.push(await compareKeyspace(folder, against, { reverse, cwd: io.cwd }));
  const gone = isWhole ? ((await against.findGone?.(folders)) ?? []) : [];
  for (const folder of gone)
    compared.push(await compareKeyspace(folder, against, { reverse, cwd: io.cwd, isGone: true }));
  const today = new Date(io.now?.() ?? Date.now()).toISOString().slice(0, "2027-01-31".length);
  const diffs = acceptChanges(compared, acceptances, today);
  const sides = [against.name, diffs.length === 1 ? (diffs[0]?.definitions ?? "") : "the definitions"];
  if (flags.has("remember")) for (const each of diffs) rememberDropped(each, io.cwd, talk);
  const [before = "", after = ""] = reverse ? sides.reverse() : sides;
  const failing = diffs.flatMap(({ changes }) => changes.filter(fails)).length;
  if (talk.json) talk.document(printDiffs(diffs, { before, after }, failing > 0));
  else if (report) {
    const text = printReport(report, describeDiffs(diffs, fails, io));
    if (text !== "") talk.data(text);
  } else if (format === "markdown") talk.data(renderMarkdown(diffs, { before, after }));
  else
    for (const line of format === "cql" ? diffs.flatMap(({ migration }) => migration()) : renderText(diffs))
      talk.data(line);
  // The other formats and reports include them.
  const ways = format === "text" && !report ? renderWays(diffs) : [];
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
  const nothing = { keyspace: { name: keyspace, tables: [], userTypes: [] } };
  const defined = isGone ? undefined : parseKeyspace(loadDefinitionFiles(directory), keyspace, known);
  const wanted = { keyspace: (defined ?? nothing).keyspace };
  const {
    warnings = [],
    dropped = loadDropped(directory),
    ...told
  } = await against.load(folder, { ...known, defined: wanted.keyspace });
  const [before, after] = reverse ? [wanted, told] : [told, wanted];
  const changes = classifyChanges({ before, after, settings, dropped }).map((change): LocatedChange => {
    const definition = defined && placeOfChange(defined, change, cwd);
    return definition ? { ...change, definition } : change;
  });
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
  const accepted = diffs.flatMap((diff) => diff.changes.filter((change) => change.accepted)).length;
  const told = accepted > 0 ? `${what}, ${accepted} of which ${accepted === 1 ? "is" : "are"} accepted` : what;
  if (failing === 0) return say(told);
  const broken = failing < changes - accepted ? `, ${failing} of which break --fail-on` : "";
  say(`${paint("red", "✖")} ${told}${broken} ${paint("dim", "[different]")}`);
}
