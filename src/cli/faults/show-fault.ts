import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Problem } from "../../errors.ts";
import type { Io } from "../terminal/io.ts";
import {
  createPaint,
  onOneLine,
  printable,
  printLogLine,
  renderNext,
  renderPath,
  renderPlace,
} from "../terminal/talk.ts";
import type { Paint, Talk } from "../terminal/talk.ts";
import { describeError } from "./fault.ts";
import type { Fault } from "./fault.ts";
import { maskFault } from "./mask-secrets.ts";

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

interface RenderOptions {
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

/** Renders an uncaught error that no command can report: with its stack trace, without secrets. */
export function renderCrash(error: unknown, { env, cwd }: Pick<Io, "env" | "cwd">): string {
  const fault = maskFault(describeError(error), env);
  return printable(
    renderFault(fault, { paint: createPaint(false), cwd, verbose: true, docs: findErrorDocs(fault, cwd) }),
  );
}

/** A fault as the document of `--json`. */
function printFault({ code, message, next, problems }: Fault, docs?: string): object {
  return { error: { code, message, next, problems, docs } };
}

function renderProblem({ message, frame, next, ...place }: Problem, paint: Paint, cwd: string): string[] {
  const where = renderPlace(place, cwd);
  return [
    `  ${where === "" ? "" : `${paint("bold", where)} `}${onOneLine(message)}`,
    ...(frame === undefined ? [] : frame.split("\n").map((text) => `    ${text}`)),
    ...(next === undefined ? [] : [`    ${renderNext(next, paint)}`]),
  ];
}

const page = join("docs", "errors.md");

/**
 * Finds the section on a fault, as a path from the working folder:
 * `node_modules/colonnade/docs/errors.md#unknown-type`.
 *
 * If all mistakes have the same code, it is the section of that code; otherwise that of the whole fault.
 *
 * @returns undefined if the package is installed without its docs
 */
export function findErrorDocs({ code, problems }: Pick<Fault, "code" | "problems">, cwd: string): string | undefined {
  const codes = new Set(problems.map((problem) => problem.code));
  const [only = code] = codes.size === 1 ? codes : [code];
  const file = findPage(cwd);
  return file === undefined ? undefined : `${renderPath(file, cwd).replaceAll("\\", "/")}#${sectionOf(only)}`;
}

/** Codes of the operating system, such as `EACCES`, share one section. */
export function sectionOf(code: string): string {
  return /^E[A-Z0-9_]+$/.test(code) || code.startsWith("ERR_") ? "errors-of-the-machine" : code;
}

/** Tries the app's installed package first: its real path may be deep in a package manager's store. */
function findPage(cwd: string): string | undefined {
  const installed = join(cwd, "node_modules", "colonnade", page);
  if (existsSync(installed)) return installed;
  let folder = dirname(fileURLToPath(import.meta.url));
  for (let up = 0; up < 4; up++, folder = dirname(folder)) {
    if (existsSync(join(folder, "package.json")))
      return existsSync(join(folder, page)) ? join(folder, page) : undefined;
  }
  return undefined;
}
