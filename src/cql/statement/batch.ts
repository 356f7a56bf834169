/** Executes batches. */
import type { Answer, BatchType, BoundValues } from "../protocol/message.ts";
import type { Database, Execution, Prepared } from "./prepared.ts";

/** A statement of a batch with its values. */
export interface BatchEntry {
  readonly prepared: Prepared;
  readonly values: BoundValues;
}

/** Executes statements of a client together: all of them or none. */
export async function executeBatch(
  database: Database,
  type: BatchType,
  entries: readonly BatchEntry[],
  execution: Omit<Execution, "values">,
): Promise<Answer> {
  throw new Error(`not yet: ${type} ${entries.length} ${execution.nowMs} ${database.now()}`);
}
