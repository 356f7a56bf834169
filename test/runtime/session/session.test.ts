import { describe, expect, it, test } from "vitest";
import { ConfigError, createSession, get, insert, scan, TransportFailure } from "@colonnade/runtime";
import { assertDefinitions, createTable } from "@colonnade/runtime/definitions";
import type { Call, CredentialsOptions, Reply, Session, Transport } from "@colonnade/runtime";
import { headers, tokenIdleMs } from "@colonnade/runtime/protocol";
import { notes } from "../notes-table.ts";

/** A service of a few lines: tokens are `token-1`, `token-2`, …; `dead` are refused. */
class FakeService {
  readonly calls: Call[] = [];
  readonly dead = new Set<string>();
  tokens = 0;
  /** What the next answers are, in place of a success. */
  readonly answers: (Reply | Error)[] = [];

  readonly transport: Transport = async (call) => {
    this.calls.push(call);
    await Promise.resolve();
    if (call.url.endsWith("/auth")) {
      const { password } = JSON.parse(call.body ?? "") as { password: string };
      if (password !== "right") return reply(401, { description: "Failed to create token" });
      this.tokens += 1;
      return reply(201, { authToken: `token-${this.tokens}` });
    }
    const planned = this.answers.shift();
    if (planned instanceof Error) throw planned;
    if (planned) return planned;
    if (this.dead.has(call.headers[headers.token] ?? "")) return reply(401, { description: "authorization failed" });
    return reply(200, { done: true });
  };

  /** The tokens that calls were sent with. */
  sentTokens(): (string | undefined)[] {
    return this.calls.filter((call) => !call.url.endsWith("/auth")).map((call) => call.headers[headers.token]);
  }
}

function reply(status: number, body: unknown): Reply {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return { status, header: () => null, text: async () => text };
}

class FakeClock {
  now = 1_000_000;
  readonly wall = (): number => this.now;
  readonly monotonic = (): number => this.now;
}

function open(options: Partial<CredentialsOptions> = {}) {
  const service = new FakeService();
  const clock = new FakeClock();
  const credentials = { username: "founder", password: "right" };
  const session = createSession({
    url: "http://localhost:8080",
    credentials,
    transport: service.transport,
    clock,
    ...options,
  });
  const call = (signal?: AbortSignal) =>
    session.send({ operation: "change tables", method: "POST", path: "/api/x", signal });
  return { service, clock, session, call };
}

describe("a session's options", () => {
  it("are refused where those of earlier versions would mean something else", () => {
    expect(() => open({ batch: false as never })).not.toThrow();
    expect(() => open({ batch: true as never })).toThrow("pass batchWrites()");
    const tokenStore = { get: () => null, set: () => undefined } as never;
    expect(() => open({ tokenStore })).toThrow("pass shareTokens(yourStore)");
  });

  it("are refused if they do not exist, with the name that was meant", () => {
    const refusals: readonly [options: object, reason: string][] = [
      [{ deadlineMS: 5000 }, "deadlineMS is not an option of the session: did you mean deadlineMs?"],
      [{ atemptTimeoutMs: 5000 }, "did you mean attemptTimeoutMs?"],
      [{ tokenstore: {} }, "did you mean tokenStore?"],
      [{ hook: {} }, "did you mean hooks?"],
      [{ retries: 5 }, "retries is not an option of the session: it has url, keyspace, transport, "],
    ];
    for (const [options, reason] of refusals) {
      const act = () => open(options);
      expect(act).toThrow(ConfigError);
      expect(act).toThrow(reason);
    }
    expect(() => open({ retries: undefined } as object)).not.toThrow();
  });

  test.each([Number.NaN, 0, -1, "5s", "5000", null, {}])("are refused if a timeout is %j", (value) => {
    for (const name of ["deadlineMs", "attemptTimeoutMs"]) {
      const act = () => open({ [name]: value });
      expect(act).toThrow(ConfigError);
      expect(act).toThrow(`${name} must be a positive number of milliseconds, not `);
      expect(() => open({ [name]: Infinity })).not.toThrow();
    }
  });
});

describe("a session's token", () => {
  it("is created at the first call, and reused", async () => {
    const { service, call } = open();
    expect(service.calls).toEqual([]);
    await call();
    await call();
    expect(service.tokens).toBe(1);
    expect(service.sentTokens()).toEqual(["token-1", "token-1"]);
  });

  it("is created once for a thousand calls at once", async () => {
    const { service, call } = open();
    await Promise.all(Array.from({ length: 1000 }, () => call()));
    expect(service.tokens).toBe(1);
  });

  it("lives on as long as it is used, and is renewed after an idle gap", async () => {
    const { service, clock, call } = open();
    for (let use = 0; use < 5; use++) {
      await call();
      clock.now += tokenIdleMs - 120_000;
    }
    expect(service.tokens).toBe(1);
    clock.now += 60_000;
    await call();
    expect(service.tokens).toBe(2);
  });

  it("is not kept alive by a call that failed", async () => {
    const { service, clock, call } = open();
    await call();
    clock.now += tokenIdleMs / 2;
    service.answers.push(new TransportFailure("unknown", "ECONNRESET"));
    await expect(call()).rejects.toMatchObject({ code: "connection-lost" });
    clock.now += tokenIdleMs / 2;
    await call();
    expect(service.tokens).toBe(2);
  });

  it("that is dead is replaced, and the call sent once more", async () => {
    const { service, call } = open();
    await call();
    service.dead.add("token-1");
    await expect(call()).resolves.toMatchObject({ status: 200 });
    expect(service.sentTokens()).toEqual(["token-1", "token-1", "token-2"]);
  });

  it("that is dead is replaced once for all the calls that find out", async () => {
    const { service, call } = open();
    await call();
    service.dead.add("token-1");
    await Promise.all(Array.from({ length: 100 }, () => call()));
    expect(service.tokens).toBe(2);
  });

  it("that is new and refused all the same ends the call, and stays for the next one", async () => {
    const { service, call } = open();
    service.answers.push(reply(401, {}), reply(401, { description: "no permission" }));
    await expect(call()).rejects.toMatchObject({ code: "unauthorized", status: 401, outcome: "refused" });
    expect(service.tokens).toBe(2);
    await call();
    expect(service.tokens).toBe(2);
  });

  it("is asked for by one caller's will, and given to the others when that one gives up", async () => {
    const { service, call } = open();
    const controller = new AbortController();
    const given = call(controller.signal);
    const other = call();
    controller.abort(new Error("never mind"));
    await expect(given).rejects.toThrow("never mind");
    await expect(other).resolves.toMatchObject({ status: 200 });
    expect(service.tokens).toBe(1);
  });

  it("cannot be had with a wrong password: one clear sentence with the request id, the password nowhere", async () => {
    const credentials = { username: "founder", password: "wr0ng-s3cret" };
    const { service, call } = open({ credentials });
    const error: Error = await call().then(
      () => new Error("no error"),
      (error: Error) => error,
    );
    const requestId = service.calls[0]?.headers[headers.requestId];
    expect(error.message).toBe(`login failed: the service refuses the credentials of "founder" (request ${requestId})`);
    expect(error).toMatchObject({ code: "credentials", outcome: "not-sent" });
    expect(JSON.stringify(error) + error.stack).not.toContain("wr0ng-s3cret");
  });
});

describe("a session's credentials", () => {
  it("that are missing, as a variable that is not set, are an error before anything is sent", async () => {
    const { service, call } = open({ credentials: { username: "founder", password: undefined as never } });
    await expect(call()).rejects.toMatchObject({ code: "config", outcome: "not-sent" });
    expect(service.calls).toEqual([]);
  });

  it("cannot be asked for at a wrong address: the message names it", async () => {
    const url = "https://db.example.com/wrong";
    const { call } = open({ url, transport: async () => reply(404, { message: "HTTP 404 Not Found" }) });
    await expect(call()).rejects.toThrow(
      `${url}/api/rest/v1/auth answered HTTP 404, Not Found; is ${url} the service?`,
    );
  });

  it("that get lost on their way leave the call itself unsent", async () => {
    const broken: Transport = async () => {
      throw new TransportFailure("unknown", "ECONNRESET");
    };
    await expect(open({ transport: broken }).call()).rejects.toMatchObject({
      code: "connection-lost",
      outcome: "not-sent",
    });
  });
});

describe("a session's call", () => {
  it("has a request id of its own", async () => {
    const { service, call } = open();
    await call();
    await call();
    const ids = service.calls.map((call) => call.headers[headers.requestId]);
    expect(new Set(ids).size).toBe(3);
  });

  it.each([
    [400, "bad-request", "refused"],
    [403, "forbidden", "refused"],
    [404, "not-found", "refused"],
    [429, "rate-limit", "unknown"],
    [503, "server", "unknown"],
  ])("that is answered with %i fails as %s, its outcome %s", async (status, code, outcome) => {
    const { service, call } = open();
    service.answers.push(reply(status, { description: "because" }));
    await expect(call()).rejects.toMatchObject({ code, outcome, status, message: expect.stringContaining("because") });
  });

  it("that a proxy answers with HTML fails as protocol", async () => {
    const { service, call } = open();
    service.answers.push(reply(200, "<html>hello</html>"));
    await expect(call()).rejects.toMatchObject({ code: "protocol" });
  });

  it.each([
    ["not-sent", "connect", "not-sent"],
    ["unknown", "connection-lost", "unknown"],
    ["timeout", "timeout", "unknown"],
  ] as const)("whose transport fails as %s fails as %s", async (kind, code, outcome) => {
    const { service, call } = open();
    service.answers.push(...Array.from({ length: 3 }, () => new TransportFailure(kind, "E")));
    await expect(call()).rejects.toMatchObject({ code, outcome });
  });

  it("gives up waiting for a token at its deadline", async () => {
    const { call } = open({ deadlineMs: 20, transport: () => new Promise(() => undefined) });
    await expect(call()).rejects.toMatchObject({ code: "timeout", phase: "token", outcome: "not-sent" });
  });

  it("with a signal that has fired already sends nothing", async () => {
    const { service, call } = open();
    await expect(call(AbortSignal.abort(new Error("stopped")))).rejects.toThrow("stopped");
    expect(service.calls).toEqual([]);
  });

  it("fails when the session is closed, before it and while it waits", async () => {
    const { session, call } = open({ transport: () => new Promise(() => undefined) });
    const waiting = call();
    session.close();
    await expect(waiting).rejects.toMatchObject({ code: "closed" });
    await expect(call()).rejects.toMatchObject({ code: "closed" });
  });
});

describe("a session's address", () => {
  it("may have a path", async () => {
    const { service, call } = open({ url: "https://db.example.com/eu/" });
    await call();
    expect(service.calls.map((call) => call.url)).toEqual([
      "https://db.example.com/eu/api/rest/v1/auth",
      "https://db.example.com/eu/api/x",
    ]);
  });

  it.each([
    ["db.example.com", '"db.example.com" is not an address: did you mean https://db.example.com?'],
    ["localhost:8080", '"localhost:8080" is not an address: did you mean http://localhost:8080?'],
    ["127.0.0.1:8080/eu", '"127.0.0.1:8080/eu" is not an address: did you mean http://127.0.0.1:8080/eu?'],
    ["db.example.com:443", '"db.example.com:443" is not an address: did you mean https://db.example.com:443?'],
    ["not an address", '"not an address" is not an address: it begins with https://'],
    ["founder:right@db.example.com", "this is not an address: it begins with https://"],
    ["", "the url is empty: is a variable not set?"],
    [undefined, "the url is undefined: is a variable not set?"],
    [null, "the url is null: is a variable not set?"],
    [new URL("http://localhost:8080"), "the url is not text"],
    [new URL("http://founder:right@localhost:8080"), /^(?!.*right).*the url is not text/],
    ["https:/db.example.com", '"https:/db.example.com" is not an address: it begins with https://'],
    ["ftp://db.example.com", "begins with https://"],
    ["https://founder:right@db.example.com", "must not contain credentials"],
    ["http://db.example.com", "unencrypted"],
  ])("%s is refused", (url, reason) => {
    // A variable of the environment may be missing whatever its type says.
    const opening = (): unknown => open({ url: url as string });
    expect(opening).toThrow(reason);
    expect(opening).toThrow(ConfigError);
  });

  it("without encryption is taken when it is said to be fine, and on loopback", () => {
    expect(() => open({ url: "http://db.example.com", allowInsecure: true })).not.toThrow();
    expect(() => open({ url: "http://[::1]:1" })).not.toThrow();
  });
});

describe("a bound function", () => {
  it.each([
    [undefined, "undefined"],
    [null, "null"],
    ["https://founder:right@db.example.com", "string"],
    [Promise.resolve(), "promise"],
    [{}, "object"],
  ])("refuses %s in place of a session", async (given, kind) => {
    const session = given as unknown as Session;
    const refusal = {
      code: "config",
      message: `the first argument is not a session, as createSession returns it: it is of type ${kind}`,
    };
    await expect(insert(session, notes, { id: 1 })).rejects.toMatchObject(refusal);
    await expect(get(session, notes, { id: 1 })).rejects.toMatchObject(refusal);
    await expect(createTable(session, notes)).rejects.toMatchObject(refusal);
    await expect(assertDefinitions(session, [notes])).rejects.toMatchObject(refusal);
    expect(() => scan(session, notes)).toThrow(refusal.message);
  });
});
