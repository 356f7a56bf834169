import type { Io } from "./io.ts";
import { createPaint, wantsColors } from "./paint.ts";
import type { Paint } from "./paint.ts";
import { escapeControls, printable } from "./printable.ts";

/** The flags that every command has. */
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
  /** Prints a message that only `--verbose` shows. */
  readonly detail: (line: string) => void;
  /** Prints how long a part of the work took, for `--verbose`: `timed("parse", 12.3)` shows `parse 12.3 ms`. */
  readonly timed: (part: string, durationMs: number) => void;
  /** Prints a message that is always shown: an error, or a password that is shown once. */
  readonly insist: (line: string) => void;
}

/**
 * JSON allows any character to be escaped within strings, and outside of strings the only control characters are line
 * ends.
 */
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
    detail,
    timed: (part, durationMs) =>
      detail(`${part} ${durationMs < 10 ? durationMs.toFixed(1) : Math.round(durationMs)} ms`),
    insist,
  };
}
