import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import type { Duplex } from "node:stream";
import { elapsed, readClock } from "../clock/clock.ts";
import type { Clock } from "../clock/clock.ts";
import type { TlsOptions } from "./tls-options.ts";

interface PoolOptions {
  readonly maxSockets: number;
  readonly idleMs: number;
  readonly tls: TlsOptions;
  readonly clock: Clock;
}

export interface ConnectionPool {
  /**
   * Returns the agent to send through.
   *
   * While the machine sleeps, no timer runs: idle connections have ended at the other side, which shows only when
   * something is sent. So they are closed if the clock shows that too much time has passed.
   */
  readonly agent: (secure: boolean) => HttpAgent;
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
export function createPool({ maxSockets, idleMs, tls, clock }: PoolOptions): ConnectionPool {
  let used = readClock(clock);
  let closed = false;
  const kept = { keepAlive: true, maxSockets, timeout: idleMs, scheduling: "lifo" } as const;
  const { ca, ...identity } = tls;
  const plain = guardIdle(new HttpAgent(kept), () => closed);
  const secure = guardIdle(new HttpsAgent({ ...kept, ...identity, ...(ca && { ca: [ca].flat() }) }), () => closed);
  const agents = [plain, secure];
  return {
    agent: (isSecure) => {
      if (elapsed(used, readClock(clock)) > idleMs) {
        for (const sockets of agents.flatMap(({ freeSockets }) => Object.values(freeSockets))) {
          for (const socket of sockets ?? []) socket.destroy();
        }
      }
      return isSecure ? secure : plain;
    },
    touch: () => {
      used = readClock(clock);
    },
    close: () => {
      closed = true;
      for (const agent of agents) agent.destroy();
    },
  };
}

/** The connections, and whether they are idle. */
const idle = new WeakMap<Duplex, boolean>();

/**
 * Closes an idle connection if the service sends unexpected data on it: Node would return that data as the response to
 * the next call. Also prevents connections from becoming idle after the end: Node connects even for an aborted call.
 */
function guardIdle<A extends HttpAgent>(agent: A, isClosed: () => boolean): A {
  const keep = agent.keepSocketAlive.bind(agent);
  const reuse = agent.reuseSocket.bind(agent);
  agent.keepSocketAlive = (socket) => {
    // One permanent listener, since adding a listener for every call costs more.
    if (!idle.has(socket)) socket.on("data", endIdle);
    idle.set(socket, true);
    if (isClosed()) socket.destroy();
    return keep(socket);
  };
  agent.reuseSocket = (socket, request) => {
    idle.set(socket, false);
    reuse(socket, request);
  };
  return agent;
}

function endIdle(this: Duplex): void {
  if (idle.get(this)) this.destroy();
}
