import type { Problem } from "../../errors.ts";
import type { Fault } from "./fault.ts";
import { onOneLine, renderNext, renderPlace } from "../terminal/messages.ts";
import type { Paint } from "../terminal/talk.ts";

export interface RenderOptions {
  readonly paint: Paint;
  /** Paths below it are shown relative to it. */
  readonly cwd: string;
  readonly verbose: boolean;
  /** The section with more details; see `findErrorDocs`. */
  readonly docs?: string | undefined;
}

/**
 * Renders a fault as text, without a final line end:
 *
 * ```
 * ✖ the definitions have a mistake [bad-definitions]
 *
 *   definitions/shop/products.json:4:41 "uid" is not a CQL type
 *     > 4 |     { "name": "id", "typeDefinition": "uid" }
 *         |                                       ^
 *     → did you mean "uuid"?
 *
 *   more: node_modules/colonnade/docs/errors.md#unknown-type
 * ```
 */
export function renderFault(fault: Fault, { paint, cwd, verbose, docs }: RenderOptions): string {
  const lines = [`${paint("red", "✖")} ${onOneLine(fault.message)} ${paint("dim", `[${fault.code}]`)}`];
  for (const problem of fault.problems) lines.push("", ...renderProblem(problem, paint, cwd));
  if (fault.problems.length > 0 && (fault.next ?? docs) !== undefined) lines.push("");
  if (fault.next !== undefined) lines.push(renderNext(fault.next, paint));
  if (docs !== undefined) lines.push(paint("dim", `  more: ${docs}`));
  if (verbose && fault.stack !== undefined) lines.push("", paint("dim", fault.stack));
  return lines.join("\n");
}

/** A fault as the document of `--json`. */
export function printFault({ code, message, next, problems }: Fault, docs?: string): object {
  return {
    error: { code, message, ...(next !== undefined && { next }), problems, ...(docs !== undefined && { docs }) },
  };
}

function renderProblem({ message, frame, next, ...place }: Problem, paint: Paint, cwd: string): string[] {
  const where = renderPlace(place, cwd);
  return [
    `  ${where === "" ? "" : `${paint("bold", where)} `}${onOneLine(message)}`,
    ...(frame === undefined ? [] : frame.split("\n").map((text) => `    ${text}`)),
    ...(next === undefined ? [] : [`    ${renderNext(next, paint)}`]),
  ];
}
