/** What every transport does alike, against servers that answer and servers that do all but that. */
import { getEventListeners } from "node:events";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { afterAll, afterEach, describe, expect, it, test } from "vitest";
import { TransportFailure, fetchTransport } from "@colonnade/runtime";
import type { Call, Reply } from "@colonnade/runtime";
import { nodeTransport } from "@colonnade/runtime/node";
import { closeServers, serve } from "../../support/serve.ts";
import { closeFaultServers, startFaultServer, wholeAnswer } from "../fault-server.ts";

afterEach(async () => {
  closeFaultServers();
  await closeServers();
});

const call = { method: "POST", headers: { "content-type": "application/json" }, body: "{}", timeoutMs: 5000 } as const;

const transports = [
  { name: "fetch", send: fetchTransport(), close: () => undefined },
  { name: "node:http", ...create() },
];

function create() {
  const send = nodeTransport();
  return { send, close: () => send.close() };
}

afterAll(() => transports.forEach(({ close }) => close()));

/** How a connection can go wrong after the request is there, and what is known of the call then. */
const faults: readonly { fault: string; kind: string; phase?: string; answer: (socket: Socket) => void }[] = [
  { fault: "ends without a response", kind: "unknown", answer: (socket) => socket.end() },
  { fault: "is reset without a response", kind: "unknown", answer: (socket) => socket.resetAndDestroy() },
  { fault: "ends within the headers", kind: "unknown", answer: (socket) => socket.end("HTTP/1.1 200 OK\r\nx-a") },
  {
    fault: "ends within a body of known length",
    kind: "unknown",
    answer: (socket) => half(socket, "content-length: 9"),
  },
  {
    fault: "ends within a body in chunks",
    kind: "unknown",
    answer: (socket) => half(socket, "transfer-encoding: chunked", "4\r\nhalf\r\n"),
  },
  {
    fault: "is reset within the body",
    kind: "unknown",
    answer: (socket) =>
      socket.write("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf", () =>
        setTimeout(() => socket.resetAndDestroy(), 10),
      ),
  },
  {
    fault: "speaks another language",
    kind: "unknown",
    answer: (socket) => socket.end("220 mail.example.com ESMTP\r\n"),
  },
  {
    fault: "has a chunk whose size is no number",
    kind: "unknown",
    answer: (socket) => half(socket, "transfer-encoding: chunked", "wrong\r\n"),
  },
  {
    fault: "has headers without end",
    kind: "unknown",
    answer: (socket) => socket.write(`HTTP/1.1 200 OK\r\nx-long: ${"a".repeat(200_000)}`),
  },
  {
    fault: "switches to another protocol",
    kind: "unknown",
    answer: (socket) => socket.write("HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n"),
  },
  { fault: "says nothing", kind: "timeout", phase: "response", answer: () => undefined },
  {
    fault: "says only that it has begun",
    kind: "timeout",
    phase: "response",
    answer: (socket) => socket.write("HTTP/1.1 102 Processing\r\n\r\n"),
  },
  {
    fault: "stalls within the body",
    kind: "timeout",
    phase: "body",
    answer: (socket) => socket.write("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf"),
  },
  {
    fault: "gives a byte now and then",
    kind: "timeout",
    phase: "body",
    answer: (socket) => {
      socket.write("HTTP/1.1 200 OK\r\ncontent-length: 900\r\n\r\n");
      const timer = setInterval(() => socket.write("x"), 5);
      socket.on("close", () => clearInterval(timer));
    },
  },
];

function half(socket: Socket, header: string, body = "half"): void {
  socket.end(`HTTP/1.1 200 OK\r\n${header}\r\n\r\n${body}`);
}

function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
}

async function failure(reply: Promise<Reply>): Promise<TransportFailure> {
  const error: unknown = await reply.catch((error: unknown) => error);
  if (!(error instanceof TransportFailure))
    throw new Error(`expected a failure of the transport, not ${String(error)}`);
  return error;
}

describe.each(transports)("the transport over $name", ({ send }) => {
  it("gives status, headers and text, whatever the status", async () => {
    const { url } = await serve((request, response) =>
      response.setHeader("x-a", "1").writeHead(418).end(request.method),
    );
    for (const method of ["GET", "POST", "PUT", "DELETE"] as const) {
      const { body, ...rest } = call;
      const reply = await send({ ...rest, ...(method !== "GET" && { body }), method, url });
      expect([reply.status, reply.header("X-A"), reply.header("x-b"), await reply.text()]).toEqual([
        418,
        "1",
        null,
        method,
      ]);
    }
  });

  it("sends path, headers and body as they are", async () => {
    const { url } = await serve(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const { "x-a": header, "content-length": length, host } = request.headers;
      const body = Buffer.concat(chunks).toString();
      response.end(JSON.stringify({ path: request.url, header, length, own: url.endsWith(host ?? ""), body }));
    });
    const body = JSON.stringify("größer 🏺");
    const sent = async (path: string): Promise<unknown> => {
      const reply = await send({ ...call, url: url + path, headers: { "x-a": "b" }, body });
      return JSON.parse(await reply.text());
    };
    const rest = { header: "b", length: String(Buffer.byteLength(body)), own: true, body };
    expect(await sent("/a/%C3%A9?where=%7B%22x%22%3A1%7D&y")).toEqual({
      path: "/a/%C3%A9?where=%7B%22x%22%3A1%7D&y",
      ...rest,
    });
    expect(await sent("/é b/../c/./%2e%2e/d?é#f")).toEqual({ path: "/d?%C3%A9", ...rest });
    expect(await sent("/a/../b/%2E%2e/c")).toEqual({ path: "/c", ...rest });
    expect(await sent("")).toEqual({ path: "/", ...rest });
  });

  it("reads text in pieces, in UTF-8, without a mark of the byte order", async () => {
    const text = "größer 🏺 ".repeat(20_000);
    const { url } = await serve((_, response) => {
      const bytes = Buffer.from(`\ufeff${text}`);
      for (let at = 0; at < bytes.length; at += 7919) response.write(bytes.subarray(at, at + 7919));
      response.end();
    });
    expect(await (await send({ ...call, url })).text()).toBe(text);
  });

  it("sends the length of the body of a DELETE, so that the next call on the connection is its own", async () => {
    const { url, requests } = await startFaultServer((socket, before) => socket.write(wholeAnswer(String(before))));
    for (const method of ["DELETE", "POST"] as const) await send({ ...call, url, method, body: "größer" });
    expect(requests.map((request) => /^(\w+)[^]*content-length: 8\r\n/i.exec(request)?.[1])).toEqual([
      "DELETE",
      "POST",
    ]);
  });

  it("gives the text of a response without a body, and of one that ends with the connection", async () => {
    const { url } = await serve((_, response) => response.writeHead(204).end());
    expect(await (await send({ ...call, url })).text()).toBe("");
    const { url: old } = await startFaultServer((socket) => socket.end("HTTP/1.0 200 OK\r\n\r\nold"));
    expect(await (await send({ ...call, url: old })).text()).toBe("old");
  });

  test.each([
    ["gzip", gzipSync],
    ["deflate", deflateSync],
    ["br", brotliCompressSync],
  ])("decompresses %s", async (encoding, compress) => {
    const { url } = await serve((_, response) =>
      response.setHeader("content-encoding", encoding).end(compress('{"a":"ä"}')),
    );
    expect(await (await send({ ...call, url })).text()).toBe('{"a":"ä"}');
  });

  it("asks for gzip when the response may be large", async () => {
    const { url } = await serve((request, response) => {
      const isAsked = /gzip/.test(request.headers["accept-encoding"] ?? "");
      if (isAsked) response.setHeader("content-encoding", "gzip").end(gzipSync("small"));
      else response.end("large");
    });
    expect(await (await send({ ...call, url, paged: true })).text()).toBe("small");
  });

  it("does not follow a redirect, which would take the token to another host", async () => {
    let followed = 0;
    const { url: other } = await serve((_, response) => response.end(String((followed += 1))));
    const { url } = await serve((_, response) => response.writeHead(307, { location: other }).end());
    const reply = await send({ ...call, url });
    expect([reply.status, reply.header("location"), followed]).toEqual([307, other, 0]);
  });

  it("uses one connection for one call after another, errors included", async () => {
    const { url, connections } = await serve((_, response) => response.writeHead(503).end("x".repeat(20_000)));
    for (let turn = 0; turn < 50; turn++) await send({ ...call, url });
    expect(connections()).toBeLessThan(3);
  });

  it("says not-sent when nobody listens, or nobody is there", async () => {
    const { url, close } = await serve(() => undefined);
    await close();
    const refused = { kind: "not-sent", unsendable: false, message: "ECONNREFUSED" };
    expect(await failure(send({ ...call, url }))).toMatchObject(refused);
    expect(await failure(send({ ...call, url: "http://nobody.invalid/" }))).toMatchObject({ kind: "not-sent" });
  });

  test.each(faults)("says $kind when the connection $fault", async ({ kind, phase, answer }) => {
    const { url, requests } = await startFaultServer(answer);
    const failed = await failure(send({ ...call, url, timeoutMs: kind === "timeout" ? 250 : 5000 }));
    expect(failed).toMatchObject({ kind, phase });
    expect(requests).toHaveLength(1);
  });

  it("answers after each of these faults again, over a connection of its own", async () => {
    const answers = faults.filter(({ kind }) => kind === "unknown").map(({ answer }) => answer);
    const { url } = await startFaultServer((socket, before) => {
      const answer = before % 2 === 0 ? answers[before / 2] : undefined;
      if (answer) answer(socket);
      else socket.write(wholeAnswer(String(before)));
    });
    for (const [turn] of answers.entries()) {
      await failure(send({ ...call, url }));
      expect(await (await send({ ...call, url })).text()).toBe(String(2 * turn + 1));
    }
  });

  test.each(["at once", "later"])("never takes for a response what the service says unasked %s", async (when) => {
    let closed: Promise<unknown> = Promise.resolve();
    const { url } = await startFaultServer((socket, before) => {
      closed = new Promise((resolve) => socket.once("close", resolve));
      const [right, wrong] = [wholeAnswer(`right ${before}`), wholeAnswer("wrong")];
      socket.write(when === "at once" ? right + wrong : right);
      if (when === "later") setTimeout(() => socket.write(wrong), 5);
    });
    for (let turn = 0; turn < 3; turn++) {
      const reply = await send({ ...call, url }).catch(() => undefined);
      expect((await reply?.text()) ?? `right ${turn}`).toBe(`right ${turn}`);
      // Such a connection is of no use any more.
      await closed;
    }
  });

  it("sends nothing when the caller has aborted, and throws the caller's own reason", async () => {
    const { url, connections } = await startFaultServer(() => undefined);
    const reason = { any: "thing" };
    await expect(send({ ...call, url, signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(connections()).toBe(0);
  });

  test.each(["before the response", "within the body"])("ends the connection on an abort %s", async (when) => {
    let tell: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => (tell = resolve));
    const { url } = await startFaultServer((socket) => {
      socket.on("close", tell);
      if (when === "within the body") socket.write("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf");
      setTimeout(() => controller.abort(reason), 15);
    });
    const controller = new AbortController();
    const reason = new Error("never mind");
    await expect(send({ ...call, url, signal: controller.signal })).rejects.toBe(reason);
    await ended;
  });

  it("has one listener at a signal while calls are under way, and none afterwards", async () => {
    const warnings: Error[] = [];
    const warn = (warning: Error): unknown => warnings.push(warning);
    process.on("warning", warn);
    const { url } = await serve((_, response) => void setTimeout(() => response.end(), 5));
    const { url: silent } = await serve(() => undefined);
    const { signal } = new AbortController();
    const calls = Array.from({ length: 30 }, () => send({ ...call, url, signal }));
    calls.push(send({ ...call, url: "http://127.0.0.1:9/", signal }));
    calls.push(send({ ...call, url: silent, timeoutMs: 20, signal }));
    await Promise.resolve();
    expect(getEventListeners(signal, "abort")).toHaveLength(1);
    await Promise.allSettled(calls);
    expect(getEventListeners(signal, "abort")).toHaveLength(0);
    expect(warnings).toEqual([]);
    process.off("warning", warn);
  });

  it("keeps nothing of its calls, however they ended, while their signal lives on", async () => {
    const { url } = await startFaultServer((socket, before) => {
      if (before % 3 === 0) socket.destroy();
      else if (before % 3 === 1) socket.write(wholeAnswer("{}"));
    });
    const { signal } = new AbortController();
    const made: WeakRef<object>[] = [];
    const one = async (): Promise<void> => {
      const sent = { ...call, url, signal, timeoutMs: 20 };
      const reply = await send(sent).catch((error: object) => error);
      made.push(new WeakRef(sent), new WeakRef(reply));
    };
    for (let turn = 0; turn < 6; turn++) await Promise.all(Array.from({ length: 10 }, one));
    await sleep(20);
    collectGarbage();
    // What stands on the stack or in a connection's last request may live on.
    expect(made.filter((reference) => reference.deref()).length).toBeLessThan(made.length / 4);
    expect(signal.aborted).toBe(false);
  });

  it("waits as long as it takes when there is no time-out", async () => {
    const { url } = await serve((_, response) => void setTimeout(() => response.end("late"), 20));
    expect(await (await send({ ...call, url, timeoutMs: Infinity })).text()).toBe("late");
  });

  it("names a header that cannot be sent, and not its value", async () => {
    const { url, connections } = await startFaultServer(() => undefined);
    for (const value of ["top\r\nsecret", "top secret 🏺", "top secret \xe4"]) {
      const headers: Call["headers"] = { "x-service-token": value };
      const failed = await failure(send({ ...call, url, headers }));
      const message = expect.stringContaining("x-service-token");
      expect(failed).toMatchObject({ kind: "not-sent", unsendable: true, message });
      expect(failed.message).not.toContain("secret");
    }
    expect(connections()).toBe(0);
  });

  it("shows nothing of a response that is none", async () => {
    const { url } = await startFaultServer((socket) => socket.end("SECRET-IN-ANSWER\r\n\r\n"));
    const failed = await failure(send({ ...call, url }));
    const { inspect } = await import("node:util");
    const shown = inspect(failed, { depth: 9, showHidden: true }) + JSON.stringify(failed);
    expect(shown).not.toMatch(/SECRET|<Buffer/);
  });
});
