/** Requests that the port answers itself beside the same ones through node:http: nobody may see a difference. */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { connect } from "node:net";
import type { Socket } from "node:net";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import { DroppedConnection } from "../../src/service/http.ts";
import type { PortRequest, HttpResponse } from "../../src/service/http.ts";
import { listen } from "../../src/service/index.ts";
import type { Listener, Respond } from "../../src/service/index.ts";
import { readPlainMessage } from "../../src/service/plain-connection.ts";

/** The responses of these paths; any other path responds with what the service sees of the request. */
const responses: Readonly<Record<string, HttpResponse>> = {
  "/none": { status: 200, headers: { "x-a": "b" } },
  "/text": { status: 200, headers: { "content-length": "13" }, body: "Größe 🐎x" },
  "/empty": { status: 204, headers: { "x-a": "b" } },
  "/odd": { status: 299, headers: { "content-length": "1" }, body: "a" },
  "/bytes": { status: 200, headers: { "content-length": "4" }, body: Buffer.from("Maß") },
  "/long": { status: 200, headers: { "content-length": "300000" }, body: "x".repeat(300_000) },
  "/cut": { status: 200, headers: { "content-length": "8" }, body: "1234", isCut: true },
  "/broken": { status: 200, headers: { "x-a": "a\r\nb: c" } },
};

/** By the port of the client, the requests that reached the service. */
const served = new Map<number | undefined, string[]>();

const respond: Respond = async (request) => {
  const { method, target, client } = request;
  const { remotePort } = (request as PortRequest).socket as Socket;
  served.set(remotePort, [...(served.get(remotePort) ?? []), `${method} ${target}`]);
  const [path = ""] = target.split("?");
  if (path === "/drop") throw new DroppedConnection();
  const response = responses[path];
  if (response) return response;
  const headers = Object.fromEntries(request.headerNames().map((name) => [name, request.header(name)]));
  const bytes = await request.readBytes(1000).catch(() => "broken off");
  const body = JSON.stringify({
    method,
    target,
    client,
    headers,
    body: bytes && Buffer.from(bytes).toString("latin1"),
  });
  const length = String(Buffer.byteLength(body));
  return { status: 200, headers: { "content-type": "application/json", "content-length": length }, body };
};

let listener: Listener;
/** Requests that node:http has read. */
let parsed = 0;
const count = (): void => void parsed++;
beforeAll(async () => {
  listener = await listen({ respond }, { port: 0, host: "127.0.0.1" });
  subscribe("http.server.request.start", count);
});
beforeEach(() => {
  parsed = 0;
  served.clear();
});
afterAll(async () => {
  unsubscribe("http.server.request.start", count);
  await listener.close();
});

const head = (method: string, target = "/", ...headers: string[]): string =>
  `${[`${method} ${target} HTTP/1.1`, "Host: localhost", ...headers].join("\r\n")}\r\n\r\n`;
const post = (body: string, target = "/"): string => head("POST", target, `Content-Length: ${body.length}`) + body;

/** A connection that collects what it receives. */
class Client {
  received = "";
  readonly socket: Socket;
  isClosed = false;

  constructor(port: number) {
    this.socket = connect(port, "127.0.0.1").setEncoding("latin1").setNoDelay();
    this.socket.on("data", (text: string) => (this.received += text));
    this.socket.on("error", () => undefined).on("close", () => (this.isClosed = true));
  }

  /** Resolves when the condition holds, the connection is closed, or nothing came for a while. */
  async until(condition: () => boolean, quietMs = 100): Promise<void> {
    for (let end = performance.now() + quietMs, seen = ""; !condition() && !this.isClosed;) {
      if (performance.now() > end) return;
      await new Promise((resolve) => setTimeout(resolve, 1));
      if (seen !== this.received) [seen, end] = [this.received, performance.now() + quietMs];
    }
  }

  async send(...pieces: readonly string[]): Promise<void> {
    for (const piece of pieces) {
      if (this.isClosed) return;
      this.socket.write(piece, "latin1");
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  }
}

/** Whether as many responses have arrived whole. */
function hasResponses(text: string, wanted: number): boolean {
  for (let start = 0, found = 0; ; found++) {
    if (found === wanted) return true;
    const end = text.indexOf("\r\n\r\n", start);
    if (end === -1) return false;
    start = end + 4 + Number(/content-length: (\d+)/i.exec(text.slice(start, end))?.[1] ?? 0);
    if (start > text.length) return false;
  }
}

interface Conversation {
  readonly received: string;
  readonly served: readonly string[];
}

/** What a connection receives for these bytes and for a last request after them, and what of it the service sees. */
async function converse(first: string, pieces: readonly string[], wanted: number): Promise<Conversation> {
  const client = new Client(listener.port);
  await client.send(first);
  await client.until(() => hasResponses(client.received, 1), 1000);
  client.received = "";
  const { localPort } = client.socket;
  await client.send(...pieces);
  await client.until(() => hasResponses(client.received, wanted));
  await client.send(head("GET", "/last", "Connection: close"));
  await client.until(() => client.isClosed);
  const end = client.isClosed ? "closed" : "open";
  client.socket.destroy();
  const received = client.received.replace(/Date: [^\r]+/g, "Date: now").replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "ID");
  const [, ...requests] = served.get(localPort) ?? [];
  // Another client may get the same port.
  served.delete(localPort);
  return { received: `${received}\n${end}`, served: requests };
}

/** The conversation with a connection that the port reads itself, and with one that node:http reads from its first request on. */
const both = (pieces: readonly string[], wanted = 1): Promise<readonly [Conversation, Conversation]> =>
  Promise.all([converse(head("GET"), pieces, wanted), converse(head("OPTIONS"), pieces, wanted)]);

const split = (text: string, cuts: readonly number[]): readonly string[] => {
  const places = [0, ...cuts.map((cut) => cut % (text.length + 1)).sort((one, other) => one - other), text.length];
  return places.flatMap((place, at) =>
    at > 0 && place > (places[at - 1] ?? 0) ? [text.slice(places[at - 1], place)] : [],
  );
};
const cuts = fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, fc.array(fc.nat(400), { maxLength: 3 }));
const often = <Value>(usual: readonly Value[], rare: readonly Value[]): fc.Arbitrary<Value> =>
  fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...usual) }, { weight: 1, arbitrary: fc.constantFrom(...rare) });
const lines = [
  ...[
    "Host: localhost",
    "hOST: evil.example",
    "Connection: close",
    "Connection: Keep-Alive",
    "Connection: keep-alive, x",
  ],
  ...["Proxy-Connection: close", "Transfer-Encoding: chunked", "Transfer-Encoding: identity", "Expect: 100-continue"],
  ...[
    "Content-Length: 3",
    "Content-Length: +3",
    "Content-Length: 03",
    "Content-Length: 3, 3",
    "Content-Length: 3 ",
    "Content-Length:",
  ],
  ...[
    "Content-Length:\t3",
    "Content-Length: 0x3",
    "Content-Length: 3.0",
    "Content-Length: -3",
    "Upgrade: h2c",
    "TE: trailers",
  ],
  ...[
    "Cookie: a=1",
    "Cookie: b=2",
    "Accept: a",
    "Accept: b",
    "X-A:",
    "X-A: \t b \t",
    "X-A: b\t",
    "X-A: \u00e9",
    "X-A: \0",
    "X-A : b",
  ],
  ...[
    ": b",
    "X-A",
    " folded",
    "\tfolded",
    "X-A: b\nX-B: c",
    "X-A: b\rX-B: c",
    "X_A: b",
    "__proto__: b",
    "X-A: \x7f",
    "X\x80: a",
  ],
  ...[
    "Trailer: a",
    "Keep-Alive: timeout=5",
    "X-Forwarded-For: 1.2.3.4",
    "Content-Type: application/json",
    `X-A: ${"b".repeat(5000)}`,
  ],
];
/** How much longer than the body its declared length is. */
const extraBytes: Readonly<Record<string, number>> = { right: 0, short: -2, long: 2 };
const oneRequest = fc.record({
  method: often(
    ["GET", "POST", "PUT", "DELETE"],
    ["HEAD", "OPTIONS", "PATCH", "get", "PROPFIND", "CONNECT", "G@T", "\r\nGET", ""],
  ),
  target: often(
    ["/", "/a/b?c=%20", "/empty", "/odd", "/text", "/bytes", "/long", "/a;b=(c)~*'!$,@:&"],
    [
      ...['/a"b', "/a#b", "/a\\b", "/a/../b", "/a/%2e%2E/b", "http://localhost/a", "http://evil.example/a", "*", "a"],
      "/\u00e4",
      "/a b",
      "",
      "/drop",
      "/cut",
      "/broken",
    ],
  ),
  version: often([" HTTP/1.1"], [" HTTP/1.0", " HTTP/1.2", " http/1.1", " HTTP/2.0", "  HTTP/1.1", " HTTP/1.1 ", ""]),
  host: often(["Host: localhost"], ["", "Host: evil.example", "Host:", "Host: a b", "Host : localhost"]),
  others: fc.array(fc.constantFrom(...lines), { maxLength: 3 }),
  length: often(["right"], ["none", "short", "long"]),
  body: fc.constantFrom("", "abc", "{}", "3\r\nabc\r\n0\r\n\r\n", "GET /smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n"),
  newline: often(["\r\n"], ["\n", "\r"]),
  cuts,
});

describe("a connection that the port reads itself", () => {
  it("responds to any request, in any pieces, as node:http does", async () => {
    await fc.assert(
      fc.asyncProperty(oneRequest, async ({ method, target, version, host, others, length, body, newline, cuts }) => {
        const size = body.length + (extraBytes[length] ?? 0);
        const sized = length === "none" || size <= 0 ? [] : [`Content-Length: ${size}`];
        const text =
          [method + " " + target + version, ...(host === "" ? [] : [host]), ...others, ...sized, "", ""].join(newline) +
          body;
        // What follows a whole request is an error, or another one: whether the response is sent before it is seen is chance.
        const isWhole = length === "right" && !/content-length|transfer-encoding/i.test(others.join());
        const [plain, through] = await both(split(text, isWhole ? cuts : []));
        expect(plain.served).toEqual(through.served);
        if (isWhole) expect(plain.received).toBe(through.received);
      }),
      { numRuns: 150 },
    );
  }, 60_000);

  it("responds to many requests at once as node:http does, in their order", async () => {
    const request = fc.oneof(
      fc.constantFrom(...["/", "/empty", "/bytes", "/long"].map((target) => head("GET", target))),
      fc.constantFrom("", "abc", "x".repeat(2000)).map((body) => post(body)),
      fc.constantFrom(head("HEAD"), head("POST", "/", "Transfer-Encoding: chunked") + "3\r\nabc\r\n0\r\n\r\n"),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(request, { minLength: 2, maxLength: 5 }),
        fc.array(fc.nat(9000), { maxLength: 4 }),
        async (requests, cuts) => {
          const [plain, through] = await both(split(requests.join(""), cuts), requests.length);
          expect(plain).toEqual(through);
          expect(plain.served).toHaveLength(requests.length + 1);
        },
      ),
      { numRuns: 60 },
    );
  }, 60_000);

  test.each<[string, string]>([
    [
      "Content-Length and Transfer-Encoding",
      head("POST", "/", "Content-Length: 4", "Transfer-Encoding: chunked") + "0\r\n\r\n",
    ],
    ["two lengths", head("POST", "/", "Content-Length: 0", "Content-Length: 60")],
    ["two lengths in one header", head("POST", "/", "Content-Length: 0, 60")],
    ["a length with a sign", head("POST", "/", "Content-Length: +0")],
    ["a length with a zero before it", head("POST", "/", "Content-Length: 00")],
    ["a length in another base", head("POST", "/", "Content-Length: 0x0")],
    ["a space before the colon", head("POST", "/", "Content-Length : 0")],
    ["a folded line", head("POST", "/", "X-A: b", " Content-Length: 60")],
    ["a NUL in a value", head("POST", "/", "X-A: b\0")],
    ["a carriage return in a value", head("POST", "/", "X-A: b\rContent-Length: 60")],
    ["a line feed in a value", head("POST", "/", "X-A: b\nContent-Length: 60")],
    ["line feeds alone", head("POST").replaceAll("\r\n", "\n")],
    ["two hosts", head("POST", "/", "Host: evil.example")],
    ["no host", "POST / HTTP/1.1\r\n\r\n"],
    ["another version", "POST / HTTP/1.0\r\nHost: localhost\r\n\r\n"],
    ["an upgrade", head("POST", "/", "Connection: upgrade", "Upgrade: h2c")],
    ["a header that speaks of the connection", head("POST", "/", "Connection: close, content-length")],
    ["a name beyond letters", head("POST", "/", "X_A: b")],
    ["a target beyond a path", head("POST", "http://localhost/")],
    ["a foreign host", "POST / HTTP/1.1\r\nHost: evil.example\r\n\r\n"],
    ["dot segments", head("POST", "/a/%2e./b")],
    ["a long head", head("POST", "/", `X-A: ${"b".repeat(4096)}`)],
  ])("leaves a request with %s to node:http", async (_, text) => {
    const messages = [text, text + head("GET", "/second")].map((bytes) =>
      readPlainMessage(Buffer.from(bytes, "latin1")),
    );
    const isForeign = (message = messages[0]): boolean =>
      message !== undefined && (message.target.includes("%2e") || message.headers.get("host") !== "localhost");
    expect(isForeign() || messages[0] === undefined).toBe(true);
    expect(messages[1]).toBeUndefined();
    const own = new Client(listener.port);
    await own.send(head("GET"));
    await own.until(() => hasResponses(own.received, 1), 1000);
    expect(parsed).toBe(0);
    await own.send(text);
    await own.until(() => hasResponses(own.received, 2));
    await own.send(head("GET"));
    await own.until(() => own.isClosed || parsed > 0);
    expect(own.isClosed || parsed > 0).toBe(true);
    own.socket.destroy();
  });

  it("reads plain requests itself, until the first that is not", async () => {
    const client = new Client(listener.port);
    for (const [at, request] of [head("GET"), post("{}"), head("DELETE", "/empty"), head("PUT", "/text")].entries()) {
      await client.send(request);
      await client.until(() => hasResponses(client.received, at + 1), 1000);
    }
    expect(parsed).toBe(0);
    for (const [at, request] of [head("HEAD"), head("GET")].entries()) {
      await client.send(request);
      await client.until(() => hasResponses(client.received, at + 4), 1000);
    }
    expect(parsed).toBe(2);
    client.socket.destroy();
  });

  it("sends the length of a body without one, as node:http cannot once a head is written", async () => {
    const client = new Client(listener.port);
    await client.send(head("GET", "/none"));
    await client.until(() => hasResponses(client.received, 1), 1000);
    expect(client.received).toMatch(
      /^HTTP\/1.1 200 OK\r\nx-a: b\r\nDate: .*\r\nConnection: keep-alive\r\n.*\r\nContent-Length: 0\r\n\r\n$/,
    );
    client.socket.destroy();
  });

  test.each([
    ["/drop", ""],
    ["/broken", ""],
    ["/cut", "1234"],
  ])("closes the connection of a response that breaks: %s", async (target, end) => {
    const client = new Client(listener.port);
    await client.send(head("GET", target));
    await client.until(() => client.isClosed, 1000);
    expect([client.isClosed, client.received.split("\r\n\r\n")[1] ?? ""]).toEqual([true, end]);
    expect(parsed).toBe(0);
  });
});
