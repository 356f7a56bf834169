/** What is special to the transports over `fetch`; what all do alike stands in `transport-contract.test.ts`. */
import { createServer } from "node:http";
import type { RequestListener, Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { createSession, fetchTransport, serviceTransport } from "@colonnade/runtime";

const servers: Server[] = [];

/** A server on a free port that answers so. @returns its address */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

const send = fetchTransport();
const call = { method: "POST", headers: { "content-type": "application/json" }, body: "{}", timeoutMs: 5000 } as const;

describe("the transport over fetch", () => {
  it("says not-sent for a port that fetch does not connect to", async () => {
    await expect(send({ ...call, url: "http://127.0.0.1:1" })).rejects.toMatchObject({ kind: "not-sent" });
  });
});

describe("a session over fetch", () => {
  const credentials = { username: "founder", password: "right" };

  it("says of a service that is not there where it looked, and what to ask oneself", async () => {
    const url = await serve(() => undefined);
    await new Promise((resolve) => servers.pop()?.close(resolve));
    const session = createSession({ url, credentials });
    const message = `create a token failed: no connection to ${url} (ECONNREFUSED); is the service running?`;
    await expect(session.send({ operation: "x", method: "GET", path: "/" })).rejects.toMatchObject({
      code: "connect",
      outcome: "not-sent",
      message: expect.stringContaining(message),
    });
  });

  it("keeps connections after answers that are errors", async () => {
    const url = await serve((_, response) => response.writeHead(503).end("x".repeat(1000)));
    const connections = new Set<unknown>();
    servers[0]?.on("connection", (socket) => connections.add(socket));
    for (let turn = 0; turn < 100; turn++) await send({ ...call, url });
    expect(connections.size).toBeLessThan(7);
  });
});

describe("the transport to a service in the same process", () => {
  it("hands over a request and gives its response", async () => {
    const transport = serviceTransport(async (request) => new Response(await request.text(), { status: 201 }));
    const reply = await transport({ ...call, url: "http://localhost/", body: "hello" });
    expect([reply.status, await reply.text()]).toEqual([201, "hello"]);
  });

  it("does not wait for one that listens to no signal", async () => {
    const transport = serviceTransport(() => new Promise(() => undefined));
    const sent = { ...call, url: "http://localhost/" };
    await expect(transport({ ...sent, timeoutMs: 20 })).rejects.toMatchObject({ kind: "timeout", phase: "response" });
    const controller = new AbortController();
    const aborted = transport({ ...sent, signal: controller.signal });
    controller.abort("never mind");
    await expect(aborted).rejects.toBe("never mind");
  });
});
