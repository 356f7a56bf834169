import type { Io } from "./io.ts";
import { printable } from "./printable.ts";
import type { Talk } from "./talk.ts";

/** A line on the terminal that says how far the work is, and is gone when it is done. */
export interface Progress {
  /** Says what is being done: `show("shop", 120, 1000)` is `shop 120/1000`. Costs next to nothing when nobody sees it. */
  readonly show: (what: string, done?: number, total?: number) => void;
  /** Removes the line; to be called before anything else is said, and at the end. */
  readonly clear: () => void;
}

/** Work that is done before this is not worth a word. */
const patienceMs = 100;
/** Nobody reads faster, and terminals are slow. */
const pauseMs = 50;

const nobodySees: Progress = { show: () => undefined, clear: () => undefined };

/**
 * Progress for work that begins now: on a terminal alone, not in CI, and not with `--quiet` or `--json`.
 *
 * Needs no timer, which a busy process could not serve: it looks at the clock when there is something to show.
 *
 * @param now milliseconds on a clock that never goes back
 */
export function createProgress(io: Io, talk: Talk, now: () => number = () => performance.now()): Progress {
  const { stderr, env } = io;
  if (!stderr.isTTY || talk.quiet || talk.json || talk.verbose || isCi(env) || env["TERM"] === "dumb")
    return nobodySees;
  let next = now() + patienceMs;
  let shown = false;
  return {
    show: (what, done, total) => {
      if (now() < next) return;
      next = now() + pauseMs;
      shown = true;
      const count = done === undefined ? "" : ` ${done}${total === undefined ? "" : `/${total}`}`;
      // A line that wraps cannot be taken back.
      const line = `${what}${count}`.slice(0, Math.max(1, (stderr.columns ?? 80) - 1));
      stderr.write(`\r\u001b[2K${printable(talk.paint("dim", line))}`);
    },
    clear: () => {
      if (shown) stderr.write("\r\u001b[2K");
      shown = false;
    },
  };
}

/** Set by nearly every CI service; `CI=false` is how people turn it off. */
function isCi(env: Io["env"]): boolean {
  const value = env["CI"] ?? "";
  return value !== "" && value !== "0" && value !== "false";
}
