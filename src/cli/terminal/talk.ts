import type { Io } from "./io.ts";
import { createPaint, wantsColours } from "./paint.ts";
import type { Paint } from "./paint.ts";
import { escapeControls, printable } from "./printable.ts";

/** The flags that every command has. */
export interface TalkOptions {
  readonly json: boolean;
  readonly verbose: boolean;
  readonly quiet: boolean;
  readonly noColor: boolean;
}

/** Where a command's words go: data to stdout, talk to stderr. */
export interface Talk {
  /** Whether data is one JSON document. */
  readonly json: boolean;
  readonly verbose: boolean;
  readonly quiet: boolean;
  /** Styles for talk; data has none. */
  readonly paint: Paint;
  /** A line of data. */
  readonly data: (line: string) => void;
  /** The one document of `--json`. */
  readonly document: (value: unknown) => void;
  /** A line that `--quiet` leaves out. */
  readonly say: (line: string) => void;
  /** A line that only `--verbose` shows. */
  readonly detail: (line: string) => void;
  /** How long a part of the work took, for `--verbose`: `timed("parse", 12.3)` shows `parse 12.3 ms`. */
  readonly timed: (part: string, durationMs: number) => void;
  /** A line that always shows: an error, or a word that is said once. */
  readonly insist: (line: string) => void;
}

/** JSON may have any character escaped within its texts, and no control character stands outside of them but line ends. */
function printJson(value: unknown): string {
  return escapeControls(JSON.stringify(value, null, 2));
}

export function createTalk(io: Io, { json, verbose, quiet, noColor }: TalkOptions): Talk {
  const paint = createPaint(!noColor && wantsColours(io.stderr, io.env));
  const insist = (line: string): void => void io.stderr.write(`${printable(line)}\n`);
  const say = (line: string): void => (quiet ? undefined : insist(line));
  const detail = (line: string): void => (verbose ? say(paint("dim", line)) : undefined);
  return {
    json,
    verbose,
    quiet,
    paint,
    // A file or another program gets data as it is.
    data: (line) => void io.stdout.write(`${io.stdout.isTTY === true ? printable(line) : line}\n`),
    document: (value) => void io.stdout.write(`${printJson(value)}\n`),
    say,
    detail,
    timed: (part, durationMs) =>
      detail(`${part} ${durationMs < 10 ? durationMs.toFixed(1) : Math.round(durationMs)} ms`),
    insist,
  };
}
