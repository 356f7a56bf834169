import { closedStore } from "../store-error.ts";

interface Waiting {
  readonly begin: () => void;
  next?: Waiting;
}

/**
 * How many requests may be in flight to a cluster at once; others wait for their turn.
 *
 * A cluster that is given more than it can work on answers all of them late, and then none in time.
 */
export class Window {
  readonly #width: () => number;
  readonly #endOfTurn: (() => Promise<void>) | undefined;
  /** Linked: an array moves all items when the first one leaves, and V8 keeps the former tables of a Set. */
  #first: Waiting | undefined;
  #last: Waiting | undefined;
  #waiting = 0;
  #busy = 0;
  #closing: Promise<void> | undefined;
  #emptied: (() => void) | undefined;

  /** @param endOfTurn lets those who are not alone go on together. @default each goes on by itself */
  constructor(width: () => number, endOfTurn?: () => Promise<void>) {
    this.#width = width;
    this.#endOfTurn = endOfTurn;
  }

  /** Requests without a response yet. */
  get inFlight(): number {
    return this.#busy;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** Takes a place, which the caller gives back by `leave`, whatever happens. Undefined if there is nothing to wait for. */
  enter(): Promise<void> | undefined {
    if (this.#closing) throw closedStore();
    if (this.#busy >= this.#width()) return new Promise<void>((begin) => this.#wait({ begin }));
    const isAlone = this.#busy === 0;
    this.#busy++;
    return isAlone ? undefined : this.#endOfTurn?.();
  }

  /** Gives the place to whoever waits longest. */
  leave(): void {
    const first = this.#first;
    if (first) {
      this.#first = first.next;
      this.#waiting--;
      first.begin();
    } else if (--this.#busy === 0) this.#emptied?.();
  }

  #wait(waiting: Waiting): void {
    if (this.#first && this.#last) this.#last.next = waiting;
    else this.#first = waiting;
    this.#last = waiting;
    this.#waiting++;
  }

  /** Admits no further requests. Resolves when those inside, and those waiting, have left. */
  close(): Promise<void> {
    return (this.#closing ??= new Promise((resolve) => {
      if (this.#busy === 0) resolve();
      else this.#emptied = resolve;
    }));
  }
}
