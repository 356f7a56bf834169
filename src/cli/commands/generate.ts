import { ColonnadeError, isColonnadeError } from "../../errors.ts";
import type { Problem } from "../../errors.ts";
import type { GenerateReport, Target } from "../../generate.ts";
import type { Command } from "../command.ts";
import { exitCodes } from "../exit-codes.ts";
import { renderPath, renderWarning } from "../render-fault.ts";
import { targetFlags } from "../target-flags.ts";

export const generateCommand: Command = {
  name: "generate",
  summary: "Write the bindings of the defined tables",
  describe: "Writes the TypeScript bindings of the tables that are defined. Opens no connection.",
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
    const { render, write } = await import("../../generate.ts");
    const { selectTargets } = await import("../targets.ts");
    const targets = await selectTargets(flags, io);
    const dryRun = flags.has("dry-run");
    // All or nothing: a mistake in one keyspace must not leave the others half regenerated.
    const renderings = await rehearse(targets, async (target) => {
      const rendering = await render(target);
      if (targets.length > 1) await write(rendering, { dryRun: true });
      return rendering;
    });
    const reports: GenerateReport[] = [];
    for (const rendering of renderings) reports.push(await write(rendering, { dryRun }));

    if (talk.json)
      talk.document({ dryRun, keyspaces: targets.map((target, index) => printReport(target, reports[index], io.cwd)) });
    reports.forEach(({ report, warnings }, index) => {
      for (const problem of warnings) talk.say(renderWarning(problem, talk.paint));
      const shown = (file: string): string => renderPath(`${targets[index]?.output}/${file}`, io.cwd);
      for (const done of allDone) {
        if (done === "kept") {
          for (const file of report.kept) {
            talk.say(`kept ${shown(file)}: nothing needs it any more, but it was edited`);
          }
        } else if (dryRun && !talk.json && done !== "unchanged") {
          for (const file of report[done]) talk.data(`${done === "written" ? "write " : "remove"} ${shown(file)}`);
        } else if (talk.verbose) for (const file of report[done]) talk.detail(`${done} ${shown(file)}`);
      }
    });
    const count = (done: Done): number => reports.reduce((sum, { report }) => sum + report[done].length, 0);
    const tables = reports.reduce((sum, report) => sum + report.tables, 0);
    const total = count("written") + count("unchanged");
    const would = dryRun ? " to be" : "";
    talk.say(
      `${tables} ${tables === 1 ? "table" : "tables"} → ${total} files ` +
        `(${count("written")}${would} written, ${count("unchanged")} unchanged, ${count("removed")}${would} removed) ` +
        `in ${Math.round(performance.now() - begun)} ms`,
    );
    return exitCodes.fine;
  },
};

const allDone = ["written", "unchanged", "removed", "kept"] as const;
type Done = (typeof allDone)[number];

function printReport({ keyspace, output }: Target, report: GenerateReport | undefined, cwd: string): object {
  return {
    keyspace,
    output: renderPath(output, cwd),
    tables: report?.tables ?? 0,
    ...report?.report,
    warnings: report?.warnings ?? [],
  };
}

/** @throws {ColonnadeError} with the mistakes of every target, when several have some */
async function rehearse<Result>(
  targets: readonly Target[],
  work: (target: Target) => Promise<Result>,
): Promise<readonly Result[]> {
  const errors: ColonnadeError[] = [];
  const results: Result[] = [];
  for (const target of targets) {
    try {
      results.push(await work(target));
    } catch (error) {
      if (!isColonnadeError(error)) throw error;
      errors.push(error);
    }
  }
  const [first, ...rest] = errors;
  if (first && rest.length === 0) throw first;
  if (first) {
    const message = `${errors.length} keyspaces have mistakes; nothing was written`;
    throw new ColonnadeError(first.code, message, { problems: errors.flatMap(problemsOf) });
  }
  return results;
}

/** The mistakes in an error; the error itself where it lists none. */
function problemsOf({ code, message, next, problems }: ColonnadeError): readonly Problem[] {
  return problems.length > 0 ? problems : [{ code, message, ...(next !== undefined && { next }) }];
}
