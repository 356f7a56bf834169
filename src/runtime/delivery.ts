/**
 * Documents of writes: in come writes that are to go together, and each is told what became of it.
 *
 * A document that is refused as a whole goes again in parts, until the write that spoils it is alone; nothing of it had been
 * done. What failed for the moment and may go again does, for each write by itself. Never rejects.
 */
import { readFields } from "./document.ts";
import type { Result } from "./document.ts";
import type { ServiceError } from "./errors.ts";
import { isFailure } from "./failure.ts";
import type { Failure } from "./failure.ts";
import type { PendingWrite, Write } from "./pending-write.ts";
import { pause } from "./pause.ts";
import { planRetry } from "./retry.ts";
import type { SessionInternals } from "./session-options.ts";

export interface Delivery {
  readonly deliver: (writes: readonly PendingWrite[]) => Promise<void>;
  /** For one document: whether it holds this write too. */
  readonly measure: () => (write: PendingWrite) => boolean;
}

/** What came of one document, and how often it and those before it were sent. */
interface Sent {
  readonly fields: readonly (Result | Failure)[] | Failure;
  readonly attempts: number;
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
  const { exchange, profile, clock, origin, hooks, random, deadlineMs } = internals;
  const { limits } = profile;
  /** What the service has been seen to take. */
  let ceiling = limits.operations;

  /** @param before how often the writes have been sent */
  async function deliver(given: readonly PendingWrite[], before = 0, isPart = false): Promise<Delivered> {
    const writes = given.filter(({ state }) => state !== "settled");
    const [first] = writes;
    const sent = first && (await send(writes, before));
    if (!sent) return { spoiled: true, largest: 0 };
    const { fields, attempts } = sent;
    if (isFailure(fields)) {
      if (writes.length > 1 && isPartial(fields, writes)) return deliverParts(writes, fields, isPart);
      for (const write of writes) write.reject(fields.raise(write.write.about));
      return { spoiled: true, largest: 0 };
    }
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
      const tried = { attempts, leftMs: write.begun + deadlineMs - now, now, random };
      if (field.transient) plan ??= { next: planRetry(field, write.write.safety, origin, tried), cause: field };
      const next = field.transient ? plan?.next : undefined;
      if (typeof next === "number") again.push(write);
      else write.reject(field.raise({ ...write.write.about, attempts, retriesExhaustedBy: next }));
    }
    if (typeof plan?.next === "number") {
      const { next: delayMs, cause } = plan;
      const title = titleOf(again);
      const error = (): ServiceError => cause.raise({ ...title, attempts });
      hooks.tell("onRetry", () => ({ ...title, error: error(), delayMs, attempt: attempts + 1 }));
      await pause(clock, delayMs);
      await deliver(again, attempts);
    }
    return { spoiled: false, largest: writes.length };
  }

  /** Sends one document. Undefined when there is nothing more to tell anybody. */
  async function send(writes: readonly PendingWrite[], before: number): Promise<Sent | undefined> {
    const names = writes.map((_, index) => (writes.length === 1 ? "result" : `w${index}`));
    const lines = writes.map(({ write }, index) => `${names[index]}: ${write.field}`);
    const title = titleOf(writes);
    const controller = new AbortController();
    let left = writes.length;
    const abandoned = (): void => {
      left -= 1;
      if (left === 0) controller.abort();
    };
    for (const write of writes) Object.assign(write, { state: "sent", abandoned });
    const started = clock.monotonic();
    const until = Math.min(...writes.map(({ begun }) => begun)) + deadlineMs;
    let sent: Sent | undefined;
    let requestId: string | undefined;
    try {
      const answer = await exchange(
        {
          ...title,
          method: "POST",
          path: writes[0]?.write.path ?? "",
          safety: writes[0]?.write.safety ?? "unsafe",
          body: { query: `mutation {${writes.length > 1 ? "\n" : " "}${lines.join("\n")} }`, variables: {} },
          signal: controller.signal,
          operations: writes.length,
          attempts: before,
        },
        until,
      );
      if (isFailure(answer)) sent = { fields: answer, attempts: before };
      else {
        requestId = answer.requestId;
        sent = { fields: readFields(answer, names, profile), attempts: answer.attempts ?? before + 1 };
      }
    } catch (error) {
      for (const write of writes) write.reject(error);
    }
    hooks.tell("onBatch", () => {
      const fields = sent?.fields;
      const failed = fields && !isFailure(fields) ? fields.filter(isFailure).length : writes.length;
      const id = requestId ?? (fields && isFailure(fields) ? fields.raise({}).requestId : undefined);
      return { ...title, requestId: id, operations: writes.length, tookMs: clock.monotonic() - started, failed };
    });
    return sent;
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
    const before = await deliver(first, 0, true);
    // When the first half is fine, the fault is in the second: it need not be sent to know that.
    const isKnown = !isNamed && before.largest === first.length && second.length > 1;
    const after = await (isKnown ? deliverParts(second, refused, true) : deliver(second, 0, true));
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

/** What a document is about, as errors and hooks tell it. */
function titleOf([first, ...others]: readonly PendingWrite[]): Write["about"] {
  const about = first?.write.about ?? { operation: "write" };
  if (others.every(({ write }) => write.about.operation === about.operation)) return about;
  return { operation: `${about.operation} and ${others.length} other writes`, keyspace: about.keyspace };
}

/** Whether parts of a refused document may fare better. */
function isPartial({ outcome, status, ofLine }: Failure, writes: readonly PendingWrite[]): boolean {
  if (outcome !== "refused") return false;
  const tables = new Set(writes.map(({ write }) => write.about.table));
  return ofLine !== undefined || ofWrite.has(status) || (ofTable.has(status) && tables.size > 1);
}
