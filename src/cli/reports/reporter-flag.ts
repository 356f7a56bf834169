import { ColonnadeError } from "../../errors.ts";
import type { FlagDefinition, Flags } from "../arguments/command.ts";
import type { Io } from "../terminal/io.ts";
import type { Talk } from "../terminal/talk.ts";
import type { ReportFormat, Reporter } from "./print-report.ts";

/** The flag `--reporter`; each command adds what it prints without it. */
export const reporterFlag = {
  describe: "Print a report for a CI server",
  choices: ["github", "junit", "gitlab"],
} as const satisfies FlagDefinition;

/**
 * Runs a command that prints the report of `--reporter`, if it is given; a failure of the command is reported too.
 *
 * @param command `colonnade check`
 * @throws {ColonnadeError} `usage`, and the errors of the command
 */
export async function runWithReport(
  command: string,
  flags: Flags,
  io: Io,
  talk: Talk,
  run: (report?: ReportFormat) => Promise<number>,
): Promise<number> {
  const reporter = flags.text("reporter") as Reporter | undefined;
  if (reporter === undefined) return run();
  if (talk.json) throw new ColonnadeError("usage", "--reporter and --json cannot be combined");
  const { reportFaults } = await import("./print-report.ts");
  const report = { reporter, command };
  return reportFaults(report, io, talk, () => run(report));
}
