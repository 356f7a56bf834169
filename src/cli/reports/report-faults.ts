import type { Fault } from "../faults/fault.ts";
import { describeError } from "../faults/fault.ts";
import { maskFault } from "../faults/mask-secrets.ts";
import type { Io } from "../terminal/io.ts";
import type { Talk } from "../terminal/talk.ts";
import { printReport, repositoryPath } from "./print-report.ts";
import type { Finding, Report } from "./print-report.ts";

/** Runs a command that prints a report. If the command fails, that is reported too, or the server would show nothing. */
export async function reportFaults(report: Report, io: Io, talk: Talk, run: () => Promise<number>): Promise<number> {
  try {
    return await run();
  } catch (error) {
    const fault = maskFault(describeError(error), io.env);
    talk.data(printReport(report, describeFault(fault, io)));
    throw error;
  }
}

/** Each mistake at its place; only the message without a list. */
export function describeFault(
  { code, message, next, problems }: Fault,
  io: Pick<Io, "env" | "cwd">,
): readonly Finding[] {
  const all = problems.length > 0 ? problems : [{ code, message, ...(next !== undefined && { next }) }];
  return all.map((problem): Finding => {
    const file = problem.file === undefined ? undefined : repositoryPath(problem.file, io);
    const text = [problem.message, ...(problem.next === undefined ? [] : [problem.next])].join("\n");
    const { line, column } = problem;
    const about = { check: problem.code, title: problem.code, text, kind: "fault" } as const;
    return { name: file ?? problem.code, ...about, file, line, column };
  });
}
