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
  /**
   * For a new call: resolves when a connection that rests after a response becomes free for it (`guardIdle`). Returns undefined if no
   * connection is resting, so that most calls wait for no promise.
   */
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
  let lastUse = readClock(systemClock);
  const kept = { keepAlive: true, maxSockets, timeout: idleMs, scheduling: "lifo" } as const;
  const { ca, ...identity } = tls;
  const plain = new HttpAgent(kept);
  const secure = new HttpsAgent({ ...kept, ...identity, ...(ca && { ca: [ca].flat() }) });
  const agents = [plain, secure];
  const rested = guardIdle(agents);
  return {
    agent: (isSecure) => {
      if (elapsed(lastUse, readClock(systemClock)) > idleMs) {
        for (const sockets of agents.flatMap(({ freeSockets }) => Object.values(freeSockets))) {
          for (const socket of sockets ?? []) socket.destroy();
        }
      }
      return isSecure ? secure : plain;
    },
    rested,
    touch: () => {
      lastUse = readClock(systemClock);
    },
    close: () => agents.forEach((agent) => agent.destroy()),
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

/** Connections that have responded to a call. */
const used = new WeakSet<Duplex>();
/** Connections between two calls. */
const idle = new WeakSet<Duplex>();

/** Records that a call has this connection now. */
export function takeConnection(connection: Duplex): void {
  idle.delete(connection);
}

/**
 * Guards the connections of these agents between two calls. If the service sends unexpected data on one, it is closed, because
 * Node would return that data as the response to the next call.
 *
 * Each rests after a response, because some services close it then without notice. It would be unknown whether they received
 * a call that was sent meanwhile.
 * - After its first response a connection rests for `firstRestMs`: a service that closes connections after responses closes them
 *   after the first one already.
 * - After any later response it rests for two turns of the event loop. The first turn still belongs to the response. In the
 *   second, Node reads that the connection has ended, and drops it.
 *
 * @returns {@link ConnectionPool.rested}
 */
function guardIdle(agents: readonly HttpAgent[]): () => Promise<void> | undefined {
  let resting = 0;
  const waiting: (() => void)[] = [];
  for (const agent of agents) {
    // Node's own listener, which gives a free connection to a call that waits for one, or keeps it.
    const release = agent.listeners("free");
    agent.removeAllListeners("free");
    agent.on("free", (socket: Socket, options: unknown) => {
      const free = (): void => release.forEach((listener) => void listener.call(agent, socket, options));
      // Node also frees a connection that it opens for an aborted call, before it is connected.
      if (socket.connecting) return free();
      resting += 1;
      rest(socket, () => {
        resting -= 1;
        free();
        waiting.shift()?.();
      });
    });
  }
  return () => (resting > waiting.length ? new Promise((resolve) => waiting.push(resolve)) : undefined);
}

function rest(socket: Socket, end: () => void): void {
  const isFirst = !used.has(socket);
  idle.add(socket);
  const nextTurn = (): void => void setImmediate(end);
  if (!isFirst) return void setImmediate(nextTurn);
  used.add(socket);
  // Permanent listeners, since adding some for every call costs more.
  socket.on("data", closeIdle).on("error", () => undefined);
  // After a long turn the timer is due before Node reads that the connection has ended.
  setTimeout(nextTurn, firstRestMs);
}

function closeIdle(this: Socket): void {
  if (idle.has(this)) this.destroy();
}
