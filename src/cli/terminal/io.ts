import type { Readable, Writable } from "node:stream";

/** Everything that `run` uses of the process, so that a test can replace all of it. */
export interface Io {
  /** For results. */
  readonly stdout: Sink;
  /** For everything else. */
  readonly stderr: Sink;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute. Paths on the command line are relative to it. */
  readonly cwd: string;
  /** Whether this Node runs TypeScript without a compiler. @default false */
  readonly stripsTypes?: boolean;
  /** Waits. @default a timer */
  readonly sleep?: (ms: number) => Promise<void>;
  /** The time, in milliseconds since 1970. @default the system's */
  readonly now?: () => number;
  /** Asks the command to stop. */
  readonly signal?: AbortSignal;
  /** For questions; undefined if there is no terminal. */
  readonly terminal?: () => Terminal | undefined;
  /** Input from a file or another program; undefined if it is a terminal, which would show what is typed. */
  readonly input?: () => Readable | undefined;
}

/** Both ends of a terminal. */
export interface Terminal {
  readonly input: Readable;
  readonly output: Writable;
}

export interface Sink {
  readonly write: (text: string) => unknown;
  readonly isTTY?: boolean | undefined;
  /** The width of a terminal. */
  readonly columns?: number | undefined;
}

/** Resolves on the signal; never without one. */
export function aborted(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) resolve();
    else signal?.addEventListener("abort", () => resolve(), { once: true });
  });
}
