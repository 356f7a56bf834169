interface Watch {
  readonly listeners: Set<() => void>;
  readonly end: () => void;
}

const watches = new WeakMap<AbortSignal, Watch>();

/**
 * Calls back when the signal aborts, which it has not yet.
 *
 * However many wait, the signal has one listener of ours, and none when nobody waits any more: Node warns of more than ten,
 * and what stays at a signal that lives long keeps memory for every call.
 *
 * @returns how to be told no more
 */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
  const watch = watches.get(signal) ?? createWatch(signal);
  // One of its own for each who waits, in case a listener is given twice.
  const told = (): void => listener();
  watch.listeners.add(told);
  return () => {
    if (watch.listeners.delete(told) && watch.listeners.size === 0) watch.end();
  };
}

function createWatch(signal: AbortSignal): Watch {
  const listeners = new Set<() => void>();
  const end = (): void => {
    signal.removeEventListener("abort", tell);
    watches.delete(signal);
  };
  const tell = (): void => {
    end();
    for (const listener of [...listeners]) listener();
  };
  const watch = { listeners, end };
  watches.set(signal, watch);
  signal.addEventListener("abort", tell);
  return watch;
}
