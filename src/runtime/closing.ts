import { ClosedError, TimeoutError } from "./errors.ts";

/** The end of a session, and who wants to hear of it. Not a signal alone: Node warns when many listen to one. */
export class Closing {
  readonly #controller = new AbortController();
  readonly #waiting = new Set<() => void>();

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  close(): void {
    this.#controller.abort();
    for (const listener of this.#waiting) listener();
  }

  /** @returns how to be told no more */
  tell(listener: () => void): () => void {
    this.#waiting.add(listener);
    return () => this.#waiting.delete(listener);
  }
}

/** What is promised, unless the caller's own signal or deadline comes first; the work itself goes on for the others. */
export async function waitFor<T>(
  promised: Promise<T>,
  { operation, signal }: { readonly operation: string; readonly signal?: AbortSignal | undefined },
  timeoutMs: number,
  closing: Closing,
): Promise<T> {
  const cleanups: (() => void)[] = [];
  const interrupted = new Promise<never>((_, reject) => {
    const abort = (): void => reject(signal?.reason);
    signal?.addEventListener("abort", abort);
    cleanups.push(() => signal?.removeEventListener("abort", abort));
    cleanups.push(closing.tell(() => reject(new ClosedError({ operation }))));
    const late = (): void => reject(new TimeoutError("token", Math.round(timeoutMs), { operation }));
    const timer = setTimeout(late, timeoutMs);
    cleanups.push(() => clearTimeout(timer));
  });
  interrupted.catch(() => undefined);
  try {
    return await Promise.race([promised, interrupted]);
  } finally {
    for (const cleanup of cleanups) cleanup();
  }
}
