import type { Agent } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";

/** How long a connection rests after its first response. */
const firstRestMs = 2;

/** The connections that have responded, and whether they are between two calls. */
const idle = new WeakMap<Duplex, boolean>();

/**
 * Guards the connections of these agents between two calls. One is closed
 * - if the service sends unexpected data on it: Node would return that data as the response to the next call;
 * - if it becomes idle after the end of the pool: Node connects even for an aborted call.
 *
 * Each rests after a response: some services close it then without saying so, and nobody could say whether they received
 * a call that was sent meanwhile. Those do so from the first response on, so that rest is a longer one. Any other takes
 * two turns of the event loop: the first ends the one that read the response; in the second, Node reads that the
 * connection has ended, and drops it.
 *
 * @returns a function for a new call: a promise that resolves when a resting connection is free for it, or `undefined`
 * if none rests
 */
export function guardIdle(agents: readonly Agent[], isClosed: () => boolean): () => Promise<void> | undefined {
  let resting = 0;
  const waiting: (() => void)[] = [];
  for (const agent of agents) {
    const emit = agent.emit.bind(agent);
    const keep = agent.keepSocketAlive.bind(agent);
    const reuse = agent.reuseSocket.bind(agent);
    agent.emit = (event: string | symbol, ...values: unknown[]) => {
      const [socket] = values as [Socket];
      // Node also frees a connection that it opens for a waiting call, before it is connected.
      if (event !== "free" || socket.connecting) return emit(event, ...values);
      resting += 1;
      rest(socket, () => {
        resting -= 1;
        idle.set(socket, false);
        emit(event, ...values);
        waiting.shift()?.();
      });
      return true;
    };
    agent.keepSocketAlive = (socket) => {
      idle.set(socket, true);
      if (isClosed()) socket.destroy();
      return keep(socket);
    };
    agent.reuseSocket = (socket, request) => {
      idle.set(socket, false);
      reuse(socket, request);
    };
  }
  return () => (resting > waiting.length ? new Promise((resolve) => waiting.push(resolve)) : undefined);
}

function rest(socket: Duplex, end: () => void): void {
  const isFirst = !idle.has(socket);
  idle.set(socket, true);
  const nextTurn = (): void => void setImmediate(end);
  if (!isFirst) return void setImmediate(nextTurn);
  // Permanent listeners, since adding some for every call costs more.
  socket.on("data", endIdle).on("error", () => undefined);
  // After a long turn the timer is due before Node reads that the connection has ended.
  setTimeout(nextTurn, firstRestMs);
}

function endIdle(this: Duplex): void {
  if (idle.get(this)) this.destroy();
}
