/** What is special to the transports over `fetch`; what all do alike stands in `transport-contract.test.ts`. */
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createSession, fetchTransport, serviceTransport } from "@colonnade/runtime";
import { closeServers, serve } from "../../support/serve.ts";

afterEach(closeServers);

const send = fetchTransport();
const call = { method: "POST", headers: { "content-type": "application/json" }, body: "{}", timeoutMs: 5000 } as const;

describe("the transport over fetch", () => {
  it("says not-sent for a port that fetch does not connect to", async () => {
    const refused = { kind: "not-sent", message: "fetch blocks this port" };
    await expect(send({ ...call, url: "http://127.0.0.1:1" })).rejects.toMatchObject(refused);
  });
});

describe("the transport over fetch and a large response", () => {
  /** Endless unless it is canceled. */
  function endless(chunk: Uint8Array) {
    const seen = { pulled: 0, canceled: false };
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        seen.pulled += 1;
        controller.enqueue(chunk);
      },
      cancel: () => void (seen.canceled = true),
    });
    return { seen, body };
  }

  it("cancels what exceeds the limit, and says how large it may be", async () => {
    const { seen, body } = endless(new Uint8Array(1000).fill(32));
    const limited = fetchTransport(async () => new Response(body), { maxResponseBytes: 10_000 });
    const refused = { kind: "unknown", message: "the response is larger than 10000 bytes" };
    await expect(limited({ ...call, url: "http://localhost/" })).rejects.toMatchObject(refused);
    expect(seen).toMatchObject({ canceled: true });
    expect(seen.pulled).toBeLessThan(20);
  });

  it("counts bytes after decompression", async () => {
    const server = await serve((_, response) => {
      response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(Buffer.alloc(1_000_000, " ")));
    });
    const limited = fetchTransport(undefined, { maxResponseBytes: 100_000 });
    await expect(limited({ ...call, url: server.url })).rejects.toMatchObject({ kind: "unknown" });
  });

  it("reads characters that two pieces share, without the byte order mark, and a body that has no stream", async () => {
    const bytes = new TextEncoder().encode("\ufeffgrüße 🐘");
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
        controller.close();
      },
    });
    const replies = [
      new Response(body),
      { status: 200, type: "basic", headers: new Headers(), text: async () => "plain" },
    ];
    const texts = replies.map(async (reply) => {
      return (await fetchTransport(async () => reply)({ ...call, url: "http://localhost/" })).text();
    });
    expect(await Promise.all(texts)).toEqual(["grüße 🐘", "plain"]);
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
    const message = `login failed: no connection to ${url} (ECONNREFUSED); is the service running?`;
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
