interface Entry<Item> {
  readonly item: Item;
  place: number;
}

/**
 * Items that begin and end in any order, thousands a second.
 *
 * Not a `Set`: one that loses as many items as it gets is copied again and again, each copy is reachable from the one before, and
 * so V8's young generation never loses what any of them had. Here the last item takes the place of one that has ended.
 */
export class UnderWay<Item> {
  readonly #entries: Entry<Item>[] = [];

  get size(): number {
    return this.#entries.length;
  }

  get items(): readonly Item[] {
    return this.#entries.map(({ item }) => item);
  }

  /** @returns what ends it; a second call does nothing */
  add(item: Item): () => void {
    const entries = this.#entries;
    const entry = { item, place: entries.length };
    entries.push(entry);
    return () => {
      if (entries[entry.place] !== entry) return;
      const last = entries.pop();
      if (!last || last === entry) return;
      entries[entry.place] = last;
      last.place = entry.place;
    };
  }
}
