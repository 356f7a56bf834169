import { findErrorDocs } from "./find-error-docs.ts";
import { describeError } from "./fault.ts";
import type { Fault } from "./fault.ts";
import type { Io } from "../terminal/io.ts";
import { printLogLine } from "../terminal/log-line.ts";
import { maskFault } from "./mask-secrets.ts";
import { printFault, renderFault } from "./render-fault.ts";
import type { Talk } from "../terminal/talk.ts";

/** Reports a thrown value as text, and with `--json` as a document too. @returns the exit code */
export function showFault(error: unknown, io: Io, talk: Talk): number {
  return report(error, io, talk, (fault, docs) =>
    talk.insist(renderFault(fault, { paint: talk.paint, cwd: io.cwd, verbose: talk.verbose, docs })),
  );
}

/** Reports a thrown value as an entry of a log for programs, and with `--json` as a document too. @returns the exit code */
export function logFault(error: unknown, io: Io, talk: Talk): number {
  return report(error, io, talk, ({ message, code, next, problems }) => {
    const members = { message, code, next, ...(problems.length > 0 && { problems }) };
    io.stderr.write(printLogLine(io.now?.() ?? Date.now(), "error", members));
  });
}

function report(error: unknown, io: Io, talk: Talk, show: (fault: Fault, docs: string | undefined) => void): number {
  const fault = maskFault(describeError(error), io.env);
  const docs = findErrorDocs(fault, io.cwd);
  if (talk.json) talk.document(printFault(fault, docs));
  show(fault, docs);
  return fault.exitCode;
}
