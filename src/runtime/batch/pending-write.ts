import type { Life } from "../clock/clock.ts";
import type { CheckedWrite } from "../operation/checked-write.ts";
import type { Written } from "../operation/write-options.ts";

/** Where a write waits. */
export interface QueueOfWrites {
  /** Signals of the call that sends its writes. */
  readonly life: Life;
  /** A write to this row can be sent. */
  readonly offer: (write: PendingWrite) => void;
  /** A write settled or was aborted: the next one of its row can be sent. A second call does nothing. */
  readonly release: (write: PendingWrite) => void;
  /** Creates the error of a failed write. */
  readonly errorOf: (write: PendingWrite, error: unknown) => unknown;
}

/** A write, from its call until it is settled. */
export class PendingWrite {
  readonly checked: CheckedWrite;
  /** `insertProducts(value: {id: "1"}) { applied }` */
  readonly field: string;
  /** The document's path. */
  readonly path: string;
  /** Whether it may be retried if its response is lost. */
  readonly isSafe: boolean;
  /** When it was issued, by the monotonic clock. */
  readonly begun: number;
  /** The queue in which it waits. */
  readonly queue: QueueOfWrites;
  /** Identifies its row within the table: writes to one row keep their order. */
  readonly key: string;
  state: "waiting" | "sent" | "settled" = "waiting";
  /** The pending writes to the same row before and after it. */
  ahead: PendingWrite | undefined = undefined;
  behind: PendingWrite | undefined = undefined;
  /** Removes the listener from the caller's signal. */
  unlink: (() => void) | undefined = undefined;
  /** Called when the caller aborts after the write was sent. */
  abandoned: (() => void) | undefined = undefined;
  readonly #resolve: (written: Written) => void;
  readonly #reject: (error: unknown) => void;

  constructor(
    checked: CheckedWrite,
    field: string,
    path: string,
    isSafe: boolean,
    begun: number,
    queue: QueueOfWrites,
    key: string,
    resolve: (written: Written) => void,
    reject: (error: unknown) => void,
  ) {
    this.checked = checked;
    // Flattens the rope string: thousands of waiting ones would keep the garbage collector busy.
    field.charCodeAt(0);
    this.field = field;
    this.path = path;
    this.isSafe = isSafe;
    this.begun = begun;
    this.queue = queue;
    this.key = key;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  /** The service has executed it. */
  resolve(written: Written): void {
    if (this.#settle()) this.#resolve(written);
    this.queue.release(this);
  }

  /** It has failed, and is not retried. */
  reject(error: unknown): void {
    if (this.#settle()) this.#reject(this.queue.errorOf(this, error));
    this.queue.release(this);
  }

  /** The caller aborts. A write in flight blocks its row until the response arrives. */
  giveUp(error: unknown): void {
    const isWaiting = this.state === "waiting";
    if (this.#settle()) this.#reject(this.queue.errorOf(this, error));
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
