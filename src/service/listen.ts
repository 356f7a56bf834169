/**
 * Opens a port for a service, on node:http, which reads all that `plain-connection.ts` leaves to it.
 *
 * Installs no signal handler and changes no global. Rejects what only a socket can detect: foreign hosts, paths with
 * dot segments, which a URL would hide, bodies that continue after they were rejected, clients that never send anything,
 * and what is not HTTP.
 */
import { createServer } from "node:http";
import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import { isIP } from "node:net";
import type { Socket } from "node:net";
import { setImmediate as endOfTurn, setTimeout as sleep } from "node:timers/promises";
import { isLoopback } from "@colonnade/runtime/protocol";
import { addressOf, openServers, refuseConnections, watchHandshakes } from "../port/index.ts";
import type { HandshakeFailure } from "../port/index.ts";
import { flushMs } from "./http.ts";
import type { HttpResponse, Observer, PortRequest } from "./http.ts";
import type { HttpRefusal } from "./http-refusal.ts";
import { NodeRequest, refuseEarly, refuseUnparsed, refuseUntrusted } from "./node-request.ts";
import { headMs, idleMs, servePlainRequests } from "./plain-connection.ts";
import type { HostCheck } from "./plain-connection.ts";
import type { Service } from "./service.ts";

export interface ListenOptions {
  /** 0 selects a free port. */
  readonly port: number;
  /** `localhost` means 127.0.0.1 and ::1: clients may try either first. @default "localhost" */
  readonly host?: string;
  /** A certificate with its intermediate certificates, and its key, as PEM. @default HTTP without encryption */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
  /** Names besides those of this machine that requests may be for, such as that of a proxy. @default [] */
  readonly allowedHosts?: readonly string[];
  /** Gets requests that never reach the service, for logs and metrics. @default none */
  readonly onRefused?: Observer | undefined;
  /** Gets failed TLS handshakes, for logs and metrics. @default none */
  readonly onHandshakeFailure?: ((failure: HandshakeFailure) => void) | undefined;
  /** How long responses in progress may take after the listener is closed, in milliseconds. @default 5000 */
  readonly graceMs?: number;
}

export interface Listener {
  /** The base address, without a slash at its end. */
  readonly url: string;
  readonly port: number;
  /** Responds to the requests that have arrived, refuses new connections, and closes all of them at the end of the grace at the latest. */
  close(): Promise<void>;
}

/** A port is quiet once nothing has arrived for this long: requests may be on their way, or in a queue of the system. */
const quietMs = 100;
/** The longest wait for a quiet port: some clients never stop. */
const settleMs = 1000;
/** Node's defaults keep a stalled client for minutes; checking only every 30 s would enforce shorter limits late. */
const timers = {
  headersTimeout: headMs,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1000,
  keepAliveTimeout: idleMs,
  /** Limits the TLS handshake. */
  handshakeTimeout: 10_000,
};

/** How messages name the options: as the flags of `serve`. */
const flags = { port: (port: number) => `--port ${port}`, host: "--host" };

/** @throws {ColonnadeError} `port-in-use` or `cannot-listen`, of the machine */
export async function listen(
  { respond }: Pick<Service, "respond">,
  { port, host = "localhost", tls, allowedHosts, onRefused, onHandshakeFailure, graceMs = 5000 }: ListenOptions,
): Promise<Listener> {
  const isOurs = createHostCheck(host, allowedHosts);
  /** Requests without a response. */
  let inFlight = 0;
  /** All since the start. */
  const arrived = { connections: 0, requests: 0 };
  /** While true, responses wait in `ready`. */
  let isHolding = false;
  /** While true, each response ends its connection. */
  let isRefusing = false;
  let closing: Promise<void> | undefined;
  let onIdle: (() => void) | undefined;
  let ready: (readonly [PortRequest, HttpResponse])[] = [];
  const sendReady = (): void => {
    if (isHolding) return;
    const together = ready;
    ready = [];
    for (const [request, response] of together) {
      request.send(response, isRefusing);
      if (response.isCut) setTimeout(() => request.drop(), flushMs);
    }
  };
  const send = (request: PortRequest, response: HttpResponse): void => {
    // A response that is sent alone wakes its client, which costs more than making it; many together wake it once.
    if (ready.push([request, response]) === 1) setImmediate(sendReady);
  };
  const serve = (request: PortRequest, refusal?: HttpRefusal): void => {
    arrived.requests++;
    inFlight++;
    request.onClose(() => {
      if (--inFlight === 0) onIdle?.();
    });
    if (refusal) return send(request, refuseEarly(refusal, request, onRefused));
    respond(request).then(
      (response) => send(request, response),
      // A test asked for a connection that breaks.
      () => request.drop(),
    );
  };
  const onRequest = (message: IncomingMessage, response: ServerResponse): void =>
    serve(new NodeRequest(message, response), refuseUntrusted(message, isOurs));
  const create = await loadServer(onRequest, tls);
  const event = tls ? "secureConnection" : "connection";
  const sockets = new Set<Socket>();
  const createOwn = (): Server => {
    const server = servePlainRequests(create(), event, { isOurs, serve });
    // Before it listens: the first of two servers accepts connections while the second is opened.
    server.on("connection", (socket: Socket) => {
      arrived.connections++;
      sockets.add(socket);
      socket.once("close", () => sockets.delete(socket));
    });
    server.on("clientError", (error: NodeJS.ErrnoException, socket) => refuseUnparsed(error, socket, onRefused));
    // Handshakes that end because the listener closes did not fail.
    if (tls && onHandshakeFailure)
      watchHandshakes(server, (failure) => {
        if (!closing) onHandshakeFailure(failure);
      });
    return server;
  };
  const servers = await openServers(createOwn, { port, host }, flags);
  const close = async (): Promise<void> => {
    const end = performance.now() + graceMs;
    // The system resets connections that it, but not Node, has accepted when the listener closes. So responses are held until no
    // new connection comes: a client that waits for its response opens none.
    isHolding = true;
    // The held responses need the rest of the time to be sent.
    await untilQuiet(() => arrived.connections, Math.min(graceMs / 2, settleMs));
    const closed = servers.map(refuseConnections);
    isHolding = false;
    isRefusing = true;
    sendReady();
    // The next response of each connection ends it. What stays quiet is idle, and can be ended without a response.
    const count = (): number => arrived.connections + arrived.requests;
    if (sockets.size > 0) await untilQuiet(count, Math.min(end - performance.now(), settleMs));
    while (inFlight > 0 && performance.now() < end)
      await atMost(end - performance.now(), new Promise<void>((resolve) => (onIdle = resolve)));
    // Node does not count a connection before its TLS handshake.
    for (const socket of sockets) socket.destroy();
    await Promise.all(closed);
    // Stops the timers of Node.
    for (const server of servers) server.close();
  };
  const { address, port: opened } = addressOf(servers[0]);
  // Certificates name hosts, hardly ever addresses.
  const name = tls ? host : address;
  return {
    url: `${tls ? "https" : "http"}://${name.includes(":") ? `[${name}]` : name}:${opened}`,
    port: opened,
    close: () => (closing ??= close()),
  };
}

/** Waits until a count has not changed for a while, or until the limit. */
async function untilQuiet(count: () => number, limitMs: number): Promise<void> {
  const end = performance.now() + limitMs;
  for (let seen = -1; seen !== count() && performance.now() < end;) {
    seen = count();
    await sleep(Math.min(quietMs, limitMs));
    // After a busy time, Node reads what has arrived between the timer and here.
    await endOfTurn();
  }
}

/** Waits for the work, or until the limit. */
async function atMost(limitMs: number, work: Promise<unknown>): Promise<void> {
  const over = new AbortController();
  await Promise.race([work, sleep(limitMs, undefined, { signal: over.signal }).catch(() => undefined)]);
  over.abort();
}

/** Returns a function that creates a server of HTTP, or of HTTPS. */
async function loadServer(
  onRequest: RequestListener,
  tls: { readonly cert: string; readonly key: string } | undefined,
): Promise<() => Server> {
  if (!tls) return () => createServer(timers, onRequest);
  // Most listeners need no TLS, and start faster without it.
  const https = await import("node:https");
  return () => https.createServer({ ...timers, ...tls }, onRequest);
}

/**
 * Accepts hosts that a browser cannot be tricked into sending to this machine: names of this machine, IP addresses, and
 * names that the operator allows.
 *
 * A web page whose name an attacker rebinds to 127.0.0.1 sends its own name, which is not allowed. Beyond loopback
 * addresses, where others know the service by other names, every name is accepted unless some are listed.
 */
function createHostCheck(listening: string, allowed: readonly string[] = []): HostCheck {
  const names = new Set([listening, ...allowed].map((name) => name.toLowerCase()));
  const isOpen = !isLoopback(listening) && allowed.length === 0;
  const isOurs: HostCheck = (host) => {
    const name = nameIn(host ?? "");
    return isOpen || isLoopback(name) || isIP(name.replace(/^\[|\]$/g, "")) !== 0 || names.has(name);
  };
  // A client names the same host with every request.
  let last = { host: listening as string | undefined, isOurs: isOurs(listening) };
  return (host) => {
    if (host !== last.host) last = { host, isOurs: isOurs(host) };
    return last.isOurs;
  };
}

/** The name without its port, and without the dot that may end it. */
function nameIn(host: string): string {
  return host.replace(/:\d*$/, "").replace(/\.$/, "").toLowerCase();
}
