/**
 * Sends writes that are issued together in one document, each with an alias of its own.
 *
 * Two writes of one row are never under way together, since servers execute the fields of a document side by side. Where a
 * request's timers and promises end with it, the writes of a tick are a batch of their own: it waits, sends and settles by
 * nothing but what its own request began. @see runtime 2.10
 */
import { startTimer } from "../clock/clock.ts";
import { createDelivery } from "./delivery.ts";
import type { Delivery } from "./delivery.ts";
import type { Result } from "../graphql/document.ts";
import { ClosedError, TimeoutError } from "../errors/errors.ts";
import { onAbort } from "../clock/on-abort.ts";
import { PendingWrite } from "./pending-write.ts";
import type { Write } from "./pending-write.ts";
import { beatEveryMs, isGone, isRequestBound, lookEveryMs } from "../clock/request-bound.ts";
import type { SessionInternals } from "../session/session-options.ts";
import { WriteQueue } from "./write-queue.ts";
import type { Rows } from "./write-queue.ts";

type AddWrite = (write: Write) => Promise<Result>;

const batchers = new WeakMap<SessionInternals, AddWrite>();

/** Adds a write to those of the session that are about to be sent. */
export function addWrite(internals: SessionInternals, write: Write): Promise<Result> {
  let add = batchers.get(internals);
  if (!add) batchers.set(internals, (add = createBatcher(internals)));
  return add(write);
}

function createBatcher(internals: SessionInternals): AddWrite {
  const rows: Rows = new Map();
  const delivery = createDelivery(internals);
  if (!isRequestBound()) return createBatch(internals, rows, delivery, false);
  let batch: AddWrite | undefined;
  return (write) => {
    if (!batch) {
      batch = createBatch(internals, rows, delivery, true);
      queueMicrotask(() => (batch = undefined));
    }
    return batch(write);
  };
}

/** @param bound whether it may go on from nothing but its own request's timers and promises */
function createBatch(internals: SessionInternals, rows: Rows, delivery: Delivery, bound: boolean): AddWrite {
  const { clock, origin, hooks, deadlineMs, lingerMs = 0, closing, profile } = internals;
  const life = { seen: Infinity };
  const queue = new WriteQueue(rows, life, flushSoon);
  /** Documents. */
  let underWay = 0;
  /** Writes since the last look. */
  let added = 0;
  let stopLinger: (() => void) | undefined;
  let planned = false;
  let stopWatch: (() => void) | undefined;
  if (!bound) onAbort(closing, flush);

  function plan(): void {
    if (bound || lingerMs === 0 || added >= profile.limits.operations) flushSoon();
    else stopLinger ??= startTimer(clock, Math.min(lingerMs, deadlineMs), flush);
  }

  function flushSoon(): void {
    if (planned) return;
    planned = true;
    queueMicrotask(flush);
  }

  /** Ends the writes that have waited too long, and sends those that can go. */
  function flush(): void {
    planned = false;
    added = 0;
    try {
      stopLinger?.();
      stopLinger = undefined;
      const now = clock.monotonic();
      if (bound) life.seen = now;
      endLate(now);
      send(now);
      watch(now);
    } catch (error) {
      // Of what the session was given, the clock or the profile is broken.
      for (let write = queue.oldest(); write; write = queue.oldest()) write.giveUp(error);
    }
  }

  function endLate(now: number): void {
    for (let write = queue.oldest(); write; write = queue.oldest()) {
      const { begun, ahead } = write;
      const { about } = write.write;
      if (closing.aborted) write.giveUp(new ClosedError(about));
      else if (begun + deadlineMs <= now) write.giveUp(new TimeoutError("queue", deadlineMs, about));
      else if (ahead && isGone(ahead.queue.life, now)) queue.release(ahead);
      else return;
    }
  }

  function send(now: number): void {
    while (queue.isReady) {
      const leave = origin.enter(life, now);
      if (!leave) {
        // Other sessions may be sending.
        if (!bound) origin.onLeave(flush);
        return;
      }
      const writes = queue.take(delivery.measure());
      if (writes.length === 0) leave();
      else void deliver(writes, leave);
    }
  }

  async function deliver(writes: readonly PendingWrite[], leave: () => void): Promise<void> {
    underWay += 1;
    try {
      await delivery.deliver(writes);
    } catch (error) {
      for (const write of writes) write.reject(error);
    } finally {
      for (const write of writes) queue.release(write);
      underWay -= 1;
      leave();
      flush();
    }
  }

  /** Looks again when the oldest write that waits is late; sooner where this call cannot be woken by another. */
  function watch(now: number): void {
    stopWatch?.();
    const oldest = queue.oldest();
    const lateMs = oldest ? Math.max(0, oldest.begun + deadlineMs - now) : Infinity;
    const lookMs = !bound ? Infinity : oldest ? lookEveryMs : underWay > 0 ? beatEveryMs : Infinity;
    const delayMs = Math.min(lateMs, lookMs);
    stopWatch = delayMs < Infinity ? startTimer(clock, delayMs, flush) : undefined;
  }

  return (write) =>
    new Promise((resolve, reject) => {
      const { signal, about } = write;
      signal?.throwIfAborted();
      const begun = clock.monotonic();
      const pending = new PendingWrite(write, begun, queue, {
        resolve,
        reject: (error) => {
          hooks.tell("onError", () => ({ ...about, error, tookMs: clock.monotonic() - begun }));
          reject(error);
        },
      });
      if (signal) pending.unlink = onAbort(signal, () => pending.giveUp(signal.reason));
      queue.add(pending);
      added += 1;
      plan();
    });
}
