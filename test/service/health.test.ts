/** What an operator asks of the service: whether it lives, whether it is ready, and its metrics. */
import { readFileSync } from "node:fs";
import { get as getPlain } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { Metrics, createGate, listen } from "../../src/service/index.ts";
import type { Exchange } from "../../src/service/index.ts";
import { fromRequest, toResponse } from "../../src/service/web-request.ts";
import { Encoded, StoreError, cassandraRows } from "../../src/store/index.ts";
import { repository } from "../support/repository.ts";
import { openFixture, request, user } from "./service-fixture.ts";
import type { Fixture } from "./service-fixture.ts";

let fixture: Fixture;
const exchanges: Exchange[] = [];
const state = { isStopping: false };
const metrics = new Metrics("1.2.3");
beforeAll(async () => {
  const isStopping = (): boolean => state.isStopping;
  const onExchange = (exchange: Exchange): void => void exchanges.push(exchange);
  fixture = await openFixture(undefined, { isStopping, onExchange, metrics });
});
afterAll(() => fixture.close());

const get = (path: string, service = fixture.service) => request(service, "GET", `/__local/${path}`);

describe("health", () => {
  it("is alive and ready without a token", async () => {
    expect(await get("live")).toMatchObject({ status: 200, json: { status: "live" } });
    expect(await get("ready")).toMatchObject({ status: 200, json: { status: "ready" } });
  });

  it("is alive, but not ready, while the service stops", async () => {
    state.isStopping = true;
    expect(await get("live")).toMatchObject({ status: 200 });
    expect(await get("ready")).toMatchObject({ status: 503, json: { status: "stopping" } });
    state.isStopping = false;
  });

  it("is not ready while the data is away, and does not report every probe", async () => {
    const away = new StoreError("unavailable", "no disk at /home/ann");
    const store = new Proxy(fixture.store, { get: () => () => Promise.reject(away) });
    const own = await openFixture([], { store });
    expect(await get("ready", own.service)).toMatchObject({ status: 503, json: { status: "unavailable" } });
    expect(own.reported).toEqual([]);
    await own.close();
  });

  it("is alive, but not ready, before the data is open; other requests wait for it", async () => {
    const gate = createGate();
    const serve = async (sent: Request): Promise<Response> => toResponse(await gate.respond(fromRequest(sent)));
    const service = Object.assign(serve, { respond: gate.respond, login: fixture.service.login });
    expect(await get("live", service)).toMatchObject({ status: 200, json: { status: "live" } });
    expect(await get("ready", service)).toMatchObject({ status: 503, json: { status: "starting" } });
    const early = request(service, "POST", "/api/rest/v1/auth", user);
    gate.open(fixture.service.respond);
    gate.open(() => Promise.reject(new Error("too late")));
    expect((await early).status).toBe(201);
    expect(await get("ready", service)).toMatchObject({ status: 200 });
  });
});

describe("metrics", () => {
  /** `name{labels}` → value, of text in the format of Prometheus. */
  const parse = (text: string): ReadonlyMap<string, number> => {
    expect(text.endsWith("\n")).toBe(true);
    const declared = new Set<string>();
    const values = new Map<string, number>();
    for (const line of text.trimEnd().split("\n")) {
      const [, name = "", kind] = /^# (?:HELP|TYPE) ([a-z_]+) (.+)$/.exec(line) ?? [];
      if (kind !== undefined) {
        declared.add(name);
        continue;
      }
      const [, sample = "", labels = "", value = ""] =
        /^([a-z_]+)(\{[a-z]+="[^"\\]*"(?:,[a-z]+="[^"\\]*")*\})? ([\d.e+-]+)$/.exec(line) ?? [];
      expect(line).toBe(`${sample}${labels} ${value}`);
      expect(declared).toContain(sample.replace(/_(?:bucket|sum|count)$/, ""));
      expect(values).not.toContain(sample + labels);
      values.set(sample + labels, Number(value));
    }
    return values;
  };
  const read = async (service = fixture.service) => {
    const { headers, text } = await get("metrics", service);
    expect(headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
    return parse(text);
  };

  it("count requests by method, route and status", async () => {
    const own = await openFixture();
    for (const keyspace of ["shop", "shop", "nope"]) await own.send("GET", `/api/rest/v1/keyspaces/${keyspace}/tables`);
    await own.send("MAKEUP", "/api/graphql");
    await own.send("GET", "/secret-path?token=c4nary");
    const values = await read(own.service);
    const count = (method: string, route: string, status: number) =>
      values.get(`colonnade_http_requests_total{method="${method}",route="${route}",status="${status}"}`);
    const tables = "/api/rest/v1/keyspaces/{keyspace}/tables";
    expect([count("GET", tables, 200), count("GET", tables, 404)]).toEqual([2, 1]);
    expect(count("other", "/api/graphql", 405)).toBe(1);
    expect(count("GET", "none", 404)).toBe(1);
    expect(values.get("colonnade_http_requests_in_flight")).toBe(1);
    expect(values.get("colonnade_tokens")).toBe(1);
    await own.close();
  });

  it("have the figures of the store", async () => {
    await fixture.graphql(
      'mutation { insertProducts(value: { id: "00000000-0000-4000-8000-000000000001" }) { applied } }',
    );
    const values = await read();
    expect(values.get("colonnade_store_writable")).toBe(1);
    const batches = values.get("colonnade_store_batch_writes_count");
    expect(batches).toBeGreaterThan(0);
    expect(values.get('colonnade_store_batch_duration_seconds_bucket{le="+Inf"}')).toBe(batches);
  });

  it("say which version runs, and how many files it has open", async () => {
    const values = await read();
    expect(values.get(`colonnade_build_info{version="1.2.3",node="${process.versions.node}"}`)).toBe(1);
    if (process.platform === "linux") expect(values.get("process_open_fds")).toBeGreaterThan(3);
  });

  it("are all described in docs/operations.md, and no others", async () => {
    const page = readFileSync(join(repository, "docs/operations.md"), "utf8");
    const described = [...page.matchAll(/^\| `([a-z_]+)` \| (counter|gauge|histogram) \|/gm)].map(
      ([, name, kind]) => `${name} ${kind}`,
    );
    metrics.cql.begin();
    metrics.cql.end({ request: "query", durationMs: 1, receivedBytes: 20, sentBytes: 30 });
    const { text } = await get("metrics");
    const printed = [...text.matchAll(/^# TYPE ([a-z_]+ [a-z]+)$/gm)].map(([, line]) => line);
    const rows = cassandraRows({ client: { options: { encoding: {} } } as never, tables: {} as never });
    const ofCluster = rows.statistics().map(({ name, kind }) => `colonnade_store_${name} ${kind}`);
    const ofLinux = process.platform === "linux" ? [] : ["process_open_fds gauge"];
    expect(described.sort()).toEqual([...printed, ...ofCluster, ...ofLinux].sort());
  });

  it("count the requests of drivers once there is a port for them", async () => {
    const own = new Metrics();
    expect(own.print(0, [])).not.toContain("_cql_");
    const { cql } = own;
    for (const errorCode of [undefined, undefined, "invalid"]) {
      cql.opened();
      cql.begin();
      cql.end({ request: "execute", durationMs: 3, receivedBytes: 20, sentBytes: 300, errorCode });
    }
    cql.begin();
    cql.closed();
    cql.refused();
    const printed = own.print(0, []);
    expect(printed).toContain("# HELP colonnade_cql_requests_total Requests by kind of request and result.");
    const values = parse(printed);
    const counts = [...values].filter(([name]) => name.includes("_cql_") && !name.includes("_bucket"));
    expect(Object.fromEntries(counts)).toEqual({
      'colonnade_cql_requests_total{request="execute",result="ok"}': 2,
      'colonnade_cql_requests_total{request="execute",result="invalid"}': 1,
      'colonnade_cql_request_duration_seconds_sum{request="execute"}': expect.closeTo(0.009) as number,
      'colonnade_cql_request_duration_seconds_count{request="execute"}': 3,
      colonnade_cql_requests_in_flight: 1,
      colonnade_cql_connections: 2,
      colonnade_cql_refused_connections_total: 1,
      colonnade_cql_received_bytes_total: 60,
      colonnade_cql_sent_bytes_total: 900,
    });
  });

  it("count GraphQL results with errors, whose status says nothing of them", async () => {
    const own = await openFixture();
    for (const query of [
      "{ nope }",
      "{",
      "{ products(options: {limit: 0}) { pageState } }",
      "{ products { pageState } }",
    ]) {
      expect((await own.send("POST", "/api/graphql", { query })).status).toBe(200);
    }
    await own.send("POST", "/api/graphql", { query: 5 });
    await own.send("POST", "/api/graphql/c4nary", { query: "{ __typename }" });
    const values = await read(own.service);
    const counts = [...values].filter(([name]) => name.startsWith("colonnade_graphql_errors_total"));
    expect(Object.fromEntries(counts)).toEqual({
      'colonnade_graphql_errors_total{route="/api/graphql",code="document"}': 2,
      'colonnade_graphql_errors_total{route="/api/graphql",code="invalid"}': 1,
      'colonnade_graphql_errors_total{route="/api/graphql",code="bad-request"}': 1,
      'colonnade_graphql_errors_total{route="/api/graphql/{keyspace}",code="not-found"}': 1,
    });
    await own.close();
  });

  it("count a document that was run as such, though its error has no code", async () => {
    const columnDefinitions = [
      { name: "id", typeDefinition: "int", static: false },
      { name: "f", typeDefinition: "float", static: false },
      { name: "d", typeDefinition: "double", static: false },
    ];
    const own = await openFixture([{ name: "numbers", columnDefinitions, primaryKey: { partitionKey: ["id"] } }]);
    // As a driver writes it: JSON has no such number.
    const encode = (name: "float" | "double"): Encoded => Encoded.of({ kind: "native", name }, NaN);
    const values = new Map<string, Encoded | number>([
      ["id", 1],
      ["f", encode("float")],
      ["d", encode("double")],
    ]);
    await own.store.insert({ keyspace: "shop", table: "numbers", values });
    for (const field of ["f", "d"]) await own.graphql(`{ numbers { values { ${field} } } }`);
    const counts = [...(await read(own.service))].filter(([name]) => name.startsWith("colonnade_graphql_errors_total"));
    expect(counts).toEqual([['colonnade_graphql_errors_total{route="/api/graphql",code="internal"}', 2]]);
    await own.close();
  });

  it("have a histogram of durations by method and route, whose buckets add up", async () => {
    const values = await read();
    const route = 'method="GET",route="/__local/ready"';
    const name = "colonnade_http_request_duration_seconds";
    const sums = [...values].flatMap(([key, value]) => (key.startsWith(`${name}_bucket{${route}`) ? [value] : []));
    expect(sums).toHaveLength(14);
    expect(sums).toEqual([...sums].sort((a, b) => a - b));
    expect(sums.at(-1)).toBe(values.get(`${name}_count{${route}}`));
    expect(values.get(`${name}_bucket{${route},le="+Inf"}`)).toBe(sums.at(-1));
    expect(values.get(`${name}_sum{${route}}`)).toBeGreaterThan(0);
  });

  test.each([
    ["this machine", { client: "127.0.0.1" }, 200],
    ["this machine by IPv6", { client: "::1" }, 200],
    ["this machine by IPv4 in IPv6", { client: "::ffff:127.0.0.1" }, 200],
    ["another machine", { client: "10.0.0.7" }, 401],
    ["another machine by IPv4 in IPv6", { client: "::ffff:10.0.0.7" }, 401],
    ["a page in a browser", { client: "127.0.0.1", headers: { origin: "http://localhost:3000" } }, 401],
    ...[
      ...["forwarded", "via", "x-real-ip", "x-forwarded-for", "x-forwarded-proto", "x-forwarded-of-no-standard"],
      ...["x-client-ip", "true-client-ip", "cf-connecting-ip", "x-original-forwarded-for"],
    ].map(
      (name) =>
        [`a proxy on this machine (${name})`, { client: "127.0.0.1", headers: { [name]: "127.0.0.1" } }, 401] as const,
    ),
  ] as const)("are for %s: %j gives %d", async (_, { client, ...rest }, status) => {
    const headers = "headers" in rest ? rest.headers : {};
    const send = async (more: Record<string, string>): Promise<number> => {
      const sent = new Request("http://localhost/__local/metrics", { headers: { ...headers, ...more } as HeadersInit });
      return (await fixture.service.respond({ ...fromRequest(sent), client })).status;
    };
    expect(await send({})).toBe(status);
    expect(await send({ "x-service-token": fixture.token })).toBe(200);
  });
});

describe("an exchange", () => {
  it("names the route, never what the client wrote", async () => {
    exchanges.length = 0;
    const body = { query: `{ products(value: { name: "c4nary" }) { values { id } } }` };
    await fixture.send("POST", "/api/graphql/shop?x=c4nary", body, { "x-service-request-id": "r-1" });
    await fixture.send("GET", "/api/rest/v1/keyspaces/c4nary/tables");
    await fixture.send("HEAD", "/api/rest/v1/keyspaces");
    await request(fixture.service, "POST", "/api/rest/v1/auth", { username: "c4nary", password: "c4nary" });
    await fixture.send("GET", "/c4nary", undefined, { "x-service-token": "c4nary" });
    expect(exchanges.map(({ method, route, status }) => `${method} ${route} ${status}`)).toEqual([
      "POST /api/graphql/{keyspace} 200",
      "GET /api/rest/v1/keyspaces/{keyspace}/tables 404",
      "HEAD /api/rest/v1/keyspaces 200",
      "POST /api/rest/v1/auth 401",
      "GET none 404",
    ]);
    expect(exchanges[0]?.requestId).toBe("r-1");
    expect(exchanges[0]?.bytes).toBeGreaterThan(10);
    expect(exchanges[2]?.bytes).toBe(0);
    expect(exchanges.every(({ durationMs }) => durationMs > 0)).toBe(true);
    expect(JSON.stringify(exchanges)).not.toContain("c4nary");
    expect(JSON.stringify(exchanges)).not.toContain(fixture.token);
  });

  it("is told of requests that the port refuses, and a real port knows its clients", async () => {
    const refused: Exchange[] = [];
    const listener = await listen(fixture.service, { port: 0, onRefused: (exchange) => refused.push(exchange) });
    const page = await fetch(`${listener.url}/__local/metrics`, { headers: { origin: "http://evil.example" } });
    const scrape = await fetch(`${listener.url}/__local/metrics`);
    expect([page.status, scrape.status]).toEqual([401, 200]);
    const status = await new Promise((resolve) =>
      getPlain({ port: listener.port, path: "/api/../c4nary", agent: false }, (answer) =>
        resolve(answer.resume().statusCode),
      ),
    );
    expect(status).toBe(400);
    await listener.close();
    const client = expect.stringMatching(/^(?:127\.0\.0\.1|::1)$/) as unknown;
    expect(refused).toMatchObject([{ method: "GET", route: "none", status: 400, durationMs: 0, client }]);
    expect(exchanges.slice(-2)).toMatchObject([
      { status: 401, client },
      { status: 200, client },
    ]);
    expect(JSON.stringify(refused)).not.toContain("c4nary");
  });
});
