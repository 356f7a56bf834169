/**
 * Documents of writes: in come writes that are to go together, and each is told what became of it.
 *
 * A document that is refused as a whole goes again in parts, until the write that spoils it is alone; nothing of it had been
 * done. What failed for the moment and may go again does, for each write by itself. Never rejects.
 */
import { readFields } from "./document.ts";
import type { Result } from "./document.ts";
import { isFailure } from "./failure.ts";
import type { Failure } from "./failure.ts";
import type { PendingWrite } from "./pending-write.ts";
import { pause } from "./pause.ts";
import { planRetry } from "./retry.ts";
import type { SessionInternals } from "./session-options.ts";

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
  const { exchange, profile, clock, origin, hooks, random } = internals;
  const { limits } = profile;
  /** What the service has been seen to take. */
  let ceiling = limits.operations;

  async function deliver(given: readonly PendingWrite[], attempts = 1, isPart = false): Promise<Delivered> {
    const writes = given.filter((write) => !write.settled());
    const fields = await send(writes);
    if (!fields) return { spoiled: true, largest: 0 };
    if (isFailure(fields)) {
      if (writes.length > 1 && isPartial(fields, writes)) return deliverParts(writes, fields, isPart);
      for (const write of writes) write.reject(fields.raise(write.about));
      return { spoiled: true, largest: 0 };
    }
    const again: PendingWrite[] = [];
    let delayMs = 0;
    for (const [index, write] of writes.entries()) {
      const field = fields[index];
      if (!field) continue;
      if (!isFailure(field)) {
        write.resolve(field);
        continue;
      }
      const now = clock.monotonic();
      const planned = planRetry(field, write.safety, origin, { attempts, leftMs: write.until - now, now, random });
      if (typeof planned === "number") {
        delayMs = Math.max(delayMs, planned);
        again.push(write);
      } else write.reject(field.raise({ ...write.about, attempts, retriesExhaustedBy: planned }));
    }
    if (again.length > 0) {
      await pause(clock, delayMs);
      await deliver(again, attempts + 1);
    }
    return { spoiled: false, largest: writes.length };
  }

  /** Sends one document. Undefined when there is nothing more to tell anybody. */
  async function send(writes: readonly PendingWrite[]): Promise<readonly (Result | Failure)[] | Failure | undefined> {
    const [first, ...others] = writes;
    if (!first) return [];
    const { about, path, safety, until } = first;
    const names = writes.map((_, index) => (others.length === 0 ? "result" : `w${index}`));
    const lines = writes.map(({ field }, index) => `${names[index]}: ${field}`);
    const same = writes.every((write) => write.about.operation === about.operation);
    const title = same
      ? about
      : { operation: `${about.operation} and ${others.length} other writes`, keyspace: about.keyspace };
    const controller = new AbortController();
    let left = writes.length;
    for (const write of writes) {
      write.abandoned = () => {
        left -= 1;
        if (left === 0) controller.abort();
      };
    }
    const started = clock.monotonic();
    const body = { query: `mutation {${others.length > 0 ? "\n" : " "}${lines.join("\n")} }`, variables: {} };
    let fields: readonly (Result | Failure)[] | Failure | undefined;
    try {
      const { signal } = controller;
      const sent = { ...title, method: "POST" as const, path, body, signal, safety, operations: writes.length };
      const answer = await exchange(sent, until);
      fields = isFailure(answer) ? answer : readFields(answer, names, profile);
    } catch (error) {
      for (const write of writes) write.reject(error);
    }
    hooks.tell("onBatch", () => {
      const failed = Array.isArray(fields) ? fields.filter(isFailure).length : writes.length;
      return { keyspace: about.keyspace, operations: writes.length, tookMs: clock.monotonic() - started, failed };
    });
    return fields;
  }

  /** First by the lines that the service named, then by halves: where it has an end, the lines may be of anything. */
  async function deliverParts(writes: readonly PendingWrite[], refused: Failure, isPart: boolean): Promise<Delivered> {
    const faults = writes.map((_, index) => (isPart ? undefined : refused.ofLine?.(index + firstLine)));
    const others = writes.filter((_, index) => !faults[index]);
    if (others.length === 0) {
      for (const [index, write] of writes.entries()) write.reject((faults[index] ?? refused).raise(write.about));
      return { spoiled: true, largest: 0 };
    }
    const isNamed = others.length < writes.length;
    const half = Math.floor(writes.length / 2);
    const first = isNamed ? others : writes.slice(0, half);
    const second = isNamed ? writes.filter((_, index) => faults[index]) : writes.slice(half);
    const before = await deliver(first, 1, true);
    // When the first half is fine, the fault is in the second: it need not be sent to know that.
    const isKnown = !isNamed && before.largest === first.length && second.length > 1;
    const after = await (isKnown ? deliverParts(second, refused, true) : deliver(second, 1, true));
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
      return (write) => {
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
  const tables = new Set(writes.map(({ about }) => about.table));
  return ofLine !== undefined || ofWrite.has(status) || (ofTable.has(status) && tables.size > 1);
}
