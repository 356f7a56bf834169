/**
 * Keys and values in memory, in the order of the keys' bytes: a list of short lists.
 *
 * Views are what was there when they were made. They share every list with the entries until it changes, so that making one
 * costs nothing, and a write copies what it changes once after each view.
 */

/**
 * Neither empty nor long, but for the only one.
 *
 * Bytes are text of one character for each: it sorts as they do, is compared faster, and costs the garbage collector less than a
 * buffer, which also keeps the memory that it shares with others.
 */
interface Run {
  readonly keys: string[];
  readonly values: string[];
  /** Only the entries of that age may change it: views have the others. */
  readonly age: number;
}

export type View = readonly Run[];

/** A long run takes longer to change, and more runs take longer to copy. */
const longest = 128;

export class SortedEntries {
  #runs: Run[] = [{ keys: [], values: [], age: 0 }];
  /** How many views there were. */
  #age = 0;
  #isShared = false;

  view(): View {
    this.#age++;
    this.#isShared = true;
    return this.#runs;
  }

  get(key: Buffer): Buffer | undefined {
    return getIn(this.#runs, key);
  }

  set(key: Buffer, value: Buffer): void {
    const name = textOf(key);
    const index = runOf(this.#runs, name);
    const run = this.#own(index);
    const place = placeIn(run, name);
    if (run.keys[place] === name) {
      run.values[place] = textOf(value);
      return;
    }
    run.keys.splice(place, 0, name);
    run.values.splice(place, 0, textOf(value));
    if (run.keys.length <= longest) return;
    const half = longest / 2;
    this.#runs.splice(index + 1, 0, { keys: run.keys.splice(half), values: run.values.splice(half), age: this.#age });
  }

  delete(key: Buffer): void {
    const name = textOf(key);
    const index = runOf(this.#runs, name);
    const place = placeIn(this.#runs[index] as Run, name);
    if (this.#runs[index]?.keys[place] !== name) return;
    const run = this.#own(index);
    run.keys.splice(place, 1);
    run.values.splice(place, 1);
    if (run.keys.length === 0 && this.#runs.length > 1) this.#runs.splice(index, 1);
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

export function getIn(view: View, key: Buffer): Buffer | undefined {
  const name = textOf(key);
  const run = view[runOf(view, name)] as Run;
  const place = placeIn(run, name);
  const value = run.keys[place] === name ? run.values[place] : undefined;
  return value === undefined ? undefined : bytesOf(value);
}

/** Entries from the first key that is not before `from`. */
export function* entriesFrom(view: View, from: Buffer | undefined): Generator<[key: Buffer, value: Buffer]> {
  const name = textOf(from ?? Buffer.of());
  let index = runOf(view, name);
  let place = placeIn(view[index] as Run, name);
  for (; index < view.length; index++, place = 0) {
    const { keys, values } = view[index] as Run;
    for (; place < keys.length; place++) yield entryOf(keys[place], values[place]);
  }
}

/** Entries from the last key before `to`, in reverse. */
export function* entriesBefore(view: View, to: Buffer | undefined): Generator<[key: Buffer, value: Buffer]> {
  const name = to && textOf(to);
  let index = name === undefined ? view.length - 1 : runOf(view, name);
  let place = name === undefined ? Infinity : placeIn(view[index] as Run, name);
  for (; index >= 0; index--, place = Infinity) {
    const { keys, values } = view[index] as Run;
    for (let at = Math.min(place, keys.length) - 1; at >= 0; at--) yield entryOf(keys[at], values[at]);
  }
}

function textOf(bytes: Buffer): string {
  return bytes.toString("latin1");
}

function bytesOf(text: string): Buffer {
  return Buffer.from(text, "latin1");
}

function entryOf(key = "", value = ""): [key: Buffer, value: Buffer] {
  return [bytesOf(key), bytesOf(value)];
}

/** The index of the last run that begins at or before the key, or of the first. */
function runOf(runs: View, name: string): number {
  let [low, high] = [1, runs.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (((runs[middle] as Run).keys[0] as string) <= name) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Where a key is, or belongs. */
function placeIn({ keys }: Run, name: string): number {
  let [low, high] = [0, keys.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((keys[middle] as string) < name) low = middle + 1;
    else high = middle;
  }
  return low;
}
