import { basename, join } from "node:path";
import { countOf, firstOf } from "../../errors.ts";
import { compareAll } from "../../generate.ts";
import { manifestName } from "../../output/index.ts";
import type { ComparedFile } from "../../output/index.ts";
import type { Flags } from "../arguments/command.ts";
import { exitCodes } from "../faults/exit-codes.ts";
import type { Finding } from "../reports/print-report.ts";
import type { Io } from "../terminal/io.ts";
import { createProgress } from "../terminal/progress.ts";
import { renderPath } from "../terminal/talk.ts";
import type { Talk } from "../terminal/talk.ts";
import { loadConfigAndWarn } from "../targets/keyspace-folders.ts";
import { fixCommand } from "../targets/target-flags.ts";
import { selectTargets } from "../targets/select-targets.ts";

interface CheckedFile extends ComparedFile {
  /** Relative to the working folder if it is below it. */
  readonly path: string;
}

/**
 * Compares every target with what would be generated, and lists the out-of-date files.
 *
 * @returns the exit code
 */
export async function check(flags: Flags, io: Io, talk: Talk): Promise<number> {
  const targets = await selectTargets(flags, io, await loadConfigAndWarn(flags, io, talk));
  const progress = createProgress(io, talk);
  const explained = talk.verbose ? Infinity : undefined;
  const options = { ...(explained !== undefined && { explained }), onPhase: talk.timed, onFile: progress.show };
  const reports = await compareAll(targets, options).finally(progress.clear);
  const compared = reports.map(({ keyspace, tables, report: { upToDate, files }, warnings }, index) => {
    const output = renderPath(targets[index]?.output ?? "", io.cwd);
    return { keyspace, output, tables, upToDate, files, warnings };
  });
  const upToDate = compared.every((keyspace) => keyspace.upToDate);
  const files = compared.flatMap(({ output, files }) =>
    files.map((file): CheckedFile => ({ ...file, path: join(output, file.path) })),
  );
  for (const { warnings } of compared) for (const problem of warnings) talk.warn(problem);
  const stale = files.filter((file) => file.stale);
  const next = fixCommand(flags, io.env);
  const reporter = flags.text("reporter");
  if (reporter !== undefined) {
    const { printReport, repositoryPath } = await import("../reports/print-report.ts");
    const findings = files.map(({ path, diff, ...file }) =>
      describeFile({ ...file, file: repositoryPath(path, io), line: lineOf(diff), next }),
    );
    const text = printReport(reporter, "check", findings);
    if (text !== "") talk.data(text);
  } else if (talk.json) talk.document({ upToDate, keyspaces: compared });
  else for (const file of stale) talk.data(renderFile(file));
  if (upToDate) {
    talk.say(`${countOf(files.length, "file")} ${files.length === 1 ? "is" : "are"} up to date${renderLayouts(files)}`);
    return exitCodes.fine;
  }
  showDifferences(stale, talk);
  const { paint } = talk;
  const what = stale.length === 1 ? "1 file is" : `${stale.length} files are`;
  talk.say(`${paint("red", "✖")} ${what} out of date ${paint("dim", "[stale]")}`);
  if (stale.some(({ state }) => state === "edited by hand")) talk.say("generate overwrites what was edited by hand");
  if (stale.some(({ state }) => state === "not ours"))
    talk.say("generate stops until you move away the files that are not ours");
  talk.next(next);
  return exitCodes.different;
}

const longestState = "definitions changed".length;
const mostDeclarations = 5;

/** `definitions changed  src/db/products.ts  ProductsRow.price` */
function renderFile({ path, state, edited, declarations = [] }: ComparedFile): string {
  const note = edited ? "edited, so it will be kept" : firstOf(declarations, mostDeclarations);
  return [state.padEnd(longestState), path, note].join("  ").trimEnd();
}

/** Files that are up to date although their bytes differ. */
function renderLayouts(files: readonly ComparedFile[]): string {
  const count = (state: ComparedFile["state"]): number => files.filter((file) => file.state === state).length;
  const [layouts, lineEnds] = [count("only reformatted"), count("only line ends")];
  const notes = [
    ...(layouts > 0 ? [`${layouts} only reformatted`] : []),
    ...(lineEnds > 0 ? [`${lineEnds} with other line ends`] : []),
  ];
  return notes.length === 0 ? "" : ` (${notes.join(", ")})`;
}

/** The most lines of a file's differences, and the most files, that are shown. */
const mostLines = 40;
const mostFiles = 5;

/** The states of files without a difference to show. */
const wholeFiles: ReadonlySet<ComparedFile["state"]> = new Set(["missing", "left over", "not ours"]);

function showDifferences(files: readonly ComparedFile[], { say, paint, verbose }: Talk): void {
  const differing = files.filter(({ diff }) => diff !== undefined && diff !== "");
  const shown = verbose ? differing : differing.slice(0, mostFiles);
  for (const { path, diff = "" } of shown) {
    const lines = diff.trimEnd().split("\n");
    const worth = verbose ? lines : lines.slice(0, mostLines);
    say(`\n${paint("bold", `--- ${path}\n+++ ${path}, as it would be generated`)}`);
    for (const line of worth) say(paintLine(line, paint));
    const rest = lines.length - worth.length;
    if (rest > 0) say(paint("dim", `… ${countOf(rest, "more line")}`));
  }
  // Only the first files come with their difference.
  const changed = files.filter(({ path, state }) => !wholeFiles.has(state) && basename(path) !== manifestName);
  const hidden = verbose ? 0 : changed.length - shown.length;
  if (hidden > 0) say(paint("dim", `\n… and ${countOf(hidden, "more file")}; --verbose shows all`));
  if (shown.length > 0) say("");
}

function paintLine(line: string, paint: Talk["paint"]): string {
  if (line.startsWith("+")) return paint("green", line);
  if (line.startsWith("-")) return paint("red", line);
  return line.startsWith("@@") ? paint("cyan", line) : line;
}

/** The first differing line of the existing file; its hunk begins with unchanged lines. */
function lineOf(diff: string | undefined): number | undefined {
  const [, from, body = ""] = /^@@ -(\d+).*\n([^]*)/m.exec(diff ?? "") ?? [];
  const before = body.split("\n").findIndex((line) => !line.startsWith(" "));
  return from === undefined ? undefined : Math.max(1, Number(from) + Math.max(0, before));
}

/** A generated file in a report. */
export interface ReportedFile {
  /** Relative to the repository, with `/`. */
  readonly file: string;
  readonly state: string;
  readonly stale: boolean;
  /** The line of the first difference, from 1. */
  readonly line?: number | undefined;
  readonly declarations?: readonly string[] | undefined;
  /** The command that fixes it. */
  readonly next: string;
}

const shownDeclarations = 10;

/** A generated file as a finding: the declarations that differ, and the command that fixes it. */
export function describeFile({ file, line, state, stale, declarations = [], next }: ReportedFile): Finding {
  const names = firstOf(declarations, shownDeclarations);
  const differs = names === "" ? [] : [`${names} ${declarations.length === 1 ? "differs" : "differ"}`];
  const about = { check: state.replaceAll(" ", "-"), title: state, text: [...differs, next].join("\n") };
  return { name: file, ...about, kind: stale ? "failure" : "fine", file, line };
}
