import { existsSync } from "node:fs";
import { join } from "node:path";
import { ColonnadeError, countOf, firstOf } from "../../errors.ts";
import { generateAll } from "../../generate.ts";
import type { GenerateReport, Target } from "../../generate.ts";
import { manifestName } from "../../output/index.ts";
import type { Flags } from "../arguments/command.ts";
import { exitCodes } from "../faults/exit-codes.ts";
import { loadConfigAndWarn } from "../targets/keyspace-folders.ts";
import { selectTargets } from "../targets/select-targets.ts";
import type { Io } from "../terminal/io.ts";
import { renderPath } from "../terminal/talk.ts";
import { printCommand, printFlag } from "../terminal/package-manager.ts";
import { createProgress } from "../terminal/progress.ts";
import type { Talk } from "../terminal/talk.ts";

/** Writes the bindings of all targets, once or with `--watch` until it is stopped. @returns the exit code */
export async function generate(flags: Flags, io: Io, talk: Talk): Promise<number> {
  return flags.has("watch") ? watchTables(flags, io, talk) : generateOnce(flags, io, talk);
}

async function generateOnce(flags: Flags, io: Io, talk: Talk): Promise<number> {
  // `performance` would load a module that takes a millisecond.
  const begun = Date.now();
  const targets = await selectTargets(flags, io, await loadConfigAndWarn(flags, io, talk));
  const dryRun = flags.has("dry-run");
  const isFirst = !dryRun && targets.every(({ output }) => !existsSync(join(output, manifestName)));
  const progress = createProgress(io, talk);
  const onFile = progress.show;
  const reports = await generateAll(targets, {
    dryRun,
    onPhase: talk.verbose ? talk.timed : undefined,
    onFile,
  }).finally(progress.clear);
  const done = joinReports(targets, reports);
  if (talk.json) talk.document({ dryRun, keyspaces: done.map((written) => printReport(written, io.cwd)) });
  for (const written of done) showFiles(written, { dryRun, cwd: io.cwd }, talk);
  talk.say(renderSummary(reports, { dryRun, milliseconds: Date.now() - begun }));
  if (isFirst) for (const step of listFirstSteps(targets, flags, io)) talk.next(step);
  return exitCodes.fine;
}

/** What to do after the first run: use the bindings, and run a service to try them with. */
function listFirstSteps(targets: readonly Target[], flags: Flags, { env, cwd }: Io): readonly string[] {
  const [target] = targets;
  if (!target) return [];
  const given = ["config", "definitions"].flatMap((name) => {
    const value = flags.text(name);
    return value === undefined ? [] : [printFlag(name, value)];
  });
  const serve = printCommand("colonnade serve", given, env);
  const folders = targets.map(({ output }) => renderPath(output, cwd)).join(", ");
  return [
    `import the functions of a table from its module in ${folders}`,
    `run the service with these tables: ${serve}`,
  ];
}

/** With `--json`, each round prints one line: the document of a run without `--watch`, or of an error. */
async function watchTables(flags: Flags, io: Io, once: Talk): Promise<number> {
  const talk: Talk = { ...once, document: (value) => once.data(JSON.stringify(value)) };
  if (flags.has("dry-run")) throw new ColonnadeError("usage", "--watch and --dry-run cannot be combined");
  const { watch } = await import("./watch.ts");
  let isFirst = true;
  return watch(flags, io, talk, (targets, reports, milliseconds) => {
    const done = joinReports(targets, reports);
    const isSame = done.every(({ report }) => report.written.length === 0 && report.removed.length === 0);
    if (isSame && !isFirst) return;
    isFirst = false;
    if (talk.json) talk.document({ dryRun: false, keyspaces: done.map((written) => printReport(written, io.cwd)) });
    for (const written of done) showFiles(written, { dryRun: false, cwd: io.cwd }, talk);
    talk.say(renderSummary(reports, { milliseconds }));
    const written = done.flatMap(({ report }) => report.written);
    if (written.length > 0) talk.say(talk.paint("dim", `  ${firstOf(written, mostNamed)}`));
  });
}

/** The most files that are named. */
const mostNamed = 6;

interface Done extends GenerateReport {
  readonly target: Target;
}

function joinReports(targets: readonly Target[], reports: readonly GenerateReport[]): readonly Done[] {
  return reports.map((report, index) => ({ target: targets[index]!, ...report }));
}

function printReport({ keyspace, target, tables, report, warnings }: Done, cwd: string): object {
  return { keyspace, output: renderPath(target.output, cwd), tables, ...report, warnings };
}

function showFiles(
  { target, report, warnings }: Done,
  { dryRun, cwd }: { readonly dryRun: boolean; readonly cwd: string },
  talk: Talk,
): void {
  for (const problem of warnings) talk.warn(problem);
  const shown = (file: string): string => renderPath(`${target.output}/${file}`, cwd);
  const { written, removed, unchanged, kept, overwritten } = report;
  if (dryRun && !talk.json) {
    for (const file of written) talk.data(`write  ${shown(file)}`);
    for (const file of removed) talk.data(`remove ${shown(file)}`);
  }
  if (talk.verbose) {
    for (const file of written) talk.detail(`written ${shown(file)}`);
    for (const file of removed) talk.detail(`removed ${shown(file)}`);
    for (const file of unchanged) talk.detail(`unchanged ${shown(file)}`);
  }
  if (!talk.verbose && !dryRun && removed.length > 0) {
    talk.say(`removed ${firstOf(removed.map(shown), mostNamed)}`);
  }
  for (const file of overwritten) {
    talk.say(`${dryRun ? "would write" : "wrote"} over ${shown(file)}, which was edited by hand`);
  }
  for (const file of kept) talk.say(`kept ${shown(file)}: it is no longer needed, but was edited by hand`);
}

/** `12 tables → 28 files (2 written, 26 unchanged, 0 removed) in 41 ms` */
function renderSummary(
  reports: readonly GenerateReport[],
  { dryRun = false, milliseconds }: { readonly dryRun?: boolean; readonly milliseconds: number },
): string {
  const count = (done: "written" | "unchanged" | "removed"): number =>
    reports.reduce((sum, { report }) => sum + report[done].length, 0);
  const tables = reports.reduce((sum, report) => sum + report.tables, 0);
  const would = dryRun ? " to be" : "";
  return (
    `${countOf(tables, "table")} → ${count("written") + count("unchanged")} files ` +
    `(${count("written")}${would} written, ${count("unchanged")} unchanged, ${count("removed")}${would} removed) ` +
    `in ${Math.round(milliseconds)} ms`
  );
}
