const listening = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls back when the signal aborts, which it has not yet.
 *
 * However many wait, the signal has one listener of ours, and none when nobody waits any more: Node warns of more than ten,
 * and what stays at a signal that lives long keeps memory for every call.
 *
 * @param listener not one that waits already
 * @returns how to be told no more
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
