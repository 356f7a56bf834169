/** One press of a key can come twice: once from the terminal, once from a program between it and us. */
const echoMs = 100;

export interface StopActions {
  /** Asks the command to stop by itself. */
  readonly stop: () => void;
  /** Ends the process at once. */
  readonly exit: () => void;
  /** Milliseconds on a clock that never goes back. */
  readonly now: () => number;
}

/** What to do at SIGINT and SIGTERM: stop cleanly at the first, exit at a second one that is no echo of it. */
export function createStopHandler({ stop, exit, now }: StopActions): () => void {
  let first: number | undefined;
  return () => {
    if (first === undefined) {
      first = now();
      stop();
    } else if (now() - first >= echoMs) exit();
  };
}
