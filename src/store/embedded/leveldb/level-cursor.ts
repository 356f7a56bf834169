import type { Cursor } from "../level.ts";
import { binding, levelError } from "./binding.ts";
import type { Context } from "./binding.ts";

type Entry = [key: Buffer, value: Buffer];

/** Bit of the state that the binding sets with the last entries. */
const endedBit = 1;
/** Entries read at once, unless their bytes are enough. */
const mostAtOnce = 1000;

/** Reads entries of LevelDB in order, one call at a time. */
export class LevelCursor<Item> implements Cursor<Item> {
  readonly #context: Context;
  readonly #state: Uint8Array;
  readonly #itemOf: (entry: Entry) => Item;
  readonly #open: Set<{ close(): Promise<void> }>;
  #reading: Promise<unknown> | undefined;
  #closing: Promise<void> | undefined;

  /** @param open has the cursor until it is closed */
  constructor(
    context: Context,
    state: Uint8Array,
    itemOf: (entry: Entry) => Item,
    open: Set<{ close(): Promise<void> }>,
  ) {
    this.#context = context;
    this.#state = state;
    this.#itemOf = itemOf;
    this.#open = open;
  }

  async nextv(size: number): Promise<Item[]> {
    if (this.#closing) throw levelError("LEVEL_ITERATOR_NOT_OPEN", "Iterator is not open: cannot read after close()");
    if (this.#reading) throw levelError("LEVEL_ITERATOR_BUSY", "Iterator is busy: the previous read has not ended");
    if (this.#isAtEnd) return [];
    const reading = binding.iterator_nextv(this.#context, size);
    this.#reading = reading;
    try {
      return (await reading).map(this.#itemOf);
    } finally {
      this.#reading = undefined;
    }
  }

  async all(): Promise<Item[]> {
    try {
      const items = await this.nextv(mostAtOnce);
      while (!this.#isAtEnd) for (const item of await this.nextv(mostAtOnce)) items.push(item);
      return items;
    } finally {
      await this.close();
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, void> {
    try {
      while (!this.#isAtEnd) yield* await this.nextv(mostAtOnce);
    } finally {
      await this.close();
    }
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  async #close(): Promise<void> {
    // Whoever reads gets the error.
    await this.#reading?.catch(() => undefined);
    binding.iterator_close(this.#context);
    this.#open.delete(this);
  }

  get #isAtEnd(): boolean {
    return ((this.#state[0] as number) & endedBit) !== 0;
  }
}
