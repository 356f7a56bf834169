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

describe("the transport over fetch in a page of another origin", () => {
  afterEach(() => vi.unstubAllGlobals());

  const failWith = (error: unknown, origin: string | undefined): Promise<unknown> => {
    vi.stubGlobal("location", origin === undefined ? undefined : { origin });
    return fetchTransport(() => Promise.reject(error))({ ...call, url: "http://localhost:8080/api" }).catch(
      (failure: unknown) => failure,
    );
  };

  it("asks whether it was CORS, and names the flag", async () => {
    expect(await failWith(new TypeError("Failed to fetch"), "http://localhost:5173")).toMatchObject({
      kind: "unknown",
      message:
        "Failed to fetch from a page of http://localhost:5173; CORS? Start the service with --cors http://localhost:5173",
    });
  });

  it("does not where it cannot have been", async () => {
    const failed = new TypeError("Failed to fetch");
    const refused = new TypeError("fetch failed", { cause: Object.assign(new Error("x"), { code: "ECONNREFUSED" }) });
    for (const [error, origin] of [
      [failed, "http://localhost:8080"],
      [failed, undefined],
      [refused, "http://localhost:5173"],
      [new Error("the response is a redirect"), "http://localhost:5173"],
    ] as const) {
      expect(await failWith(error, origin)).toMatchObject({ message: expect.not.stringContaining("CORS") as string });
    }
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
