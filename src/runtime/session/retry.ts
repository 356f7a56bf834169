/**
 * Decides whether a call is repeated, by its failure, by the attempts before, and by what the service can take; and what these
 * attempts say in the error of the call.
 */
import { mostRetryAfterMs, planBackOff } from "../clock/clock.ts";
import { ServiceError } from "../errors/errors.ts";
import type { Outcome, ServiceErrorOptions } from "../errors/errors.ts";
import type { Failure } from "../errors/failure.ts";
import type { Safety } from "../operation/operation.ts";
import type { OperationAbout } from "../table/bound-table.ts";
import type { Transport } from "../transport/transport.ts";

/** How often a call is tried at most; a repetition with a new token and the second request of a hedge do not count. */
const maxAttempts = 3;

interface Circumstances {
  /** The number of attempts that were made. */
  readonly attempts: number;
  /** The rest of the call's time. */
  readonly leftMs: number;
  /** By the monotonic clock. */
  readonly now: number;
  /** At least 0, less than 1. */
  readonly random: () => number;
}

/** Without a delay there is no next attempt. Without `exhaustedBy` either, another attempt would be useless or not safe. */
export interface RetryPlan {
  /** Milliseconds before the next attempt. */
  readonly delayMs?: number;
  readonly exhaustedBy?: ServiceErrorOptions["retriesExhaustedBy"];
}

export function planRetry(
  failure: Failure,
  safety: Safety,
  budget: ServiceBudget,
  { attempts, leftMs, now, random }: Circumstances,
): RetryPlan {
  if (!failure.transient || (failure.outcome === "unknown" && safety === "unsafe")) return {};
  if (attempts >= maxAttempts) return { exhaustedBy: "attempts" };
  const { throttled, retryAfterMs } = failure;
  // A little later than the service asks, so that its clients do not all come back at once.
  const delayMs =
    retryAfterMs === undefined ? planBackOff(throttled, attempts - 1, random) : retryAfterMs * (1 + random() / 10);
  // A service that asks for more than `mostRetryAfterMs` is not waited for, even if the deadline is later.
  if (delayMs >= leftMs || (retryAfterMs ?? 0) > mostRetryAfterMs) return { exhaustedBy: "deadline" };
  return budget.takeRetry(now) ? { delayMs } : { exhaustedBy: "budget" };
}

/** The history of a call, updated with each attempt. */
export interface CallHistory {
  /** How often it was tried; a repetition with another token does not count. */
  attempts: number;
  /** How many requests were sent, for whatever reason. */
  sent: number;
  readonly requestIds: string[];
  /** Milliseconds between the attempts. */
  totalDelayMs: number;
  /** The response to one of the attempts was lost, so the write may have been done, whatever came of the others. */
  maybeExecuted: boolean;
}

export function newCallHistory(): CallHistory {
  return { attempts: 0, sent: 0, requestIds: [], totalDelayMs: 0, maybeExecuted: false };
}

/** A failure with the history of its call. */
export function withHistory(
  failure: Failure,
  about: OperationAbout,
  history: CallHistory,
  retriesExhaustedBy?: ServiceErrorOptions["retriesExhaustedBy"],
): Failure {
  const outcome = history.maybeExecuted ? "unknown" : failure.outcome;
  const known = { ...describe(about, history, outcome), retriesExhaustedBy };
  return { ...failure, outcome, toError: (more) => failure.toError({ ...known, ...more }) };
}

/**
 * An error that ended a call after its first request, with the history of the call: one that reading a response threw, or one
 * before the next attempt, which does not say whether an attempt whose response was lost was executed.
 */
export function thrownWithHistory(error: unknown, about: OperationAbout, history: CallHistory): unknown {
  if (history.requestIds.length === 0 || !(error instanceof ServiceError)) return error;
  // A copy, because other calls that waited for the same token may have the same error.
  const copy = new Error(error.message, { cause: error });
  Object.setPrototypeOf(copy, Object.getPrototypeOf(error) as object);
  return Object.assign(copy, error, describe(about, history, history.maybeExecuted ? "unknown" : error.outcome));
}

/** What the error of a call says of it. */
function describe(
  about: OperationAbout,
  { requestIds, attempts, totalDelayMs }: CallHistory,
  outcome: Outcome | undefined,
): ServiceErrorOptions {
  return { ...about, requestId: requestIds.at(-1), requestIds: [...requestIds], attempts, totalDelayMs, outcome };
}

/**
 * The limits shared by all sessions that reach a service through one transport: how many retries they have left, and how many
 * documents of writes may be in flight. Both shrink when the service has trouble, so that a slow service does not get more work.
 */
export interface ServiceBudget {
  /** Takes a retry from the budget; false if none is left. */
  readonly takeRetry: (now: number) => boolean;
  readonly succeeded: () => void;
  /** Reports that the service was overloaded or too slow. @param sent when the request was sent */
  readonly strained: (sent: number, now: number) => void;
  /** The most documents of writes that may be in flight. */
  readonly width: () => number;
}

/**
 * In tenths of a retry: each success adds one, and each second of time. So about one request in ten is a retry after the first
 * twenty, as in the retry throttling of gRPC.
 */
const mostTenths = 200;
const retryTenths = 10;
/** How many documents of writes may be in flight: few at first, and one more after each ten successes. */
const firstWidth = 4;
const mostWidth = 16;
const successesForMore = 10;

const budgets = new WeakMap<Transport, Map<string, ServiceBudget>>();

/** Sessions on the same transport and address share their budget of retries and the width of their batches. */
export function budgetOf(transport: Transport, url: string): ServiceBudget {
  const known = budgets.get(transport) ?? new Map<string, ServiceBudget>();
  budgets.set(transport, known);
  const budget = known.get(url) ?? createBudget();
  known.set(url, budget);
  return budget;
}

/** Sessions with different clocks may share it, so the time of the last change may be later than `now`. */
function createBudget(): ServiceBudget {
  let tenths = mostTenths;
  let filledAt = -Infinity;
  let width = firstWidth;
  let successes = 0;
  let halvedAt = -Infinity;
  return {
    takeRetry: (now) => {
      // It also fills with time: during a long outage no success fills it.
      const before = filledAt;
      filledAt = Math.max(before, now);
      tenths = Math.min(mostTenths, tenths + (filledAt - before) / 1_000);
      if (tenths < retryTenths) return false;
      tenths -= retryTenths;
      return true;
    },
    succeeded: () => {
      tenths = Math.min(mostTenths, tenths + 1);
      if (width < mostWidth && ++successes % successesForMore === 0) width += 1;
    },
    strained: (sent, now) => {
      // A request from before the last halving says nothing about the new width.
      if (sent < halvedAt && halvedAt <= now) return;
      halvedAt = now;
      width = Math.max(1, Math.floor(width / 2));
      successes = 0;
    },
    width: () => width,
  };
}
