/** What an app reads when it cannot connect: its options, not the flags of a command line. No cluster is needed. */
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { createCassandraSession } from "@colonnade/cassandra";

/** A server that answers all it gets with the same bytes. */
async function serve(hex: string): Promise<string> {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", () => socket.end(Buffer.from(hex, "hex")));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => void server.close());
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const messageOf = async (options: Parameters<typeof createCassandraSession>[0]): Promise<string> => {
  const session = createCassandraSession(options);
  onTestFinished(() => session.close());
  const error = await session.connect().catch((reason: unknown) => reason);
  return (error as Error).message;
};

it("names the option for TLS where the node requires it", async () => {
  const alert = "15030300020228";
  const point = await serve(alert + alert);
  expect(await messageOf({ contactPoints: [point] })).toContain(`${point} requires TLS; connect with the option tls`);
});

it("names the option where the node does not support it", async () => {
  const point = await serve(Buffer.from("HTTP/1.1 400 Bad Request\r\n\r\n").toString("hex"));
  const message = await messageOf({ contactPoints: [point], tls: true });
  expect(message).toContain("the server does not speak TLS; connect without the option tls, or check the port");
  expect(message).not.toContain("--");
});
