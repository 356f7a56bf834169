import { check } from "./check.ts";
import { describeFile } from "./describe-file.ts";
import type { Flags } from "../arguments/command.ts";
import { fixCommand } from "../targets/fix-command.ts";
import { printReport } from "../reports/print-report.ts";
import type { Reporter } from "../reports/print-report.ts";
import { reportFaults } from "../reports/report-faults.ts";
import { repositoryPath } from "../reports/repository-path.ts";
import type { Io } from "../terminal/io.ts";
import type { Talk } from "../terminal/talk.ts";

/** The first differing line of the existing file; its hunk begins with unchanged lines. */
function lineOf(diff: string | undefined): number | undefined {
  const [, from, body = ""] = /^@@ -(\d+).*\n([^]*)/m.exec(diff ?? "") ?? [];
  const before = body.split("\n").findIndex((line) => !line.startsWith(" "));
  return from === undefined ? undefined : Math.max(1, Number(from) + Math.max(0, before));
}

/** Checks, and prints a report for a CI server: of the files, or of the fault that stopped the check. */
export async function checkAndReport(reporter: Reporter, flags: Flags, io: Io, talk: Talk): Promise<number> {
  const report = { reporter, command: "colonnade check" };
  const next = fixCommand(flags, io.env);
  return reportFaults(report, io, talk, () =>
    check(flags, io, talk, (files) => {
      const findings = files.map(({ path, diff, ...file }) =>
        describeFile({ ...file, file: repositoryPath(path, io), line: lineOf(diff), next }),
      );
      const text = printReport(report, findings);
      if (text !== "") talk.data(text);
    }),
  );
}
