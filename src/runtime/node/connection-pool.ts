import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { elapsed, readClock } from "../clock/clock.ts";
import type { Clock } from "../clock/clock.ts";
import { guardIdle } from "./idle-connections.ts";
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
export function createPool({ maxSockets, idleMs, tls, clock }: PoolOptions): ConnectionPool {
  let used = readClock(clock);
  let closed = false;
  const kept = { keepAlive: true, maxSockets, timeout: idleMs, scheduling: "lifo" } as const;
  const { ca, ...identity } = tls;
  const plain = new HttpAgent(kept);
  const secure = new HttpsAgent({ ...kept, ...identity, ...(ca && { ca: [ca].flat() }) });
  const agents = [plain, secure];
  const rested = guardIdle(agents, () => closed);
  return {
    agent: (isSecure) => {
      if (elapsed(used, readClock(clock)) > idleMs) {
        for (const sockets of agents.flatMap(({ freeSockets }) => Object.values(freeSockets))) {
          for (const socket of sockets ?? []) socket.destroy();
        }
      }
      return isSecure ? secure : plain;
    },
    rested,
    touch: () => {
      used = readClock(clock);
    },
    close: () => {
      closed = true;
      for (const agent of agents) agent.destroy();
    },
  };
}
