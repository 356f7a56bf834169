export interface QueuedWrite {
  /** Tells the row. */
  readonly key: string;
  /** Writes of one group can share a document. */
  readonly group: string;
}

/**
 * Writes that have not been sent: those that can go now, and behind them those that wait for one of the same key. All of it
 * takes the same time however many there are.
 */
export class WriteQueue<W extends QueuedWrite> {
  /** Key → who waits. It is there as long as a write of this key can be sent or is under way. */
  readonly #lanes = new Map<string, Set<W>>();
  /** Group → what can be sent. The first group is the next one to go. */
  readonly #ready = new Map<string, Set<W>>();
  /** In the order they came. */
  readonly unsent: Set<W> = new Set<W>();

  add(write: W): void {
    this.unsent.add(write);
    const lane = this.#lanes.get(write.key);
    if (lane) lane.add(write);
    else {
      this.#lanes.set(write.key, new Set());
      this.#offer(write);
    }
  }

  /** What goes into the next document; nothing when all that is left waits. @param fits whether one more does */
  take(fits: (write: W) => boolean): readonly W[] {
    const taken: W[] = [];
    for (const [group, ready] of this.#ready) {
      for (const write of ready) {
        if (!fits(write)) break;
        taken.push(write);
        ready.delete(write);
        this.unsent.delete(write);
      }
      this.#ready.delete(group);
      // The other groups go first now.
      if (ready.size > 0) this.#ready.set(group, ready);
      break;
    }
    return taken;
  }

  /** Takes a write back. False when it has been sent. */
  remove(write: W): boolean {
    if (!this.unsent.delete(write)) return false;
    const ready = this.#ready.get(write.group);
    if (ready?.delete(write)) {
      if (ready.size === 0) this.#ready.delete(write.group);
      this.release(write);
    } else this.#lanes.get(write.key)?.delete(write);
    return true;
  }

  /** A write that was sent has been answered: the next one of its key can go. */
  release({ key }: W): void {
    const lane = this.#lanes.get(key);
    for (const next of lane ?? []) {
      lane?.delete(next);
      this.#offer(next);
      return;
    }
    this.#lanes.delete(key);
  }

  #offer(write: W): void {
    const ready = this.#ready.get(write.group);
    if (ready) ready.add(write);
    else this.#ready.set(write.group, new Set([write]));
  }
}
