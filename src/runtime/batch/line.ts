/** First in, first out, at the same cost however many there are: an array's own `shift` moves all that follow. */
export class Line<T> {
  #items: (T | undefined)[] = [];
  #head = 0;

  push(item: T): void {
    this.#items.push(item);
  }

  /** Who is next; undefined when nobody is. */
  first(): T | undefined {
    return this.#items[this.#head];
  }

  /** Takes out who is next, and keeps nothing of it. */
  shift(): void {
    this.#items[this.#head] = undefined;
    this.#head += 1;
    const isLong = this.#head >= 1024 && this.#head * 2 >= this.#items.length;
    if (!isLong && this.#head < this.#items.length) return;
    this.#items = this.#items.slice(this.#head);
    this.#head = 0;
  }
}
