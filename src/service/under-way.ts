interface Entry<Item> {
  readonly item: Item;
  place: number;
}

/**
 * What is under way. In a `Set`, former tables keep what was in them alive until the old generation is collected: every request
 * of a busy service would be moved there.
 */
export class UnderWay<Item> {
  readonly #entries: Entry<Item>[] = [];

  /** @returns what to remove, once */
  add(item: Item): Entry<Item> {
    const entry = { item, place: this.#entries.length };
    this.#entries.push(entry);
    return entry;
  }

  remove(entry: Entry<Item>): void {
    const last = this.#entries.pop();
    if (!last || last === entry) return;
    last.place = entry.place;
    this.#entries[entry.place] = last;
  }

  get all(): readonly Item[] {
    return this.#entries.map(({ item }) => item);
  }
}
