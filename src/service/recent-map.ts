/** A map of bounded size: the entry that was neither set nor read for the longest time makes room. */
export class RecentMap<Key, Value> {
  readonly #most: number;
  /** The longest unused first. */
  readonly #entries = new Map<Key, Value>();
  /** The key used last: it is at the end already. */
  #latest: Key | undefined;

  constructor(most: number) {
    this.#most = most;
  }

  get(key: Key): Value | undefined {
    const value = this.#entries.get(key);
    if (value !== undefined && key !== this.#latest) this.set(key, value);
    return value;
  }

  set(key: Key, value: Value): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    this.#latest = key;
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#most) break;
      this.#entries.delete(oldest);
    }
  }

  delete(key: Key): void {
    this.#entries.delete(key);
  }
}
