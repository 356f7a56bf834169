/** What the transport over `node:http` does beyond what every transport does (`../transport/transport-contract.test.ts`). */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { Agent, createServer } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo, Server as NetServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { gunzipSync, gzipSync } from "node:zlib";
import { rolldown } from "rolldown";
import { afterEach, describe, expect, it, onTestFinished, test, vi } from "vitest";
import { TransportFailure, createSession } from "@colonnade/runtime";
import type { Reply } from "@colonnade/runtime";
import { nodeTransport } from "@colonnade/runtime/node";
import type { NodeTransport, NodeTransportOptions } from "@colonnade/runtime/node";
import { systemClock } from "../../../src/runtime/clock/clock.ts";
import { closeFaultServers, startFaultServer, wholeAnswer } from "../fault-server.ts";
import { certificate, certificateKey } from "../../support/certificate.ts";
import { repository } from "../../support/repository.ts";

const call = { method: "POST", headers: { "content-type": "application/json" }, body: "{}", timeoutMs: 5000 } as const;

const transports: NodeTransport[] = [];
const servers: (NetServer & { closeAllConnections?: () => void })[] = [];

function open(options?: NodeTransportOptions): NodeTransport {
  const transport = nodeTransport(options);
  transports.push(transport);
  return transport;
}

async function listen(server: NetServer): Promise<string> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

afterEach(() => {
  for (const transport of transports.splice(0)) transport.close();
  closeFaultServers();
  for (const server of servers.splice(0)) {
    server.closeAllConnections?.();
    server.close();
  }
});

async function failure(reply: Promise<Reply>): Promise<TransportFailure> {
  const error: unknown = await reply.catch((error: unknown) => error);
  if (!(error instanceof TransportFailure))
    throw new Error(`expected a failure of the transport, not ${String(error)}`);
  return error;
}

async function textOf(reply: Promise<Reply>): Promise<string> {
  return (await reply).text();
}

/** Answers with the number of requests before. */
const counting = (): ReturnType<typeof startFaultServer> =>
  startFaultServer((socket, before) => socket.write(wholeAnswer(String(before))));

describe("connections", () => {
  it("are at most as many as allowed, and calls wait for a free one", async () => {
    const { url, connections, requests } = await startFaultServer(
      (socket) => void setTimeout(() => socket.write(wholeAnswer("")), 10),
    );
    const send = open({ maxSockets: 2 });
    await Promise.all(Array.from({ length: 7 }, () => send({ ...call, url })));
    expect([connections(), requests.length]).toEqual([2, 7]);
  });

  it("say of a call that waited for one in vain that it was not sent", async () => {
    const { url, requests } = await startFaultServer(() => undefined);
    const send = open({ maxSockets: 1 });
    const first = failure(send({ ...call, url, timeoutMs: 80 }));
    const controller = new AbortController();
    const aborted = send({ ...call, url, signal: controller.signal }).catch((error: unknown) => error);
    const second = failure(send({ ...call, url, timeoutMs: 30 }));
    await sleep(5);
    controller.abort("never mind");
    expect(await aborted).toBe("never mind");
    expect(await second).toMatchObject({
      kind: "not-sent",
      phase: "queue",
      message: "no time left after 30 ms (queue)",
    });
    expect(await first).toMatchObject({ kind: "timeout", phase: "response" });
    expect(requests).toHaveLength(1);
    // Whoever gave up must not hold up the next.
    await failure(send({ ...call, url, timeoutMs: 30 }));
    expect(requests).toHaveLength(2);
  });

  it("end when they were idle for too long, and not before", async () => {
    const { url, connections, open: opened } = await counting();
    const send = open({ idleMs: 60 });
    await send({ ...call, url });
    await sleep(20);
    await send({ ...call, url });
    expect(connections()).toBe(1);
    await expect.poll(() => opened.size, { interval: 10 }).toBe(0);
    expect(await textOf(send({ ...call, url }))).toBe("2");
  });

  describe.each(["end", "destroy", "resetAndDestroy"] as const)(
    "that the service closes after each response without saying so (%s)",
    (close) => {
      test.each([
        [1, 64],
        [8, 64],
        [8, 2],
      ])("carry no second call: %i callers, at most %i connections", async (callers, maxSockets) => {
        const { url, connections } = await startFaultServer((socket) => {
          socket.write(wholeAnswer(""), () => void socket[close]());
        });
        const send = open({ maxSockets });
        let left = 100;
        const work = async (): Promise<void> => {
          while (left-- > 0) expect((await send({ ...call, url })).status).toBe(200);
        };
        await Promise.all(Array.from({ length: callers }, work));
        expect(connections()).toBe(100);
      });
    },
  );

  it("are reused by callers one after another, and by as many as call together", async () => {
    const { url, connections } = await counting();
    const send = open();
    for (let turn = 0; turn < 20; turn++) await send({ ...call, url });
    expect(connections()).toBe(1);
    const work = async (): Promise<void> => {
      for (let turn = 0; turn < 20; turn++) await send({ ...call, url });
    };
    await Promise.all(Array.from({ length: 8 }, work));
    expect(connections()).toBe(8);
  });

  it("that rest hold up no caller that aborts meanwhile", async () => {
    const { url, requests } = await counting();
    const send = open();
    await send({ ...call, url });
    const controller = new AbortController();
    const sent = send({ ...call, url, signal: controller.signal });
    controller.abort("never mind");
    await expect(sent).rejects.toBe("never mind");
    expect(requests).toHaveLength(1);
  });

  it("that fail while they rest harm nobody", async () => {
    const { url, open: opened } = await startFaultServer((socket) => {
      socket.write(wholeAnswer("right"), () => socket.resetAndDestroy());
    });
    const send = open();
    expect(await textOf(send({ ...call, url }))).toBe("right");
    await expect.poll(() => opened.size, { interval: 5 }).toBe(0);
    expect(await textOf(send({ ...call, url }))).toBe("right");
  });

  it("are not kept when the service closes idle ones after a second", async () => {
    const { url, connections } = await startFaultServer((socket) =>
      socket.write(wholeAnswer("", "connection: keep-alive", "keep-alive: timeout=1")),
    );
    const send = open();
    for (let turn = 0; turn < 3; turn++) await send({ ...call, url });
    expect(connections()).toBe(3);
  });

  test.each(["wall", "monotonic"] as const)("are new after a sleep of the machine (%s clock)", async (which) => {
    let sleptMs = 0;
    const now = systemClock[which];
    const spied = vi.spyOn(systemClock, which).mockImplementation(() => now() + sleptMs);
    onTestFinished(() => spied.mockRestore());
    const { url, connections } = await counting();
    const send = open();
    await Promise.all([send({ ...call, url }), send({ ...call, url })]);
    sleptMs += 14_000;
    await send({ ...call, url });
    expect(connections()).toBe(2);
    sleptMs += 8 * 3_600_000;
    expect(await textOf(send({ ...call, url }))).toBe("3");
    expect(connections()).toBe(3);
  });

  it("end when the service says something unasked", async () => {
    const { url, open: opened } = await startFaultServer((socket) => {
      socket.write(wholeAnswer("right"));
      setTimeout(() => socket.write("HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\n\r\n"), 5);
    });
    const send = open();
    expect(await textOf(send({ ...call, url }))).toBe("right");
    await expect.poll(() => opened.size, { interval: 10 }).toBe(0);
  });

  it("can be made in another way", async () => {
    const { url } = await counting();
    const agent = new Agent({ keepAlive: true });
    const send = open({ agent });
    await send({ ...call, url });
    expect(Object.values(agent.freeSockets).flat()).toHaveLength(1);
    agent.destroy();
  });
});

describe("encrypted connections", () => {
  const encrypted = async (): Promise<{ url: string; connections: () => number; requests: () => number }> => {
    const seen = { connections: 0, requests: 0 };
    const server = createSecureServer({ cert: certificate, key: certificateKey }, (_, response) => {
      seen.requests += 1;
      response.end("safe");
    });
    server.on("secureConnection", () => (seen.connections += 1));
    const url = `https://${await listen(server)}`;
    return { url, connections: () => seen.connections, requests: () => seen.requests };
  };

  it("are kept as well", async () => {
    const { url, connections } = await encrypted();
    const send = open({ tls: { ca: certificate } });
    for (let turn = 0; turn < 3; turn++) expect(await textOf(send({ ...call, url }))).toBe("safe");
    expect(connections()).toBe(1);
  });

  it("to a service that nobody vouches for carry nothing", async () => {
    const { url, requests } = await encrypted();
    expect(await failure(open()({ ...call, url }))).toMatchObject({
      kind: "not-sent",
      message: "DEPTH_ZERO_SELF_SIGNED_CERT",
    });
    expect(requests()).toBe(0);
  });

  it("that do not come about carry nothing", async () => {
    const silent = await startFaultServer(() => undefined);
    const send = open();
    const url = silent.url.replace("http:", "https:");
    expect(await failure(send({ ...call, url, timeoutMs: 40 }))).toMatchObject({
      kind: "not-sent",
      phase: "connect",
      message: "no time left after 40 ms (connect)",
    });
    const plain = await listen(createServer((_, response) => response.end("not encrypted")));
    expect(await failure(send({ ...call, url: `https://${plain}` }))).toMatchObject({ kind: "not-sent" });
    const dropping = createSecureServer({});
    dropping.prependListener("connection", (socket) => socket.destroy());
    expect(await failure(send({ ...call, url: `https://${await listen(dropping)}` }))).toMatchObject({
      kind: "not-sent",
    });
  });
});

describe("a response", () => {
  const large = "a".repeat(5000);
  const bomb = gzipSync(Buffer.alloc(1_000_000));

  test.each([
    ["by its length", ["HTTP/1.1 200 OK\r\ncontent-length: 5000\r\n\r\n"]],
    ["in the end", ["HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n", `1388\r\n${large}\r\n`]],
    ["decompressed", [`HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`, bomb]],
  ])("is not read on when it is too large %s", async (_, pieces) => {
    const { url } = await startFaultServer((socket, before) => {
      if (before > 0) socket.write(wholeAnswer("small"));
      else for (const piece of pieces) socket.write(piece);
    });
    const send = open({ maxResponseBytes: 4000 });
    expect(await failure(send({ ...call, url }))).toMatchObject({
      kind: "unknown",
      message: "the response is larger than 4000 bytes",
    });
    expect(await textOf(send({ ...call, url }))).toBe("small");
  });

  test.each([
    ["gzip", "the response cannot be decompressed (Z_BUF_ERROR)", gzipSync("some text").subarray(0, 20)],
    ["gzip", "the response cannot be decompressed (Z_DATA_ERROR)", Buffer.from("plain")],
    ["zip", 'the response is compressed as "zip"', Buffer.from("plain")],
  ])("that is no whole %s is none: %s", async (encoding, message, body) => {
    const server = createServer((_, response) => response.setHeader("content-encoding", encoding).end(body));
    const url = `http://${await listen(server)}`;
    expect(await failure(open()({ ...call, url }))).toMatchObject({ kind: "unknown", message });
  });

  it("is asked for in gzip only by a call that says so, or whose response may be large", async () => {
    const server = createServer((request, response) => response.end(request.headers["accept-encoding"] ?? "none"));
    const url = `http://${await listen(server)}`;
    const send = open();
    expect(await textOf(send({ ...call, url }))).toBe("none");
    expect(await textOf(send({ ...call, url, headers: { "accept-encoding": "gzip" } }))).toBe("gzip");
    expect(await textOf(send({ ...call, url, paged: true }))).toBe("gzip");
  });
});

describe("a large request", () => {
  /** Says in which encodings it was asked, and refuses gzip if it is to. */
  async function serve(refuses: boolean): Promise<{ url: string; encodings: string[] }> {
    const encodings: string[] = [];
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const encoding = request.headers["content-encoding"] ?? "none";
      encodings.push(encoding);
      if (encoding === "gzip" && refuses) return response.writeHead(415).end();
      const body = Buffer.concat(chunks);
      return response.end(encoding === "gzip" ? gunzipSync(body) : body);
    });
    return { url: `http://${await listen(server)}`, encodings };
  }
  const body = "größer ".repeat(3000);

  it("is compressed only when that was asked for", async () => {
    const { url, encodings } = await serve(false);
    expect(await textOf(open()({ ...call, url, body }))).toBe(body);
    const send = open({ compressRequests: true });
    expect(await textOf(send({ ...call, url, body }))).toBe(body);
    expect(await textOf(send({ ...call, url, body: "small" }))).toBe("small");
    expect(encodings).toEqual(["none", "gzip", "none"]);
  });

  it("is sent again as it was to a service that refuses it, and no other is compressed", async () => {
    const { url, encodings } = await serve(true);
    const send = open({ compressRequests: true });
    for (let turn = 0; turn < 2; turn++) expect(await textOf(send({ ...call, url, body }))).toBe(body);
    expect(encodings).toEqual(["gzip", "none", "none"]);
  });

  it("is not sent when its caller aborts meanwhile", async () => {
    const { url, encodings } = await serve(false);
    const controller = new AbortController();
    const sent = open({ compressRequests: true })({ ...call, url, body, signal: controller.signal });
    controller.abort("never mind");
    await expect(sent).rejects.toBe("never mind");
    expect(encodings).toEqual([]);
  });
});

describe("an address", () => {
  test.each([
    ["ftp://127.0.0.1/", "ftp:// is not an HTTP address"],
    ["http://user:secret@127.0.0.1/", "the address must not contain credentials"],
    ["http://127.0.0.1:99999/", "not a valid address"],
    ["nonsense", "not a valid address"],
  ])("like %s is not sent to", async (url, message) => {
    expect(await failure(open()({ ...call, url }))).toMatchObject({ kind: "not-sent", unsendable: true, message });
  });

  it("may be one of IPv6", async () => {
    expect(await failure(open()({ ...call, url: "http://[::1]:1/" }))).toMatchObject({
      kind: "not-sent",
      message: expect.stringMatching(/^(?:ECONNREFUSED|EADDRNOTAVAIL|ENETUNREACH|EAFNOSUPPORT)$/),
    });
  });
});

describe("closing", () => {
  it("ends calls under way, and sends no others", async () => {
    const { url, requests, open: opened } = await startFaultServer(() => undefined);
    const send = open({ maxSockets: 1 });
    const first = failure(send({ ...call, url }));
    const waiting = Array.from({ length: 3 }, () => failure(send({ ...call, url })));
    await expect.poll(() => requests.length, { interval: 5 }).toBe(1);
    send.close();
    expect(await first).toMatchObject({ kind: "unknown", message: "the transport was closed" });
    for (const one of waiting) {
      expect(await one).toMatchObject({ kind: "not-sent", message: "the transport was closed" });
    }
    expect(await failure(send({ ...call, url }))).toMatchObject({
      kind: "not-sent",
      unsendable: true,
      message: "the transport is closed",
    });
    await expect.poll(() => opened.size, { interval: 5 }).toBe(0);
    expect(requests).toHaveLength(1);
  });

  it("leaves the connections of an agent of the app alone, and sends no others", async () => {
    const { url, requests } = await startFaultServer((socket) => {
      setTimeout(() => socket.write(wholeAnswer("late")), 50);
    });
    const agent = new Agent({ keepAlive: true });
    onTestFinished(() => agent.destroy());
    const send = open({ agent });
    const first = send({ ...call, url });
    await expect.poll(() => requests.length, { interval: 5 }).toBe(1);
    send.close();
    expect(await textOf(first)).toBe("late");
    expect(await failure(send({ ...call, url }))).toMatchObject({ message: "the transport is closed" });
  });
});

describe("a session", () => {
  it("says where it looked when it has no connection", async () => {
    const { url } = await counting();
    closeFaultServers();
    const transport = open();
    const session = createSession({ url, transport, credentials: { username: "founder", password: "right" } });
    await expect(session.send({ operation: "x", method: "GET", path: "/" })).rejects.toMatchObject({
      code: "connect",
      outcome: "not-sent",
      message: expect.stringContaining("ECONNREFUSED"),
    });
  });
});

describe("a process", { timeout: 15_000 }, () => {
  const runtime = join(repository, "src/runtime");
  const run = promisify(execFile);
  const env = { ...process.env, NODE_OPTIONS: "" };

  it("ends by itself after its last call, and nothing is left unhandled", async () => {
    const { url, requests } = await startFaultServer((socket, before) => {
      const slow = requests.at(-1)?.startsWith("POST");
      if (before % 3 === 2) socket.destroy();
      else if (before % 3 === 1 && slow) socket.write("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf");
      else socket.write(wholeAnswer("{}"));
    });
    const program = `
import { fetchTransport } from ${JSON.stringify(join(runtime, "transport/transport.ts"))};
import { nodeTransport } from ${JSON.stringify(join(runtime, "node/index.ts"))};
const call = { url: process.argv[2], method: "POST", headers: {}, body: "{}", timeoutMs: 200 };
const { signal } = new AbortController();
let unhandled = 0;
process.on("unhandledRejection", () => (unhandled += 1));
for (const send of [nodeTransport(), fetchTransport()]) {
  await Promise.allSettled(Array.from({ length: 12 }, () => send({ ...call, signal })));
  for (const _ of "abc") await send({ ...call, method: "PUT", timeoutMs: 30_000 }).catch(() => undefined);
  send({ ...call, timeoutMs: 100 }).catch(() => undefined);
}
const ended = performance.now();
process.on("exit", () => console.log(JSON.stringify({ unhandled, waited: performance.now() - ended })));`;
    const folder = mkdtempSync(join(tmpdir(), "colonnade-transport-"));
    try {
      const input = join(folder, "program.mjs");
      writeFileSync(input, program);
      const bundle = await rolldown({ input, platform: "node" });
      await bundle.write({ dir: join(folder, "out"), entryFileNames: "program.mjs" });
      const { stdout } = await run(process.execPath, [join(folder, "out/program.mjs"), url], { env });
      const { unhandled, waited } = JSON.parse(stdout) as { unhandled: number; waited: number };
      expect(unhandled).toBe(0);
      // The last two calls may take their 100 ms; idle connections (15 s) and time-outs (30 s) must not count.
      expect(waited).toBeLessThan(1500);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it("that stands for a browser cannot load the entry", async () => {
    const ask = 'try { await import("@colonnade/runtime/node"); } catch (error) { console.log(error.code); }';
    const words = ["--conditions=browser", "--input-type=module", "-e", ask];
    const { stdout } = await run(process.execPath, words, { env });
    expect(stdout.trim()).toBe("ERR_PACKAGE_PATH_NOT_EXPORTED");
  });
});
