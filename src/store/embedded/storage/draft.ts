/**
 * Changes that are not stored yet.
 *
 * A group of writes has a draft, and each write of the group a fork of it, whose changes go into the draft only if the write
 * is not refused (`commit.ts`). Never writes to the storage.
 */
import { isWithin } from "../rows/key.ts";
import type { KeyRange } from "../rows/key.ts";
import type { KeyValueStore, Operation } from "./key-value-store.ts";

/** What a write would change, laid over what is stored: it reads its own writes, and those of the draft that it is based on. */
export class Draft {
  readonly #keyValues: KeyValueStore;
  readonly #base: Draft | undefined;
  /** By the key as text of one character per byte, which sorts as the key does. */
  readonly #changes = new Map<string, Operation>();
  readonly #ranges: KeyRange[] = [];
  /** Whether something that it puts may expire. `updateEntries` reads it before a fork is merged. */
  expires = false;

  constructor(keyValues: KeyValueStore, base?: Draft) {
    this.#keyValues = keyValues;
    this.#base = base;
  }

  fork(): Draft {
    return new Draft(this.#keyValues, this);
  }

  /** Takes over the changes of a fork. */
  merge(fork: Draft): void {
    for (const [name, operation] of fork.#changes) this.#changes.set(name, operation);
    this.#ranges.push(...fork.#ranges);
  }

  put(key: Buffer, value: Buffer): void {
    this.#changes.set(textOf(key), { type: "put", key, value });
  }

  delete(key: Buffer): void {
    this.#changes.set(textOf(key), { type: "del", key });
  }

  /**
   * Deletes all keys of a range. Those that are stored are not read: there may be many. They are deleted before all other
   * changes, so what has been put into the range until now is deleted by name.
   */
  deleteRange(range: KeyRange): void {
    const changed = this.#changedBetween(textOf(range.from), textOf(range.to));
    for (const { type, key } of changed.values()) if (type === "put") this.delete(key);
    this.#ranges.push(range);
  }

  /** The ranges that it deletes, before its other changes. */
  deletedRanges(): readonly KeyRange[] {
    return this.#ranges;
  }

  get(key: Buffer): Buffer | undefined {
    const operation = this.#changed(textOf(key));
    if (operation) return operation.type === "put" ? operation.value : undefined;
    return this.#keyValues.getSync(key);
  }

  /** Whether the key is in a range that it deletes. */
  isInDeletedRange(key: Buffer): boolean {
    return this.#ranges.some((range) => isWithin(range, key));
  }

  /** Whether it puts the key, or deletes it by name. */
  hasChangeOf(key: Buffer): boolean {
    return this.#changes.has(textOf(key));
  }

  /** The value that its change of the key replaces. */
  previousValue(key: Buffer): Buffer | undefined {
    return this.#base ? this.#base.get(key) : this.#keyValues.getSync(key);
  }

  /** All keys and values from `from` to before `to`, in no order. */
  async *range(from: Buffer, to: Buffer): AsyncGenerator<[key: Buffer, value: Buffer]> {
    const changed = this.#changedBetween(textOf(from), textOf(to));
    for (const operation of changed.values()) {
      if (operation.type === "put") yield [operation.key, operation.value];
    }
    for await (const [key, value] of this.#keyValues.iterator({ gte: from, lt: to })) {
      if (!this.#changed(textOf(key))) yield [key, value];
    }
  }

  operations(): readonly Operation[] {
    return [...this.#changes.values()];
  }

  /** Whether it neither puts nor deletes a key by name. */
  get isEmpty(): boolean {
    return this.#changes.size === 0;
  }

  #changed(name: string): Operation | undefined {
    return this.#changes.get(name) ?? this.#deletedIn(name) ?? (this.#base && this.#base.#changed(name));
  }

  #deletedIn(name: string): Operation | undefined {
    // Most drafts delete no range, and this is asked for every key that is read.
    if (this.#ranges.length === 0) return undefined;
    const key = Buffer.from(name, "latin1");
    return this.isInDeletedRange(key) ? { type: "del", key } : undefined;
  }

  #changedBetween(from: string, to: string): Map<string, Operation> {
    const between = this.#base ? this.#base.#changedBetween(from, to) : new Map<string, Operation>();
    for (const [name, operation] of this.#changes) {
      if (name >= from && name < to) between.set(name, operation);
    }
    return between;
  }
}

function textOf(key: Buffer): string {
  return key.toString("latin1");
}
