/** A map of bounded size: the entry that was not used for the longest time makes room. Reading one by `get` is a use. */
export class RecentMap<Key, Value> {
  readonly #most: number;
  readonly #entries = new Map<Key, Value>();
  /** The key used last, which is already in its place. */
  #latest: Key | undefined;

  constructor(most: number) {
    this.#most = most;
  }

  get(key: Key): Value | undefined {
    const value = this.#entries.get(key);
    if (value !== undefined && key !== this.#latest) this.set(key, value);
    return value;
  }

  /** As `get`, but not a use. */
  peek(key: Key): Value | undefined {
    return this.#entries.get(key);
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
