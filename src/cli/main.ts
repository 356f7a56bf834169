/** Connects `run` to the process and sets its exit code. `bin.ts` loads it if Node is new enough. */
import type { Readable } from "node:stream";
import { exitCodes } from "./faults/exit-codes.ts";
import { renderCrash } from "./faults/show-fault.ts";
import { run } from "./run.ts";
import type { Terminal } from "./terminal/io.ts";

export async function main(): Promise<void> {
  const { stdout, stderr } = process;
  const stopping = new AbortController();

  const onSignal = createStopHandler({
    stop: () => stopping.abort(),
    exit: () => process.exit(exitCodes.interrupted),
    now: () => performance.now(),
  });
  process.on("SIGINT", onSignal).on("SIGTERM", onSignal);

  // A closed pipe, as in `colonnade check | head -1`, is not an error. Any other is an uncaught exception, as below.
  for (const stream of [stdout, stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
    });
  }

  // Node would exit with 1, which means out of date.
  process.on("uncaughtException", (error) => {
    stderr.write(`${renderCrash(error, { env: process.env, cwd: process.cwd() })}\n`);
    process.exit(exitCodes.bug);
  });

  // In a pipe, help and explanations are as wide as COLUMNS says.
  const columns = stdout.columns ?? (Number(process.env["COLUMNS"]) || undefined);
  const data = { write: stdout.write.bind(stdout), isTTY: stdout.isTTY, columns };
  // Only results go to stdout: what a config file prints while it is loaded goes to stderr.
  stdout.write = stderr.write.bind(stderr);

  // Opened only when a command asks questions: opening a stream on stdin takes time.
  const terminal = (): Terminal | undefined => {
    const { stdin } = process;
    return stdin.isTTY && stderr.isTTY ? { input: stdin, output: stderr } : undefined;
  };

  const input = (): Readable | undefined => (process.stdin.isTTY ? undefined : process.stdin);

  // A member that the types of the oldest supported Node do not have.
  const stripsTypes = Boolean(Reflect.get(process.features, "typescript"));

  const { signal } = stopping;
  const { env } = process;
  const io = { stdout: data, stderr, env, cwd: process.cwd(), stripsTypes, signal, terminal, input };
  process.exitCode = await run(process.argv.slice(2), io);
  // An interrupted command may still be waiting for a response.
  if (process.exitCode === exitCodes.interrupted) process.exit();
}

/** One key press can arrive twice: from the terminal, and from a program in between, such as npm. */
const echoMs = 100;

interface StopActions {
  /** Asks the command to stop. */
  readonly stop: () => void;
  /** Ends the process at once. */
  readonly exit: () => void;
  /** Milliseconds on a clock that never goes back. */
  readonly now: () => number;
}

/** Handles SIGINT and SIGTERM: stops cleanly at the first, exits at a second one that is not an echo of it. */
export function createStopHandler({ stop, exit, now }: StopActions): () => void {
  let first: number | undefined;
  return () => {
    if (first === undefined) {
      first = now();
      stop();
    } else if (now() - first >= echoMs) exit();
  };
}
