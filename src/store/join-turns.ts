/**
 * A store whose calls wait for the end of the turn of the event loop while others are under way.
 *
 * Requests of many connections come in one callback each, and the driver of a cluster writes to the socket what one callback
 * sends: one write for each request, which costs more than all else that is done for it. Sent together, they share one.
 */
import { createEndOfTurn } from "./end-of-turn.ts";
import type { Store } from "./store.ts";

export function joinTurns(store: Store): Store {
  let underWay = 0;
  const endOfTurn = createEndOfTurn();
  const joined =
    <Call, Result>(call: (one: Call) => Promise<Result>) =>
    async (one: Call): Promise<Result> => {
      // One that is alone has nobody to wait for.
      if (underWay++ > 0) await endOfTurn();
      try {
        return await call(one);
      } finally {
        underWay--;
      }
    };
  return {
    ...store,
    insert: joined((write) => store.insert(write)),
    update: joined((write) => store.update(write)),
    delete: joined((write) => store.delete(write)),
    select: joined((selection) => store.select(selection)),
  };
}
