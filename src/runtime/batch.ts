/**
 * Writes that are issued together travel in one document, each with an alias of its own.
 *
 * In comes one write after the other; out goes for each what the service said to it. Two writes of one key are never under
 * way together, since servers execute the fields of a document side by side. @see runtime 2.10
 */
import { startTimer } from "./clock.ts";
import { createDelivery } from "./delivery.ts";
import type { Result } from "./document.ts";
import { ClosedError, TimeoutError } from "./errors.ts";
import type { ServiceError } from "./errors.ts";
import { onAbort } from "./on-abort.ts";
import { PendingWrite } from "./pending-write.ts";
import type { Write } from "./pending-write.ts";
import type { SessionInternals } from "./session-options.ts";
import { WriteQueue } from "./write-queue.ts";

export type AddWrite = (write: Write) => Promise<Result>;

const batchers = new WeakMap<SessionInternals, AddWrite>();

/** Adds a write to those of the session that are about to be sent. */
export function addWrite(internals: SessionInternals, write: Write): Promise<Result> {
  let add = batchers.get(internals);
  if (!add) batchers.set(internals, (add = createBatcher(internals)));
  return add(write);
}

function createBatcher(internals: SessionInternals): AddWrite {
  const { clock, origin, hooks, deadlineMs, lingerMs = 0, closing, profile } = internals;
  const queue = new WriteQueue<PendingWrite>();
  const delivery = createDelivery(internals);
  /** Writes since the last look. */
  let added = 0;
  let stopLinger: (() => void) | undefined;
  let planned = false;
  let stopWatch: (() => void) | undefined;
  onAbort(closing, () => endWaiting(Infinity, (about) => new ClosedError(about)));

  function plan(): void {
    if (planned) return;
    if (lingerMs === 0 || added >= profile.limits.operations) {
      planned = true;
      queueMicrotask(flush);
    } else stopLinger ??= startTimer(clock, Math.min(lingerMs, deadlineMs), flush);
  }

  function flush(): void {
    planned = false;
    added = 0;
    stopLinger?.();
    stopLinger = undefined;
    for (;;) {
      if (!origin.enter()) {
        // Other sessions may be sending.
        if (queue.oldest()) origin.onLeave(flush);
        break;
      }
      const writes = queue.take(delivery.measure());
      if (writes.length === 0) {
        origin.leave();
        break;
      }
      void delivery.deliver(writes).then(() => {
        for (const write of writes) queue.release(write);
        origin.leave();
        flush();
      });
    }
    watch();
  }

  /** Ends the writes that have waited until then. @param due of their deadlines, the last one that counts */
  function endWaiting(due: number, reason: (about: Write["about"]) => ServiceError): void {
    for (let write = queue.oldest(); write && write.begun + deadlineMs <= due; write = queue.oldest()) {
      write.reject(reason(write.write.about));
    }
    flush();
  }

  /** The writes that wait have a deadline too. */
  function watch(): void {
    stopWatch?.();
    const oldest = queue.oldest();
    const leftMs = oldest && oldest.begun + deadlineMs - clock.monotonic();
    stopWatch = leftMs === undefined ? undefined : startTimer(clock, Math.max(0, leftMs), giveUp);
  }

  function giveUp(): void {
    endWaiting(clock.monotonic(), (about) => new TimeoutError("queue", deadlineMs, about));
  }

  return (write) =>
    new Promise((resolve, reject) => {
      const { signal, about } = write;
      signal?.throwIfAborted();
      const begun = clock.monotonic();
      const pending = new PendingWrite(write, begun, {
        resolve,
        reject: (error) => {
          hooks.tell("onError", () => ({ ...about, error, tookMs: clock.monotonic() - begun }));
          reject(error);
        },
      });
      if (signal) {
        pending.unlink = onAbort(signal, () => {
          pending.reject(signal.reason);
          pending.abandoned?.();
        });
      }
      queue.add(pending);
      added += 1;
      plan();
    });
}
