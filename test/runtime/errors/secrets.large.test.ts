/**
 * Canaries: a token, a password and values of rows that nobody may see, whatever the service does with them. Looked for in
 * everything that leaves a session: errors in all their forms, hooks, spans, metrics, diagnostics channels.
 */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { inspect } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { TransportFailure, fetchTransport, find, get, increment, insert, scan, update } from "@colonnade/runtime";
import { bulk } from "@colonnade/runtime/bulk";
import type { Call, OpenSession, Reply, Transport } from "@colonnade/runtime";
import type { Hooks } from "@colonnade/runtime/hooks";
import { diagnosticsHooks, nodeTransport } from "@colonnade/runtime/node";
import { openTelemetry } from "@colonnade/runtime/opentelemetry";
import { headers } from "@colonnade/runtime/protocol";
import { closeServers, serve } from "../../support/serve.ts";
import { VirtualClock, settle } from "../../support/virtual-clock.ts";
import { closeFaultServers, startFaultServer, wholeAnswer } from "../fault-server.ts";
import { LedgerService } from "../ledger-service.ts";
import type { Fault } from "../ledger-service.ts";
import { notes, openWith, views } from "../notes-table.ts";
import type { TestOptions } from "../notes-table.ts";

/** Each begins with what tells it even when it is cut off. */
const marks = { token: "cnryTKN", password: "cnryPWD", row: "cnryROW" };
const pairs = [
  { token: `${marks.token}-7f2a.9c:1`, password: `${marks.password}-7f2a.9c:1` },
  // What JSON escapes, what a regular expression or a replacement would take for its own.
  { token: `${marks.token}"\\/$&(.*`, password: `${marks.password}"\\/$& ü\n` },
] as const;
type Pair = (typeof pairs)[number];
const row = `${marks.row}-value`;

const unhandled: unknown[] = [];
const note = (reason: unknown): void => void unhandled.push(reason);
beforeAll(() => process.on("unhandledRejection", note));
afterAll(async () => {
  await settle();
  process.off("unhandledRejection", note);
  expect(unhandled).toEqual([]);
});

/** What the channels, spans and metrics of all sessions have shown in this test. */
let seen: unknown[] = [];
const watch = (event: unknown): void => void seen.push(event);
const channels = ["request", "response", "retry", "token", "batch", "error"].map((name) => `colonnade:${name}`);
beforeEach(() => {
  seen = [];
  for (const name of channels) subscribe(name, watch);
});
afterEach(async () => {
  for (const name of channels) unsubscribe(name, watch);
  closeFaultServers();
  await closeServers();
});

const span = { setAttributes: watch, setStatus: watch, end: () => undefined };
const told = ["onRequest", "onResponse", "onRetry", "onToken", "onBatch", "onError", "headers"];
const everyHook: readonly Hooks[] = [
  Object.fromEntries(told.map((name) => [name, watch])) as Hooks,
  openTelemetry({
    tracer: { startSpan: (...given) => (watch(given), span) },
    meter: { createHistogram: () => ({ record: (_, attributes) => watch(attributes) }) },
  }),
  diagnosticsHooks(),
];

function open(pair: Pair, transport: Transport, options: TestOptions = {}): OpenSession {
  const { password } = pair;
  return openWith(
    { transport },
    { credentials: { username: "founder", password }, hooks: everyHook, debug: { bodies: true }, ...options },
  );
}

/** All that somebody could print of a thing. */
function looks(thing: unknown, hidden = true): string[] {
  const found = [String(thing), json(thing), inspect(thing, { depth: Infinity })];
  if (hidden) found.push(inspect(thing, { depth: Infinity, showHidden: true, getters: true }));
  if (thing instanceof Error) {
    found.push(thing.message, thing.stack ?? "", ...Object.values(thing).map(String));
    if (thing.cause !== undefined) found.push(...looks(thing.cause, hidden));
  }
  return found;
}

function json(thing: unknown): string {
  return JSON.stringify(thing, (_, value: unknown) => (typeof value === "bigint" ? `${value}` : value)) ?? "";
}

/** Fails when a canary is to be seen anywhere. */
function expectHidden(things: readonly unknown[], ...canaries: readonly string[]): void {
  const shown = [...new Set(things)].flatMap((thing) => looks(thing));
  for (const canary of canaries) expect(shown.find((text) => text.includes(canary))).toBeUndefined();
}

async function failureOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => expect.fail("the call did not fail"),
    (error: unknown) => error,
  );
}

interface Planned {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

function reply({ status, body, headers: given = {} }: Planned): Reply {
  return { status, header: (name) => given[name] ?? null, text: async () => body };
}

function tokenAnswer({ token }: Pair): Planned {
  return { status: 201, body: JSON.stringify({ authToken: token }) };
}

const statuses = [200, 302, 401, 429, 500];

/** A secret at the beginning, and across the place where long texts are cut. */
function textsWith(secret: string): string[] {
  return [`${secret} is dead`, `${"x".repeat(290)}${secret}`];
}

/** All shapes in which a service says something. */
const shapes: readonly ((text: string) => unknown)[] = [
  (description) => ({ description, code: 1 }),
  (message) => ({ message }),
  (message) => ({ errors: [{ message }] }),
  (message) => ({ errors: [message] }),
  (message) => ({ errors: [[message]] }),
  (message) => ({ data: null, errors: [{ message, path: ["result"], extensions: { message } }] }),
  (message) => ({ data: { result: null }, errors: [{ message, path: [message] }, { message }] }),
  (text) => `<html><body><h1>502</h1>${text}</body></html>`,
  (text) => `{"description": "${text}`,
];

function bodiesWith(secret: string): string[] {
  return textsWith(secret).flatMap((text) =>
    shapes.map((shape) => {
      const shaped = shape(text);
      return typeof shaped === "string" ? shaped : JSON.stringify(shaped);
    }),
  );
}

describe.each(pairs)("the token $token and the password", (pair) => {
  const secrets = [pair.token, pair.password];

  it.each(statuses)("are not repeated when the service says them with status %i", async (status) => {
    for (const body of secrets.flatMap(bodiesWith)) {
      const given = { location: pair.token, "retry-after": pair.token, [headers.requestId]: pair.token };
      const transport: Transport = async (call) =>
        reply(call.url.endsWith("/auth") ? tokenAnswer(pair) : { status, body, headers: given });
      const session = open(pair, transport);
      seen.push(await failureOf(get(session, notes, { id: 1 })));
      seen.push(await failureOf(increment(session, views, { id: 1 }, { views: 1n })));
    }
    expectHidden(seen, marks.token, marks.password);
  });

  it.each(statuses)("are not repeated when the request for a token is answered with them and %i", async (status) => {
    for (const body of bodiesWith(pair.password)) {
      const clock = new VirtualClock();
      const transport: Transport = async () => reply({ status, body, headers: { location: pair.password } });
      const credentials = { username: "founder", password: pair.password };
      const given = { clock, credentials: body.length % 2 === 0 ? credentials : () => credentials };
      const session = open(pair, transport, given);
      // In the pause after the first, its failure is told again.
      const calls = [1, 2].map(() => failureOf(get(session, notes, { id: 1 })));
      await clock.advance(20_000);
      seen.push(...(await Promise.all(calls)));
    }
    expectHidden(seen, marks.token, marks.password);
  });

  it("are not among what is said of writes that travel together", async () => {
    for (const body of secrets.flatMap(bodiesWith)) {
      const transport: Transport = async (call) =>
        reply(call.url.endsWith("/auth") ? tokenAnswer(pair) : { status: 200, body });
      const session = open(pair, transport);
      const writes = [1, 2, 3].map((id) => failureOf(insert(session, notes, { id }, { contended: true })));
      seen.push(...(await Promise.all(writes)));
    }
    expectHidden(seen, marks.token, marks.password);
  });

  it("are not among the errors of a response that the app gets as it is", async () => {
    const title = `${pair.token} ${pair.password}`;
    const body = { data: { rows: [{ title }] }, errors: [{ message: title, path: ["w0", 1], extensions: { title } }] };
    const transport: Transport = async (call) =>
      reply(call.url.endsWith("/auth") ? tokenAnswer(pair) : { status: 200, body: JSON.stringify(body) });
    const answer = await open(pair, transport).send({ operation: "x", method: "POST", path: "/api/graphql" });
    const { data, errors } = answer.json as typeof body;
    expectHidden([...seen, errors, { ...answer, json: { errors } }], marks.token, marks.password);
    expect(data).toEqual(body.data);
    expect(errors[0]?.path).toEqual(["w0", 1]);
  });

  it("are in no body that hooks are shown", async () => {
    const title = `${pair.token} ${pair.password}`;
    const values = [{ id: 1, title, size: null }];
    const transport: Transport = async (call) =>
      reply(
        call.url.endsWith("/auth")
          ? tokenAnswer(pair)
          : { status: 200, body: JSON.stringify({ data: { result: { applied: true, values } } }) },
      );
    const session = open(pair, transport);
    await insert(session, notes, { id: 1, title });
    const found = await get(session, notes, { id: 1 });
    expectHidden(seen, marks.token, marks.password);
    // Whoever reads a row gets it as it is.
    expect(found).toMatchObject({ title });
  });
});

/** What can happen between a session and the service, as far as a transport sees it. */
const faults: readonly Fault[] = ["refuse-connection", "drop-before", "drop-after", "error-after", "truncate-after"];

describe("values of rows", () => {
  const value = { id: 1, title: row, size: 1n };

  it.each([...faults, "overload-halfway", "field-timeout", "busy"] as const)(
    "are in no error and no hook (%s)",
    async (fault) => {
      const { transport } = new LedgerService({ fault: () => fault });
      const session = open(pairs[0], transport, { debug: { bodies: false } });
      const writes = [
        insert(session, notes, value),
        insert(session, notes, { ...value, id: 2 }, { ifNotExists: true }),
        update(session, notes, { ...value, id: 3 }, { if: { title: { eq: row } } }),
        update(session, notes, { ...value, id: 4 }, { contended: true }),
      ];
      const settled = await Promise.allSettled(writes);
      expect(settled.map(({ status }) => status)).toContain("rejected");
      expectHidden([...seen, ...settled, session], ...Object.values(marks));
    },
  );

  it("are not in what is refused before it is sent", async () => {
    const session = open(pairs[0], new LedgerService().transport);
    const wrong = (given: object): never => given as never;
    const calls = [
      ...[{ id: row }, { id: 1, title: { [row]: row } }, { id: 1, size: row }].map((given) =>
        failureOf(insert(session, notes, wrong(given))),
      ),
      failureOf(insert(session, notes, { id: 1 }, { ttl: row as never })),
      failureOf(update(session, notes, wrong({ id: 1, title: row }), { if: wrong({ size: { eq: row } }) })),
      failureOf(update(session, notes, wrong({ id: 1, title: row }), { if: wrong({ title: { in: row } }) })),
      failureOf(get(session, notes, wrong({ id: row }))),
      failureOf(get(session, notes, wrong([row]))),
      ...[row, { eq: row }, { in: [row] }, { gt: row }].map((id) =>
        failureOf((async () => find(session, notes, wrong({ id })).toArray())()),
      ),
      failureOf((async () => scan(session, notes, { pageSize: row as never }).toArray())()),
    ];
    expectHidden([...(await Promise.all(calls)), ...seen], marks.row);
  });

  it("are not in what is said of a response that does not fit its table", async () => {
    const rows = [{ id: row }, { id: 1, size: row }, { id: 1, title: { row } }, row, { id: [row] }];
    for (const given of rows) {
      const body = JSON.stringify({ data: { result: { values: [given], pageState: null } } });
      const transport: Transport = async (call) =>
        reply(call.url.endsWith("/auth") ? tokenAnswer(pairs[0]) : { status: 200, body });
      const session = open(pairs[0], transport, { debug: { bodies: false } });
      // A row that is no object has none of the columns.
      seen.push(await get(session, notes, { id: 1 }).catch((error: unknown) => error));
    }
    expectHidden(seen, marks.row);
  });

  it("are not in what an error passes on of the service's words, 300 characters of them", async () => {
    const body = JSON.stringify({ errors: [{ message: `bad: ${row} ${"x".repeat(400)}` }] });
    const transport: Transport = async (call) =>
      reply(call.url.endsWith("/auth") ? tokenAnswer(pairs[0]) : { status: 200, body });
    const error = (await failureOf(insert(open(pairs[0], transport), notes, value))) as Error;
    expect(error.message).toContain("bad: [redacted] xxx");
    expect(error.message.length).toBeLessThan(420);
    expect(looks(error).filter((text) => /x{301}/.test(text))).toEqual([]);
  });

  it("of a load stand in its error for those who ask, and nowhere else", async () => {
    const service = new LedgerService({ fault: () => "drop-after" });
    const session = open(pairs[0], service.transport, { debug: { bodies: false } });
    const source = [value, { ...value, id: 2 }];
    const error = await failureOf(
      bulk(source, (item) => insert(session, notes, item, { contended: true }), { ordered: true }),
    );
    expect(error).toMatchObject({ code: "bulk", unknown: [{ item: value }] });
    for (const text of looks(error, false)) expect(text).not.toContain(marks.row);
    expectHidden(seen, marks.row);
  });
});

const transports = [
  { name: "fetch", create: () => ({ transport: fetchTransport(), close: () => undefined }) },
  {
    name: "node:http",
    create: () => {
      const transport = nodeTransport();
      return { transport, close: () => transport.close() };
    },
  },
];

describe.each(transports)("over $name", ({ create }) => {
  const pair = pairs[0];
  const used: { close: () => void }[] = [];
  afterEach(() => used.splice(0).forEach(({ close }) => close()));

  function openAt(url: string, options: TestOptions = {}): OpenSession {
    const created = create();
    used.push(created);
    return open(pair, created.transport, { url, debug: { bodies: false }, ...options });
  }

  it("no canary shows, whatever a server repeats of them and where", async () => {
    for (const status of statuses.filter((status) => status !== 200)) {
      const { url } = await serve((request, response) => {
        request.resume();
        request.on("end", () => {
          if (request.url?.endsWith("/auth")) {
            response.writeHead(201).end(JSON.stringify({ authToken: pair.token }));
            return;
          }
          const token = String(request.headers[headers.token]);
          const given = { location: `/${token}`, "x-echo": token, [headers.requestId]: token, "set-cookie": token };
          response.writeHead(status, token, given).end(JSON.stringify({ description: `${token} ${pair.password}` }));
        });
      });
      const session = openAt(url);
      seen.push(await failureOf(insert(session, notes, { id: 1, title: row })), session);
    }
    expectHidden(seen, ...Object.values(marks));
  });

  it("no canary shows when the connection fails at any point, or speaks of them without being HTTP", async () => {
    const answers: readonly ((received: string) => string | undefined)[] = [
      () => undefined,
      (received) => received,
      (received) => `220 ${received}`,
      () => `HTTP/1.1 ${pair.token} ${pair.password}\r\n\r\n`,
      () => `HTTP/1.1 200 OK\r\n${pair.token} : ${row}\r\n\r\n`,
      () => `HTTP/1.1 200 OK\r\ncontent-length: ${pair.token}\r\n\r\n`,
      () => `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${pair.token}\r\n`,
      () => `HTTP/1.1 200 OK\r\ncontent-length: 900\r\n\r\n{"description":"${pair.token}`,
      () => `HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 20\r\n\r\n${pair.token}`.padEnd(90, "z"),
      () => wholeAnswer(`<p>${pair.token} ${pair.password} ${row}</p>`),
    ];
    for (const answer of answers) {
      const server = await startFaultServer((socket) => {
        const received = server.requests.at(-1) ?? "";
        if (received.includes("/auth")) socket.end(wholeAnswer(JSON.stringify({ authToken: pair.token })));
        else socket.end(answer(received) ?? "");
      });
      const session = openAt(server.url);
      seen.push(await failureOf(insert(session, notes, { id: 1, title: row })), session);
    }
    expectHidden(seen, ...Object.values(marks));
  });

  it("no canary shows when nobody listens, or nobody answers", async () => {
    const { url, close } = await serve(() => undefined);
    seen.push(await failureOf(insert(openAt(url, { attemptTimeoutMs: 20 }), notes, { id: 1, title: row })));
    await close();
    seen.push(await failureOf(insert(openAt(url), notes, { id: 1, title: row })));
    expectHidden(seen, ...Object.values(marks));
  });
});

it("a password that was changed in its place shows as little as the first", async () => {
  const credentials = { username: "ann", password: "first-password" };
  const transport: Transport = async ({ url }) => {
    if (url.endsWith("/auth")) return { status: 201, header: () => null, text: async () => '{"authToken":"T0000000"}' };
    return { status: 400, header: () => null, text: async () => '{"description":"no second-password here"}' };
  };
  const session = openWith({ transport }, { credentials });
  await session.connect();
  credentials.password = "second-password";
  await expect(insert(session, notes, { id: 1 })).rejects.toThrow("HTTP 400, no [redacted] here");
});

describe("a token that cannot be sent", () => {
  it.each([`${marks.token}\r\nx: y`, `${marks.token}ä`, ""])(
    "is not shown by the error that says so (%#)",
    async (token) => {
      const calls: Call[] = [];
      const transport: Transport = async (call) => {
        calls.push(call);
        throw new TransportFailure("unknown", "ECONNRESET");
      };
      const session = openWith({ transport }, { credentials: undefined, token, hooks: everyHook } as object);
      seen.push(await failureOf(get(session, notes, { id: 1 })), session);
      expect(calls).toEqual([]);
      expectHidden(seen, marks.token);
    },
  );
});
