/**
 * Opens a port for a service. The one file that knows node:http and its adapter, srvx.
 *
 * Installs no signal handler and changes no global. It refuses what only a socket can show: paths with dot segments,
 * which a URL would hide, bodies that go on after they were refused, and clients that never send anything.
 */
import { serve } from "srvx";
import type { ServerRequest } from "srvx";
import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import { ColonnadeError } from "../errors.ts";
import { answerRefusal, createResponse } from "./answer.ts";
import { Refusal } from "./refusal.ts";
import type { Service } from "./service.ts";

export interface ListenOptions {
  /** 0 takes any free one. */
  readonly port: number;
  /** @default "127.0.0.1" */
  readonly host?: string;
  /** Milliseconds that answers under way have to be given, once the listener is closed. @default 5000 */
  readonly graceMs?: number;
}

export interface Listener {
  /** The base address, without a slash at its end. */
  readonly url: string;
  readonly port: number;
  /** Answers what has reached it, refuses new connections, and closes all at the end of its grace at the latest. */
  close(): Promise<void>;
}

/** Node's own defaults let a stalled client stay for minutes; its check every 30 s would make shorter limits late. */
const timers = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1000,
  keepAliveTimeout: 65_000,
};
/** How long the rest of a refused body may still arrive, so that the client gets to read the answer. */
const drainMs = 500;
/** Requests may still be on their way, or in a queue of the system: they are waited for until nothing came for so long. */
const quietMs = 100;
/** A client that goes on and on is not waited for. */
const settleMs = 1000;
const dotSegment = /(?:^|[/\\])(?:\.|%2e){1,2}(?:[/\\]|$)/i;

/** @throws {ColonnadeError} `port-in-use` or `cannot-listen`, of the machine */
export async function listen(
  service: Service,
  { port, host = "127.0.0.1", graceMs = 5000 }: ListenOptions,
): Promise<Listener> {
  const underWay = new Set<Promise<unknown>>();
  /** Connections and requests. */
  let arrived = 0;
  let closing: Promise<void> | undefined;
  const server = serve({
    fetch: (request) => {
      arrived++;
      const message = request.runtime?.node?.res;
      if (message) {
        if (closing) message.setHeader("connection", "close");
        const sent = new Promise<void>((resolve) => message.once("close", resolve));
        underWay.add(sent);
        void sent.then(() => underWay.delete(sent));
      }
      return answer(service, request);
    },
    port,
    hostname: host,
    manual: true,
    silent: true,
    gracefulShutdown: false,
    node: timers,
  });
  await Promise.resolve(server.serve()).catch((error: unknown) => {
    throw listenError(error, port, host);
  });
  const url = (server.url ?? "").replace(/\/$/, "");
  server.node?.server?.on("connection", () => arrived++);
  const close = async (): Promise<void> => {
    const end = performance.now() + graceMs;
    await untilQuiet(() => arrived, Math.min(graceMs, settleMs));
    server.node?.server?.close();
    // Node's own way would leave connections open that never sent a byte, and cut answers that are being sent.
    while (underWay.size > 0 && performance.now() < end) await atMost(end - performance.now(), Promise.all(underWay));
    await server.close(true);
  };
  return {
    url,
    port: Number(new URL(url).port || 80),
    close: () => (closing ??= close()),
  };
}

/** Waits until a count stands still, or for the time that there is. */
async function untilQuiet(count: () => number, limitMs: number): Promise<void> {
  const end = performance.now() + limitMs;
  for (let seen = -1; seen !== count() && performance.now() < end;) {
    seen = count();
    await sleep(Math.min(quietMs, limitMs));
    // After a busy time, what came meanwhile is read between the timer and this.
    await setImmediate();
  }
}

/** Waits for the work, or for the time that there is. */
async function atMost(limitMs: number, work: Promise<unknown>): Promise<void> {
  const over = new AbortController();
  await Promise.race([work, sleep(limitMs, undefined, { signal: over.signal }).catch(() => undefined)]);
  over.abort();
}

async function answer(service: Service, request: ServerRequest): Promise<Response> {
  const target = request.runtime?.node?.req.url ?? "";
  if (dotSegment.test(target.split("?", 1)[0] ?? "")) {
    const refusal = new Refusal(400, "HTTP 400 Bad Request: the path has dot segments");
    return createResponse(answerRefusal(refusal, "rest"), { requestId: crypto.randomUUID(), bodyless: false });
  }
  const response = await service(request);
  if (response.status === 413) endUnread(request);
  return response;
}

/** Ends the connection unless the rest of the body arrives soon: it is of no use, and it might never end. */
function endUnread(request: ServerRequest): void {
  const message = request.runtime?.node?.req;
  if (!message) return;
  const timer = setTimeout(() => {
    if (!message.complete) message.socket?.destroy();
  }, drainMs).unref();
  message.once("close", () => clearTimeout(timer));
}

function listenError(error: unknown, port: number, host: string): ColonnadeError {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "EADDRINUSE") {
    return new ColonnadeError("port-in-use", `port ${port} of ${host} is in use`, {
      kind: "machine",
      next: "choose another port, or take any free one with --port 0",
      cause: error,
    });
  }
  const reason = error instanceof Error ? error.message : String(error);
  return new ColonnadeError("cannot-listen", `cannot listen on port ${port} of ${host}: ${reason}`, {
    kind: "machine",
    cause: error,
  });
}
