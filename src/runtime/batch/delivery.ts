/**
 * Documents of writes: in come writes that are to go together, and each is told what became of it.
 *
 * A document that is refused as a whole goes again in parts, until the write that spoils it is alone; nothing of it had been
 * done. What failed for the moment and may go again does, for each write by itself. Rejects only with what a function that
 * the session was given throws.
 */
import { TimeoutError } from "../errors/errors.ts";
import type { ServiceError } from "../errors/errors.ts";
import { isFailure } from "../errors/failure.ts";
import type { Failure } from "../errors/failure.ts";
import type { PendingWrite } from "./pending-write.ts";
import { pause } from "../clock/pause.ts";
import type { Tried } from "../session/request.ts";
import { planRetry } from "../session/retry.ts";
import { createSendDocument, titleOf } from "./send-document.ts";
import type { SessionInternals } from "../session/session-options.ts";

export interface Delivery {
  readonly deliver: (writes: readonly PendingWrite[]) => Promise<void>;
  /** For one document: whether it holds this write too. */
  readonly measure: () => (write: PendingWrite) => boolean;
}

interface Delivered {
  /** A write in it failed by itself. */
  readonly spoiled: boolean;
  /** Writes in the largest document that the service took. */
  readonly largest: number;
}

/** Refusals that one write may have brought about, and those that a table may. */
const ofWrite = new Set<number | undefined>([400, 413, 422]);
const ofTable = new Set<number | undefined>([403, 404]);
/** Where the first of several writes stands in a document. */
const firstLine = 2;

export function createDelivery(internals: SessionInternals): Delivery {
  const { clock, origin, hooks, random, deadlineMs, closing } = internals;
  const { limits } = internals.profile;
  const send = createSendDocument(internals);
  /** What the service has been seen to take. */
  let ceiling = limits.operations;
  /** Documents of that size that it has taken since. */
  let full = 0;

  /** A refusal may have been of the moment, or of somebody in between: now and then more is tried. */
  function raiseCeiling(operations: number): void {
    if (operations < ceiling || ++full < 20) return;
    full = 0;
    ceiling = Math.min(limits.operations, ceiling * 2);
  }

  /** @param before what the writes have been through */
  async function deliver(given: readonly PendingWrite[], before?: Tried, isPart = false): Promise<Delivered> {
    const now = clock.monotonic();
    for (const write of given) {
      // Parts of a refused document may come too late.
      if (isPart && write.begun + deadlineMs <= now) {
        write.reject(new TimeoutError("queue", deadlineMs, write.write.about));
      }
      // Who has given up meanwhile is not sent again.
      if (write.state === "settled") write.queue.release(write);
    }
    const alive = given.filter(({ state }) => state !== "settled");
    const sent = alive.length === 0 ? undefined : await send(alive, before);
    if (!sent) return { spoiled: true, largest: 0 };
    const { fields, tried, writes } = sent;
    const { attempts, requestIds, totalDelayMs } = tried;
    if (isFailure(fields)) {
      if (writes.length > 1 && isPartial(fields, writes)) return deliverParts(writes, fields, isPart);
      for (const write of writes) write.reject(fields.raise(write.write.about));
      return { spoiled: true, largest: 0 };
    }
    raiseCeiling(writes.length);
    /** Once for all that failed for the moment: they go again together. */
    let plan: { readonly next: ReturnType<typeof planRetry>; readonly cause: Failure } | undefined;
    const again: PendingWrite[] = [];
    for (const [index, write] of writes.entries()) {
      const field = fields[index];
      if (!field) continue;
      if (!isFailure(field)) {
        write.resolve(field);
        continue;
      }
      const now = clock.monotonic();
      const circumstances = { attempts, leftMs: write.begun + deadlineMs - now, now, random };
      if (field.throttled) origin.strained(sent.at, now);
      if (field.transient) plan ??= { next: planRetry(field, write.write.safety, origin, circumstances), cause: field };
      const next = field.transient ? plan?.next : undefined;
      if (typeof next === "number") again.push(write);
      else {
        const known = { attempts, requestIds, totalDelayMs, retriesExhaustedBy: next };
        const outcome = tried.doubtful ? "unknown" : field.outcome;
        write.reject(field.raise({ ...write.write.about, ...known, outcome }));
      }
    }
    if (typeof plan?.next === "number") {
      const { next: delayMs, cause } = plan;
      const title = titleOf(again);
      const error = (): ServiceError => cause.raise({ ...title, attempts });
      hooks.tell("onRetry", () => ({ ...title, error: error(), delayMs, attempt: attempts + 1 }));
      await pause(clock, delayMs, closing);
      await deliver(again, { ...tried, totalDelayMs: totalDelayMs + delayMs, doubtful: true });
    }
    return { spoiled: false, largest: writes.length };
  }

  /** First by the lines that the service named, then by halves: where it has an end, the lines may be of anything. */
  async function deliverParts(writes: readonly PendingWrite[], refused: Failure, isPart: boolean): Promise<Delivered> {
    const faults = writes.map((_, index) => (isPart ? undefined : refused.ofLine?.(index + firstLine)));
    const others = writes.filter((_, index) => !faults[index]);
    if (others.length === 0) {
      for (const [index, write] of writes.entries()) write.reject((faults[index] ?? refused).raise(write.write.about));
      return { spoiled: true, largest: 0 };
    }
    const isNamed = others.length < writes.length;
    const half = Math.floor(writes.length / 2);
    const first = isNamed ? others : writes.slice(0, half);
    const second = isNamed ? writes.filter((_, index) => faults[index]) : writes.slice(half);
    const before = await deliver(first, undefined, true);
    // When the first half is fine, the fault is in the second: it need not be sent to know that.
    const isKnown = !isNamed && before.largest === first.length && second.length > 1;
    const after = await (isKnown ? deliverParts(second, refused, true) : deliver(second, undefined, true));
    const spoiled = before.spoiled || after.spoiled;
    const largest = Math.max(before.largest, after.largest);
    // No write was at fault, so the document was too much.
    if (!isPart && !spoiled) ceiling = Math.min(ceiling, largest);
    return { spoiled, largest };
  }

  return {
    deliver: async (writes) => void (await deliver(writes)),
    measure: () => {
      let [operations, tokens, characters] = [0, 0, 0];
      return ({ write }) => {
        operations += 1;
        tokens += write.tokens;
        characters += write.field.length;
        const held = operations <= ceiling && tokens <= limits.tokens && characters <= limits.characters;
        return operations === 1 || held;
      };
    },
  };
}

/** Whether parts of a refused document may fare better. */
function isPartial({ outcome, status, ofLine }: Failure, writes: readonly PendingWrite[]): boolean {
  if (outcome !== "refused") return false;
  const tables = new Set(writes.map(({ write }) => write.about.table));
  return ofLine !== undefined || ofWrite.has(status) || (ofTable.has(status) && tables.size > 1);
}
