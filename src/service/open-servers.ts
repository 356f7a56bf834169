/** Opens the servers of Node at the addresses of a listener. */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { RequestListener, Server } from "node:http";
import { Server as SocketServer } from "node:net";
import type { AddressInfo } from "node:net";
import { ColonnadeError } from "../errors.ts";
import { findProcess } from "../store/index.ts";

/** Node's own defaults let a stalled client stay for minutes; its check every 30 s would make shorter limits late. */
const timers = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1000,
  keepAliveTimeout: 65_000,
  /** Of TLS. */
  handshakeTimeout: 10_000,
};

/** What all servers of a listener have in common. */
interface Serving {
  readonly onRequest: RequestListener;
  readonly tls: { readonly cert: string; readonly key: string } | undefined;
}

/**
 * One server for an address; for `localhost` a second one on ::1 where this machine has it, at the same port.
 *
 * @throws {ColonnadeError} `port-in-use` or `cannot-listen`, of the machine
 */
export async function openServers(
  serving: Serving,
  port: number,
  host: string,
): Promise<readonly [Server, ...Server[]]> {
  if (host !== "localhost") return [await openServer(serving, port, host)];
  for (let tries = 1; ; tries++) {
    const first = await openServer(serving, port, "127.0.0.1");
    try {
      return [first, await openServer(serving, addressOf(first).port, "::1")];
    } catch (error) {
      const { code, cause } = error as ColonnadeError;
      if (isWithoutIPv6(cause)) return [first];
      first.closeAllConnections();
      await closeServer(first);
      // The port was free at the other address; another one may be free at both.
      if (code !== "port-in-use" || port !== 0 || tries === 5) throw error;
    }
  }
}

export function addressOf(server: Server): AddressInfo {
  return server.address() as AddressInfo;
}

/** Refuses new connections and leaves idle ones open, which Node's own way would end while requests are on their way. */
export function refuseConnections(server: Server): Promise<void> {
  return new Promise((resolve) => SocketServer.prototype.close.call(server, () => resolve()));
}

/** Refuses new connections, ends idle ones, and waits for the others. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}

async function openServer(serving: Serving, port: number, host: string): Promise<Server> {
  const server = await createServerFor(serving);
  await new Promise<void>((resolve, reject) => {
    // A later error is that of one connection which could not be accepted.
    server.on("error", (error) => reject(listenError(error, port, host))).listen({ port, host }, resolve);
  });
  return server;
}

async function createServerFor({ onRequest, tls }: Serving): Promise<Server> {
  if (!tls) return createServer(timers, onRequest);
  // Most listeners do without, and start sooner so.
  const https = await import("node:https");
  return https.createServer({ ...timers, ...tls }, onRequest);
}

function isWithoutIPv6(error: unknown): boolean {
  return error instanceof Error && "code" in error && ["EADDRNOTAVAIL", "EAFNOSUPPORT"].includes(String(error.code));
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
    next:
      code === "EACCES"
        ? "choose a port from 1024 on, such as --port 8080; ports below it require extra permissions"
        : "set --host to an address of this machine",
    cause: error,
  });
}

/** `node (process 1234)`, or undefined if it cannot be found out. */
export function findPortHolder(port: number): string | undefined {
  return findProcess(new Set(findInodes(port).map((inode) => `socket:[${inode}]`)));
}

/** The kernel's numbers of the sockets that listen on a port, at any address. */
function findInodes(port: number): string[] {
  const listening = "0A";
  const wanted = port.toString(16).toUpperCase().padStart(4, "0");
  return ["/proc/net/tcp", "/proc/net/tcp6"].flatMap((file) =>
    linesOf(file).flatMap((line) => {
      const fields = line.trim().split(/\s+/);
      const [, local, , state] = fields;
      const inode = fields[9];
      return local?.endsWith(`:${wanted}`) && state === listening && inode !== undefined ? [inode] : [];
    }),
  );
}

function linesOf(file: string): readonly string[] {
  try {
    return readFileSync(file, "utf8").split("\n");
  } catch {
    return [];
  }
}
