import { isGone } from "../clock/clock.ts";
import type { Life } from "../clock/clock.ts";
import type { ServiceBudget } from "../session/retry.ts";

/** The documents of writes in flight, of all sessions that share a budget. */
interface Slots {
  /**
   * Takes a slot to send one more document; undefined if the limit of documents in flight is reached.
   * @param life of the call that sends it; the slot is released when that call has ended
   * @returns how to release the slot; a second call does nothing
   */
  readonly enter: (life: Life, now: number) => (() => void) | undefined;
  /** Calls back once, when the next slot is released. */
  readonly onLeave: (listener: () => void) => void;
}

const known = new WeakMap<ServiceBudget, Slots>();

/** Sessions that share a budget share its slots: its width limits the documents in flight of all of them. */
export function slotsOf(budget: ServiceBudget): Slots {
  let slots = known.get(budget);
  if (!slots) known.set(budget, (slots = createSlots(budget)));
  return slots;
}

function createSlots({ width }: ServiceBudget): Slots {
  const taken = new Set<{ readonly life: Life }>();
  const listeners = new Set<() => void>();
  return {
    enter: (life, now) => {
      if (taken.size >= width()) {
        for (const slot of taken) if (isGone(slot.life, now)) taken.delete(slot);
        if (taken.size >= width()) return undefined;
      }
      const slot = { life };
      taken.add(slot);
      return () => {
        if (!taken.delete(slot)) return;
        const current = [...listeners];
        listeners.clear();
        for (const listener of current) listener();
      };
    },
    onLeave: (listener) => listeners.add(listener),
  };
}
