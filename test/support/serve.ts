import { createServer } from "node:http";
import type { RequestListener, Server } from "node:http";
import type { AddressInfo } from "node:net";

export interface Served {
  /** Without a slash at its end: `http://127.0.0.1:40123`. */
  readonly url: string;
  /** How many connections it was asked for. */
  readonly connections: () => number;
  /** Resolves when nobody listens there any more. */
  readonly close: () => Promise<void>;
}

const running = new Set<Server>();

/** A server that keeps to the rules, on a free port, until `closeServers` is called. */
export async function serve(listener: RequestListener): Promise<Served> {
  const server = createServer(listener);
  let connections = 0;
  server.on("connection", () => (connections += 1));
  running.add(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, connections: () => connections, close: () => close(server) };
}

export async function closeServers(): Promise<void> {
  await Promise.all([...running].map(close));
}

function close(server: Server): Promise<void> {
  running.delete(server);
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
