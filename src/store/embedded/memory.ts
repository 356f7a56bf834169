import { Catalog } from "./catalog.ts";
import { Level } from "./level.ts";
import type { Batch, Cursor, Database, Snapshot, Span } from "./level.ts";
import { SortedEntries, entriesBefore, entriesFrom, getIn } from "./sorted-entries.ts";
import type { View } from "./sorted-entries.ts";
import type { Storage } from "./storage.ts";

/** Data that is lost when it is closed. No write to it fails, so there is nothing to recover from. */
export async function openMemory(): Promise<Storage> {
  const level = new Level(new MemoryDatabase());
  const catalog = await Catalog.load(level);
  const close = (): Promise<void> => level.close();
  return {
    catalog,
    isWritable: true,
    isBloated: false,
    diskUse: async () => undefined,
    read: async (work) => work(level),
    writable: async () => ({ level, catalog, close }),
    close,
  };
}

type Entry = [key: Buffer, value: Buffer];

/** What LevelDB does for the store, in memory. */
export class MemoryDatabase implements Database {
  status = "open";
  readonly #entries = new SortedEntries();

  async open(): Promise<void> {
    this.status = "open";
  }

  async close(): Promise<void> {
    this.status = "closed";
  }

  getSync(key: Buffer, options?: { readonly snapshot?: Snapshot }): Buffer | undefined {
    return options?.snapshot instanceof ViewSnapshot ? getIn(options.snapshot.view, key) : this.#entries.get(key);
  }

  snapshot(): Snapshot {
    return new ViewSnapshot(this.#entries.view());
  }

  iterator(span: Span): Cursor<Entry> {
    return new EntryCursor(this.#read(span), (entry) => entry);
  }

  keys(span: Span): Cursor<Buffer> {
    return new EntryCursor(this.#read(span), ([key]) => key);
  }

  batch(): Batch {
    const changes: { readonly key: Buffer; readonly value?: Buffer }[] = [];
    return {
      put: (key, value) => void changes.push({ key, value }),
      del: (key) => void changes.push({ key }),
      write: async () => {
        for (const { key, value } of changes) {
          if (value) this.#entries.set(key, value);
          else this.#entries.delete(key);
        }
      },
      close: async () => undefined,
    };
  }

  /** Takes the view now, not when the first entry is asked for. */
  #read(span: Span): Generator<Entry> {
    const { snapshot } = span;
    return within(snapshot instanceof ViewSnapshot ? snapshot.view : this.#entries.view(), span);
  }
}

function* within(view: View, { gte, gt, lt, reverse = false, limit = Infinity }: Span): Generator<Entry> {
  let left = limit;
  for (const entry of reverse ? entriesBefore(view, lt) : entriesFrom(view, gte ?? gt)) {
    const [key] = entry;
    if (gt && !reverse && Buffer.compare(key, gt) <= 0) continue;
    const isBeyond = reverse
      ? (gte && Buffer.compare(key, gte) < 0) || (gt && Buffer.compare(key, gt) <= 0)
      : lt && Buffer.compare(key, lt) >= 0;
    if (isBeyond || left-- <= 0) return;
    yield entry;
  }
}

class ViewSnapshot implements Snapshot {
  readonly view: View;

  constructor(view: View) {
    this.view = view;
  }

  async close(): Promise<void> {}
}

class EntryCursor<Item> implements Cursor<Item> {
  readonly #entries: Generator<Entry>;
  readonly #itemOf: (entry: Entry) => Item;

  constructor(entries: Generator<Entry>, itemOf: (entry: Entry) => Item) {
    this.#entries = entries;
    this.#itemOf = itemOf;
  }

  async nextv(size: number): Promise<Item[]> {
    const items: Item[] = [];
    while (items.length < size) {
      const { done, value } = this.#entries.next();
      if (done) break;
      items.push(this.#itemOf(value));
    }
    return items;
  }

  all(): Promise<Item[]> {
    return this.nextv(Infinity);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, void> {
    for (const entry of this.#entries) yield this.#itemOf(entry);
  }

  async close(): Promise<void> {}
}
