import type { Draft, KeyRange } from "./draft.ts";
import { entriesOf } from "./entries/update-entries.ts";
import type { Layout } from "./layout.ts";
import type { Level } from "./level.ts";

const keysAtOnce = 500;

/**
 * The stored keys of a range of rows and of their entries, some at a time.
 *
 * @param draft is to delete the range; an entry that it puts for such a row goes from it
 * @param layout of the rows; undefined for a table that was dropped
 */
export async function* storedKeys(
  level: Level,
  { from, to }: KeyRange,
  draft: Draft,
  layout: Layout | undefined,
): AsyncGenerator<readonly Buffer[]> {
  if (!layout || layout.indexes.length === 0) return yield* chunks(level.keys({ gte: from, lt: to }));
  for await (const rows of chunks(level.iterator({ gte: from, lt: to }))) {
    yield rows.flatMap(([key, sealed]) => {
      const entries = Array.from(entriesOf(layout, key, sealed).values(), (entry) => entry.key);
      // An index that is being built may have got the entry in this group, before the row was deleted.
      if (!draft.get(key)) for (const entry of entries) if (draft.hasChangeOf(entry)) draft.delete(entry);
      return [key, ...entries];
    });
  }
}

interface Chunked<Item> {
  nextv(size: number): Promise<Item[]>;
  close(): Promise<void>;
}

async function* chunks<Item>(iterator: Chunked<Item>): AsyncGenerator<readonly Item[]> {
  try {
    for (;;) {
      const items = await iterator.nextv(keysAtOnce);
      if (items.length === 0) return;
      yield items;
    }
  } finally {
    await iterator.close();
  }
}
