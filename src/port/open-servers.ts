/** Opens servers of Node, of any protocol, at the addresses of a host. */
import { readFileSync } from "node:fs";
import { Server } from "node:net";
import type { AddressInfo } from "node:net";
import { ColonnadeError, attempt, codeOf } from "../errors.ts";
import { findProcess } from "../find-process.ts";

export interface Address {
  /** 0 takes any free one. */
  readonly port: number;
  /** `localhost` means 127.0.0.1 and ::1, of which clients try either first. */
  readonly host: string;
}

/** How messages name the flags that choose an address: `select a free one with --port 0`. */
export interface AddressFlags {
  readonly port: (port: number) => string;
  readonly host: string;
}

/**
 * One server for an address; for `localhost` a second one on ::1 where this machine has it, at the same port.
 *
 * @param create called for each address
 * @throws {ColonnadeError} `port-in-use` or `cannot-listen`, of the machine
 */
export async function openServers<Kind extends Server>(
  create: () => Kind,
  { port, host }: Address,
  flags: AddressFlags,
): Promise<readonly [Kind, ...Kind[]]> {
  const open = (address: Address): Promise<Kind> => openServer(create(), address, flags);
  if (host !== "localhost") return [await open({ port, host })];
  for (let tries = 1; ; tries++) {
    const first = await open({ port, host: "127.0.0.1" });
    try {
      return [first, await open({ port: addressOf(first).port, host: "::1" })];
    } catch (error) {
      const { code, cause } = error as ColonnadeError;
      if (isWithoutIPv6(cause)) return [first];
      first.close();
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
  return new Promise((resolve) => Server.prototype.close.call(server, () => resolve()));
}

async function openServer<Kind extends Server>(server: Kind, address: Address, flags: AddressFlags): Promise<Kind> {
  await new Promise<void>((resolve, reject) => {
    // A later error is that of one connection which could not be accepted.
    server.on("error", (error) => reject(listenError(error, address, flags))).listen({ ...address }, resolve);
  });
  return server;
}

function isWithoutIPv6(error: unknown): boolean {
  return ["EADDRNOTAVAIL", "EAFNOSUPPORT"].includes(String(codeOf(error)));
}

function listenError(error: unknown, { port, host }: Address, flags: AddressFlags): ColonnadeError {
  const code = codeOf(error);
  if (code === "EADDRINUSE") {
    const holder = findPortHolder(port);
    const by = holder === undefined ? "" : ` by ${holder}`;
    return new ColonnadeError("port-in-use", `port ${port} of ${host} is in use${by}`, {
      kind: "machine",
      next: `choose another port, select a free one with ${flags.port(0)}, or stop the other program`,
      cause: error,
    });
  }
  const reason = error instanceof Error ? error.message : String(error);
  return new ColonnadeError("cannot-listen", `cannot listen on port ${port} of ${host}: ${reason}`, {
    kind: "machine",
    next:
      code === "EACCES"
        ? `choose a port from 1024 on, such as ${flags.port(8080)}; ports below it require extra permissions`
        : `set ${flags.host} to an address of this machine`,
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
    (attempt(() => readFileSync(file, "utf8").split("\n")) ?? []).flatMap((line) => {
      const fields = line.trim().split(/\s+/);
      const [, local, , state] = fields;
      const inode = fields[9];
      return local?.endsWith(`:${wanted}`) && state === listening && inode !== undefined ? [inode] : [];
    }),
  );
}
