/**
 * Writes that are issued together travel in one document, each with an alias of its own.
 *
 * In comes one write after the other; out goes for each what the service said to it. Two writes of one key are never under
 * way together, since servers execute the fields of a document side by side. @see runtime 2.10
 */
import { startTimer } from "./clock.ts";
import { createDelivery } from "./delivery.ts";
import type { Result } from "./document.ts";
import { TimeoutError } from "./errors.ts";
import { onAbort } from "./on-abort.ts";
import type { PendingWrite, Write } from "./pending-write.ts";
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
  const { clock, origin, hooks, deadlineMs, lingerMs = 0 } = internals;
  const queue = new WriteQueue<PendingWrite>();
  const delivery = createDelivery(internals);
  let underWay = 0;
  let planned = false;
  let stopWatch: (() => void) | undefined;

  function plan(): void {
    if (planned) return;
    planned = true;
    if (lingerMs > 0) startTimer(clock, lingerMs, flush);
    else queueMicrotask(flush);
  }

  function flush(): void {
    planned = false;
    while (underWay < origin.width()) {
      const writes = queue.take(delivery.measure());
      if (writes.length === 0) break;
      underWay += 1;
      void delivery.deliver(writes).then(() => {
        underWay -= 1;
        for (const write of writes) queue.release(write);
        flush();
      });
    }
    watch();
  }

  /** The writes that wait have a deadline too; the first is the one that has waited longest. */
  function watch(): void {
    stopWatch?.();
    const [oldest] = queue.unsent;
    stopWatch = oldest && startTimer(clock, Math.max(0, oldest.until - clock.monotonic()), giveUp);
  }

  function giveUp(): void {
    for (const write of queue.unsent) {
      if (write.until > clock.monotonic()) break;
      queue.remove(write);
      write.reject(new TimeoutError("queue", deadlineMs, write.about));
    }
    flush();
  }

  return (write) =>
    new Promise((resolve, reject) => {
      write.signal?.throwIfAborted();
      let settled = false;
      const settle = (): void => {
        settled = true;
        unlink?.();
      };
      const pending: PendingWrite = {
        ...write,
        group: `${write.path} ${write.safety}`,
        until: clock.monotonic() + deadlineMs,
        settled: () => settled,
        resolve: (result) => {
          settle();
          resolve(result);
        },
        reject: (error) => {
          if (settled) return;
          settle();
          hooks.tell("onError", () => ({ error }));
          reject(error);
        },
      };
      const unlink =
        write.signal &&
        onAbort(write.signal, () => {
          pending.reject(write.signal?.reason);
          if (queue.remove(pending)) flush();
          else pending.abandoned?.();
        });
      queue.add(pending);
      plan();
    });
}
