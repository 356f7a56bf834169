import { createServer } from "node:net";
import type { AddressInfo, Server, Socket } from "node:net";

export interface FaultServer {
  readonly url: string;
  /** What it was asked, whole requests in the order they came. */
  readonly requests: readonly string[];
  /** How many connections it was asked for. */
  readonly connections: () => number;
  /** Those that are open now. */
  readonly open: ReadonlySet<Socket>;
}

const running: { readonly server: Server; readonly open: Set<Socket> }[] = [];

/**
 * A server on a free port that reads a request and then does to the connection whatever a test wants.
 *
 * @param answer is given the connection, and how many requests came before this one
 */
export async function startFaultServer(answer: (socket: Socket, before: number) => void): Promise<FaultServer> {
  const requests: string[] = [];
  const open = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    open.add(socket);
    let received = "";
    socket.on("data", (data) => {
      received += data.toString("latin1");
      const end = received.indexOf("\r\n\r\n") + 4;
      const length = Number(/content-length: (\d+)/i.exec(received)?.[1] ?? 0);
      if (end < 4 || received.length < end + length) return;
      requests.push(received);
      received = "";
      answer(socket, requests.length - 1);
    });
    socket.on("error", () => undefined);
    socket.on("close", () => open.delete(socket));
  });
  running.push({ server, open });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, requests, connections: () => connections, open };
}

export function closeFaultServers(): void {
  for (const { server, open } of running.splice(0)) {
    for (const socket of open) socket.destroy();
    server.close();
  }
}

/** A whole response: status, headers with a length, body. */
export function wholeAnswer(body: string, ...headers: readonly string[]): string {
  return ["HTTP/1.1 200 OK", ...headers, `content-length: ${Buffer.byteLength(body)}`, "", body].join("\r\n");
}
