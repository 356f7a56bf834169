/** The output of a command, and the parts of its messages: places, warnings, next steps. Makes foreign text safe for terminals. */
import { isAbsolute, relative } from "node:path";
import { styleText } from "node:util";
import { printPlace } from "../../errors.ts";
import type { Problem } from "../../errors.ts";
import type { Io, Sink } from "./io.ts";

/** The flags of every command that change its output. */
export interface TalkOptions {
  readonly json: boolean;
  readonly verbose: boolean;
  readonly quiet: boolean;
  readonly noColor: boolean;
}

/** The output of a command: results to stdout, messages to stderr. */
export interface Talk {
  /** Whether the result is one JSON document. */
  readonly json: boolean;
  readonly verbose: boolean;
  readonly quiet: boolean;
  /** Styles for messages; results have none. */
  readonly paint: Paint;
  /** Prints a line of the result. */
  readonly data: (line: string) => void;
  /** Prints the document of `--json`. */
  readonly document: (value: unknown) => void;
  /** Prints a message that `--quiet` omits. */
  readonly say: (line: string) => void;
  /** Prints a warning as `say` does, with its next step; with a working folder, also with its place. */
  readonly warn: (problem: Problem, cwd?: string) => void;
  /** Prints a next step as `say` does. */
  readonly next: (step: string) => void;
  /** Prints a message that only `--verbose` shows. */
  readonly detail: (line: string) => void;
  /** Prints how long a part of the work took, for `--verbose`: `timed("parse", 12.3)` shows `parse 12.3 ms`. */
  readonly timed: (part: string, durationMs: number) => void;
  /** Prints a message that is always shown: an error, or a password that is shown once. */
  readonly insist: (line: string) => void;
}

/** Prints a value as JSON with its control characters escaped: only strings can contain any, except for line ends. */
function printJson(value: unknown): string {
  return escapeControls(JSON.stringify(value, null, 2));
}

export function createTalk(io: Io, { json, verbose, quiet, noColor }: TalkOptions): Talk {
  const paint = createPaint(!noColor && wantsColors(io.stderr, io.env));
  const insist = (line: string): void => void io.stderr.write(`${printable(line)}\n`);
  const say = (line: string): void => (quiet ? undefined : insist(line));
  const detail = (line: string): void => (verbose ? say(paint("dim", line)) : undefined);
  return {
    json,
    verbose,
    quiet,
    paint,
    // Results for a file or another program are not escaped.
    data: (line) => void io.stdout.write(`${io.stdout.isTTY === true ? printable(line) : line}\n`),
    document: (value) => void io.stdout.write(`${printJson(value)}\n`),
    say,
    warn: (problem, cwd) => say(renderWarning(problem, paint, cwd)),
    next: (step) => say(renderNext(step, paint)),
    detail,
    timed: (part, durationMs) =>
      detail(`${part} ${durationMs < 10 ? durationMs.toFixed(1) : Math.round(durationMs)} ms`),
    insist,
  };
}

/** Formats a path: relative if it is below the working folder. */
export function renderPath(path: string, cwd: string): string {
  const below = relative(cwd, path);
  return below === "" ? "." : below.startsWith("..") || isAbsolute(below) ? path : below;
}

/** Formats a next step, on its own line. */
export function renderNext(next: string, paint: Paint): string {
  return `${paint("cyan", "→")} ${next}`;
}

/** Formats a warning with its next step; with a working folder, also with its place. */
export function renderWarning({ message, next, ...place }: Problem, paint: Paint, cwd?: string): string {
  const where = cwd === undefined ? "" : renderPlace(place, cwd);
  const line = `${paint("yellow", "!")} ${where === "" ? "" : `${paint("bold", where)} `}${onOneLine(message)}`;
  return next === undefined ? line : `${line}\n${renderNext(next, paint)}`;
}

/** Joins the lines of a message: a server's may contain one that a CI system would read as a command, `::error::`. */
export function onOneLine(message: string): string {
  return message.replace(/\s*\n\s*/g, " ");
}

/** `definitions/shop/products.json:4:41`, or the known parts of it. */
export function renderPlace({ file, ...at }: Pick<Problem, "file" | "line" | "column">, cwd: string): string {
  return printPlace({ ...(file !== undefined && { file: renderPath(file, cwd) }), ...at });
}

export type Style = "red" | "green" | "yellow" | "cyan" | "dim" | "bold";

/** Styles a text, or returns it unchanged if colors are off. */
export type Paint = (style: Style, text: string) => string;

/**
 * Creates a painter whose output goes through `printable`, which distinguishes these escapes from all others.
 * @param colors whether the stream shows them; see `wantsColors`
 */
export function createPaint(colors: boolean): Paint {
  return (style, text) => {
    if (!colors) return text;
    const [before = "", after = ""] = styleText(style, "|", { validateStream: false }).split("|");
    return [before.replace("\u001b", escapeMark), text, after.replace("\u001b", escapeMark)].join("");
  };
}

/**
 * Whether to color the output of a stream: if it is a terminal, unless the environment says otherwise.
 *
 * `FORCE_COLOR` overrides `NO_COLOR`, as in Node itself; `--no-color` overrides both.
 */
export function wantsColors(sink: Sink, env: Io["env"]): boolean {
  const force = env["FORCE_COLOR"];
  if (force !== undefined) return force !== "0" && force !== "false";
  if (env["NO_COLOR"] !== undefined && env["NO_COLOR"] !== "") return false;
  return sink.isTTY === true && env["TERM"] !== "dumb";
}

/** C0 except tab and line feed, DEL, C1, and characters that change the direction of text. */
const control = /[\0-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Replaces the escape character in our own text. Foreign text cannot contain it: it differs in each process and is
 * never shown. `node:crypto` would add some milliseconds to every command.
 */
export const escapeMark: string = `\u001b${Math.random()}${Math.random()}`;

/**
 * Makes text safe for a terminal: control characters from servers, files and definitions appear as `\u001b`, except those of
 * `createPaint`. `\u001b[2J` in a server's error would clear the screen, and U+202E reverses a line.
 */
export function printable(text: string): string {
  return text
    .split(escapeMark)
    .map((part) => escapeControls(part.replaceAll("\r\n", "\n")))
    .join("\u001b");
}

/** Escapes control characters as JSON does; `JSON.stringify` leaves DEL and higher ones unescaped. */
export function escapeControls(text: string): string {
  return text.replace(control, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** A text on one line: replaces each run of white space, control characters and marks of direction by a space. */
export function plainLine(text: string): string {
  return text.replace(/[\s\p{Cc}\p{Bidi_Control}]+/gu, " ");
}

export type LogLevel = "error" | "warn" | "info";

/** Whether a program reads the log: all of it is JSON then, a line for each message. */
export function isForPrograms(stderr: Sink): boolean {
  return !stderr.isTTY;
}

/** A line of a log for programs. @param timeMs since 1970 */
export function printLogLine(timeMs: number, level: LogLevel, members: object): string {
  return `${escapeControls(JSON.stringify({ time: new Date(timeMs).toISOString(), level, ...members }))}\n`;
}
