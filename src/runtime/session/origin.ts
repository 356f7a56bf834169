import type { Transport } from "../transport/transport.ts";

/**
 * The limits shared by all sessions that reach a service through one transport: how many retries they have left, and how many
 * documents of writes may be in flight. Both shrink when the service has trouble, so that a slow service does not get more work.
 */
export interface Origin {
  /** Takes a retry from the budget; false if none is left. */
  readonly takeRetry: (now: number) => boolean;
  readonly succeeded: () => void;
  /** Reports that the service was overloaded or too slow. @param sent when the request was sent */
  readonly strained: (sent: number, now: number) => void;
  /** The most documents of writes that may be in flight. */
  readonly width: () => number;
}

/** In tenths of a retry: a success adds one, and so does a second. */
const mostTenths = 200;
const retryTenths = 10;
/** In documents of writes. */
const firstWidth = 4;
const mostWidth = 16;
const successesForMore = 10;

const origins = new WeakMap<Transport, Map<string, Origin>>();

/** Sessions on the same transport and address share their budget of retries and the width of their batches. */
export function originOf(transport: Transport, url: string): Origin {
  const known = origins.get(transport) ?? new Map<string, Origin>();
  origins.set(transport, known);
  const origin = known.get(url) ?? createOrigin();
  known.set(url, origin);
  return origin;
}

function createOrigin(): Origin {
  let tenths = mostTenths;
  let filledAt: number | undefined;
  let width = firstWidth;
  let successes = 0;
  let halvedAt = -Infinity;
  return {
    takeRetry: (now) => {
      // It also fills with time: during a long outage no success fills it.
      tenths = Math.min(mostTenths, tenths + (now - (filledAt ?? now)) / 1_000);
      filledAt = now;
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
      if (sent < halvedAt) return;
      halvedAt = now;
      width = Math.max(1, Math.floor(width / 2));
      successes = 0;
    },
    width: () => width,
  };
}
