import { check } from "./check.ts";
import type { Flags } from "../arguments/command.ts";
import { fixCommand } from "../targets/target-flags.ts";
import { printReport, repositoryPath, reportFaults } from "../reports/print-report.ts";
import type { Finding, Reporter } from "../reports/print-report.ts";
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

/** A generated file in a report. */
export interface ReportedFile {
  /** Relative to the repository, with `/`. */
  readonly file: string;
  /** `"up to date"`, `"definitions changed"`, `"edited by hand"`, … */
  readonly state: string;
  readonly stale: boolean;
  /** The line of the first difference, from 1. */
  readonly line?: number | undefined;
  /** The differing declaration, if known: `"ProductsRow.price"`. */
  readonly declarations?: readonly string[] | undefined;
  /** The command that fixes it. */
  readonly next: string;
}

const shownDeclarations = 10;

/** A generated file as a finding: the declarations that differ, and the command that fixes it. */
export function describeFile({ file, line, state, stale, declarations = [], next }: ReportedFile): Finding {
  const more = declarations.length - shownDeclarations;
  const names = [...declarations.slice(0, shownDeclarations), ...(more > 0 ? [`${more} more`] : [])].join(", ");
  const differs = names === "" ? [] : [`${names} ${declarations.length === 1 ? "differs" : "differ"}`];
  const about = { check: state.replaceAll(" ", "-"), title: state, text: [...differs, next].join("\n") };
  return { name: file, ...about, kind: stale ? "failure" : "fine", file, line };
}
