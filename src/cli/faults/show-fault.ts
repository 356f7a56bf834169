import { findErrorDocs } from "./find-error-docs.ts";
import { describeError } from "./fault.ts";
import type { Io } from "../terminal/io.ts";
import { maskFault } from "./mask-secrets.ts";
import { printFault, renderFault } from "./render-fault.ts";
import type { Talk } from "../terminal/talk.ts";

/** Reports a thrown value as text, and with `--json` as a document too. @returns the exit code */
export function showFault(error: unknown, io: Io, talk: Talk): number {
  const fault = maskFault(describeError(error), io.env);
  const docs = findErrorDocs(fault, io.cwd);
  if (talk.json) talk.document(printFault(fault, docs));
  talk.insist(renderFault(fault, { paint: talk.paint, cwd: io.cwd, verbose: talk.verbose, docs }));
  return fault.exitCode;
}
