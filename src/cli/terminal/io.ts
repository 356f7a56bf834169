import type { Readable, Writable } from "node:stream";

/** What `run` has of the world. It touches nothing else of the process, so that a test can stand in for all of it. */
export interface Io {
  /** Data that was asked for. */
  readonly stdout: Sink;
  /** Everything else. */
  readonly stderr: Sink;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute. Relative paths on the command line begin here. */
  readonly cwd: string;
  /** Whether this Node runs TypeScript without a compiler. @default false */
  readonly stripsTypes?: boolean;
  /** Waits. @default a timer */
  readonly sleep?: (ms: number) => Promise<void>;
  /** Asks the command to stop. */
  readonly signal?: AbortSignal;
  /** Where a person can be asked; undefined when nobody would answer. */
  readonly terminal?: () => Terminal | undefined;
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

/** Resolves when the signal comes; without a signal, never. */
export function aborted(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) resolve();
    else signal?.addEventListener("abort", () => resolve(), { once: true });
  });
}
