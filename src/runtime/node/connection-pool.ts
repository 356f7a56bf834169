import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import type { Duplex } from "node:stream";
import { elapsed, readClock } from "../clock.ts";
import type { Clock, Instant } from "../clock.ts";
import type { TlsOptions } from "./tls-options.ts";

interface PoolOptions {
  readonly maxSockets: number;
  readonly idleMs: number;
  readonly tls: TlsOptions;
  readonly clock: Clock;
}

/**
 * Connections that stay open between calls; the one that was used last is used next, so that the others can end.
 *
 * Node closes an idle one after `idleMs`, or a second before the time that the service names in `keep-alive`. It does not
 * keep the process alive.
 */
export class ConnectionPool {
  readonly #plain: HttpAgent;
  readonly #secure: HttpsAgent;
  readonly #idleMs: number;
  readonly #clock: Clock;
  #used: Instant;
  #closed = false;

  constructor({ maxSockets, idleMs, tls, clock }: PoolOptions) {
    const kept = { keepAlive: true, maxSockets, timeout: idleMs, scheduling: "lifo" } as const;
    const { ca, ...identity } = tls;
    const isClosed = (): boolean => this.#closed;
    this.#plain = guardIdle(new HttpAgent(kept), isClosed);
    this.#secure = guardIdle(
      new HttpsAgent({ ...kept, ...identity, ...(ca !== undefined && { ca: [ca].flat() }) }),
      isClosed,
    );
    this.#idleMs = idleMs;
    this.#clock = clock;
    this.#used = readClock(clock);
  }

  /**
   * The agent to send through.
   *
   * While the machine sleeps no timer runs: what was idle before it has ended at the other side, which shows only when
   * something is sent. So idle connections go when the clock says that too much time is gone.
   */
  agent(secure: boolean): HttpAgent {
    const now = readClock(this.#clock);
    if (elapsed(this.#used, now) > this.#idleMs) this.#dropIdle();
    this.#used = now;
    return secure ? this.#secure : this.#plain;
  }

  /** Says that the service was heard of. */
  touch(): void {
    this.#used = readClock(this.#clock);
  }

  close(): void {
    this.#closed = true;
    this.#plain.destroy();
    this.#secure.destroy();
  }

  #dropIdle(): void {
    for (const { freeSockets } of [this.#plain, this.#secure]) {
      for (const sockets of Object.values(freeSockets)) for (const socket of sockets ?? []) socket.destroy();
    }
  }
}

/**
 * Ends an idle connection when the service says something on it that nobody asked for. Node would keep that, and give it to
 * the next call as its answer. Nor does one become idle after the end: Node connects even for a call that was given up.
 */
function guardIdle<A extends HttpAgent>(agent: A, isClosed: () => boolean): A {
  const keep = agent.keepSocketAlive.bind(agent);
  const reuse = agent.reuseSocket.bind(agent);
  agent.keepSocketAlive = (socket) => {
    socket.on("data", end);
    if (isClosed()) socket.destroy();
    return keep(socket);
  };
  agent.reuseSocket = (socket, request) => {
    socket.off("data", end);
    reuse(socket, request);
  };
  return agent;
}

function end(this: Duplex): void {
  this.destroy();
}
