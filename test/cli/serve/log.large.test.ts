import { describe, expect, it } from "vitest";
import { createLog } from "../../../src/cli/serve/log.ts";
import { createTalk } from "../../../src/cli/terminal/talk.ts";
import type { CqlExchange } from "../../../src/cql/index.ts";
import type { Exchange } from "../../../src/service/index.ts";
import { createTemporaryFolder } from "../../support/temporary-folder.ts";
import { runLine } from "../run-line.ts";
import { serve, user } from "./serving.ts";

const exchange: Exchange = {
  method: "POST",
  route: "/api/graphql/{keyspace}",
  status: 200,
  durationMs: 1.23456,
  bytes: 321,
  requestId: "r-1",
  client: "10.0.0.7",
};

const cqlExchange: CqlExchange = {
  request: "execute",
  durationMs: 0.5,
  receivedBytes: 60,
  sentBytes: 40,
  client: "10.0.0.7",
};

/** What a log writes to stderr, a terminal or a pipe. */
function write(isTTY: boolean, work: (log: ReturnType<typeof createLog>) => void, quiet = false): string {
  let text = "";
  const stderr = { isTTY, write: (part: string) => void (text += part) };
  const io = { stdout: stderr, stderr, env: { ...user, NO_COLOR: "1" }, cwd: "/" };
  const talk = createTalk(io, { json: false, verbose: false, quiet, noColor: true });
  work(createLog(io, talk, { requests: true, now: () => Date.UTC(2026, 0, 2, 3, 4, 5, 678) }));
  return text;
}

describe("the log in a pipe", () => {
  it("is a line of JSON for a request", () => {
    expect(write(false, (log) => log.request(exchange))).toBe(
      '{"time":"2026-01-02T03:04:05.678Z","level":"info","method":"POST","route":"/api/graphql/{keyspace}",' +
        '"status":200,"ms":1.235,"bytes":321,"requestId":"r-1","client":"10.0.0.7"}\n',
    );
  });

  it("is a line of JSON for everything else too, with its level", () => {
    const text = write(false, (log) => {
      log.request({ ...exchange, status: 503 });
      log.say("serving");
      log.warn("one\ntwo \u009b");
      log.failed(`cannot log in with ${user.COLONNADE_PASSWORD}`, "r-2");
    });
    const lines = text.trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { level: "error", status: 503 },
      { level: "info", message: "serving" },
      { level: "warn", message: "one\ntwo \u009b" },
      { level: "error", message: "cannot log in with ***", requestId: "r-2" },
    ]);
    expect(text).not.toContain("\u009b");
  });

  it("has the code of a GraphQL error, and warns of what may be somebody who guesses passwords", () => {
    const text = write(false, (log) => {
      log.request({ ...exchange, errorCode: "invalid" });
      log.request({ ...exchange, status: 404 });
      for (const status of [401, 429]) log.request({ ...exchange, status });
    });
    expect(
      text
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line) as unknown),
    ).toMatchObject([
      { level: "info", status: 200, errorCode: "invalid" },
      { level: "info", status: 404 },
      { level: "warn", status: 401 },
      { level: "warn", status: 429 },
    ]);
  });

  it("is a line of JSON for a request of a driver", () => {
    const text = write(false, (log) => {
      log.cqlRequest(cqlExchange);
      log.cqlRequest({ ...cqlExchange, request: "options" });
      for (const errorCode of ["invalid", "credentials", "overloaded", "server"] as const) {
        log.cqlRequest({ ...cqlExchange, errorCode });
      }
    });
    const [first, ...others] = text.trimEnd().split("\n");
    expect(first).toBe(
      '{"time":"2026-01-02T03:04:05.678Z","level":"info","protocol":"cql","request":"execute","ms":0.5,"bytes":40,"client":"10.0.0.7"}',
    );
    expect(others.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { level: "info", errorCode: "invalid" },
      { level: "warn", errorCode: "credentials" },
      { level: "warn", errorCode: "overloaded" },
      { level: "error", errorCode: "server" },
    ]);
  });

  it("omits messages with --quiet, but not the requests that were asked for", () => {
    const text = write(false, (log) => (log.say("serving"), log.request(exchange)), true);
    expect(text).toMatch(/^\{[^\n]*"route"[^\n]*\n$/);
  });
});

describe("the log on a terminal", () => {
  it("is a line of text for a request", () => {
    expect(write(true, (log) => log.request(exchange))).toMatch(
      /^\d\d:\d\d:\d\d 200 POST \/api\/graphql\/\{keyspace\} 1\.235 ms, 321 bytes, 10\.0\.0\.7, r-1\n$/,
    );
  });

  it("is a line of text for a request of a driver", () => {
    const text = write(true, (log) => {
      log.cqlRequest(cqlExchange);
      log.cqlRequest({ ...cqlExchange, errorCode: "invalid", client: undefined });
    });
    expect(text).toMatch(
      /^\d\d:\d\d:\d\d ok CQL execute 0\.5 ms, 40 bytes, 10\.0\.0\.7\n\d\d:\d\d:\d\d invalid CQL execute 0\.5 ms, 40 bytes\n$/,
    );
  });

  it("shows a GraphQL result with errors beside its status", () => {
    expect(write(true, (log) => log.request({ ...exchange, errorCode: "invalid" }))).toContain(" 200 (invalid) POST ");
  });

  it("masks secrets in the reasons of failures", () => {
    expect(write(true, (log) => log.failed(`bad ${user.COLONNADE_PASSWORD}`, "r-2"))).toBe(
      "request r-2 failed: bad ***\n",
    );
  });
});

describe("either log", () => {
  it("has probes only when they fail", () => {
    for (const isTTY of [true, false]) {
      const probe = { ...exchange, method: "GET", route: "/__local/ready" };
      expect(write(isTTY, (log) => log.request(probe))).toBe("");
      expect(write(isTTY, (log) => log.request({ ...probe, status: 503 }))).toContain("503");
    }
  });
});

describe("failed TLS handshakes in the log", () => {
  const failure = { code: "ERR_SSL_HTTP_REQUEST", client: "10.0.0.7" };

  it("are a line with their code and the client's address", () => {
    expect(write(false, (log) => log.handshakeFailed(failure))).toBe(
      '{"time":"2026-01-02T03:04:05.678Z","level":"warn","message":"TLS handshake failed",' +
        '"errorCode":"ERR_SSL_HTTP_REQUEST","client":"10.0.0.7"}\n',
    );
    expect(write(true, (log) => log.handshakeFailed(failure))).toMatch(
      /^\d\d:\d\d:\d\d TLS handshake failed ERR_SSL_HTTP_REQUEST, 10\.0\.0\.7\n$/,
    );
  });

  it("are ten a minute, of which the last says so", () => {
    const text = write(true, (log) => {
      for (let n = 0; n < 5000; n++) log.handshakeFailed(failure);
    });
    const lines = text.trimEnd().split("\n");
    expect(lines).toHaveLength(10);
    expect(lines.filter((line) => line.includes("the metrics alone count further ones"))).toEqual([lines[9]]);
  });
});

describe("serve --log", () => {
  const canary = "c4nary-7f3a";
  const credentials = { username: "dev", password: user.COLONNADE_PASSWORD };

  /** Sends secrets in every place of a request that has one. */
  async function sendSecrets(url: string): Promise<string> {
    const json = { "content-type": "application/json" };
    const post = (path: string, body: unknown, headers = {}): Promise<Response> =>
      fetch(url + path, { method: "POST", headers: { ...json, ...headers }, body: JSON.stringify(body) });
    const { authToken } = (await (await post("/api/rest/v1/auth", credentials)).json()) as { authToken: string };
    await post(`/api/rest/v1/auth?password=${canary}`, { username: canary, password: canary });
    const query = `{ products(value: { name: "${canary}" }) { values { id } } }`;
    const secrets = { "x-service-token": authToken, authorization: `Bearer ${canary}`, cookie: `a=${canary}` };
    await post(`/api/graphql/shop?token=${canary}`, { query, variables: { a: canary } }, secrets);
    await fetch(`${url}/api/rest/v1/keyspaces/shop/tables/${canary}/rows/${canary}`, { headers: secrets });
    await fetch(`${url}/${canary}`);
    return authToken;
  }

  it("writes JSON alone to a pipe, and no secret", async () => {
    const { stdout, stop } = await serve("--log --keyspace shop", createTemporaryFolder());
    const token = await sendSecrets(stdout.trim());
    const { stderr } = await stop();
    const lines = stderr.trimEnd().split("\n");
    const requests = lines.map((line) => JSON.parse(line) as Exchange).filter(({ route }) => route);
    expect(requests.map(({ method, route, status }) => `${method} ${route} ${status}`)).toEqual([
      "POST /api/rest/v1/auth 201",
      "POST /api/rest/v1/auth 401",
      "POST /api/graphql/{keyspace} 200",
      "GET /api/rest/v1/keyspaces/{keyspace}/tables/{table}/rows/{key} 404",
      "GET none 404",
    ]);
    for (const secret of [canary, token, credentials.password]) expect(stderr).not.toContain(secret);
    expect(stdout).toMatch(/^http:[^\n]+\n$/);
    const messages = lines.flatMap((line) => (JSON.parse(line) as { message?: string }).message ?? []);
    expect(messages[1]).toMatch(/^colonnade \d+\.\d+\.\d+, Node [\d.]+, process \d+$/);
    expect(messages.at(-1)).toBe("stopped; all acknowledged writes are on disk");
    expect(stderr).not.toContain("Ctrl-C");
  });

  it("writes text to a terminal, and no secret", async () => {
    const { stdout, stop } = await serve("--log --keyspace shop", createTemporaryFolder(), user, { isTTY: true });
    const token = await sendSecrets(stdout.trim());
    const { stderr } = await stop();
    expect(stderr).toMatch(/^\d\d:\d\d:\d\d .*201.* POST \/api\/rest\/v1\/auth /m);
    for (const secret of [canary, token, credentials.password]) expect(stderr).not.toContain(secret);
  });

  it("has the error that ends it as a line too", async () => {
    const { code, stderr, stdout } = await runLine("serve --log --port 99999", { cwd: "/", now: () => 0 });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(JSON.parse(stderr)).toEqual({
      time: "1970-01-01T00:00:00.000Z",
      level: "error",
      message: '--port takes a number from 0 to 65535, not "99999"',
      code: "usage",
    });
    const text = await runLine("serve --log --port 99999", { cwd: "/", stderr: { isTTY: true, write: () => true } });
    expect(text.code).toBe(2);
    const onTerminal = await runLine("serve --port 99999", { cwd: "/" });
    expect(onTerminal.stderr).toContain("✖ --port takes a number");
  });

  it("is off by default", async () => {
    const { stdout, stop } = await serve("--keyspace shop", createTemporaryFolder());
    await sendSecrets(stdout.trim());
    expect((await stop()).stderr).not.toContain("/api/rest");
  });
});
