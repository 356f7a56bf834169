/**
 * Bulk loading: takes items from a source as fast as the service accepts the writes, and reports the outcome of each.
 *
 * Takes an iterable of any length and a function that writes one item; returns every item that was not applied. Holds a
 * limited number of items at a time; concurrent writes share documents as usual.
 */
import { ConfigError, outcomeOf } from "../errors/errors.ts";
import { pause, systemClock, onAbort } from "../clock/clock.ts";
import type { Clock } from "../clock/clock.ts";
import type { Applied, NotApplied } from "./write-options.ts";
import { ServiceError } from "../errors/service-error.ts";

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
  /** @default the system's clocks */
  readonly clock?: Clock;
}

/** Failures that every later item would have too. */
const lasting = new Set<unknown>(["config", "closed", "credentials", "unauthorized"]);
/** Failures to reach the service. */
const outages = new Set<unknown>(["connect", "connection-lost", "timeout", "token-request"]);
const outageMs = 10_000;
const outagePauseMs = 1000;

/** By a mark of the error rather than its class: two copies of the package may be installed. */
function lacksTable(error: unknown): boolean {
  return error instanceof Error && "lacksTable" in error && error.lacksTable === true;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

/**
 * Writes all items of a source.
 *
 * `await bulk(rows, (row) => insertProducts(session, row))` gives `{ taken: 3, applied: 2, failed: [{ index: 1, item:
 * …, error: … }], unknown: [], notApplied: [] }`. Failed items do not end the load, so check `failed` and `unknown`.
 *
 * @param write writes one item, once; it should send nothing if its own check fails
 * @throws {BulkError} if it ends early: the source failed, the signal aborted, an item failed with `ordered`, a failure
 * would be the same for every item, or the service could not be reached for ten seconds
 */
export async function bulk<Item>(
  source: Iterable<Item> | AsyncIterable<Item>,
  write: (item: Item, index: number) => Promise<Applied | NotApplied<unknown>>,
  { ordered = false, width = 800, signal, clock = systemClock }: BulkOptions = {},
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
  let inFlight = 0;
  let ended: { readonly cause: unknown } | undefined;
  /** Since when the service has not been reached, by the monotonic clock. Then one item a second is tried. */
  let outageSince: number | undefined;
  let wake = (): void => undefined;
  const change = (): Promise<void> => new Promise((resolve) => (wake = resolve));
  const end = (cause: unknown): void => {
    ended ??= { cause };
    wake();
  };

  const isEnded = (): boolean => ended !== undefined;

  async function writeOne(item: Item, index: number): Promise<void> {
    inFlight += 1;
    try {
      const written = await write(item, index);
      outageSince = undefined;
      if (written.applied) result.applied += 1;
      else notApplied.push({ index, item, current: written.current });
    } catch (error) {
      // The outcome of an aborted write is unknown.
      const givenUp = signal?.aborted === true && error === signal.reason;
      const isUnknown = givenUp || outcomeOf(error) === "unknown";
      (isUnknown ? unknown : failed).push({ index, item, error });
      const code = codeOf(error);
      const now = clock.monotonic();
      outageSince = outages.has(code) ? (outageSince ?? now) : undefined;
      const isOutage = outageSince !== undefined && now - outageSince >= outageMs;
      if (ordered || isOutage || lasting.has(code) || lacksTable(error)) end(error);
    } finally {
      inFlight -= 1;
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
      if (inFlight >= (ordered || outageSince !== undefined ? 1 : width)) {
        await change();
        continue;
      }
      if (outageSince !== undefined) {
        await pause(clock, outagePauseMs, signal);
        if (isEnded()) break;
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
  while (inFlight > 0) await change();
  if (unlink) unlink();
  if (ended) throw new BulkError(result, remaining, ended.cause);
  return result;
}

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
