/** Applies the writes of an atomic operation in one batch of a store. */
import type { CheckedWrite, Written } from "@colonnade/runtime/operations";
import type { Consistency, WriteResult, RowStore, Write, WriteOptions } from "../store/index.ts";
import { writtenOf, sendTo } from "./send-write.ts";
import { requireColumns } from "./stored-table.ts";
import type { StoredTable } from "./stored-table.ts";

const applied: WriteResult = { applied: true };

/**
 * @param writes at least one, each of which makes a statement
 * @param find the table of a write, as the store has it
 */
export async function applyAll(
  store: RowStore,
  writes: readonly CheckedWrite[],
  find: (write: CheckedWrite) => StoredTable | Promise<StoredTable>,
  consistency: Consistency | undefined,
): Promise<readonly Written[]> {
  const tables = await Promise.all(writes.map(find));
  for (const [place, write] of writes.entries()) requireColumns(tables[place]!, write);
  const batch: Write[] = [];
  const noting = noteIn(batch);
  for (const [place, write] of writes.entries()) void sendTo(noting, tables[place]!, write);
  // One write is atomic by itself, and may be what no batch takes: an increment.
  const results =
    writes.length === 1 ? [await sendTo(store, tables[0]!, writes[0]!)] : await store.batch(batch, { consistency });
  return writes.map((write, place) => writtenInBatch(tables[place]!, write, results[place]!));
}

/** Nothing is said of the row of a write whose own condition holds. */
function writtenInBatch(stored: StoredTable, write: CheckedWrite, result: WriteResult): Written {
  const isOfOther = !result.applied && result.current === undefined && write.conditions === undefined;
  return isOfOther ? { applied: false, current: null } : writtenOf(stored, write, result);
}

/** A store that notes the statements it gets. */
function noteIn(batch: Write[]): Pick<RowStore, "insert" | "update" | "delete"> {
  const note = async ({
    consistency: _,
    serialConsistency: __,
    ...write
  }: Write & WriteOptions): Promise<WriteResult> => {
    batch.push(write as Write);
    return applied;
  };
  return {
    insert: (insert) => note({ kind: "insert", ...insert }),
    update: (update) => note({ kind: "update", ...update }),
    delete: (del) => note({ kind: "delete", ...del }),
  };
}
