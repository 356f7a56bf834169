/**
 * Sends documents of writes, and settles each write.
 *
 * A document that is rejected as a whole is sent again in parts, until the failing write is alone; nothing of it was
 * executed. A temporary failure is retried for each write that allows it. Rejects only if a function given to the
 * session throws.
 */
import { pause } from "../clock/clock.ts";
import { TimeoutError } from "../errors/errors.ts";
import { isFailure } from "../errors/failure.ts";
import type { Failure } from "../errors/failure.ts";
import { adviceOnPath, bodyOf, readFields } from "../graphql/document.ts";
import type { Result } from "../graphql/document.ts";
import { readWritten } from "../graphql/send-write.ts";
import { aboutAll } from "../operation/operation.ts";
import type { Answer } from "../operation/operation.ts";
import { documentLimits } from "../profile/profile.ts";
import type { OperationAbout } from "../table/bound-table.ts";
import type { Wire } from "../protocol/codec.ts";
import { newCallHistory, planRetry, thrownWithHistory, withHistory } from "../session/retry.ts";
import type { CallHistory, RetryPlan } from "../session/retry.ts";
import type { SessionLink } from "../session/call.ts";
import type { PendingWrite } from "./write-queue.ts";

export interface Delivery {
  readonly deliver: (writes: readonly PendingWrite[]) => Promise<void>;
  /** For one document: whether this write also fits. */
  readonly measure: () => (write: PendingWrite) => boolean;
  /** How many writes fit at most. */
  readonly mostWrites: number;
}

interface Delivered {
  /** A single write in it failed. */
  readonly spoiled: boolean;
  /** Writes in the largest document that the service accepted. */
  readonly largest: number;
}

/** The result of one document. */
interface Sent {
  readonly fields: readonly (Result | Failure)[] | Failure;
  /** The writes that were sent in it. */
  readonly writes: readonly PendingWrite[];
  /** When it was sent, by the monotonic clock. */
  readonly at: number;
}

/** Rejections that one write may have caused, and those that a table may have. */
const ofWrite = new Set<number | undefined>([400, 413, 422]);
const ofTable = new Set<number | undefined>([403, 404]);
/** The position of the first of several writes in a document. */
const firstLine = 2;
const failedDelivery: Delivered = { spoiled: true, largest: 0 };

export function createDelivery(link: SessionLink): Delivery {
  const { tryCall, profile, clock, budget, hooks, random, deadlineMs, closing } = link;
  const { limits = documentLimits } = profile;
  /** The document size that the service has accepted so far. */
  let ceiling = limits.operations;
  /** Accepted documents of that size since then. */
  let full = 0;

  /** A rejection may have been temporary, or come from a proxy: tries larger documents from time to time. */
  function raiseCeiling(operations: number): void {
    if (operations < ceiling || ++full < 20) return;
    full = 0;
    ceiling = Math.min(limits.operations, ceiling * 2);
  }

  /** Sends one document; undefined if it could not be sent, after failing its writes. */
  async function send(writes: readonly PendingWrite[], tried: CallHistory): Promise<Sent | undefined> {
    const [first] = writes;
    if (!first) return undefined;
    let sent = writes;
    // Drops writes that were aborted while the document waited for a token or for its retry.
    const print = (): string => {
      sent = writes.filter(({ state }) => state !== "settled");
      if (sent.length === 1) return bodyOf(`mutation { ${aliasOf(0, 1)}: ${sent[0]!.field} }`);
      let query = "mutation {";
      for (const [index, { field }] of sent.entries()) query += `\n${aliasOf(index, 2)}: ${field}`;
      return bodyOf(`${query} }`);
    };
    const signal = signalOf(writes);
    for (const write of writes) write.state = "sent";
    const title = titleOf(writes);
    const at = clock.monotonic();
    const oldest = writes.reduce((least, { begun }) => Math.min(least, begun), at);
    const { path, isSafe } = first;
    let answer: Answer | Failure | undefined;
    let fields: Sent["fields"] | undefined;
    try {
      answer = await tryCall<Answer>(
        {
          about: title,
          method: "POST",
          path,
          body: print,
          signal,
          safety: isSafe ? "safe" : "unsafe",
          operations: writes.length,
          advice: (status) => adviceOnPath(status, link, first.checked.table.keyspace, path),
        },
        oldest + deadlineMs,
        tried,
      );
      fields = isFailure(answer) ? answer : readFields(answer, aliasesOf(sent.length), profile);
      // A document that is rejected by a retry may have been executed by the first attempt.
      if (isFailure(fields) && fields !== answer && tried.maybeExecuted) fields = withHistory(fields, title, tried);
    } catch (error) {
      for (const write of writes) write.reject(error);
    }
    hooks?.notify("onBatch", () => ({
      ...title,
      requestId: answer && (isFailure(answer) ? answer.toError({}).requestId : answer.requestId),
      operations: writes.length,
      tookMs: clock.monotonic() - at,
      failed: fields && !isFailure(fields) ? fields.filter(isFailure).length : writes.length,
    }));
    return fields && { fields, writes: sent, at };
  }

  /** @param tried the earlier attempts of the writes */
  async function deliver(given: readonly PendingWrite[], tried = newCallHistory(), isPart = false): Promise<Delivered> {
    const now = clock.monotonic();
    for (const write of given) {
      // Parts of a rejected document may exceed the deadline.
      if (isPart && write.begun + deadlineMs <= now) {
        write.reject(new TimeoutError("queue", deadlineMs, write.checked.about));
      }
      // Drops writes that were aborted in the meantime.
      if (write.state === "settled") write.queue.release(write);
    }
    const document = await send(
      given.filter(({ state }) => state !== "settled"),
      tried,
    );
    if (!document) return failedDelivery;
    const { fields, writes } = document;
    if (isFailure(fields)) {
      if (writes.length > 1 && isPartial(fields, writes)) return deliverParts(writes, fields, isPart);
      for (const write of writes) write.reject(fields.toError(write.checked.about));
      return failedDelivery;
    }
    raiseCeiling(writes.length);
    const again = settle(document, fields, tried);
    if (again) {
      const { writes, delayMs, cause } = again;
      const title = titleOf(writes);
      const { attempts } = tried;
      hooks?.notify("onRetry", () => {
        const error = cause.toError({ ...title, attempts });
        return { ...title, error, delayMs, attempt: attempts + 1 };
      });
      tried.totalDelayMs += delayMs;
      tried.maybeExecuted ||= again.maybeExecuted;
      await pause(clock, delayMs, closing);
      await deliver(writes, tried);
    }
    return { spoiled: false, largest: writes.length };
  }

  /** Settles each write of a document. @returns those with a temporary failure that are to be retried */
  function settle({ writes, at }: Sent, fields: readonly (Result | Failure)[], tried: CallHistory) {
    const { attempts } = tried;
    /** Once for all temporary failures: they are retried together. */
    let plan: (RetryPlan & { readonly cause: Failure }) | undefined;
    const again: PendingWrite[] = [];
    let maybeExecuted = false;
    for (const [index, write] of writes.entries()) {
      const field = fields[index]!;
      const { checked, isSafe } = write;
      if (!isFailure(field)) {
        try {
          write.resolve(readWritten(checked, field, profile));
        } catch (error) {
          write.reject(thrownWithHistory(error, checked.about, tried));
        }
        continue;
      }
      const now = clock.monotonic();
      if (field.throttled) budget.strained(at, now);
      if (field.transient) {
        const circumstances = { attempts, leftMs: write.begun + deadlineMs - now, now, random };
        plan ??= { ...planRetry(field, isSafe ? "safe" : "unsafe", budget, circumstances), cause: field };
        const isUnknown = field.outcome === "unknown";
        // The plan may be that of a write which certainly was not applied.
        if (plan.delayMs !== undefined && (isSafe || !isUnknown)) {
          maybeExecuted ||= isUnknown;
          again.push(write);
          continue;
        }
      }
      const exhaustedBy = field.transient ? plan?.exhaustedBy : undefined;
      write.reject(withHistory(field, checked.about, tried, exhaustedBy).toError({}));
    }
    if (plan?.delayMs === undefined) return undefined;
    return { writes: again, delayMs: plan.delayMs, cause: plan.cause, maybeExecuted };
  }

  /** Splits by the lines that the service named, then by halves: the lines may be wrong, halving always ends. */
  async function deliverParts(writes: readonly PendingWrite[], refused: Failure, isPart: boolean): Promise<Delivered> {
    const faults = writes.map((_, index) => (isPart ? undefined : refused.ofLine?.(index + firstLine)));
    const others = writes.filter((_, index) => !faults[index]);
    if (others.length === 0) {
      for (const [index, write] of writes.entries()) {
        write.reject((faults[index] ?? refused).toError(write.checked.about));
      }
      return failedDelivery;
    }
    const isNamed = others.length < writes.length;
    const half = Math.floor(writes.length / 2);
    const first = isNamed ? others : writes.slice(0, half);
    const second = isNamed ? writes.filter((_, index) => faults[index]) : writes.slice(half);
    const before = await deliver(first, undefined, true);
    // If the first half succeeds, the fault is in the second, which need not be sent to know that.
    const isKnown = !isNamed && before.largest === first.length && second.length > 1;
    const after = await (isKnown ? deliverParts(second, refused, true) : deliver(second, undefined, true));
    const spoiled = before.spoiled || after.spoiled;
    const largest = Math.max(before.largest, after.largest);
    // No write was at fault, so the document was too large.
    if (!isPart && !spoiled) ceiling = Math.min(ceiling, largest);
    return { spoiled, largest };
  }

  return {
    mostWrites: limits.operations,
    deliver: async (writes) => void (await deliver(writes)),
    measure: () => {
      let [operations, tokens, characters] = [0, 0, 0];
      return (write) => {
        const { checked } = write;
        operations += 1;
        tokens += 8 + 4 * checked.selected.length;
        for (const cell of checked.cells) if (cell !== undefined) tokens += 2 + countTokens(cell);
        for (const { wire } of [...(checked.conditions ?? []), ...(checked.changes ?? [])])
          tokens += 6 + countTokens(wire);
        characters += write.field.length;
        const held = operations <= ceiling && tokens <= limits.tokens && characters <= limits.characters;
        return operations === 1 || held;
      };
    },
  };
}

const aliases: string[] = [];

/** The names of the first fields of a document. */
function aliasesOf(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => aliasOf(index, count));
}

function aliasOf(index: number, count: number): string {
  return count === 1 ? "result" : (aliases[index] ??= `w${index}`);
}

/** Aborts when all of these writes are aborted; undefined if one of them cannot be. */
function signalOf(writes: readonly PendingWrite[]): AbortSignal | undefined {
  if (!writes.every(({ unlink }) => unlink)) return undefined;
  const controller = new AbortController();
  const abandoned = (): void => {
    if (writes.every(({ state }) => state === "settled")) controller.abort();
  };
  for (const write of writes) write.abandoned = abandoned;
  return controller.signal;
}

/** The subject of a document, for errors and hooks. */
function titleOf(writes: readonly PendingWrite[]): OperationAbout {
  const operation = writes[0]?.checked.about.operation;
  const isOne = writes.every(({ checked }) => checked.about.operation === operation);
  return aboutAll((isOne ? writes.slice(0, 1) : writes).map(({ checked }) => checked));
}

/** Whether parts of a rejected document may succeed. */
function isPartial({ outcome, status, ofLine }: Failure, writes: readonly PendingWrite[]): boolean {
  if (outcome !== "refused") return false;
  const tables = new Set(writes.map(({ checked }) => checked.about.table));
  return ofLine !== undefined || ofWrite.has(status) || (ofTable.has(status) && tables.size > 1);
}

/** Counts the lexical tokens of a value in a document. */
function countTokens(value: Wire | undefined): number {
  if (typeof value !== "object" || value === null) return 1;
  let count = 2;
  if (Array.isArray(value)) for (const item of value) count += countTokens(item as Wire);
  else for (const name in value) count += 2 + countTokens((value as Record<string, Wire>)[name]);
  return count;
}
