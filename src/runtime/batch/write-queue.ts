/**
 * Writes from their call until they are settled, and the queue in which they wait: two writes to one row are never in flight
 * together, and keep their order.
 */
import type { Life } from "../clock/clock.ts";
import type { CheckedWrite } from "../operation/checked-write.ts";
import type { Written } from "../operation/write-options.ts";
import { keyOf } from "../protocol/codec.ts";

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
  readonly queue: WriteQueue;
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
    queue: WriteQueue,
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
    this.key = keyOfRow(checked);
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

/** The last pending write of each row, by table title. The queues of a session share it. */
export type Rows = Map<string, PendingRows>;

/**
 * The last pending write of each row of a table.
 *
 * V8 copies a `Map` whose entries come and go again and again, and each copy refers to the next. Once a copy is in the old
 * generation, all later ones get there too, with the entries that they had. The copies made here do not refer to each other.
 */
class PendingRows {
  #rows = new Map<string, PendingWrite>();
  #removed = 0;

  get(key: string): PendingWrite | undefined {
    return this.#rows.get(key);
  }

  set(key: string, write: PendingWrite): void {
    this.#rows.set(key, write);
  }

  delete(key: string): void {
    this.#rows.delete(key);
    this.#removed += 1;
    if (this.#removed < 512 || this.#removed < this.#rows.size) return;
    this.#rows = new Map(this.#rows);
    this.#removed = 0;
  }
}

/** Writes that can share a document: all of them may be retried, or none. */
interface Group {
  readonly path: string;
  readonly isSafe: boolean;
  readonly line: Line;
}

/** Unsent writes: those that can be sent now, and those that wait for a write to the same row. */
export class WriteQueue {
  /** Signals of the call that sends its writes. */
  readonly life: Life;
  /** Creates the error of a failed write. */
  readonly errorOf: (write: PendingWrite, error: unknown) => unknown;
  readonly #rows: Rows;
  readonly #freed: () => void;
  readonly #all = new Line();
  /** Groups with writes that can be sent. The first one is sent next. */
  #ready: Group[] = [];

  /**
   * @param freed called when a write of this queue settled and the next write to its row, in the same queue, can be
   * sent
   */
  constructor(rows: Rows, life: Life, freed: () => void, errorOf: WriteQueue["errorOf"]) {
    this.#rows = rows;
    this.life = life;
    this.#freed = freed;
    this.errorOf = errorOf;
  }

  add(write: PendingWrite): void {
    const { title } = write.checked.table;
    let rows = this.#rows.get(title);
    if (!rows) this.#rows.set(title, (rows = new PendingRows()));
    const ahead = rows.get(write.key);
    rows.set(write.key, write);
    this.#all.push(write);
    if (!ahead) return this.offer(write);
    write.ahead = ahead;
    ahead.behind = write;
  }

  get isReady(): boolean {
    return this.#ready.length > 0;
  }

  /** Takes the writes of the next document; empty if all are waiting. @param fits whether one more fits */
  take(fits: (write: PendingWrite) => boolean): readonly PendingWrite[] {
    const taken: PendingWrite[] = [];
    while (taken.length === 0) {
      const group = this.#ready.shift();
      if (!group) break;
      const { line } = group;
      for (let write = line.first(); write; write = line.first()) {
        if (write.state === "waiting") {
          if (!fits(write)) break;
          taken.push(write);
        }
        line.shift();
      }
      // Now the other groups come first.
      if (line.first()) this.#ready.push(group);
    }
    return taken;
  }

  /** The oldest waiting write. */
  oldest(): PendingWrite | undefined {
    let write = this.#all.first();
    for (; write && write.state !== "waiting"; write = this.#all.first()) this.#all.shift();
    return write;
  }

  /** A write settled or was aborted: the next one of its row can be sent. A second call does nothing. */
  release(write: PendingWrite): void {
    const { ahead, behind, key } = write;
    if (behind) {
      write.ahead = write.behind = undefined;
      if (ahead) ahead.behind = behind;
      behind.ahead = ahead;
      if (ahead) return;
      behind.queue.offer(behind);
      // Another queue finds it when its own call checks.
      if (behind.queue === this) this.#freed();
      return;
    }
    const rows = this.#rows.get(write.checked.table.title);
    if (rows?.get(key) === write) {
      if (ahead) rows.set(key, ahead);
      else rows.delete(key);
    }
    if (ahead) ahead.behind = write.ahead = undefined;
  }

  /** A write to this row can be sent. */
  offer(write: PendingWrite): void {
    const { path, isSafe } = write;
    let group = this.#ready.find((group) => group.isSafe === isSafe && group.path === path);
    if (!group) this.#ready.push((group = { path, isSafe, line: new Line() }));
    group.line.push(write);
  }
}

/** Equal for any two writes to one row, however their key is spelled. */
function keyOfRow({ table, cells }: CheckedWrite): string {
  const [first, ...others] = table.rowKey;
  if (!first) return "";
  const key = keyOf(first.codec, cells[first.index] ?? null);
  if (others.length === 0) return typeof key === "string" ? key : JSON.stringify(key);
  return JSON.stringify([key, ...others.map(({ codec, index }) => keyOf(codec, cells[index] ?? null))]);
}

/** A first-in-first-out queue with constant cost: `Array.shift` moves all elements. */
class Line {
  #items: (PendingWrite | undefined)[] = [];
  #head = 0;

  push(item: PendingWrite): void {
    this.#items.push(item);
  }

  /** The next item; undefined if empty. */
  first(): PendingWrite | undefined {
    return this.#items[this.#head];
  }

  /** Removes and returns the next item. */
  shift(): void {
    this.#items[this.#head] = undefined;
    this.#head += 1;
    const isLong = this.#head >= 1024 && this.#head * 2 >= this.#items.length;
    if (!isLong && this.#head < this.#items.length) return;
    this.#items = this.#items.slice(this.#head);
    this.#head = 0;
  }
}
