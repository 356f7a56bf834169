import type { GenerateReport, Target } from "../../generate.ts";
import type { Command } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import { renderPath, renderWarning } from "../render-fault.ts";
import type { Talk } from "../talk.ts";
import { targetFlags } from "../target-flags.ts";

export const generateCommand: Command = {
  name: "generate",
  summary: "Write the bindings of the defined tables",
  describe: "Writes the TypeScript bindings of the tables that are defined, all or none. Opens no connection.",
  flags: {
    ...targetFlags,
    "dry-run": { describe: "Write nothing, and list what would be written and removed", kind: "switch" },
  },
  examples: [
    ["All keyspaces of the config file:", "colonnade generate"],
    ["Without a config file:", "colonnade generate --definitions definitions/shop \\\n--output src/db"],
  ],
  async run(flags, io, talk) {
    const begun = performance.now();
    const { generateAll } = await import("../../generate.ts");
    const { selectTargets } = await import("../targets.ts");
    const targets = await selectTargets(flags, io);
    const dryRun = flags.has("dry-run");
    const reports = await generateAll(targets, { dryRun, onPhase: talk.timed });
    const done = targets.map((target, index) => ({ target, ...(reports[index] as GenerateReport) }));
    if (talk.json) talk.document({ dryRun, keyspaces: done.map((written) => printReport(written, io.cwd)) });
    for (const written of done) showFiles(written, { dryRun, cwd: io.cwd }, talk);
    talk.say(renderSummary(reports, { dryRun, milliseconds: performance.now() - begun }));
    return exitCodes.fine;
  },
};

interface Done extends GenerateReport {
  readonly target: Target;
}

function printReport({ keyspace, target, tables, report, warnings }: Done, cwd: string): object {
  return { keyspace, output: renderPath(target.output, cwd), tables, ...report, warnings };
}

function showFiles(
  { target, report, warnings }: Done,
  { dryRun, cwd }: { readonly dryRun: boolean; readonly cwd: string },
  talk: Talk,
): void {
  for (const problem of warnings) talk.say(renderWarning(problem, talk.paint));
  const shown = (file: string): string => renderPath(`${target.output}/${file}`, cwd);
  const { written, removed, unchanged, kept, overwritten } = report;
  if (dryRun && !talk.json) {
    for (const file of written) talk.data(`write  ${shown(file)}`);
    for (const file of removed) talk.data(`remove ${shown(file)}`);
  }
  for (const file of written) talk.detail(`written ${shown(file)}`);
  for (const file of removed) talk.detail(`removed ${shown(file)}`);
  for (const file of unchanged) talk.detail(`unchanged ${shown(file)}`);
  for (const file of overwritten) {
    talk.say(`${dryRun ? "would write" : "wrote"} over ${shown(file)}, which was edited by hand`);
  }
  for (const file of kept) talk.say(`kept ${shown(file)}: nothing needs it any more, but it was edited`);
}

/** `12 tables → 28 files (2 written, 26 unchanged, 0 removed) in 41 ms` */
export function renderSummary(
  reports: readonly GenerateReport[],
  { dryRun = false, milliseconds }: { readonly dryRun?: boolean; readonly milliseconds: number },
): string {
  const count = (done: "written" | "unchanged" | "removed"): number =>
    reports.reduce((sum, { report }) => sum + report[done].length, 0);
  const tables = reports.reduce((sum, report) => sum + report.tables, 0);
  const would = dryRun ? " to be" : "";
  return (
    `${tables} ${tables === 1 ? "table" : "tables"} → ${count("written") + count("unchanged")} files ` +
    `(${count("written")}${would} written, ${count("unchanged")} unchanged, ${count("removed")}${would} removed) ` +
    `in ${Math.round(milliseconds)} ms`
  );
}
