import type { Life } from "../clock/request-bound.ts";
import type { CheckedWrite } from "../operation/checked-write.ts";
import type { Written } from "../operation/operation.ts";

/** Where a write waits. */
export interface Waiting {
  /** Of the call that sends its writes. */
  readonly life: Life;
  /** A write of this row can be sent. */
  readonly offer: (write: PendingWrite) => void;
  /** A write was answered, or is not wanted any more: the next one of its row can be sent. Once more does nothing. */
  readonly release: (write: PendingWrite) => void;
  /** What the caller gets for a write that failed. */
  readonly errorOf: (write: PendingWrite, error: unknown) => unknown;
}

/** A write from the moment it was issued until its caller has been answered. */
export class PendingWrite {
  readonly checked: CheckedWrite;
  /** `insertProducts(value: {id: "1"}) { applied }` */
  readonly field: string;
  /** Of the document. */
  readonly path: string;
  /** Whether it may be sent again when its answer is lost. */
  readonly isSafe: boolean;
  /** When it was issued, by the monotonic clock. */
  readonly begun: number;
  /** Where it waits. */
  readonly queue: Waiting;
  /** Tells its row among those of its table: writes of one row keep their order. */
  readonly key: string;
  state: "waiting" | "sent" | "settled" = "waiting";
  /** The writes of the same row before and after it, as long as neither has been answered. */
  ahead: PendingWrite | undefined = undefined;
  behind: PendingWrite | undefined = undefined;
  /** Ends the link to the caller's signal. */
  unlink: (() => void) | undefined = undefined;
  /** Called when the caller gives up after the write was sent. */
  abandoned: (() => void) | undefined = undefined;
  readonly #resolve: (written: Written) => void;
  readonly #reject: (error: unknown) => void;

  constructor(
    checked: CheckedWrite,
    field: string,
    path: string,
    isSafe: boolean,
    begun: number,
    queue: Waiting,
    key: string,
    resolve: (written: Written) => void,
    reject: (error: unknown) => void,
  ) {
    this.checked = checked;
    // Looked at, a text of many parts becomes one of its own: thousands that wait would keep the collector busy.
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

  /** The service has done it. */
  resolve(written: Written): void {
    if (this.#settle()) this.#resolve(written);
    this.queue.release(this);
  }

  /** It has failed, and is not sent again. */
  reject(error: unknown): void {
    if (this.#settle()) this.#reject(this.queue.errorOf(this, error));
    this.queue.release(this);
  }

  /** The caller gives up. A write that was sent holds its row until the service has answered. */
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
