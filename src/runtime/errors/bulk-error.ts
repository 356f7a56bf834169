import { ServiceError } from "./service-error.ts";

export interface BulkResult<Item> {
  /** Items taken from the source. */
  readonly taken: number;
  /** Items that were written. */
  readonly applied: number;
  /** Items that were not written. */
  readonly failed: readonly BulkFailure<Item>[];
  /** Items that may have been written: the response was lost, or the caller aborted after they were sent. */
  readonly unknown: readonly BulkFailure<Item>[];
  /** Items whose condition was not met. */
  readonly notApplied: readonly BulkRefusal<Item>[];
}

export interface BulkFailure<Item> {
  /** From 0, in the order of the source. */
  readonly index: number;
  readonly item: Item;
  readonly error: unknown;
}

export interface BulkRefusal<Item> {
  readonly index: number;
  readonly item: Item;
  /** The current row or columns that failed the condition. */
  readonly current: unknown;
}

/** A bulk load ended before its source did. `cause` is the reason; the error has the outcome of each taken item. */
export class BulkError<Item> extends ServiceError implements BulkResult<Item> {
  override readonly name: string = "BulkError";
  declare readonly taken: number;
  declare readonly applied: number;
  declare readonly failed: readonly BulkFailure<Item>[];
  declare readonly unknown: readonly BulkFailure<Item>[];
  declare readonly notApplied: readonly BulkRefusal<Item>[];
  /**
   * The items that were certainly not sent: taken ones that were returned, then the rest of the source. `await
   * bulk(error.remaining(), write)` continues the load.
   */
  readonly remaining: () => AsyncIterable<Item>;

  constructor(result: BulkResult<Item>, remaining: () => AsyncIterable<Item>, cause: unknown) {
    const { taken, applied, failed, unknown } = result;
    const why = cause instanceof Error ? `: ${cause.message}` : "";
    const counts = `${applied} applied, ${failed.length} failed, ${unknown.length} unknown`;
    super("bulk", `the load ended after ${taken} items (${counts})${why}`, { cause });
    this.remaining = remaining;
    // They contain values of rows, which must not get into logs.
    for (const [name, value] of Object.entries(result)) Object.defineProperty(this, name, { value, enumerable: false });
  }
}
