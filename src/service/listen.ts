/**
 * Opens a port for a service. The only file that uses node:http and its adapter, srvx.
 *
 * Installs no signal handler and changes no global. Rejects what only a socket can detect: foreign hosts, paths with
 * dot segments, which a URL would hide, bodies that continue after they were rejected, and clients that never send
 * anything.
 */
import { serve } from "srvx";
import type { Server, ServerRequest } from "srvx";
import type { IncomingMessage } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import { ColonnadeError } from "../errors.ts";
import { answerRefusal, createResponse } from "./answer.ts";
import { DroppedConnection } from "./control/dropped-connection.ts";
import { noRoute } from "./exchange.ts";
import type { Observer } from "./exchange.ts";
import { createHostCheck } from "./host-check.ts";
import type { HostCheck } from "./host-check.ts";
import { findPortHolder } from "./port-holder.ts";
import { Refusal } from "./refusal.ts";
import type { Service } from "./service.ts";

export interface ListenOptions {
  /** 0 takes any free one. */
  readonly port: number;
  /** `localhost` means 127.0.0.1 and ::1, of which clients try either first. @default "localhost" */
  readonly host?: string;
  /** A certificate with its intermediate certificates, and its key, as PEM. @default HTTP without encryption */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
  /** Names besides those of this machine that requests may be for, such as that of a proxy. @default [] */
  readonly allowedHosts?: readonly string[];
  /** Gets requests that never reach the service, for logs and metrics. @default none */
  readonly onRefused?: Observer | undefined;
  /** Milliseconds that answers under way have to be given, once the listener is closed. @default 5000 */
  readonly graceMs?: number;
}

export interface Listener {
  /** The base address, without a slash at its end. */
  readonly url: string;
  readonly port: number;
  /** Answers what has reached it, refuses new connections, and closes all at the end of its grace at the latest. */
  close(): Promise<void>;
}

/** Node's own defaults let a stalled client stay for minutes; its check every 30 s would make shorter limits late. */
const timers = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1000,
  keepAliveTimeout: 65_000,
  /** Of TLS. */
  handshakeTimeout: 10_000,
};
/** How long the rest of a refused body may still arrive, so that the client gets to read the response. */
const drainMs = 500;
/** Requests may still be on their way, or in a queue of the system: they are waited for until nothing came for so long. */
const quietMs = 100;
/** A client that goes on and on is not waited for. */
const settleMs = 1000;
const dotSegment = /(?:^|[/\\])(?:\.|%2e){1,2}(?:[/\\]|$)/i;

/** @throws {ColonnadeError} `port-in-use` or `cannot-listen`, of the machine */
export async function listen(
  service: Service,
  { port, host = "localhost", tls, allowedHosts, onRefused, graceMs = 5000 }: ListenOptions,
): Promise<Listener> {
  const isOurs = createHostCheck(host, allowedHosts);
  const underWay = new Set<Promise<unknown>>();
  /** Connections and requests. */
  let arrived = 0;
  let closing: Promise<void> | undefined;
  const fetch = (request: ServerRequest): Promise<Response> => {
    arrived++;
    const message = request.runtime?.node?.res;
    if (message) {
      if (closing) message.setHeader("connection", "close");
      const sent = new Promise<void>((resolve) => message.once("close", resolve));
      underWay.add(sent);
      void sent.then(() => underWay.delete(sent));
    }
    return answer(service, request, isOurs, onRefused);
  };
  const servers = await openServers({ fetch, tls }, port, host);
  const [first] = servers;
  const sockets = new Set<Socket>();
  for (const { node } of servers) {
    node?.server?.on("connection", (socket: Socket) => {
      arrived++;
      sockets.add(socket);
      socket.once("close", () => sockets.delete(socket));
    });
  }
  const close = async (): Promise<void> => {
    const end = performance.now() + graceMs;
    await untilQuiet(() => arrived, Math.min(graceMs, settleMs));
    for (const { node } of servers) node?.server?.close();
    // Node's own way would leave connections open that never sent a byte, and cut answers that are being sent.
    while (underWay.size > 0 && performance.now() < end) await atMost(end - performance.now(), Promise.all(underWay));
    // Node does not count a connection before its TLS handshake.
    for (const socket of sockets) socket.destroy();
    await Promise.all(servers.map((server) => server.close(true)));
  };
  const url = new URL(first.url ?? "");
  // Certificates name hosts, hardly ever addresses.
  if (tls && host === "localhost") url.hostname = host;
  return {
    url: url.origin,
    port: portOf(first),
    close: () => (closing ??= close()),
  };
}

/** What all servers of a listener have in common. */
interface Serving extends Pick<ListenOptions, "tls"> {
  readonly fetch: (request: ServerRequest) => Promise<Response>;
}

/** One server for an address; for `localhost` a second one on ::1 where this machine has it, at the same port. */
async function openServers(serving: Serving, port: number, host: string): Promise<readonly [Server, ...Server[]]> {
  if (host !== "localhost") return [await openServer(serving, port, host)];
  for (let tries = 1; ; tries++) {
    const first = await openServer(serving, port, "127.0.0.1");
    try {
      return [first, await openServer(serving, portOf(first), "::1")];
    } catch (error) {
      const { code, cause } = error as ColonnadeError;
      if (isWithoutIPv6(cause)) return [first];
      await first.close(true);
      // The port was free at the other address; another one may be free at both.
      if (code !== "port-in-use" || port !== 0 || tries === 5) throw error;
    }
  }
}

async function openServer({ fetch, tls }: Serving, port: number, host: string): Promise<Server> {
  const server = serve({
    fetch,
    port,
    hostname: host,
    manual: true,
    silent: true,
    gracefulShutdown: false,
    // One protocol with and without encryption: the timers are those of HTTP/1.1.
    node: { ...timers, http2: false },
    ...(tls && { tls }),
  });
  await Promise.resolve(server.serve()).catch((error: unknown) => {
    throw listenError(error, port, host);
  });
  return server;
}

function portOf({ node }: Server): number {
  return (node?.server?.address() as AddressInfo).port;
}

function isWithoutIPv6(error: unknown): boolean {
  return error instanceof Error && "code" in error && ["EADDRNOTAVAIL", "EAFNOSUPPORT"].includes(String(error.code));
}

/** Waits until a count stands still, or for the time that there is. */
async function untilQuiet(count: () => number, limitMs: number): Promise<void> {
  const end = performance.now() + limitMs;
  for (let seen = -1; seen !== count() && performance.now() < end;) {
    seen = count();
    await sleep(Math.min(quietMs, limitMs));
    // After a busy time, what came meanwhile is read between the timer and this.
    await setImmediate();
  }
}

/** Waits for the work, or for the time that there is. */
async function atMost(limitMs: number, work: Promise<unknown>): Promise<void> {
  const over = new AbortController();
  await Promise.race([work, sleep(limitMs, undefined, { signal: over.signal }).catch(() => undefined)]);
  over.abort();
}

async function answer(
  service: Service,
  request: ServerRequest,
  isOurs: HostCheck,
  onRefused: Observer | undefined,
): Promise<Response> {
  const message = request.runtime?.node?.req;
  const refusal = refusalOf(message?.headers.host, message?.url ?? "", isOurs);
  if (refusal) {
    const requestId = crypto.randomUUID();
    const { response, bytes } = createResponse(answerRefusal(refusal, "rest"), { requestId, bodyless: false });
    const { status } = refusal;
    const { method, ip: client } = request;
    onRefused?.({ method, route: noRoute, status, durationMs: 0, bytes, requestId, client });
    return response;
  }
  const readBytes = message && ((most: number) => readMessage(message as IncomingMessage, most));
  try {
    const response = await service(Object.assign(request, { readBytes }));
    if (response.status === 413) endUnread(request);
    return response;
  } catch (error) {
    if (!(error instanceof DroppedConnection)) throw error;
    message?.socket?.destroy();
    // Nobody gets it.
    return new Response(null);
  }
}

/**
 * What goes beyond the limit is still received, so that the client gets to read the response, but not kept.
 *
 * @returns undefined if somebody reads the body already: whoever wraps the service may have cloned the request
 */
function readMessage(message: IncomingMessage, most: number): Promise<Uint8Array | undefined> | undefined {
  if (message.readableFlowing !== null) return undefined;
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    message.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= most) chunks.push(chunk);
      else resolve(undefined);
    });
    message.once("end", () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)));
    message.once("error", reject);
    message.once("close", () => {
      if (!message.complete) reject(new Error("the client is gone"));
    });
  });
}

function refusalOf(host: string | undefined, target: string, isOurs: HostCheck): Refusal | undefined {
  if (!isOurs(host)) {
    return new Refusal(421, "HTTP 421 Misdirected Request: this service is not known by that host name");
  }
  const hasDots = dotSegment.test(target.split("?", 1)[0] ?? "");
  return hasDots ? new Refusal(400, "HTTP 400 Bad Request: the path has dot segments") : undefined;
}

/** Ends the connection unless the rest of the body arrives soon: it is of no use, and it might never end. */
function endUnread(request: ServerRequest): void {
  const message = request.runtime?.node?.req;
  if (!message) return;
  const timer = setTimeout(() => {
    if (!message.complete) message.socket?.destroy();
  }, drainMs).unref();
  message.once("close", () => clearTimeout(timer));
}

function listenError(error: unknown, port: number, host: string): ColonnadeError {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "EADDRINUSE") {
    const holder = findPortHolder(port);
    const by = holder === undefined ? "" : ` by ${holder}`;
    return new ColonnadeError("port-in-use", `port ${port} of ${host} is in use${by}`, {
      kind: "machine",
      next: "choose another port, select a free one with --port 0, or stop the other program",
      cause: error,
    });
  }
  const reason = error instanceof Error ? error.message : String(error);
  return new ColonnadeError("cannot-listen", `cannot listen on port ${port} of ${host}: ${reason}`, {
    kind: "machine",
    cause: error,
  });
}
