interface Entry<Item> {
  readonly item: Item;
  place: number;
}

/**
 * Items that begin and end in any order, thousands a second.
 *
 * Not a `Set`: V8 copies one whose items come and go again and again, and each copy refers to the next. Once a copy is in the old
 * generation, all later ones get there too, with the items that they had. Here the last item replaces one that has ended.
 */
export class UnderWay<Item> {
  readonly #entries: Entry<Item>[] = [];

  get items(): readonly Item[] {
    return this.#entries.map(({ item }) => item);
  }

  /** @returns a function that ends the item; a second call does nothing */
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
