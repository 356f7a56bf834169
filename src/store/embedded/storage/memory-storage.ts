/** Storage in memory, for tests. */
import { Catalog } from "../definitions/catalog.ts";
import { KeyValueStore } from "./key-value-store.ts";
import type { Batch, Cursor, KeyValueBackend, Snapshot, Span } from "./key-value-store.ts";
import type { Storage } from "./storage.ts";

/** Data that is lost when it is closed. No write to it fails, so there is nothing to recover from. */
export async function openMemoryStorage(): Promise<Storage> {
  const keyValues = new KeyValueStore(new MemoryBackend());
  const catalog = await Catalog.load(keyValues);
  const close = (): Promise<void> => keyValues.close();
  return {
    catalog,
    isWritable: true,
    isBloated: false,
    diskUse: async () => undefined,
    read: async (work) => work(keyValues),
    dataToWrite: async () => ({ keyValues, catalog, close }),
    close,
  };
}

/**
 * Some neighboring keys and their values: at least one, except in a backend without keys, and at most `longest`.
 *
 * Bytes are text of one character for each: it sorts as they do, is compared faster, and costs the garbage collector less than a
 * buffer, which also keeps the memory that it shares with others.
 */
interface Run {
  readonly keys: string[];
  readonly values: string[];
  /** The backend's age when the run was created. An older run than the backend may be shared with a view: it is copied first. */
  readonly age: number;
}

type View = readonly Run[];

/** A long run takes longer to change, and more runs take longer to copy. */
const longest = 128;

/**
 * Keys and values in the order of the keys' bytes, as a list of short lists.
 *
 * Snapshots and cursors share every list with the entries until it changes, so that making one costs nothing, and a write
 * copies what it changes once after each.
 */
export class MemoryBackend implements KeyValueBackend {
  status = "open";
  #runs: Run[] = [{ keys: [], values: [], age: 0 }];
  /** How many views there were. */
  #age = 0;
  /** Whether a view has the list of runs itself, which is then copied before it changes. */
  #isShared = false;

  async open(): Promise<void> {
    this.status = "open";
  }

  async close(): Promise<void> {
    this.status = "closed";
  }

  getSync(key: Buffer, { snapshot }: Pick<Span, "snapshot"> = {}): Buffer | undefined {
    const view = snapshot instanceof ViewSnapshot ? snapshot.view : this.#runs;
    const name = textOf(key);
    const { run, place } = positionOf(view, name);
    const { keys, values } = view[run] as Run;
    return keys[place] === name ? bytesOf(values[place] as string) : undefined;
  }

  snapshot(): Snapshot {
    return new ViewSnapshot(this.#view());
  }

  iterator(span: Span): Cursor<[key: Buffer, value: Buffer]> {
    return this.#read(span, (key, value) => [bytesOf(key), bytesOf(value)]);
  }

  withoutKeys(span: Span): Cursor<[key: undefined, value: Buffer]> {
    return this.#read(span, (_, value) => [undefined, bytesOf(value)]);
  }

  keys(span: Span): Cursor<Buffer> {
    return this.#read(span, bytesOf);
  }

  batch(): Batch {
    const changes: (readonly [name: string, value: string | undefined])[] = [];
    return {
      put: (key, value) => void changes.push([textOf(key), textOf(value)]),
      del: (key) => void changes.push([textOf(key), undefined]),
      write: async () => changes.forEach(([name, value]) => this.#change(name, value)),
      close: async () => undefined,
    };
  }

  /** Takes the view now, not when the first entry is asked for. */
  #read<Item>(span: Span, itemOf: (key: string, value: string) => Item): Cursor<Item> {
    const { snapshot } = span;
    return new ViewCursor(snapshot instanceof ViewSnapshot ? snapshot.view : this.#view(), span, itemOf);
  }

  #view(): View {
    this.#age++;
    this.#isShared = true;
    return this.#runs;
  }

  /** @param value undefined deletes the key */
  #change(name: string, value: string | undefined): void {
    const { run: index, place } = positionOf(this.#runs, name);
    const exists = this.#runs[index]?.keys[place] === name;
    if (!exists && value === undefined) return;
    const { keys, values } = this.#own(index);
    if (value === undefined) {
      keys.splice(place, 1);
      values.splice(place, 1);
    } else if (exists) values[place] = value;
    else {
      keys.splice(place, 0, name);
      values.splice(place, 0, value);
    }
    const half = longest / 2;
    if (keys.length > longest) {
      this.#runs.splice(index + 1, 0, { keys: keys.splice(half), values: values.splice(half), age: this.#age });
    } else if (keys.length === 0 && this.#runs.length > 1) this.#runs.splice(index, 1);
  }

  /** A run that no view has. */
  #own(index: number): Run {
    if (this.#isShared) this.#runs = [...this.#runs];
    this.#isShared = false;
    const run = this.#runs[index] as Run;
    if (run.age === this.#age) return run;
    return (this.#runs[index] = { keys: [...run.keys], values: [...run.values], age: this.#age });
  }
}

class ViewSnapshot implements Snapshot {
  readonly view: View;

  constructor(view: View) {
    this.view = view;
  }

  async close(): Promise<void> {}
}

/** Before an entry of a run, or behind its last one. */
interface Position {
  run: number;
  place: number;
}

/** Reads the entries between two positions, from either end. */
class ViewCursor<Item> implements Cursor<Item> {
  readonly #view: View;
  readonly #itemOf: (key: string, value: string) => Item;
  readonly #start: Position;
  readonly #end: Position;
  readonly #isReverse: boolean;
  #left: number;

  constructor(
    view: View,
    { gte, gt, lt, reverse = false, limit = Infinity }: Span,
    itemOf: (key: string, value: string) => Item,
  ) {
    const from = [...(gte ? [textOf(gte)] : []), ...(gt ? [`${textOf(gt)}\0`] : [])].sort().at(-1) ?? "";
    const last = view.length - 1;
    this.#view = view;
    this.#itemOf = itemOf;
    const start = positionOf(view, from);
    // Behind the last entry of a run is before the first of the next. Reading backwards has to end there, not in the run before.
    const isBehind = start.run < last && start.place === (view[start.run] as Run).keys.length;
    this.#start = isBehind ? { run: start.run + 1, place: 0 } : start;
    this.#end = lt ? positionOf(view, textOf(lt)) : { run: last, place: (view[last] as Run).keys.length };
    this.#isReverse = reverse;
    this.#left = limit;
  }

  async nextv(size: number): Promise<Item[]> {
    const [view, start, end] = [this.#view, this.#start, this.#end];
    const items: Item[] = [];
    const most = Math.min(size, this.#left);
    while (items.length < most && (start.run < end.run || (start.run === end.run && start.place < end.place))) {
      if (this.#isReverse && end.place === 0) end.place = (view[--end.run] as Run).keys.length;
      const [run, place] = this.#isReverse ? [end.run, --end.place] : [start.run, start.place++];
      const { keys, values } = view[run] as Run;
      const key = keys[place];
      if (key !== undefined) items.push(this.#itemOf(key, values[place] as string));
      else [start.run, start.place] = [run + 1, 0];
    }
    this.#left -= items.length;
    return items;
  }

  all(): Promise<Item[]> {
    return this.nextv(Infinity);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, void> {
    yield* await this.all();
  }

  async close(): Promise<void> {}
}

/** Where a key is, or belongs. */
function positionOf(view: View, name: string): Position {
  let [run, runs] = [0, view.length];
  while (runs - run > 1) {
    const middle = (run + runs) >>> 1;
    if (((view[middle] as Run).keys[0] as string) <= name) run = middle;
    else runs = middle;
  }
  const { keys } = view[run] as Run;
  let [place, end] = [0, keys.length];
  while (place < end) {
    const middle = (place + end) >>> 1;
    if ((keys[middle] as string) < name) place = middle + 1;
    else end = middle;
  }
  return { run, place };
}

function textOf(bytes: Buffer): string {
  return bytes.toString("latin1");
}

function bytesOf(text: string): Buffer {
  return Buffer.from(text, "latin1");
}
