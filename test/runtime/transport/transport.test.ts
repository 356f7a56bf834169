/** What is special to the transports over `fetch`; what all do alike stands in `transport-contract.test.ts`. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { createSession, fetchTransport, serviceTransport } from "@colonnade/runtime";
import { closeServers, serve } from "../../support/serve.ts";

afterEach(closeServers);

const send = fetchTransport();
const call = { method: "POST", headers: { "content-type": "application/json" }, body: "{}", timeoutMs: 5000 } as const;

describe("the transport over fetch", () => {
  it("says not-sent for a port that fetch does not connect to", async () => {
    const refused = { kind: "not-sent", message: "fetch does not connect to this port" };
    await expect(send({ ...call, url: "http://127.0.0.1:1" })).rejects.toMatchObject(refused);
  });
});

describe("the transport over fetch in a browser without a network", () => {
  it("sends nothing and says so", async () => {
    vi.stubGlobal("navigator", { onLine: false });
    const sent = fetchTransport(() => Promise.reject(new Error("sent all the same")))({
      ...call,
      url: "http://localhost/",
    });
    await expect(sent).rejects.toMatchObject({ kind: "not-sent", message: "this device is offline" });
    vi.unstubAllGlobals();
  });
});

describe("a session over fetch", () => {
  const credentials = { username: "founder", password: "right" };

  it("says of a service that is not there where it looked, and what to ask oneself", async () => {
    const { url, close } = await serve(() => undefined);
    await close();
    const session = createSession({ url, credentials });
    const message = `create a token failed: no connection to ${url} (ECONNREFUSED); is the service running?`;
    await expect(session.send({ operation: "x", method: "GET", path: "/" })).rejects.toMatchObject({
      code: "connect",
      outcome: "not-sent",
      message: expect.stringContaining(message),
    });
  });

  it("keeps connections after answers that are errors", async () => {
    const { url, connections } = await serve((_, response) => response.writeHead(503).end("x".repeat(1000)));
    for (let turn = 0; turn < 100; turn++) await send({ ...call, url });
    expect(connections()).toBeLessThan(7);
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
