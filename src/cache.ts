/**
 * The caches between the runs of one process. They pay off in `generate --watch`, where a run finds most tables unchanged:
 * with any one of them off, a round at 1,000 tables takes two to five times the CPU (`test/bench/README.md`).
 *
 * Entries belong to objects and go with them, or are few: nothing has to be invalidated, since a definition that changes is a new
 * object.
 */

/**
 * Caches one value per object, in the object itself, where neither a copy nor JSON has it: weak maps of a thousand tables
 * were a fifth of all garbage collection.
 */
export class ObjectCache<Key extends object, Value> {
  readonly #slot = Symbol("cached");

  /**
   * The value of an object, made where there is none.
   *
   * @param version identifies whatever else the value depends on; only the value of the last version is kept
   */
  get(key: Key, make: () => Value, version = ""): Value {
    const cached = (key as { readonly [slot: symbol]: Entry<Value> | undefined })[this.#slot];
    if (cached?.version === version) return cached.value;
    const value = make();
    Object.defineProperty(key, this.#slot, { value: { version, value }, configurable: true });
    return value;
  }
}

interface Entry<Value> {
  readonly version: string;
  readonly value: Value;
}

/** A function of an object that does its work once per object. */
export function memoize<Key extends object, Result>(work: (key: Key) => Result): (key: Key) => Result {
  const cache = new ObjectCache<Key, Result>();
  return (key) => cache.get(key, () => work(key));
}

/** A function of a list that keeps its last result, for a list with the same items. */
export function memoizeLast<Item, Result>(
  work: (items: readonly Item[]) => Result,
  isSame: (one: Item, other: Item | undefined) => boolean = Object.is,
): (items: readonly Item[]) => Result {
  let last: { readonly items: readonly Item[]; readonly result: Result } | undefined;
  return (items) => {
    const cached = last;
    if (cached?.items.length === items.length && items.every((item, index) => isSame(item, cached.items[index]))) {
      return cached.result;
    }
    const result = work(items);
    last = { items, result };
    return result;
  };
}

/** A function of a text that keeps its results, and forgets them all when there are too many: `--watch` may see any number of texts. */
export function memoizeTexts<Result>(work: (text: string) => Result): (text: string) => Result {
  const results = new Map<string, Result>();
  return (text) => {
    let result = results.get(text);
    if (result === undefined) {
      if (results.size === mostTexts) results.clear();
      results.set(text, (result = work(text)));
    }
    return result;
  };
}

/** Far more than a keyspace has words and types. */
const mostTexts = 10_000;
