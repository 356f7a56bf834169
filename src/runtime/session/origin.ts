import { isGone } from "../clock/request-bound.ts";
import type { Life } from "../clock/request-bound.ts";
import type { Transport } from "../transport/transport.ts";

/**
 * What all sessions that reach a service by one transport share: how many retries they have left, and how many documents
 * they send at once. Both shrink when the service has trouble, so that it is not asked more for being slow.
 */
export interface Origin {
  /** Takes one retry out of the budget; false when there is none. */
  readonly takeRetry: (now: number) => boolean;
  readonly succeeded: () => void;
  /** The service had too much to do for a request, or took too long. @param sent when it was sent */
  readonly strained: (sent: number, now: number) => void;
  /** So many documents of writes may be under way. */
  readonly width: () => number;
  /**
   * Takes a slot to send one more document of writes; undefined when as many as may be are under way.
   * @param life of the call that sends it; one that is gone holds its slot no longer
   * @returns how to give the slot back; once more does nothing
   */
  readonly enter: (life: Life, now: number) => (() => void) | undefined;
  /** Calls once, when the next slot is given back. */
  readonly onLeave: (listener: () => void) => void;
}

/** In tenths of a retry: ten successes give one, and so do ten seconds. */
const budget = { most: 200, cost: 10, perSuccess: 1, perMs: 1 / 1_000 };
const documents = { first: 4, most: 16, successesForMore: 10 };

const origins = new WeakMap<Transport, Map<string, Origin>>();

/** @see runtime 2.8, 2.10 */
export function originOf(transport: Transport, url: string): Origin {
  const known = origins.get(transport) ?? new Map<string, Origin>();
  origins.set(transport, known);
  const origin = known.get(url) ?? createOrigin();
  known.set(url, origin);
  return origin;
}

function createOrigin(): Origin {
  let retries = budget.most;
  let filledAt: number | undefined;
  let width = documents.first;
  let successes = 0;
  let halvedAt = -Infinity;
  const slots = new Set<{ readonly life: Life }>();
  const listeners = new Set<() => void>();
  return {
    takeRetry: (now) => {
      // It fills by time too: after a long outage there may be no success left to fill it.
      retries = Math.min(budget.most, retries + (now - (filledAt ?? now)) * budget.perMs);
      filledAt = now;
      if (retries < budget.cost) return false;
      retries -= budget.cost;
      return true;
    },
    succeeded: () => {
      retries = Math.min(budget.most, retries + budget.perSuccess);
      if (width < documents.most && ++successes % documents.successesForMore === 0) width += 1;
    },
    strained: (sent, now) => {
      // What was sent before the width was halved says nothing of the new one.
      if (sent < halvedAt) return;
      halvedAt = now;
      width = Math.max(1, Math.floor(width / 2));
      successes = 0;
    },
    width: () => width,
    enter: (life, now) => {
      if (slots.size >= width) {
        for (const slot of slots) if (isGone(slot.life, now)) slots.delete(slot);
        if (slots.size >= width) return undefined;
      }
      const slot = { life };
      slots.add(slot);
      return () => {
        if (!slots.delete(slot)) return;
        const told = [...listeners];
        listeners.clear();
        for (const listener of told) listener();
      };
    },
    onLeave: (listener) => listeners.add(listener),
  };
}
