import { get, remove } from "@colonnade/runtime";
import type { Session } from "@colonnade/runtime";
import { primaryKey } from "../../model/index.ts";
import type { Table } from "../../model/index.ts";
import { messageOf } from "../message-of.ts";
import { pick } from "./describe-table.ts";
import type { Row, TableDescriptor } from "./describe-table.ts";
import { noWayBack, undoDelete } from "./undo.ts";
import type { Undo } from "./undo.ts";

/** What happened, in a sentence, and how it can be undone. */
export interface Done {
  readonly message: string;
  readonly undo?: Undo | undefined;
}

/** Deletes at the same time. */
const atOnce = 6;

/**
 * Deletes rows, each by its key. Reads each before, since the page may show an older row.
 *
 * @throws {Error} if not all rows were deleted, with how many were
 */
export async function deleteRows(
  session: Session,
  { table, descriptor }: { readonly table: Table; readonly descriptor: TableDescriptor },
  rows: readonly Row[],
): Promise<Done> {
  // A conditional write-back is only certain to come after a conditional delete. Counters can have none.
  const canUndo = noWayBack(table) === undefined;
  const waiting = [...rows];
  const before: Row[] = [];
  let done = 0;
  let failure: unknown;
  const work = async (): Promise<void> => {
    for (let row = waiting.pop(); row && failure === undefined; row = waiting.pop()) {
      const key = pick(row, primaryKey(table));
      try {
        const current = canUndo ? await get(session, descriptor, key) : undefined;
        await remove(session, descriptor, key, canUndo ? { ifExists: true } : {});
        done++;
        if (current) before.push(current);
      } catch (error) {
        failure ??= error;
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  if (failure !== undefined) {
    const reason = messageOf(failure);
    throw new Error(rows.length === 1 ? reason : `${done} of ${rows.length} rows were deleted: ${reason}`);
  }
  return { message: rows.length === 1 ? "Row deleted." : `${done} rows deleted.`, undo: undoDelete(table, before) };
}
