/**
 * A transport over `node:http` and `node:https`, which uses less than half the CPU of `fetch`. Does not retry, follows
 * no redirects, and does not keep the process alive.
 */
import type { Agent } from "node:http";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { systemClock, elapsed, readClock } from "../clock/clock.ts";
import type { Clock } from "../clock/clock.ts";
import { checkCall, largestResponseBytes, unsendable } from "../transport/transport.ts";
import type { Call, Reply } from "../transport/transport.ts";
import { createPool } from "./connection-pool.ts";
import type { TlsOptions } from "./connection-pool.ts";
import { exchange, parseDestination } from "./exchange.ts";

export interface NodeTransportOptions {
  /** The most connections to one service; further calls wait for a free one. @default 64 */
  readonly maxSockets?: number;
  /** How long an idle connection stays open; less if the service requires it. @default 15000 */
  readonly idleMs?: number;
  /** The largest response in bytes, decompressed. @default 268435456, which is 256 MiB */
  readonly maxResponseBytes?: number;
  /** Compresses bodies of 16 kB and more with gzip, unless the service responds with 415. @default false */
  readonly compressRequests?: boolean;
  /** For a service with a private certificate. */
  readonly tls?: TlsOptions;
  /**
   * An `http.Agent` that connects differently, such as through a proxy. It manages its own connections: `maxSockets`,
   * `idleMs` and `tls` then have no effect.
   */
  readonly agent?: ConnectionAgent;
  /** @default the system's clocks */
  readonly clock?: Clock;
}

/** An `http.Agent`, declared structurally so that Node's types need not be installed. */
export interface ConnectionAgent {
  readonly maxSockets: number;
  destroy(): void;
}

export interface NodeTransport {
  (call: Call): Promise<Reply>;
  /** Closes all connections: calls in flight fail, later ones are not sent. A process can end without it. */
  close(): void;
}

/**
 * Creates a transport with persistent connections: `createSession({ transport: nodeTransport() })`.
 *
 * Use one transport for all sessions of a process, so that they share connections. Compressed responses are
 * decompressed (gzip, deflate, brotli), and requested only for calls that are `paged` or have a header
 * `accept-encoding`.
 */
export function nodeTransport(options: NodeTransportOptions = {}): NodeTransport {
  const {
    maxSockets = 64,
    idleMs = 15_000,
    maxResponseBytes = largestResponseBytes,
    tls = {},
    clock = systemClock,
  } = options;
  const pool = createPool({ maxSockets, idleMs, tls, clock });
  const underWay = new Set<() => void>();
  let closed = false;

  async function send(call: Call, body: Buffer | string | undefined = call.body): Promise<Reply> {
    const rested = pool.rested();
    if (rested) await rested;
    checkCall(call);
    if (closed) throw unsendable("the transport is closed");
    const destination = parseDestination(call.url);
    const agent = (options.agent as Agent | undefined) ?? pool.agent(destination.secure);
    const reply = await exchange({ call, body, destination, agent, maxResponseBytes, underWay });
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

/** Sends a call once, optionally with a different body. */
type SendOnce = (call: Call, body?: Buffer) => Promise<Reply>;

/** Smaller bodies gain little. */
const worthwhileLength = 16_384;

const compress = promisify(gzip);

/**
 * Compresses large bodies with gzip. A service that responds with 415 has not executed the call: the call is sent again
 * uncompressed within its remaining time, and compression is turned off.
 */
function compressRequests(send: SendOnce, clock: Clock): (call: Call) => Promise<Reply> {
  let refused = false;
  return async (call) => {
    if (refused || (call.body ?? "").length < worthwhileLength) return send(call);
    const begun = readClock(clock);
    const body = await compress(call.body ?? "");
    const reply = await send({ ...call, headers: { ...call.headers, "content-encoding": "gzip" } }, body);
    if (reply.status !== 415) return reply;
    refused = true;
    return send({ ...call, timeoutMs: Math.max(1, call.timeoutMs - elapsed(begun, readClock(clock))) });
  };
}
