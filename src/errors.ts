/**
 * Defines errors that users can act on: each names the place, the cause and the next step, and has a code that never
 * changes.
 *
 * `cli/` turns them into text and an exit code. The runtime and the store have errors of their own, which
 * `cli/faults/fault.ts` reports as they are, like those of the operating system; any other thrown value is a bug in Colonnade.
 * The text helpers of messages are here too: counts, lists, quoting, suggestions, and the lines around a mistake.
 */

/** Why a command failed; each kind has its own exit code. */
export type ErrorKind =
  /** Flags, configuration or definitions are wrong. */
  | "input"
  /** The service does not respond, or refuses the credentials. */
  | "service"
  /** The system refuses: a port, a lock, the disk, a permission. */
  | "machine";

/** One mistake in the input. */
export interface Problem {
  readonly code: string;
  /** One sentence without a final stop. */
  readonly message: string;
  readonly file?: string;
  /** From 1. */
  readonly line?: number;
  /** From 1, in UTF-16 units. */
  readonly column?: number;
  /** The lines around the place, with a mark under it. */
  readonly frame?: string;
  /** What to do: a correction or a command. */
  readonly next?: string | undefined;
}

export interface ErrorOptions {
  readonly kind?: ErrorKind;
  readonly next?: string | undefined;
  readonly problems?: readonly Problem[];
  readonly cause?: unknown;
}

/** Its message ends with the first problems, since test runners and build scripts show nothing else. */
export class ColonnadeError extends Error {
  override readonly name = "ColonnadeError";
  readonly code: string;
  readonly kind: ErrorKind;
  /** The message without the problems, for a report that lists them itself. */
  readonly summary: string;
  readonly next: string | undefined;
  /** All mistakes in the input. */
  readonly problems: readonly Problem[];

  /**
   * @param code stable, in kebab case: `unknown-type`
   * @param summary one sentence without a final stop
   */
  constructor(code: string, summary: string, { kind = "input", next, problems = [], cause }: ErrorOptions = {}) {
    super(withProblems(summary, problems), cause === undefined ? undefined : { cause });
    this.code = code;
    this.kind = kind;
    this.summary = summary;
    this.next = next;
    this.problems = problems;
  }
}

/** The most problems in a message. */
const mostProblems = 3;

/** `2 of the seed rows are invalid: rows.users[0]: id is missing; rows.users[3]: id is missing` */
function withProblems(summary: string, problems: readonly Problem[]): string {
  if (problems.length === 0) return summary;
  const shown = problems.slice(0, mostProblems).map((problem) => `${printPlace(problem, ": ")}${problem.message}`);
  const rest = problems.length - shown.length;
  return `${summary}: ${[...shown, ...(rest > 0 ? [`and ${rest} more`] : [])].join("; ")}`;
}

/**
 * The known parts of a place: `definitions/shop/products.json:4:41`.
 *
 * @param after what follows a place that is known
 */
export function printPlace({ file, line, column }: Pick<Problem, "file" | "line" | "column">, after = ""): string {
  const place = [file, line, column].filter((part) => part !== undefined).join(":");
  return place === "" ? "" : place + after;
}

/** What to do about an error of the operating system, by its code. */
const nextBySystemCode: Readonly<Record<string, string>> = {
  EADDRINUSE: "choose another port; --port 0 selects a free one",
  EADDRNOTAVAIL: "set --host to an address of this machine",
  EACCES: "check the permissions, or choose another place",
  EPERM: "check the permissions, or choose another place",
  EROFS: "choose another place: this file system is read-only",
  ENOSPC: "free some disk space, then run the command again",
  EDQUOT: "free some disk space, then run the command again",
};

/** The next step after an error of the operating system. Undefined if it has none of its own. */
export function nextAfter(error: unknown): string | undefined {
  return nextBySystemCode[String(codeOf(error))];
}

/** The result of a function; undefined if it throws anything. */
export function attempt<Result>(run: () => Result): Result | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}

/** The result of a function; undefined if it throws an error of this project. */
export function orUndefined<Result>(run: () => Result): Result | undefined {
  try {
    return run();
  } catch (error) {
    if (isColonnadeError(error)) return undefined;
    throw error;
  }
}

/** The code of an error: ours, a session's or the operating system's. Undefined if it has none. */
export function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

/** A number with its noun: `1 file`, `2 files`. */
export function countOf(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}

/** Names in a sentence: `a`, `a and b`, `a, b and c`. */
export function listOf(names: readonly string[], word: "and" | "or" = "and"): string {
  return names.length < 3 ? names.join(` ${word} `) : `${names.slice(0, -1).join(", ")} ${word} ${names.at(-1) ?? ""}`;
}

/** The first names, and how many follow: `a, b and 3 more`. */
export function firstOf(names: readonly string[], most: number): string {
  const rest = names.length - most;
  return `${names.slice(0, most).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}

/** A word of a command that is printed to be copied, quoted where a shell would read something else. */
export function shellWord(word: string): string {
  if (/^[\w./:@-]+$/.test(word)) return word;
  // Only double quotes work in cmd.exe too, but a POSIX shell expands these characters within them.
  return /["$`!]|\\(?:\\|$)/.test(word) ? `'${word.replaceAll("'", "'\\''")}'` : `"${word}"`;
}

/**
 * Loads a module that needs ts-morph, the compiler as an optional package.
 *
 * @param purpose a phrase before "needs the package"
 * @throws {ColonnadeError} `missing-package`
 */
export async function loadWithCompiler<Module>(purpose: string, load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if (!isWithoutCompiler(error)) throw error;
    throw new ColonnadeError("missing-package", `${purpose} needs the package ts-morph, which is not installed`, {
      cause: error,
      next: "npm install --save-dev ts-morph@28",
    });
  }
}

/** `import` and `require` say it differently; the built command has the latter. */
function isWithoutCompiler(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return codeOf(error) === "MODULE_NOT_FOUND"
    ? error.message.includes("module 'ts-morph'")
    : codeOf(error) === "ERR_MODULE_NOT_FOUND" && error.message.includes("package 'ts-morph'");
}

export function isMissingPackage(error: unknown): boolean {
  return isColonnadeError(error) && error.code === "missing-package";
}

/** Recognizes our errors by shape, so that it works across two installed copies of the package. */
export function isColonnadeError(error: unknown): error is ColonnadeError {
  return error instanceof Error && error.name === "ColonnadeError" && "code" in error;
}

/**
 * Returns the candidate that was probably meant, or undefined.
 *
 * `didYouMean("colunm", ["column", "table"])` is `"column"`. Up to a third of the letters may differ, at least
 * one; two swapped letters count as one difference.
 */
export function didYouMean(word: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined;
  let least = Math.max(1, Math.floor(word.length / 3)) + 1;
  for (const candidate of candidates) {
    // The lengths differ too much: skips the comparison with a very long word.
    if (Math.abs(candidate.length - word.length) >= least) continue;
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance < least) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

/**
 * The next step for an unknown name: the one that was probably meant, or else another one.
 *
 * @param print how the command or the file writes a name
 */
export function suggest(
  word: string,
  candidates: Iterable<string>,
  otherwise: string,
  print: (name: string) => string = (name) => name,
): string {
  const meant = didYouMean(word, candidates);
  return meant === undefined ? otherwise : `did you mean ${print(meant)}?`;
}

/** Counts the insertions, deletions, replacements and swaps of neighbors that turn one word into the other. */
function editDistance(from: string, to: string): number {
  let above: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let line = 1; line <= from.length; line++) {
    const twoAbove = above;
    above = row;
    row = [line];
    for (let column = 1; column <= to.length; column++) {
      const replaced = (above[column - 1] ?? 0) + (from[line - 1] === to[column - 1] ? 0 : 1);
      const isSwap = line > 1 && from[line - 1] === to[column - 2] && from[line - 2] === to[column - 1];
      const swapped = isSwap ? (twoAbove[column - 2] ?? 0) + 1 : Infinity;
      row.push(Math.min(replaced, swapped, (above[column] ?? 0) + 1, (row[column - 1] ?? 0) + 1));
    }
  }
  return row[to.length] ?? 0;
}

/** A place in a file; without a line if it is not known. */
export interface FilePlace {
  readonly file: string;
  /** From 1. */
  readonly line?: number;
}

/** The place of a mistake, as shown to users. */
export type Place = Required<Pick<Problem, "line" | "column" | "frame">>;

/** Lines that are shown before and after the one with the mistake. */
const around = 1;
/** Columns that are shown of a line. */
const longest = 100;
/** Columns that are shown before a mistake far to the right. */
const aside = 40;

/**
 * Returns the place of a range of a text.
 *
 * ```
 *   4 |   "columnDefinitions": [
 * > 5 |     { "name": "id", "typeDefinition": "uiid" },
 *     |                                       ^^^^^^
 * ```
 */
export function codeFrame(text: string, offset: number, length: number): Place {
  const before = text.slice(0, offset).split("\n");
  const line = before.length;
  const column = (before.at(-1) ?? "").length + 1;
  const lines = text.split(/\r?\n/);
  const last = Math.min(lines.length, line + around);
  const gutter = String(last).length;
  // Cuts a long line to the part with the mistake, and its neighbors to the same columns.
  const cut = column > longest - aside ? column - aside : 0;
  const dots = cut > 0 ? "…" : "";
  const frame: string[] = [];
  for (let number = Math.max(1, line - around); number <= last; number++) {
    const source = dots + (lines[number - 1] ?? "").slice(cut, cut + longest);
    frame.push(`${number === line ? ">" : " "} ${String(number).padStart(gutter)} | ${source}`.trimEnd());
    if (number !== line) continue;
    const start = column - cut - 1 + dots.length;
    const marks = Math.max(1, Math.min(length, source.length - start));
    frame.push(`  ${" ".repeat(gutter)} | ${" ".repeat(start)}${"^".repeat(marks)}`);
  }
  return { line, column, frame: frame.join("\n") };
}
