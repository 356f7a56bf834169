const listening = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls back when the signal aborts. It must not be aborted yet.
 *
 * The signal has at most one listener of ours, however many are waiting: Node warns of more than ten, and listeners on
 * a long-lived signal keep memory for every call.
 *
 * @param listener not one that is registered already
 * @returns a function that unregisters it
 */
export function onAbort(signal: AbortSignal, listener: () => void): () => void {
  const listeners = listening.get(signal) ?? new Set();
  if (listeners.size === 0) {
    listening.set(signal, listeners);
    signal.addEventListener("abort", tell);
  }
  listeners.add(listener);
  return () => {
    if (listeners.delete(listener) && listeners.size === 0) forget(signal);
  };
}

function tell(this: AbortSignal): void {
  const listeners = [...(listening.get(this) ?? [])];
  forget(this);
  for (const listener of listeners) listener();
}

function forget(signal: AbortSignal): void {
  signal.removeEventListener("abort", tell);
  listening.delete(signal);
}
