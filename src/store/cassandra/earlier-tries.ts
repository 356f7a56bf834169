import { storeFailure } from "./failures.ts";

/** Decides whether the driver sends a statement once more. @see cassandra-driver, policies.retry.RetryPolicy */
export interface RetryPolicy {
  onReadTimeout(...about: unknown[]): object;
  onWriteTimeout(...about: unknown[]): object;
  onRequestError(info: unknown, consistency: unknown, error: unknown): object;
  onUnavailable(...about: unknown[]): object;
}

/**
 * Remembers of one write whether a try of it may have been applied, and lets the client's policy decide.
 *
 * The driver sends an idempotent write to the next node when a connection breaks, and then reports only how the last try
 * ended: "too few replicas" says nothing about the try before it.
 */
export class EarlierTries implements RetryPolicy {
  readonly #policy: RetryPolicy;
  readonly #unclearCodes: readonly number[];
  mayBeApplied = false;

  constructor(policy: RetryPolicy, unclearCodes: readonly number[]) {
    this.#policy = policy;
    this.#unclearCodes = unclearCodes;
  }

  onRequestError(info: unknown, consistency: unknown, error: unknown): object {
    if (storeFailure(error, this.#unclearCodes).applied === "unknown") this.mayBeApplied = true;
    return this.#policy.onRequestError(info, consistency, error);
  }

  onWriteTimeout(...about: unknown[]): object {
    this.mayBeApplied = true;
    return this.#policy.onWriteTimeout(...about);
  }

  onReadTimeout(...about: unknown[]): object {
    return this.#policy.onReadTimeout(...about);
  }

  onUnavailable(...about: unknown[]): object {
    return this.#policy.onUnavailable(...about);
  }
}
