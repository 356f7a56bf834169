import { createServer, connect } from "node:net";
import type { AddressInfo, Socket } from "node:net";

export interface Way {
  readonly contactPoint: string;
  /** The first byte of each connection so far: 22 begins TLS, 4 or 5 a request. */
  readonly firstBytes: readonly number[];
  readonly cut: () => Promise<void>;
  readonly restore: () => Promise<void>;
}

/** The way to a node, which can be cut, or is at a text: connections break, and new ones are refused. */
export async function openWay(node: string, breaksAt?: string): Promise<Way> {
  const [host = "", port = ""] = node.split(":");
  const sockets = new Set<Socket>();
  const firstBytes: number[] = [];
  const server = createServer((socket) => {
    const onward = connect(Number(port), host);
    socket.once("data", ([first = 0]) => void firstBytes.push(first));
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      sockets.add(one);
      one.on("error", () => other.destroy()).on("close", () => (other.destroy(), sockets.delete(one)));
      one.pipe(other);
    }
    socket.on("data", (bytes) => (breaksAt !== undefined && bytes.includes(breaksAt) ? void cut() : undefined));
  });
  const listen = (at: number): Promise<void> => new Promise((done) => server.listen(at, "127.0.0.1", done));
  await listen(0);
  const { port: own } = server.address() as AddressInfo;
  const cut = async (): Promise<void> => {
    const closed = new Promise((done) => server.close(done));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  return { contactPoint: `127.0.0.1:${own}`, firstBytes, cut, restore: () => listen(own) };
}
