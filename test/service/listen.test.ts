import { Server, connect } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { TestContext } from "vitest";
import type { HttpResponse } from "../../src/service/http.ts";
import { listen } from "../../src/service/index.ts";
import type { Listener } from "../../src/service/index.ts";
import { openFixture, products, user, uuid } from "./service-fixture.ts";
import type { Fixture } from "./service-fixture.ts";

let fixture: Fixture;
let listener: Listener | undefined;
beforeAll(async () => {
  fixture = await openFixture([products]);
});
afterAll(() => fixture.close());
afterEach(async () => {
  await listener?.close();
  listener = undefined;
});

/** Sends bytes as they are, and returns all that comes back. */
const raw = (port: number, bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
    socket.setEncoding("utf8").on("data", (chunk: string) => (answer += chunk));
    socket
      .on("end", () => socket.end())
      .on("close", () => resolve(answer))
      .on("error", reject);
  });

describe("listening", () => {
  it("serves over a port what the function serves", async () => {
    listener = await listen(fixture.service, { port: 0 });
    expect(listener.url).toBe(`http://127.0.0.1:${listener.port}`);
    const headers = { "content-type": "application/json", "x-service-request-id": "r-1" };
    const auth = await fetch(`${listener.url}/api/rest/v1/auth`, {
      method: "POST",
      headers,
      body: JSON.stringify(user),
    });
    expect(auth.status).toBe(201);
    expect(auth.headers.get("x-service-request-id")).toBe("r-1");
    const { authToken } = (await auth.json()) as { authToken: string };
    const query = `mutation { insertProducts(value: {id: "${uuid(1)}", name: "Größe 🐎"}) { value { name } } }`;
    const written = await fetch(`${listener.url}/api/graphql`, {
      method: "POST",
      headers: { ...headers, "x-service-token": authToken },
      body: JSON.stringify({ query }),
    });
    expect(await written.json()).toEqual({ data: { insertProducts: { value: { name: "Größe 🐎" } } } });
    const head = await fetch(`${listener.url}/api/rest/v1/keyspaces`, {
      method: "HEAD",
      headers: { "x-service-token": authToken },
    });
    expect([head.status, head.headers.get("content-length")]).toEqual([200, "8"]);
  });

  it("changes no global and installs no signal handler", async () => {
    const before = [globalThis.Request, globalThis.Response, process.listenerCount("SIGTERM")];
    listener = await listen(fixture.service, { port: 0 });
    expect([globalThis.Request, globalThis.Response, process.listenerCount("SIGTERM")]).toEqual(before);
  });

  /** Linux says who has a port. */
  const byUs = process.platform === "linux" ? ` by .+ \\(process ${process.pid}\\)` : "";

  it("says which port is in use, by whom, and what to do", async () => {
    listener = await listen(fixture.service, { port: 0 });
    const error: unknown = await listen(fixture.service, { port: listener.port }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      name: "ColonnadeError",
      code: "port-in-use",
      kind: "machine",
      message: expect.stringMatching(`^port ${listener.port} of 127.0.0.1 is in use${byUs}$`),
      next: expect.stringContaining("--port 0"),
    });
  });

  it("answers at 127.0.0.1 and at ::1, of which clients of localhost try either first", async () => {
    listener = await listen(fixture.service, { port: 0 });
    const statuses = ["127.0.0.1", "[::1]", "localhost"].map(
      async (host) => (await fetch(`http://${host}:${listener?.port}/api/rest/v1/keyspaces`)).status,
    );
    expect(await Promise.all(statuses)).toEqual([401, 401, 401]);
  });

  it("listens at one address when that is what it is told", async () => {
    listener = await listen(fixture.service, { port: 0, host: "127.0.0.1" });
    await expect(fetch(`http://[::1]:${listener.port}/`)).rejects.toThrow();
  });

  it("says when the port is taken at ::1 alone, and leaves the other", async () => {
    const other = await listen(fixture.service, { port: 0, host: "::1" });
    try {
      const error: unknown = await listen(fixture.service, { port: other.port }).catch((reason: unknown) => reason);
      expect(error).toMatchObject({
        code: "port-in-use",
        message: expect.stringMatching(`^port ${other.port} of ::1 is in use${byUs}$`),
      });
      await expect(fetch(`http://127.0.0.1:${other.port}/`)).rejects.toThrow();
    } finally {
      await other.close();
    }
  });

  it("refuses a host name that is not ours, which a page in a browser may have rebound to this machine", async () => {
    const body = JSON.stringify(user);
    const send = async (host: string, port: number): Promise<string> => {
      const head = `POST /api/rest/v1/auth HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n`;
      const answer = await raw(
        port,
        `${head}content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      );
      return answer.slice("HTTP/1.1 ".length, "HTTP/1.1 201".length);
    };
    listener = await listen(fixture.service, { port: 0, allowedHosts: ["db.example"] });
    const { port } = listener;
    for (const host of [
      "evil.example",
      `evil.example:${port}`,
      "localhost.evil.example",
      "127.0.0.1.evil.example",
      "evil",
    ]) {
      expect([host, await send(host, port)]).toEqual([host, "421"]);
    }
    const ours = [
      "localhost",
      `localhost:${port}`,
      "LOCALHOST.",
      "app.localhost",
      "127.0.0.1",
      `[::1]:${port}`,
      "DB.example",
    ];
    for (const host of ours) expect([host, await send(host, port)]).toEqual([host, "201"]);
  });

  it("serves a request with a whole address, as for a proxy", async () => {
    listener = await listen(fixture.service, { port: 0 });
    const headers = `Host: localhost\r\nX-Service-Token: ${fixture.token}\r\nConnection: close\r\n\r\n`;
    const answer = await raw(listener.port, `GET http://localhost/api/rest/v1/keyspaces?x=1 HTTP/1.1\r\n${headers}`);
    expect(answer).toMatch(/^HTTP\/1.1 200 .*\["shop"\]$/s);
  });

  it("refuses a whole address of a foreign host, whatever its Host header says", async () => {
    listener = await listen(fixture.service, { port: 0 });
    const { port } = listener;
    const headers = `Host: localhost\r\nX-Service-Token: ${fixture.token}\r\nConnection: close\r\n\r\n`;
    const get = (target: string): Promise<string> => raw(port, `GET ${target} HTTP/1.1\r\n${headers}`);
    for (const authority of ["evil.example", "localhost@evil.example", "evil.example:80"]) {
      expect(await get(`http://${authority}/api/rest/v1/keyspaces`)).toMatch(/^HTTP\/1.1 421 /);
    }
    expect(await get(`http://127.0.0.1:${port}/api/rest/v1/keyspaces`)).toMatch(/^HTTP\/1.1 200 /);
  });

  it("refuses several Host headers, of which a proxy may have checked another one", async () => {
    listener = await listen(fixture.service, { port: 0 });
    for (const hosts of [
      ["localhost", "evil.example"],
      ["localhost", "localhost"],
    ]) {
      const lines = hosts.map((host, at) => `${at === 0 ? "Host" : "hOST"}: ${host}\r\n`).join("");
      const token = `X-Service-Token: ${fixture.token}\r\n`;
      const answer = await raw(
        listener.port,
        `GET /api/rest/v1/keyspaces HTTP/1.1\r\n${lines}${token}Connection: close\r\n\r\n`,
      );
      expect(answer).toMatch(/^HTTP\/1.1 400 /);
      expect(answer).toContain("several Host headers");
    }
  });

  it("refuses dot segments, which a URL would hide", async () => {
    listener = await listen(fixture.service, { port: 0 });
    for (const path of ["/api/rest/v1/auth/../keyspaces", "/api/x/%2e%2E/graphql", "/api/./graphql"]) {
      const answer = await raw(
        listener.port,
        `GET ${path} HTTP/1.1\r\nHost: localhost\r\nX-Service-Token: ${fixture.token}\r\nConnection: close\r\n\r\n`,
      );
      expect(answer).toMatch(/^HTTP\/1.1 400 /);
      expect(answer).toContain('"code":400');
    }
  });

  it("answers whatever the host header holds", async () => {
    listener = await listen(fixture.service, { port: 0 });
    for (const host of ["a b", "a:99999", "[::1", ""]) {
      const answer = await raw(listener.port, `GET /nope"x HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
      expect(answer).toMatch(/^HTTP\/1.1 [45]\d\d /);
      expect(answer).toContain('"code":');
    }
  });

  it("answers 413 at once, and ends a connection whose body goes on", async () => {
    listener = await listen(fixture.service, { port: 0 });
    const head = "POST /api/rest/v1/auth HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
    const declared = await raw(listener.port, `${head}Content-Length: 3000000\r\n\r\n{`);
    expect(declared).toMatch(/^HTTP\/1.1 413 /);
    const chunk = `10000\r\n${" ".repeat(0x10000)}\r\n`;
    const chunked = await raw(listener.port, `${head}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(17)}`);
    expect(chunked).toMatch(/^HTTP\/1.1 413 /);
  });

  it("answers all that reached it before it was stopped, many at a time", async () => {
    let stop: (closed: Promise<void>) => void = () => undefined;
    const stopped = new Promise<void>((resolve) => (stop = resolve));
    const own = await listen(
      {
        respond: (request) => {
          stop(own.close());
          return fixture.service.respond(request);
        },
      },
      { port: 0 },
    );
    const request = `GET /api/rest/v1/keyspaces HTTP/1.1\r\nHost: localhost\r\nX-Service-Token: ${fixture.token}\r\n\r\n`;
    const answers = await Promise.allSettled(Array.from({ length: 100 }, () => raw(own.port, request)));
    await stopped;
    expect(answers.filter((answer) => answer.status === "fulfilled" && answer.value.endsWith('["shop"]'))).toHaveLength(
      100,
    );
  });

  it("stops after its grace, though a response is still under way", async () => {
    let arrived: () => void = () => undefined;
    const started = new Promise<void>((resolve) => (arrived = resolve));
    const own = await listen({ respond: () => (arrived(), new Promise(() => undefined)) }, { port: 0, graceMs: 100 });
    const answer = raw(own.port, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n").catch(() => "");
    await started;
    await own.close();
    expect(await answer).toBe("");
  });

  it("stops at once for a connection that came before its second address was open", async () => {
    const real = Server.prototype.listen;
    let first: Server | undefined;
    const listenLater = vi.spyOn(Server.prototype, "listen").mockImplementation(function (this: Server, ...options) {
      if (!first) {
        first = this;
        return real.apply(this, options);
      }
      first.once("connection", () => real.apply(this, options));
      const { port } = first.address() as { port: number };
      connect(port, "127.0.0.1").on("error", () => undefined);
      return this;
    });
    const own = await listen(fixture.service, { port: 0, graceMs: 100 });
    listenLater.mockRestore();
    const started = performance.now();
    await own.close();
    expect(performance.now() - started).toBeLessThan(5000);
  });

  it("stops at once for a silent connection, and not before a response is given", async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    let arrived: () => void = () => undefined;
    const started = new Promise<void>((resolve) => (arrived = resolve));
    const own = await listen(
      {
        respond: async (request) => {
          arrived();
          await held;
          return fixture.service.respond(request);
        },
      },
      { port: 0 },
    );
    const silent = connect(own.port, "127.0.0.1");
    silent.on("error", () => undefined);
    await new Promise((resolve) => silent.once("connect", resolve));
    const answer = fetch(`${own.url}/api/rest/v1/keyspaces`, { headers: { "x-service-token": fixture.token } });
    await started;
    const closed = own.close();
    let isClosed = false;
    void closed.then(() => (isClosed = true));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(isClosed).toBe(false);
    release();
    expect(await (await answer).json()).toEqual(["shop"]);
    await closed;
    await expect(fetch(own.url)).rejects.toThrow();
  });
});

// At the same time, since most of each test is waiting.
describe.concurrent("a port that is about to close", () => {
  interface Asked {
    /** Resolves once the request has reached the service. */
    readonly arrived: Promise<void>;
    /** All that the connection receives until it ends. */
    readonly received: Promise<string>;
    readonly drop: () => void;
  }

  const get = (target: string): string => `GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
  const body = "x".repeat(10_000_000);
  const responses: Readonly<Record<string, HttpResponse>> = {
    "/long": { status: 200, headers: { "content-length": String(body.length) }, body },
    "/cut": { status: 200, headers: { "content-length": "8" }, body: "1234", isCut: true },
  };

  /** A port whose service responds at once with the target of the request, and clients of it. */
  const open = async ({ onTestFinished }: TestContext, graceMs?: number) => {
    const waiting = new Map<string, () => void>();
    const own = await listen(
      {
        respond: ({ target }) => {
          waiting.get(target)?.();
          const text = { status: 200, headers: { "content-length": String(target.length) }, body: target };
          return Promise.resolve(responses[target] ?? text);
        },
      },
      { port: 0, host: "127.0.0.1", ...(graceMs !== undefined && { graceMs }) },
    );
    onTestFinished(() => own.close());
    const ask = (target: string, bytes: string = get(target)): Asked => {
      const arrived = new Promise<void>((resolve) => waiting.set(target, resolve));
      const socket = connect(own.port, "127.0.0.1", () => socket.write(bytes)).setEncoding("latin1");
      const received = new Promise<string>((resolve) => {
        let text = "";
        socket.on("data", (chunk: string) => (text += chunk)).on("error", () => undefined);
        socket.on("close", () => resolve(text));
      });
      return { arrived, received, drop: () => socket.destroy() };
    };
    /** Connections that come and come, until the listener refuses them. @returns a function that stops them */
    const keepConnecting = (): (() => void) => {
      const timer = setInterval(() => {
        const socket = connect(own.port, "127.0.0.1", () => socket.destroy()).on("error", () => undefined);
      }, 10);
      return () => clearInterval(timer);
    };
    return { close: () => own.close(), ask, keepConnecting };
  };
  const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

  it.sequential(
    "holds its responses while connections come, and ends each connection with its response",
    async (context) => {
      const { close, ask, keepConnecting } = await open(context);
      const stop = keepConnecting();
      const closed = close();
      const held = ask("/held");
      await held.arrived;
      expect(await Promise.race([held.received, after(200)])).toBeUndefined();
      stop();
      // Comes for the first time while others are held.
      const late = ask("/late");
      for (const [target, { received }] of [["/held", held] as const, ["/late", late] as const]) {
        expect(await received).toMatch(
          new RegExp(`^HTTP/1.1 200 OK\r\n[^]*connection: close\r\n[^]*\r\n\r\n${target}$`),
        );
      }
      await closed;
    },
  );

  it("responds to each of several requests that came at once, and ends the connection with the last", async (context) => {
    const { close, ask } = await open(context);
    const closed = close();
    const { received } = ask("/3", get("/1") + get("/2") + get("/3"));
    const text = await received;
    expect(text.match(/\r\n\r\n\/\d/g)).toEqual(["/1", "/2", "/3"].map((target) => `\r\n\r\n${target}`));
    expect(text.match(/^connection: [\w-]+/gim)?.map((line) => line.toLowerCase())).toEqual([
      "connection: keep-alive",
      "connection: keep-alive",
      "connection: close",
    ]);
    await closed;
  });

  it("leaves a held response time to be sent, however short its grace", async (context) => {
    const { close, ask, keepConnecting } = await open(context, 1000);
    const stop = keepConnecting();
    const { arrived, received } = ask("/long");
    await arrived;
    await close();
    stop();
    expect((await received).length).toBeGreaterThan(body.length);
  });

  it.for([
    ["a request that the port reads itself", get("/gone")],
    ["one that node:http reads", get("/gone").replace("GET", "HEAD")],
    ["several that came at once", get("/before") + get("/gone")],
  ] as const)("forgets a response whose client is gone meanwhile, to %s", async ([, bytes], context) => {
    const { close, ask } = await open(context);
    const startedMs = performance.now();
    const closed = close();
    const gone = ask("/gone", bytes);
    await gone.arrived;
    gone.drop();
    const kept = ask("/kept");
    expect(await kept.received).toContain("/kept");
    await closed;
    // Nothing waits for the end of its grace.
    expect(performance.now() - startedMs).toBeLessThan(4000);
  });

  it("gives a held response to a request, whatever follows it", async (context) => {
    const { close, ask } = await open(context);
    const closed = close();
    const { received } = ask("/held", `${get("/held")}this is not HTTP\r\n\r\n`);
    expect((await received).match(/HTTP\/1\.1 \d+|\/held/g)).toEqual(["HTTP/1.1 200", "/held"]);
    await closed;
  });

  it("cuts a response that is held as any other", async (context) => {
    const { close, ask } = await open(context);
    const closed = close();
    const { received } = ask("/cut");
    expect(await received).toMatch(/content-length: 8\r\n[^]*\r\n\r\n1234$/);
    await closed;
  });

  it("closes once, however often it is asked to", async (context) => {
    const { close, ask } = await open(context);
    const first = close();
    const { arrived, received } = ask("/held");
    await arrived;
    const second = close();
    expect(second).toBe(first);
    expect(await received).toContain("/held");
    await second;
  });
});
