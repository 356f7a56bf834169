/** A function of an object, which is the same for the same object: asked again, it gives what it gave. */
export function rememberEach<Key extends object, Result>(work: (key: Key) => Result): (key: Key) => Result {
  const results = new WeakMap<Key, { readonly result: Result }>();
  return (key) => {
    const known = results.get(key);
    if (known) return known.result;
    const result = work(key);
    results.set(key, { result });
    return result;
  };
}

/** A function of a list: asked for one with the same items as the last, it gives what it gave. */
export function rememberLast<Item, Result>(
  work: (items: readonly Item[]) => Result,
  isSame: (one: Item, other: Item | undefined) => boolean = Object.is,
): (items: readonly Item[]) => Result {
  let last: { readonly items: readonly Item[]; readonly result: Result } | undefined;
  return (items) => {
    const known = last;
    if (known?.items.length === items.length && items.every((item, index) => isSame(item, known.items[index]))) {
      return known.result;
    }
    const result = work(items);
    last = { items, result };
    return result;
  };
}
