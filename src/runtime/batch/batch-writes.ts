/**
 * Sends writes that are issued together in one document, each with its own alias.
 *
 * A write waits in the queue until its tick has ended, no earlier write to its row is in flight, and the service may get another
 * document. Servers execute the fields of a document in parallel, so two writes to one row are never in flight together. Then
 * the delivery sends the document and settles its writes.
 *
 * On platforms that end timers and promises with their request, the writes of one tick form a batch of their own, which depends
 * only on its own request and polls for what others have.
 */
import { startTimer, onAbort, isGone, isRequestBound, lookEveryMs } from "../clock/clock.ts";
import type { Life } from "../clock/clock.ts";
import { ClosedError, TimeoutError } from "../errors/errors.ts";
import { isSafe } from "../operation/checked-write.ts";
import { documentPath } from "../graphql/document.ts";
import { failedWrite } from "../graphql/send-write.ts";
import type { Batch, SessionLink } from "../session/call.ts";
import type { ServiceBudget } from "../session/retry.ts";
import { createDelivery } from "./delivery.ts";
import type { Delivery } from "./delivery.ts";
import { PendingWrite, WriteQueue } from "./write-queue.ts";
import type { Rows } from "./write-queue.ts";

export interface BatchOptions {
  /**
   * How long a write waits for others, in milliseconds. On Cloudflare's workerd it does not wait: there only the writes
   * of one tick share a document.
   * @default 0: the writes of one tick share a document
   */
  readonly lingerMs?: number;
}

type AddWrite = ReturnType<Batch>;

/**
 * How often a batch that waits for its responses alone notes that its request still runs, in milliseconds. Without it, others
 * would take its rows and slots for free (`isGone`).
 */
const noteEveryMs = 200;

/**
 * Returns the option `batch` of a session: writes that are issued together share a document.
 *
 * `createSession({ …, batch: batchWrites() })`
 */
export function batchWrites({ lingerMs = 0 }: BatchOptions = {}): Batch {
  return (link) => {
    const rows: Rows = new Map();
    const delivery = createDelivery(link);
    if (!isRequestBound()) return createBatch(link, rows, delivery, lingerMs, false);
    let batch: AddWrite | undefined;
    return (write, field) => {
      if (!batch) {
        batch = createBatch(link, rows, delivery, 0, true);
        queueMicrotask(() => (batch = undefined));
      }
      return batch(write, field);
    };
  };
}

/** @param isPerRequest whether it depends only on its own request's timers and promises */
function createBatch(
  link: SessionLink,
  rows: Rows,
  delivery: Delivery,
  lingerMs: number,
  isPerRequest: boolean,
): AddWrite {
  const { clock, budget, hooks, deadlineMs, closing } = link;
  const slots = slotsOf(budget);
  /** Without end, unless the batch depends on its request. */
  const life = { seen: Infinity };
  const queue = new WriteQueue(rows, life, flushSoon, errorOf);
  /** Documents. */
  let inFlight = 0;
  /** Writes since the last check. */
  let added = 0;
  let stopLinger: (() => void) | undefined;
  let planned = false;
  let stopWatch: (() => void) | undefined;
  if (!isPerRequest) onAbort(closing, flush);

  function flushSoon(): void {
    if (planned) return;
    planned = true;
    queueMicrotask(flush);
  }

  /** Fails the writes that have waited too long, and sends those that can be sent. */
  function flush(): void {
    planned = false;
    added = 0;
    try {
      stopLinger?.();
      stopLinger = undefined;
      const now = clock.monotonic();
      if (isPerRequest) life.seen = now;
      endLate(now);
      send(now);
      watch(now);
    } catch (error) {
      // The session's clock or profile is broken.
      for (let write = queue.oldest(); write; write = queue.oldest()) write.giveUp(error);
    }
  }

  function endLate(now: number): void {
    for (let write = queue.oldest(); write; write = queue.oldest()) {
      const { about } = write.checked;
      if (closing.aborted) write.giveUp(new ClosedError(about));
      else if (write.begun + deadlineMs <= now) write.giveUp(new TimeoutError("queue", deadlineMs, about));
      else if (write.ahead && isGone(write.ahead.queue.life, now)) queue.release(write.ahead);
      else return;
    }
  }

  function send(now: number): void {
    while (queue.isReady) {
      const leave = slots.enter(life, now);
      if (!leave) {
        // Other sessions may use the slots.
        if (!isPerRequest) slots.onLeave(flush);
        return;
      }
      const writes = queue.take(delivery.measure());
      if (writes.length === 0) leave();
      else void deliver(writes, leave);
    }
  }

  async function deliver(writes: readonly PendingWrite[], leave: () => void): Promise<void> {
    inFlight += 1;
    try {
      await delivery.deliver(writes);
    } catch (error) {
      for (const write of writes) write.reject(error);
    } finally {
      for (const write of writes) queue.release(write);
      inFlight -= 1;
      leave();
      flush();
    }
  }

  /** Checks again when the oldest waiting write is late; sooner if this call cannot be woken by another. */
  function watch(now: number): void {
    stopWatch?.();
    const oldest = queue.oldest();
    const lateMs = oldest ? Math.max(0, oldest.begun + deadlineMs - now) : Infinity;
    const lookMs = !isPerRequest ? Infinity : oldest ? lookEveryMs : inFlight > 0 ? noteEveryMs : Infinity;
    const delayMs = Math.min(lateMs, lookMs);
    stopWatch = delayMs < Infinity ? startTimer(clock, delayMs, flush) : undefined;
  }

  function errorOf({ checked, isSafe, begun }: PendingWrite, error: unknown): unknown {
    hooks?.notify("onError", () => ({ ...checked.about, error, tookMs: clock.monotonic() - begun }));
    return failedWrite(link, checked, isSafe, error);
  }

  return (checked, field) =>
    new Promise((resolve, reject) => {
      const { signal } = checked.options;
      signal?.throwIfAborted();
      const safe = isSafe(checked, link);
      try {
        const path = documentPath(link, checked.table.keyspace);
        const begun = clock.monotonic();
        const write = new PendingWrite(checked, field, path, safe, begun, queue, resolve, reject);
        if (signal) write.unlink = onAbort(signal, () => write.giveUp(signal.reason));
        queue.add(write);
        added += 1;
        if (isPerRequest || lingerMs === 0 || added >= delivery.mostWrites) flushSoon();
        else stopLinger ??= startTimer(clock, Math.min(lingerMs, deadlineMs), flush);
      } catch (error) {
        reject(failedWrite(link, checked, safe, error) as Error);
      }
    });
}

/** The documents of writes in flight, of all sessions that share a budget. */
interface Slots {
  /**
   * Takes a slot to send one more document; undefined if the limit of documents in flight is reached.
   * @param life of the call that sends it; the slot is released when that call has ended
   * @returns how to release the slot; a second call does nothing
   */
  readonly enter: (life: Life, now: number) => (() => void) | undefined;
  /** Calls back once, when the next slot is released. */
  readonly onLeave: (listener: () => void) => void;
}

const known = new WeakMap<ServiceBudget, Slots>();

/** Sessions that share a budget share its slots: its width limits the documents in flight of all of them. */
export function slotsOf(budget: ServiceBudget): Slots {
  let slots = known.get(budget);
  if (!slots) known.set(budget, (slots = createSlots(budget)));
  return slots;
}

function createSlots({ width }: ServiceBudget): Slots {
  const taken = new Set<{ readonly life: Life }>();
  const listeners = new Set<() => void>();
  return {
    enter: (life, now) => {
      if (taken.size >= width()) {
        for (const slot of taken) if (isGone(slot.life, now)) taken.delete(slot);
        if (taken.size >= width()) return undefined;
      }
      const slot = { life };
      taken.add(slot);
      return () => {
        if (!taken.delete(slot)) return;
        const current = [...listeners];
        listeners.clear();
        for (const listener of current) listener();
      };
    },
    onLeave: (listener) => listeners.add(listener),
  };
}
