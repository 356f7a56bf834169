import { findErrorDocs, renderFault } from "./show-fault.ts";
import { describeError } from "./fault.ts";
import type { Io } from "../terminal/io.ts";
import { maskFault } from "./mask-secrets.ts";
import { createPaint } from "../terminal/talk.ts";
import { printable } from "../terminal/printable.ts";

/** Renders an uncaught error that no command can report: everything that is known, without secrets. */
export function renderCrash(error: unknown, { env, cwd }: Pick<Io, "env" | "cwd">): string {
  const fault = maskFault(describeError(error), env);
  return printable(
    renderFault(fault, { paint: createPaint(false), cwd, verbose: true, docs: findErrorDocs(fault, cwd) }),
  );
}
