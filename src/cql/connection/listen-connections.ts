/**
 * Opens a port for clients of the native protocol, on node:net or node:tls.
 *
 * Installs no signal handler and changes no global.
 */
import { createServer } from "node:net";
import type { Server, Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { addressOf, openServers, refuseConnections, watchHandshakes } from "../../port/index.ts";
import type { HandshakeFailure } from "../../port/index.ts";
import { createEndOfTurn } from "../../store/index.ts";
import type { SchemaChange } from "../protocol/message.ts";
import { Connection } from "./connection.ts";
import { defaultLimits } from "./server.ts";
import type { ServerState, Limits, CqlObserver } from "./server.ts";

export interface ListenOptions {
  /** 0 takes any free one. */
  readonly port: number;
  /** `localhost` means 127.0.0.1 and ::1, because clients may try either first. @default "localhost" */
  readonly host?: string | undefined;
  /** A certificate with its intermediate certificates, and its key, as PEM. @default no encryption */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
  /** @default nobody watches */
  readonly observer?: CqlObserver | undefined;
  /** Gets failed TLS handshakes, for logs and metrics. @default none */
  readonly onHandshakeFailure?: ((failure: HandshakeFailure) => void) | undefined;
  /** Milliseconds for answering the requests in flight once the listener is closed. @default 5000 */
  readonly graceMs?: number | undefined;
  readonly limits?: Partial<Limits> | undefined;
}

export interface Listening {
  /** The first address: 127.0.0.1 for `localhost`. */
  readonly address: string;
  readonly port: number;
  /** Starts answering, also the connections that have waited since before. */
  open(state: ServerState): void;
  /** Tells clients of changed definitions. */
  sendEvent(event: SchemaChange): void;
  /** Refuses new connections, answers requests in flight, and closes everything when the grace period ends. */
  close(): Promise<void>;
}

const flags = { port: (port: number) => `--cql ${port}`, host: "the host of --cql" };
/** Milliseconds for a TLS handshake. */
const handshakeTimeout = 10_000;

/** @throws {ColonnadeError} `port-in-use` or `cannot-listen`, of the machine */
export async function listenConnections(options: ListenOptions): Promise<Listening> {
  const { port, host = "localhost", tls, observer = {}, onHandshakeFailure, graceMs = 5000 } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const endOfTurn = createEndOfTurn();
  /** TLS connections are in it twice: as the encrypted socket and as the plain one. */
  const sockets = new Set<Socket>();
  const connections = new Map<Socket, Connection>();
  const waiting = new Set<Socket>();
  let state: ServerState | undefined;
  let closing: Promise<void> | undefined;

  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    // A connection that breaks closes, too.
    socket.on("error", () => undefined);
  };
  const begin = (socket: Socket, opened: ServerState): void => {
    connections.set(socket, new Connection({ socket, server: opened, limits, observer, endOfTurn }));
  };
  const onConnection = (socket: Socket): void => {
    keep(socket);
    observer.onOpened?.();
    socket.once("close", () => {
      waiting.delete(socket);
      connections.delete(socket);
      observer.onClosed?.();
    });
    if (state) begin(socket, state);
    else waiting.add(socket);
  };
  const servers = await openServers(await loadServer(tls, onConnection), { port, host }, flags);
  for (const server of servers) {
    server.maxConnections = limits.connections;
    server.on("drop", () => observer.onRefused?.());
    server.on("connection", keep);
    if (tls && onHandshakeFailure) watchHandshakes(server, (failure) => closing ?? onHandshakeFailure(failure));
  }
  const close = async (): Promise<void> => {
    const closed = Promise.all(servers.map(refuseConnections));
    for (const connection of connections.values()) connection.end();
    for (const socket of waiting) socket.destroy();
    const over = new AbortController();
    await Promise.race([closed, sleep(graceMs, undefined, { signal: over.signal }).catch(() => undefined)]);
    over.abort();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  const { address, port: opened } = addressOf(servers[0]);
  return {
    address,
    port: opened,
    open: (given) => {
      state = given;
      for (const socket of waiting) begin(socket, given);
      waiting.clear();
    },
    sendEvent: (event) => {
      for (const connection of connections.values()) connection.sendEvent(event);
    },
    close: () => (closing ??= close()),
  };
}

/** Loads what servers are created with. */
async function loadServer(tls: ListenOptions["tls"], onConnection: (socket: Socket) => void): Promise<() => Server> {
  const options = { noDelay: true, keepAlive: true };
  if (!tls) return () => createServer(options, onConnection);
  const { createServer: createTlsServer } = await import("node:tls");
  return () => createTlsServer({ ...options, ...tls, handshakeTimeout }, onConnection);
}
