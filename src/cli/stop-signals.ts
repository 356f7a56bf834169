/** One key press can arrive twice: from the terminal, and from a program in between. */
const echoMs = 100;

export interface StopActions {
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
