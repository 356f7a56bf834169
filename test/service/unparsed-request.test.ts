/** What is not HTTP gets a response, a line in the log and a count, and nothing of what it sent is in either. */
import { connect } from "node:net";
import type { Socket } from "node:net";
import { PassThrough } from "node:stream";
import { afterAll, beforeAll, beforeEach, describe, expect, it, test, vi } from "vitest";
import type { HttpResponse } from "../../src/service/http.ts";
import { Metrics, listen } from "../../src/service/index.ts";
import type { Exchange, Listener } from "../../src/service/index.ts";
import { refuseUnparsed } from "../../src/service/node-request.ts";
import { openFixture } from "./service-fixture.ts";
import type { Fixture } from "./service-fixture.ts";

const canary = "c4nary";
const refused: Exchange[] = [];
const served: Exchange[] = [];
let fixture: Fixture;
let listener: Listener;
beforeAll(async () => {
  fixture = await openFixture([], { onExchange: (exchange) => served.push(exchange) });
  listener = await listen(fixture.service, { port: 0, onRefused: (exchange) => refused.push(exchange) });
});
beforeEach(() => {
  refused.length = 0;
  served.length = 0;
});
afterAll(async () => {
  await listener.close();
  await fixture.close();
});

/** Connects, and collects all that comes back. */
const open = (port: number): { readonly socket: Socket; readonly answer: Promise<string> } => {
  const socket = connect(port, "127.0.0.1").setEncoding("utf8");
  const answer = new Promise<string>((resolve) => {
    let text = "";
    socket
      .on("data", (chunk: string) => (text += chunk))
      .on("end", () => socket.end())
      .on("error", () => undefined)
      .on("close", () => resolve(text));
  });
  return { socket, answer };
};

/** Sends bytes as they are, and returns all that comes back. */
const send = (bytes: string): Promise<string> => {
  const { socket, answer } = open(listener.port);
  socket.write(bytes);
  return answer;
};

describe("a request that cannot be parsed", () => {
  test.each<[string, string, number]>([
    ["is not HTTP", `${canary}\r\n\r\n`, 400],
    ["is TLS", `\u0016\u0003\u0001${canary}\r\n\r\n`, 400],
    ["has a header without a name", `GET / HTTP/1.1\r\nHost: localhost\r\n: ${canary}\r\n\r\n`, 400],
    ["has a line break in a header", `GET / HTTP/1.1\r\nHost: localhost\r\nA: ${canary}\rB: 1\r\n\r\n`, 400],
    ["has headers of 20 kB", `GET / HTTP/1.1\r\nHost: localhost\r\nA: ${canary.repeat(3400)}\r\n\r\n`, 431],
  ])("because it %s gets a response that ends the connection, and is told of once", async (_, bytes, status) => {
    const answer = await send(bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [A-Z]`));
    expect(answer).toMatch(/\r\nconnection: close\r\n/);
    const [exchange] = refused;
    expect(answer).toContain(`\r\nx-service-request-id: ${exchange?.requestId}\r\n`);
    const body = answer.slice(answer.indexOf("\r\n\r\n") + 4);
    expect(JSON.parse(body)).toMatchObject({ code: status });
    expect(refused).toEqual([
      {
        method: "unknown",
        route: "unparsed",
        status,
        durationMs: 0,
        bytes: body.length,
        requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown,
        client: "127.0.0.1",
      },
    ]);
    expect(served).toEqual([]);
    expect(JSON.stringify(refused) + answer).not.toContain(canary);
    const metrics = new Metrics();
    metrics.count(exchange as Exchange);
    expect(metrics.print(0, [])).toContain(
      `colonnade_http_requests_total{method="other",route="unparsed",status="${status}"} 1\n`,
    );
  });

  it("gets its response after those of the requests before it, and ends the connection", async () => {
    const live = "GET /__local/live HTTP/1.1\r\nHost: localhost\r\n\r\n";
    const answer = await send(`${live}${live}${canary}\r\n\r\n`);
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 200", "HTTP/1.1 400"]);
    expect(served).toMatchObject([{ status: 200 }, { status: 200 }]);
    expect(refused).toMatchObject([{ route: "unparsed", status: 400 }]);
  });

  it("gets it once, however much arrives before", async () => {
    let resolve: (response: HttpResponse) => void = () => undefined;
    const respond = vi.fn(() => new Promise<HttpResponse>((done) => (resolve = done)));
    const slow = await listen({ respond }, { port: 0, onRefused: (exchange) => refused.push(exchange) });
    const { socket, answer } = open(slow.port);
    socket.write(`GET / HTTP/1.1\r\nHost: localhost\r\n\r\n${canary}\r\n\r\n`);
    await vi.waitFor(() => expect(respond).toHaveBeenCalled());
    for (let count = 0; count < 3; count++) await new Promise((done) => socket.write(canary, done));
    expect(refused).toEqual([]);
    resolve({ status: 204, headers: {} });
    expect((await answer).match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 204", "HTTP/1.1 400"]);
    expect(refused).toHaveLength(1);
    await slow.close();
  });

  it("in its body alone gets a response too, and its endpoint tells of it", async () => {
    const head = "POST /api/rest/v1/auth HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
    expect(await send(`${head}Transfer-Encoding: chunked\r\n\r\n${canary}\r\n`)).toMatch(/^HTTP\/1\.1 400 /);
    expect(refused).toEqual([]);
    expect(served).toMatchObject([{ route: "/api/rest/v1/auth", status: 400 }]);
  });
});

describe("a connection", () => {
  const lose = (code: string, bytesRead: number): string => {
    const socket = Object.assign(new PassThrough(), { bytesRead });
    const error = Object.assign(new Error(canary), { code });
    refuseUnparsed(error, socket, (exchange) => refused.push(exchange));
    expect(socket.destroyed).toBe(true);
    return String(socket.read() ?? "");
  };

  it("whose request does not arrive in time gets 408", () => {
    expect(lose("ERR_HTTP_REQUEST_TIMEOUT", 10)).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
    expect(refused).toMatchObject([{ status: 408, route: "unparsed" }]);
  });

  it("that never sent anything, or broke, is closed without a word", () => {
    expect(lose("ERR_HTTP_REQUEST_TIMEOUT", 0)).toBe("");
    expect(lose("ECONNRESET", 10)).toBe("");
    expect(refused).toEqual([]);
  });
});
