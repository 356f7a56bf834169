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
  it("gives status, headers and text", async () => {
    const url = await serve((request, response) => response.setHeader("x-a", "1").writeHead(418).end(request.method));
    const reply = await send({ ...call, url });
    expect([reply.status, reply.header("X-A"), await reply.text()]).toEqual([418, "1", "POST"]);
  });

  it("says not-sent when nobody listens", async () => {
    const url = await serve(() => undefined);
    await new Promise((resolve) => servers.pop()?.close(resolve));
    await expect(send({ ...call, url })).rejects.toMatchObject({ kind: "not-sent", message: "ECONNREFUSED" });
  });

  it("says not-sent for a port that fetch does not connect to", async () => {
    await expect(send({ ...call, url: "http://127.0.0.1:1" })).rejects.toMatchObject({ kind: "not-sent" });
  });

  it("says unknown when the connection breaks before the answer", async () => {
    const url = await serve((request) => request.socket.destroy());
    await expect(send({ ...call, url })).rejects.toMatchObject({ kind: "unknown" });
  });

  it("says unknown when the answer breaks off", async () => {
    const url = await serve((request, response) => {
      response.writeHead(200, { "content-length": "100" }).write("half");
      setTimeout(() => request.socket.destroy(), 20);
    });
    await expect(send({ ...call, url })).rejects.toMatchObject({ kind: "unknown" });
  });

  it("says timeout when the answer takes too long, its body included", async () => {
    const silent = await serve(() => undefined);
    await expect(send({ ...call, url: silent, timeoutMs: 30 })).rejects.toMatchObject({ kind: "timeout" });
    const slow = await serve((_, response) => response.writeHead(200).write("half"));
    await expect(send({ ...call, url: slow, timeoutMs: 30 })).rejects.toMatchObject({ kind: "timeout" });
  });

  it("throws the caller's own reason, and leaves no listener behind", async () => {
    const url = await serve(() => undefined);
    const controller = new AbortController();
    const reason = new Error("never mind");
    const pending = send({ ...call, url, signal: controller.signal });
    controller.abort(reason);
    await expect(pending).rejects.toBe(reason);
    await expect(send({ ...call, url, signal: controller.signal })).rejects.toBe(reason);
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
});
