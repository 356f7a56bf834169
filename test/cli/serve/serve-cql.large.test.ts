/** The port for drivers of `serve`: where it is, who may use it, and what is said about it. */
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { Readable } from "node:stream";
import cassandra from "cassandra-driver";
import type { ClientOptions } from "cassandra-driver";
import { describe, expect, it, onTestFinished, test } from "vitest";
import { certificate, certificateKey } from "../../support/certificate.ts";
import { createTemporaryFolder, writeTree } from "../../support/temporary-folder.ts";
import { repository } from "../../support/repository.ts";
import { runLine } from "../run-line.ts";
import { serve, user } from "./serving.ts";
import type { Serving } from "./serving.ts";

const memory = `--memory --definitions ${join(repository, "examples/shop/definitions")}`;

/** The contact point that `serve` names. */
function contactOf({ stderr }: Serving): string {
  const [, contact] = /^.*serving drivers at (\S+?)(?:"|$)/m.exec(stderr) ?? [];
  if (contact === undefined) throw new Error(`no drivers: ${stderr}`);
  return contact;
}

function open(contact: string, options: Partial<ClientOptions> = {}): cassandra.Client {
  const credentials = { username: user.COLONNADE_USERNAME, password: user.COLONNADE_PASSWORD };
  const client = new cassandra.Client({
    contactPoints: [contact],
    localDataCenter: "datacenter1",
    keyspace: "shop",
    credentials,
    ...options,
  });
  onTestFinished(() => client.shutdown());
  return client;
}

const id = "5f3a1d52-6e59-4b8e-9c43-0d5a1c2b7e10";
const insert = `INSERT INTO products (id, name) VALUES (${id}, 'Robot arm')`;

async function tokenOf(url: string): Promise<string> {
  const body = JSON.stringify({ username: user.COLONNADE_USERNAME, password: user.COLONNADE_PASSWORD });
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${url}/api/rest/v1/auth`, { method: "POST", headers, body });
  return ((await response.json()) as { authToken: string }).authToken;
}

describe("serve --cql", () => {
  it("serves drivers the rows that HTTP has, to the same users", async () => {
    const serving = await serve(`${memory} --cql 0`, createTemporaryFolder());
    const client = open(contactOf(serving));
    await client.execute(insert);
    const url = serving.stdout.trim();
    const headers = { "x-service-token": await tokenOf(url) };
    const response = await fetch(`${url}/api/rest/v1/keyspaces/shop/tables/products/rows/${id}`, { headers });
    expect(await response.json()).toMatchObject({ rows: [{ name: "Robot arm" }] });
    const guess = open(contactOf(serving), { credentials: { username: "dev", password: "guess" } });
    const refused = (await guess.connect().catch((error: unknown) => error)) as cassandra.errors.NoHostAvailableError;
    expect(Object.values(refused.innerErrors)).toEqual([
      expect.objectContaining({ message: "Provided username dev and/or password are incorrect" }),
    ]);
  });

  it("keeps the rows in the folder of data", async () => {
    const cwd = createTemporaryFolder();
    const definitions = join(repository, "examples/shop/definitions");
    const first = await serve(`--definitions ${definitions} --cql 0`, cwd);
    const client = open(contactOf(first));
    await client.execute(insert);
    await client.shutdown();
    expect(await first.stop()).toMatchObject({ code: 0 });
    const second = await serve(`--definitions ${definitions} --cql 0`, cwd);
    expect((await open(contactOf(second)).execute("SELECT name FROM products")).rows).toHaveLength(1);
  });

  it("slows down guesses on both ports together", async () => {
    const serving = await serve(`${memory} --cql 0`, createTemporaryFolder());
    const body = JSON.stringify({ username: "dev", password: "guess" });
    const headers = { "content-type": "application/json" };
    for (let guess = 0; guess < 16; guess++) {
      await fetch(`${serving.stdout.trim()}/api/rest/v1/auth`, { method: "POST", headers, body });
    }
    const client = open(contactOf(serving));
    const refused = (await client.connect().catch((error: unknown) => error)) as cassandra.errors.NoHostAvailableError;
    expect(Object.values(refused.innerErrors)).toEqual([
      expect.objectContaining({ message: "Too many wrong passwords; try again in some seconds" }),
    ]);
  });

  it("ends connections of users who are removed, and lets readers read", async () => {
    const cwd = createTemporaryFolder();
    const input = (): Readable => Readable.from([Buffer.from("correct horse")]);
    await runLine("users users.json --add ann --read-only", { cwd, input });
    const serving = await serve(`${memory} --cql 0 --users users.json`, cwd, {});
    const client = open(contactOf(serving), { credentials: { username: "ann", password: "correct horse" } });
    await expect(client.execute(insert)).rejects.toThrow("User ann has no MODIFY permission on <table shop.products>");
    expect((await client.execute("SELECT * FROM products")).rows).toEqual([]);
    await runLine("users users.json --remove ann", { cwd });
    await expect
      .poll(() => client.execute("SELECT * FROM products").catch(() => "refused"), { interval: 300, timeout: 5000 })
      .toBe("refused");
  });

  it("uses the certificate of the service", async () => {
    const cwd = createTemporaryFolder();
    writeTree(cwd, { "server.pem": certificate, "server.key": certificateKey });
    const serving = await serve(`${memory} --cql 0 --tls-cert server.pem --tls-key server.key`, cwd);
    const sslOptions = { ca: [certificate], host: "localhost", rejectUnauthorized: true };
    await open(contactOf(serving), { sslOptions }).execute(insert);
  });

  it("goes by the clock and the faults of --control", async () => {
    const serving = await serve(`${memory} --cql 0 --control`, createTemporaryFolder());
    const put = (path: string, body: object): Promise<Response> => {
      const headers = { "content-type": "application/json" };
      return fetch(`${serving.stdout.trim()}/__local/${path}`, { method: "PUT", headers, body: JSON.stringify(body) });
    };
    const client = open(contactOf(serving));
    await client.execute(`${insert} USING TTL 100`);
    await put("clock", { advanceMs: 101_000 });
    expect((await client.execute("SELECT * FROM products")).rows).toEqual([]);
    await put("faults", { rules: [{ method: "CQL", table: "products", status: 504, count: 1 }] });
    await expect(
      client.execute(insert, [], { retry: new cassandra.policies.retry.FallthroughRetryPolicy() }),
    ).rejects.toMatchObject({
      code: cassandra.types.responseErrorCodes.writeTimeout,
    });
    await client.execute(insert);
  });

  it("is measured and logged as HTTP is", async () => {
    const serving = await serve(`${memory} --cql 0 --log`, createTemporaryFolder());
    const client = open(contactOf(serving));
    await client.execute(insert, [], { prepare: true });
    await client.execute("SELECT nope FROM products").catch(() => undefined);
    const metrics = await (await fetch(`${serving.stdout.trim()}/__local/metrics`)).text();
    expect(metrics).toContain('colonnade_cql_requests_total{request="execute",result="ok"} 1\n');
    expect(metrics).toContain('colonnade_cql_requests_total{request="query",result="invalid"} 1\n');
    expect(metrics).toContain('colonnade_cql_request_duration_seconds_count{request="prepare"} 1\n');
    expect(metrics).toMatch(/^colonnade_cql_connections [1-9]/m);
    await client.shutdown();
    const { stderr } = await serving.stop();
    const lines = stderr
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as object);
    expect(lines).toContainEqual(
      expect.objectContaining({ level: "info", protocol: "cql", request: "execute", client: "127.0.0.1" }),
    );
    expect(lines).toContainEqual(
      expect.objectContaining({ level: "info", protocol: "cql", request: "query", errorCode: "invalid" }),
    );
    expect(stderr).not.toContain("Robot arm");
  });

  it("stops though drivers are connected", async () => {
    const serving = await serve(`${memory} --cql 0`, createTemporaryFolder());
    await open(contactOf(serving)).connect();
    const startedMs = performance.now();
    expect(await serving.stop()).toMatchObject({ code: 0 });
    expect(performance.now() - startedMs).toBeLessThan(4000);
  });

  it("names the port in JSON", async () => {
    const { stdout } = await serve(`${memory} --cql 127.0.0.1:0 --json`, createTemporaryFolder());
    expect(JSON.parse(stdout)).toMatchObject({ cql: expect.stringMatching(/^127\.0\.0\.1:\d+$/) as string });
  });

  it("names what has its port", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const { code, stderr } = await runLine(`serve --port 0 ${memory} --cql 127.0.0.1:${port}`, { env: user });
    expect(code).toBe(4);
    expect(stderr).toContain(`port ${port} of 127.0.0.1 is in use`);
    expect(stderr).toContain("select a free one with --cql 0");
  });

  test.each([
    ["--cql 70000", '--cql takes a port from 0 to 65535, or HOST:PORT, not "70000"'],
    ["--cql localhost", '--cql takes a port from 0 to 65535, or HOST:PORT, not "localhost"'],
    ["--cql ::1:9042", '--cql takes a port from 0 to 65535, or HOST:PORT, not "::1:9042"'],
    ["--cql 0.0.0.0:9042", "other machines can reach 0.0.0.0, and drivers would send it passwords unencrypted"],
    [
      "--host 192.0.2.1 --cql 9042",
      "other machines can reach 192.0.2.1, and drivers would send it passwords unencrypted",
    ],
    ["--cql-insecure", "--cql-insecure applies only to --cql"],
    [
      "--cql --store cassandra --contact-points 127.0.0.1",
      "--cql and --store cassandra cannot be combined: the cluster speaks CQL itself",
    ],
  ])("is refused with %s", async (flags, message) => {
    const { code, stderr } = await runLine(`serve --port 0 ${flags}`, { cwd: createTemporaryFolder(), env: user });
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  it("needs a user where other machines can reach it", async () => {
    const line = `serve --port 0 ${memory} --cql 0.0.0.0:0 --cql-insecure`;
    const { code, stderr } = await runLine(line, { cwd: createTemporaryFolder(), env: {} });
    expect(code).toBe(2);
    expect(stderr).toContain("other machines can reach 0.0.0.0, so the service needs a user");
    const serving = await serve(`${memory} --cql 0.0.0.0:0 --cql-insecure`, createTemporaryFolder());
    await open(contactOf(serving).replace("0.0.0.0", "127.0.0.1")).execute(insert);
  });
});
