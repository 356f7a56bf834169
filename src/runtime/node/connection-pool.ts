/**
 * Keeps the connections of a transport open between calls, and closes those that may have ended unnoticed: after a sleep of the
 * machine, and when the service sends something that nobody requested.
 */
import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { elapsed, readClock, systemClock } from "../clock/clock.ts";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";

interface ConnectionPool {
  /**
   * Returns the agent to send through.
   *
   * While the machine sleeps, no timer runs: idle connections have ended at the other side, which shows only when
   * something is sent. So they are closed if the clock shows that too much time has passed.
   */
  readonly agent: (secure: boolean) => HttpAgent;
  /** A promise for a new call, if a connection that rests after a response will be free for it (`guardIdle`). */
  readonly rested: () => Promise<void> | undefined;
  /** Records that the service responded. */
  readonly touch: () => void;
  readonly close: () => void;
}

/**
 * Keeps connections open between calls; the most recently used one is used next, so that the others can expire.
 *
 * Node closes an idle connection after `idleMs`, or a second before the timeout in `keep-alive`. The pool does not keep
 * the process alive.
 */
export function createPool(maxSockets: number, idleMs: number, tls: TlsOptions): ConnectionPool {
  let used = readClock(systemClock);
  let closed = false;
  const kept = { keepAlive: true, maxSockets, timeout: idleMs, scheduling: "lifo" } as const;
  const { ca, ...identity } = tls;
  const plain = new HttpAgent(kept);
  const secure = new HttpsAgent({ ...kept, ...identity, ...(ca && { ca: [ca].flat() }) });
  const agents = [plain, secure];
  const rested = guardIdle(agents, () => closed);
  return {
    agent: (isSecure) => {
      if (elapsed(used, readClock(systemClock)) > idleMs) {
        for (const sockets of agents.flatMap(({ freeSockets }) => Object.values(freeSockets))) {
          for (const socket of sockets ?? []) socket.destroy();
        }
      }
      return isSecure ? secure : plain;
    },
    rested,
    touch: () => {
      used = readClock(systemClock);
    },
    close: () => {
      closed = true;
      for (const agent of agents) agent.destroy();
    },
  };
}

/** Certificates in the form of `node:tls`. */
export interface TlsOptions {
  /** Trusted certificates, instead of the well-known authorities: PEM. */
  readonly ca?: string | readonly string[];
  /** The client certificate, for a service that requires one: PEM. */
  readonly cert?: string;
  readonly key?: string;
  readonly passphrase?: string;
}

/**
 * How long a connection rests after its first response: longer than the close of a service on the same machine takes to arrive.
 * Over a network it takes longer, but a rest of that length would delay every first call.
 */
const firstRestMs = 2;

/** The connections that have responded, and whether they are between two calls. */
const idle = new WeakMap<Duplex, boolean>();

/**
 * Guards the connections of these agents between two calls. One is closed
 * - if the service sends unexpected data on it: Node would return that data as the response to the next call;
 * - if it becomes idle after the end of the pool: Node connects even for an aborted call.
 *
 * Each rests after a response, because some services close it then without notice. It would be unknown whether they received
 * a call that was sent meanwhile.
 * - After its first response a connection rests for `firstRestMs`: a service that closes connections after responses closes them
 *   after the first one already.
 * - After any later response it rests for two turns of the event loop. The first turn still belongs to the response. In the
 *   second, Node reads that the connection has ended, and drops it.
 *
 * @returns a function for a new call: a promise that resolves when a resting connection is free for it, or `undefined`
 * if none rests
 */
function guardIdle(agents: readonly HttpAgent[], isClosed: () => boolean): () => Promise<void> | undefined {
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
