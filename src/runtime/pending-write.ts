import type { Result } from "./document.ts";
import type { About } from "./errors.ts";
import type { Safety } from "./retry.ts";

export interface Write {
  readonly about: About & { readonly operation: string };
  readonly path: string;
  /** Writes of different safety never share a document: what may go again goes as a whole. */
  readonly safety: Safety;
  /** Tells the row: writes of the same one keep their order. */
  readonly key: string;
  /** As `printField` has it. */
  readonly field: string;
  /** Lexical tokens of the field. */
  readonly tokens: number;
  readonly signal: AbortSignal | undefined;
}

/** Who waits for a write. */
export interface Waiter {
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** A write until its caller has been answered. */
export class PendingWrite {
  readonly write: Write;
  readonly key: string;
  readonly group: string;
  /** When it was issued, by the monotonic clock. */
  readonly begun: number;
  state: "waiting" | "sent" | "settled" = "waiting";
  /** Called when the caller is answered: ends the link to its signal. */
  unlink: (() => void) | undefined;
  /** Called when the caller gives up after it was sent. */
  abandoned: (() => void) | undefined;
  readonly #waiter: Waiter;

  constructor(write: Write, begun: number, waiter: Waiter) {
    this.write = write;
    this.key = write.key;
    this.group = write.path + write.safety;
    this.begun = begun;
    this.#waiter = waiter;
  }

  get isWaiting(): boolean {
    return this.state === "waiting";
  }

  resolve(result: Result): void {
    if (this.#settle()) this.#waiter.resolve(result);
  }

  reject(error: unknown): void {
    if (this.#settle()) this.#waiter.reject(error);
  }

  #settle(): boolean {
    const settles = this.state !== "settled";
    this.state = "settled";
    this.unlink?.();
    return settles;
  }
}
