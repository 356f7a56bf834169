import { isAbsolute, relative } from "node:path";
import type { Problem } from "../errors.ts";
import type { Fault } from "./fault.ts";
import type { Paint } from "./paint.ts";

export interface RenderOptions {
  readonly paint: Paint;
  /** Paths below it are shown relative to it. */
  readonly cwd: string;
  readonly verbose: boolean;
}

/**
 * A fault as text for people, without a final line end:
 *
 * ```
 * ✖ the definitions have a mistake [bad-definitions]
 *
 *   definitions/shop/products.json:4:41 "uid" is not a CQL type
 *     > 4 |     { "name": "id", "typeDefinition": "uid" }
 *         |                                       ^
 *     → did you mean "uuid"?
 * ```
 */
export function renderFault(fault: Fault, { paint, cwd, verbose }: RenderOptions): string {
  const lines = [`${paint("red", "✖")} ${fault.message} ${paint("dim", `[${fault.code}]`)}`];
  for (const problem of fault.problems) lines.push("", ...renderProblem(problem, paint, cwd));
  if (fault.problems.length > 0 && fault.next !== undefined) lines.push("");
  if (fault.next !== undefined) lines.push(renderNext(fault.next, paint));
  if (verbose && fault.stack !== undefined) lines.push("", paint("dim", fault.stack));
  return lines.join("\n");
}

/** A fault as `--json` has it. */
export function printFault({ code, message, next, problems }: Fault): object {
  return { error: { code, message, ...(next !== undefined && { next }), problems } };
}

/** A path as it is shown: relative where it is below the working folder. */
export function renderPath(path: string, cwd: string): string {
  const below = relative(cwd, path);
  return below === "" ? "." : below.startsWith("..") || isAbsolute(below) ? path : below;
}

/** What to do, as a line of its own. */
export function renderNext(next: string, paint: Paint): string {
  return `${paint("cyan", "→")} ${next}`;
}

/** A mistake that stops nothing, with what to do. */
export function renderWarning({ message, next }: Problem, paint: Paint): string {
  const line = `${paint("yellow", "!")} ${message}`;
  return next === undefined ? line : `${line}\n${renderNext(next, paint)}`;
}

function renderProblem({ file, line, column, message, frame, next }: Problem, paint: Paint, cwd: string): string[] {
  const place = [file === undefined ? undefined : renderPath(file, cwd), line, column].filter(
    (part) => part !== undefined,
  );
  return [
    `  ${place.length > 0 ? `${paint("bold", place.join(":"))} ` : ""}${message}`,
    ...(frame === undefined ? [] : frame.split("\n").map((text) => `    ${text}`)),
    ...(next === undefined ? [] : [`    ${renderNext(next, paint)}`]),
  ];
}
