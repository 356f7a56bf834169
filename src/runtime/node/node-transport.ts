/**
 * A transport over `node:http` and `node:https`: in comes a call, out goes the service's whole answer, in less than half of
 * what `fetch` takes of the processor. It retries nothing, follows no redirect, and does not keep the process alive.
 */
import type { Agent } from "node:http";
import { systemClock } from "../clock/clock.ts";
import type { Clock } from "../clock/clock.ts";
import { checkCall, unsendable } from "../transport/transport.ts";
import type { Call, Reply } from "../transport/transport.ts";
import { compressRequests } from "./compress-requests.ts";
import { createPool } from "./connection-pool.ts";
import { exchange } from "./exchange.ts";
import { parseTarget } from "./target.ts";
import type { TlsOptions } from "./tls-options.ts";

export interface NodeTransportOptions {
  /** Connections to one service at a time; further calls wait for a free one. @default 64 */
  readonly maxSockets?: number;
  /** How long a connection may stay open without a call; less when the service says so. @default 15000 */
  readonly idleMs?: number;
  /** What an answer may have of bytes, decompressed. @default 268435456, which is 256 MiB */
  readonly maxResponseBytes?: number;
  /** Sends bodies of 16 kB and more in gzip, unless the service answers that with 415. @default false */
  readonly compressRequests?: boolean;
  /** For a service with a certificate of one's own. */
  readonly tls?: TlsOptions;
  /**
   * An `http.Agent` that connects in some other way, such as through a proxy. Its connections are its own matter:
   * `maxSockets`, `idleMs` and `tls` are then without effect.
   */
  readonly agent?: ConnectionAgent;
  /** @default the system's clocks */
  readonly clock?: Clock;
}

/** An `http.Agent`, named by what it has so that Node's types need not be installed. */
export interface ConnectionAgent {
  readonly maxSockets: number;
  destroy(): void;
}

export interface NodeTransport {
  (call: Call): Promise<Reply>;
  /** Ends all connections: calls under way fail, later ones are not sent. A process ends without it, too. */
  close(): void;
}

/**
 * Sends over connections that stay open, for `createSession({ transport: nodeTransport() })`.
 *
 * Give one transport to all sessions of a process, so that they share connections. A compressed answer is decompressed
 * (gzip, deflate, brotli), and asked for only by a call that is `paged` or has a header `accept-encoding`.
 */
export function nodeTransport(options: NodeTransportOptions = {}): NodeTransport {
  const { maxSockets = 64, idleMs = 15_000, maxResponseBytes = 2 ** 28, tls = {}, clock = systemClock } = options;
  const pool = createPool({ maxSockets, idleMs, tls, clock });
  const underWay = new Set<() => void>();
  let closed = false;

  async function send(call: Call, body: Buffer | string | undefined = call.body): Promise<Reply> {
    checkCall(call);
    if (closed) throw unsendable("the transport is closed");
    const target = parseTarget(call.url);
    const agent = (options.agent as Agent | undefined) ?? pool.agent(target.secure);
    const reply = await exchange({ call, body, target, agent, maxResponseBytes, underWay });
    pool.touch();
    return reply;
  }

  function close(): void {
    closed = true;
    for (const interrupt of underWay) interrupt();
    pool.close();
  }

  const transport = options.compressRequests ? compressRequests(send, clock) : (call: Call) => send(call);
  return Object.assign(transport, { close });
}
