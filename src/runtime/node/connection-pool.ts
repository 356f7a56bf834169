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
   * The agent to send through.
   *
   * While the machine sleeps no timer runs: what was idle before it has ended at the other side, which shows only when
   * something is sent. So idle connections go when the clock says that too much time is gone.
   */
  readonly agent: (secure: boolean) => HttpAgent;
  /** Says that the service was heard of. */
  readonly touch: () => void;
  readonly close: () => void;
}

/**
 * Connections that stay open between calls; the one that was used last is used next, so that the others can end.
 *
 * Node closes an idle one after `idleMs`, or a second before the time that the service names in `keep-alive`. It does not
 * keep the process alive.
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

/** Connections, and whether they are idle. */
const idle = new WeakMap<Duplex, boolean>();

/**
 * Ends an idle connection when the service says something on it that nobody asked for. Node would keep that, and give it to
 * the next call as its answer. Nor does one become idle after the end: Node connects even for a call that was given up.
 */
function guardIdle<A extends HttpAgent>(agent: A, isClosed: () => boolean): A {
  const keep = agent.keepSocketAlive.bind(agent);
  const reuse = agent.reuseSocket.bind(agent);
  agent.keepSocketAlive = (socket) => {
    // Once, as it costs a connection's next call less to be looked at than to be listened to anew.
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
