/**
 * Bulk loading: takes items from a source as fast as the service accepts the writes, and reports the outcome of each.
 *
 * Takes an iterable of any length and a function that writes one item; returns every item that was not applied. Holds a
 * limited number of items at a time; concurrent writes share documents as usual.
 */
import { BulkError } from "../errors/bulk-error.ts";
import type { BulkFailure, BulkRefusal, BulkResult } from "../errors/bulk-error.ts";
import { ConfigError, outcomeOf } from "../errors/errors.ts";
import { onAbort } from "../clock/on-abort.ts";
import type { Applied, NotApplied } from "./write-options.ts";

export interface BulkOptions {
  /**
   * Writes one item after the other, and stops after one that failed or has an unknown outcome. Slow: each item waits
   * for the one before.
   * @default false
   */
  readonly ordered?: boolean;
  /**
   * The most items in flight. A session without `batchWrites()` sends a request for each: use a width of about ten
   * there.
   * @default 800, which is 16 documents of 50
   */
  readonly width?: number;
  /**
   * Ends the load: no more items are taken, and those in flight are awaited. A write that also has this signal is
   * aborted at once, and counts as unknown although it may not have been sent.
   */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Writes all items of a source.
 *
 * `await bulk(rows, (row) => insertProducts(session, row))` gives `{ taken: 3, applied: 2, failed: [{ index: 1, item:
 * …, error: … }], unknown: [], notApplied: [] }`. Failed items do not end the load, so check `failed` and `unknown`.
 *
 * @param write writes one item, once; it should send nothing if its own check fails
 * @throws {BulkError} if it ends early: the source failed, the signal aborted, or an item failed with `ordered`
 * @see runtime 2.10
 */
export async function bulk<Item>(
  source: Iterable<Item> | AsyncIterable<Item>,
  write: (item: Item, index: number) => Promise<Applied | NotApplied<unknown>>,
  { ordered = false, width = 800, signal }: BulkOptions = {},
): Promise<BulkResult<Item>> {
  const failed: BulkFailure<Item>[] = [];
  const unknown: BulkFailure<Item>[] = [];
  const notApplied: BulkRefusal<Item>[] = [];
  const result = { taken: 0, applied: 0, failed, unknown, notApplied };
  if (!Number.isInteger(width) || width < 1) {
    throw new ConfigError(`the width of a bulk load must be a positive whole number, not ${width}`);
  }
  const isAsync = Symbol.asyncIterator in source;
  const iterator: Iterator<Item> | AsyncIterator<Item> = isAsync
    ? source[Symbol.asyncIterator]()
    : source[Symbol.iterator]();
  let underWay = 0;
  let ended: { readonly cause: unknown } | undefined;
  let wake = (): void => undefined;
  const change = (): Promise<void> => new Promise((resolve) => (wake = resolve));
  const end = (cause: unknown): void => {
    ended ??= { cause };
    wake();
  };

  async function writeOne(item: Item, index: number): Promise<void> {
    underWay += 1;
    try {
      const written = await write(item, index);
      if (written.applied) result.applied += 1;
      else notApplied.push({ index, item, current: written.current });
    } catch (error) {
      // The outcome of an aborted write is unknown.
      const givenUp = signal?.aborted === true && error === signal.reason;
      const isUnknown = givenUp || outcomeOf(error) === "unknown";
      (isUnknown ? unknown : failed).push({ index, item, error });
      if (ordered) end(error);
    } finally {
      underWay -= 1;
      wake();
    }
  }

  /** The pending item of the source; if it arrives too late, it is one of the remaining items. */
  let coming: IteratorResult<Item> | Promise<IteratorResult<Item>> | undefined;
  async function arrival(promised: Promise<IteratorResult<Item>>): Promise<IteratorResult<Item> | undefined> {
    let step: IteratorResult<Item> | undefined;
    promised.then((given) => {
      step = given;
      wake();
    }, end);
    while (!step && !ended) await change();
    return step;
  }

  let unsent: Item[] | undefined;
  async function* remaining(): AsyncGenerator<Item, void> {
    unsent ??= failed.filter(({ error }) => outcomeOf(error) === "not-sent").map(({ item }) => item);
    for (let item = unsent.shift(); item !== undefined; item = unsent.shift()) yield item;
    for (;;) {
      const next = coming ?? iterator.next();
      coming = undefined;
      const step = await next;
      if (step.done) return;
      yield step.value;
    }
  }

  if (signal?.aborted) end(signal.reason);
  const unlink = signal && !ended && onAbort(signal, () => end(signal.reason));
  try {
    while (!ended) {
      if (underWay >= (ordered ? 1 : width)) {
        await change();
        continue;
      }
      const next = iterator.next();
      coming = next;
      // Items that are available synchronously are not awaited, so that the writes of a list share documents.
      const step = isAsync ? await arrival(Promise.resolve(next)) : (next as IteratorResult<Item>);
      if (!step || ended || step.done) break;
      coming = undefined;
      void writeOne(step.value, result.taken++);
    }
  } catch (error) {
    end(error);
  }
  while (underWay > 0) await change();
  if (unlink) unlink();
  if (ended) throw new BulkError(result, remaining, ended.cause);
  return result;
}
