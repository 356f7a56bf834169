import type { Result } from "../graphql/document.ts";
import type { About } from "../errors/errors.ts";
import type { Life } from "../clock/request-bound.ts";
import type { Safety } from "../session/retry.ts";

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

/** Where writes wait. */
export interface Waiting {
  /** Of the call that sends its writes. */
  readonly life: Life;
  /** A write of this row can go. */
  readonly offer: (write: PendingWrite) => void;
  /** A write has been answered, or is not wanted any more: the next one of its row can go. Once more does nothing. */
  readonly release: (write: PendingWrite) => void;
}

/** Who waits for a write. */
export interface Waiter {
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** A write until its caller has been answered. */
export class PendingWrite {
  readonly write: Write;
  /** Writes of one group can share a document. */
  readonly group: string;
  /** When it was issued, by the monotonic clock. */
  readonly begun: number;
  /** Where it waits. */
  readonly queue: Waiting;
  state: "waiting" | "sent" | "settled" = "waiting";
  /** The writes of the same row before and after it, as long as neither has been answered. */
  ahead: PendingWrite | undefined;
  behind: PendingWrite | undefined;
  /** Called when the caller is answered: ends the link to its signal. */
  unlink: (() => void) | undefined;
  /** Called when the caller gives up after it was sent. */
  abandoned: (() => void) | undefined;
  readonly #waiter: Waiter;

  constructor(write: Write, begun: number, queue: Waiting, waiter: Waiter) {
    this.write = write;
    this.group = write.path + write.safety;
    this.begun = begun;
    this.queue = queue;
    this.#waiter = waiter;
  }

  get isWaiting(): boolean {
    return this.state === "waiting";
  }

  /** The service has done it. */
  resolve(result: Result): void {
    if (this.#settle()) this.#waiter.resolve(result);
    this.queue.release(this);
  }

  /** It has failed, and is not sent again. */
  reject(error: unknown): void {
    if (this.#settle()) this.#waiter.reject(error);
    this.queue.release(this);
  }

  /** The caller gives up. One that was sent holds its row until the service has answered. */
  giveUp(error: unknown): void {
    const { isWaiting } = this;
    if (this.#settle()) this.#waiter.reject(error);
    if (isWaiting) this.queue.release(this);
    else this.abandoned?.();
  }

  #settle(): boolean {
    const settles = this.state !== "settled";
    this.state = "settled";
    this.unlink?.();
    return settles;
  }
}
