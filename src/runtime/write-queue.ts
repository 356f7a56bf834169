import { Line } from "./line.ts";

export interface QueuedWrite {
  /** Tells the row. */
  readonly key: string;
  /** Writes of one group can share a document. */
  readonly group: string;
  /** Neither sent nor given up. */
  readonly isWaiting: boolean;
}

/**
 * Writes that have not been sent: those that can go now, and behind them those that wait for one of the same key. One that is
 * given up stays until its turn comes, and is passed over then.
 */
export class WriteQueue<W extends QueuedWrite> {
  readonly #all = new Line<W>();
  /** Key → who waits, if anybody does. It is there as long as a write of this key can be sent or is under way. */
  readonly #lanes = new Map<string, Line<W> | undefined>();
  /** Group → what can be sent. The first group is the next one to go. */
  readonly #ready = new Map<string, Line<W>>();

  add(write: W): void {
    const { key } = write;
    this.#all.push(write);
    if (!this.#lanes.has(key)) {
      this.#lanes.set(key, undefined);
      this.#offer(write);
      return;
    }
    const lane = this.#lanes.get(key) ?? new Line();
    this.#lanes.set(key, lane);
    lane.push(write);
  }

  /** What goes into the next document; nothing when all that is left waits. @param fits whether one more does */
  take(fits: (write: W) => boolean): readonly W[] {
    const taken: W[] = [];
    for (const [group, line] of this.#ready) {
      for (let write = line.first(); write; write = line.first()) {
        if (!write.isWaiting) this.release(write);
        else if (fits(write)) taken.push(write);
        else break;
        line.shift();
      }
      this.#ready.delete(group);
      // The other groups go first now.
      if (line.first()) this.#ready.set(group, line);
      if (taken.length > 0) break;
    }
    return taken;
  }

  /** The write that has waited longest. */
  oldest(): W | undefined {
    let write = this.#all.first();
    for (; write && !write.isWaiting; write = this.#all.first()) this.#all.shift();
    return write;
  }

  /** A write has been answered, or is not wanted any more: the next one of its key can go. */
  release({ key }: W): void {
    const lane = this.#lanes.get(key);
    const next = lane?.first();
    if (next) {
      lane?.shift();
      this.#offer(next);
    } else this.#lanes.delete(key);
  }

  #offer(write: W): void {
    let line = this.#ready.get(write.group);
    if (!line) this.#ready.set(write.group, (line = new Line()));
    line.push(write);
  }
}
