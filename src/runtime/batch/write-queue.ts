import { Line } from "./line.ts";
import type { PendingWrite, Waiting } from "./pending-write.ts";
import type { Life } from "../clock/request-bound.ts";

/** Row → the last write of it that has not been answered. Those of one session share it. */
export type Rows = Map<string, PendingWrite>;

/** Writes that have not been sent: those that can go now, and those that wait for one of the same row. */
export class WriteQueue implements Waiting {
  readonly life: Life;
  readonly #rows: Rows;
  readonly #freed: () => void;
  readonly #all = new Line<PendingWrite>();
  /** Group → what can be sent. The first group is the next one to go. */
  readonly #ready = new Map<string, Line<PendingWrite>>();

  /** @param freed called when a write of this queue has been answered and the next of its row, in this queue too, can go */
  constructor(rows: Rows, life: Life, freed: () => void) {
    this.#rows = rows;
    this.life = life;
    this.#freed = freed;
  }

  add(write: PendingWrite): void {
    const { key } = write.write;
    const ahead = this.#rows.get(key);
    this.#rows.set(key, write);
    this.#all.push(write);
    if (!ahead) return this.offer(write);
    write.ahead = ahead;
    ahead.behind = write;
  }

  get isReady(): boolean {
    return this.#ready.size > 0;
  }

  /** What goes into the next document; nothing when all that is left waits. @param fits whether one more does */
  take(fits: (write: PendingWrite) => boolean): readonly PendingWrite[] {
    const taken: PendingWrite[] = [];
    for (const [group, line] of this.#ready) {
      for (let write = line.first(); write; write = line.first()) {
        if (write.isWaiting) {
          if (!fits(write)) break;
          taken.push(write);
        }
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
  oldest(): PendingWrite | undefined {
    let write = this.#all.first();
    for (; write && !write.isWaiting; write = this.#all.first()) this.#all.shift();
    return write;
  }

  release(write: PendingWrite): void {
    const { ahead, behind } = write;
    const { key } = write.write;
    write.ahead = write.behind = undefined;
    if (ahead) ahead.behind = behind;
    if (behind) {
      behind.ahead = ahead;
      if (ahead) return;
      behind.queue.offer(behind);
      // Another queue finds it when its own call looks.
      if (behind.queue === this) this.#freed();
    } else if (this.#rows.get(key) === write) {
      if (ahead) this.#rows.set(key, ahead);
      else this.#rows.delete(key);
    }
  }

  offer(write: PendingWrite): void {
    let line = this.#ready.get(write.group);
    if (!line) this.#ready.set(write.group, (line = new Line()));
    line.push(write);
  }
}
