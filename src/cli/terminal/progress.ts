import type { Io } from "./io.ts";
import { printable } from "./talk.ts";
import type { Talk } from "./talk.ts";

/** A line on the terminal that shows the progress of the work and disappears when it is done. */
export interface Progress {
  /** Shows the progress: `show("shop", 120, 1000)` is `shop 120/1000`. Costs almost nothing when hidden. */
  readonly show: (what: string, done?: number, total?: number) => void;
  /**
   * Shows what a promise waits for, and for how long, once that is a second: `reading shop 3 s`. For work outside this process,
   * whose steps cannot be counted.
   */
  readonly wait: <Result>(what: string, work: Promise<Result>) => Promise<Result>;
  /** Removes the line. Call it before any other output, and at the end. */
  readonly clear: () => void;
}

/** Faster work shows no progress. */
const patienceMs = 100;
/** The shortest interval between updates: terminals are slow. */
const pauseMs = 50;
const secondMs = 1000;

const nobodySees: Progress = { show: () => undefined, wait: (_, work) => work, clear: () => undefined };

/**
 * Starts progress for work that begins now: only on a terminal, not in CI, and not with `--quiet` or `--json`; nor with
 * `--verbose`, whose messages would be printed into the line.
 *
 * `show` is for work that keeps the process busy, where no timer fires: it checks the clock at each update. `wait` is for work
 * elsewhere, which needs a timer.
 *
 * @param now milliseconds on a clock that never goes back
 */
export function createProgress(io: Io, talk: Talk, now: () => number = () => performance.now()): Progress {
  const { stderr, env } = io;
  if (!stderr.isTTY || talk.quiet || talk.json || talk.verbose || isCi(env) || env["TERM"] === "dumb")
    return nobodySees;
  let next = now() + patienceMs;
  let shown = false;
  const write = (text: string): void => {
    shown = true;
    // A wrapped line cannot be erased.
    const line = text.slice(0, Math.max(1, (stderr.columns ?? 80) - 1));
    stderr.write(`\r\u001b[2K${printable(talk.paint("dim", line))}`);
  };
  const clear = (): void => {
    if (shown) stderr.write("\r\u001b[2K");
    shown = false;
  };
  return {
    show: (what, done, total) => {
      if (now() < next) return;
      next = now() + pauseMs;
      const count = done === undefined ? "" : ` ${done}${total === undefined ? "" : `/${total}`}`;
      write(`${what}${count}`);
    },
    wait: (what, work) => {
      let seconds = 0;
      const timer = setInterval(() => write(`${what} ${++seconds} s`), secondMs);
      return work.finally(() => {
        clearInterval(timer);
        clear();
      });
    },
    clear,
  };
}

/** Whether a CI service runs the command: nearly all of them set `CI`. `CI=false` and `CI=0` mean that none does. */
export function isCi(env: Io["env"]): boolean {
  const value = env["CI"] ?? "";
  return value !== "" && value !== "0" && value !== "false";
}
