/** The control endpoints, and the faults that they ask for, through the service and through a port. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, test } from "vitest";
import { ServiceClock } from "../../../src/service/control/clock.ts";
import { Snapshots } from "../../../src/service/control/control.ts";
import type { Control } from "../../../src/service/control/control.ts";
import { Faults } from "../../../src/service/control/faults.ts";
import { createService, listen } from "../../../src/service/index.ts";
import type { Exchange, Service } from "../../../src/service/index.ts";
import { fromRequest } from "../../../src/service/web-request.ts";
import { openMemoryStore } from "../../../src/store/index.ts";
import type { Store } from "../../../src/store/index.ts";
import { keyspaceOf } from "../../support/keyspaces.ts";
import { orderLines, products, request, user, uuid } from "../service-fixture.ts";
import type { Reply } from "../service-fixture.ts";

const clock = new ServiceClock();
const exchanges: Exchange[] = [];
const reported: unknown[] = [];
let store: Store;
let control: Control;
let service: Service;
let token: string;

beforeAll(async () => {
  const opened = await openMemoryStore({ now: clock.now });
  store = opened;
  control = { clock, faults: new Faults(), snapshots: new Snapshots(opened), expireRows: () => opened.expireRows() };
  for (const name of ["crm", "shop"]) {
    await store.createKeyspace(name);
    for (const table of keyspaceOf(name, [products, orderLines]).tables) await store.createTable(name, table);
  }
  const onError = (error: unknown): unknown => reported.push(error);
  const onExchange = (exchange: Exchange): unknown => exchanges.push(exchange);
  service = createService({ store, user, keyspace: "shop", now: control.clock.now, control, onExchange, onError });
});
afterAll(() => store.close());
beforeEach(async () => {
  control.clock.reset();
  control.faults.clear();
  const { json } = await request(service, "POST", "/api/rest/v1/auth", user);
  token = (json as { authToken: string }).authToken;
});

const rows = "/api/rest/v1/keyspaces/shop/tables/products/rows";
const ask = (method: string, path: string, body?: unknown): Promise<Reply> =>
  request(service, method, `/__local/${path}`, body);
const send = (method: string, path: string, body?: unknown): Promise<Reply> =>
  request(service, method, path, body, { "x-service-token": token });
const add = (number: number, keyspace = "shop"): Promise<Reply> =>
  send("POST", rows.replace("shop", keyspace), { columns: [{ name: "id", value: uuid(number) }] });
const count = async (keyspace = "shop"): Promise<number> =>
  (await store.select({ keyspace, table: "products", filters: [], pageSize: 100 })).rows.length;

describe("the control endpoints", () => {
  it("are not there unless they are asked for", async () => {
    const without = createService({ store, user });
    for (const path of ["reset", "expire", "clock", "faults", "snapshot", "restore"]) {
      expect(await request(without, "POST", `/__local/${path}`, {})).toMatchObject({ status: 404 });
    }
  });

  test.each<[string, Record<string, string>, string | undefined]>([
    ["a page in a browser", { origin: "http://localhost:3000" }, "127.0.0.1"],
    ["a proxy", { "x-forwarded-for": "192.0.2.1" }, "127.0.0.1"],
    ["another machine", {}, "192.0.2.1"],
  ])("refuse %s, without any effect", async (_who, headers, client) => {
    await add(1);
    const init = { method: "POST", headers: { "content-type": "application/json", ...headers }, body: "{}" };
    const foreign = { ...fromRequest(new Request("http://localhost/__local/reset", init)), client };
    expect((await service.respond(foreign)).status).toBe(403);
    expect(await count()).toBe(1);
  });

  it("reset all rows, those of a keyspace, or those of a table", async () => {
    const fill = async (): Promise<void> => void (await Promise.all([add(1), add(2), add(1, "crm")]));
    const shopProducts = { keyspace: "shop", table: "products" };
    await fill();
    expect((await ask("POST", "reset", shopProducts)).json).toEqual({ emptied: [shopProducts] });
    expect([await count(), await count("crm")]).toEqual([0, 1]);
    await fill();
    expect((await ask("POST", "reset", { keyspace: "crm" })).json).toMatchObject({ emptied: [{ keyspace: "crm" }] });
    expect([await count(), await count("crm")]).toEqual([2, 0]);
    await fill();
    expect((await ask("POST", "reset")).json).toMatchObject({ emptied: [{ keyspace: "crm" }, { keyspace: "shop" }] });
    expect([await count(), await count("crm")]).toEqual([0, 0]);
    expect((await send("GET", rows.replace("/rows", ""))).json).toMatchObject({ name: "products" });
    expect(await ask("POST", "reset", { keyspace: "nope" })).toMatchObject({ status: 404 });
    expect(await ask("POST", "reset", { keyspace: "shop", table: "nope" })).toMatchObject({ status: 404 });
  });

  it("copy all rows under a name, and restore them", async () => {
    await ask("POST", "reset");
    await add(1);
    expect((await ask("POST", "snapshot")).json).toEqual({ name: "default" });
    await add(2);
    expect((await ask("POST", "snapshot", { name: "two" })).json).toEqual({ name: "two" });
    await ask("POST", "reset");
    expect(await ask("POST", "restore")).toMatchObject({ status: 200 });
    expect(await count()).toBe(1);
    await ask("POST", "restore", { name: "two" });
    expect(await count()).toBe(2);
    await ask("POST", "reset");
    await ask("POST", "snapshot", { name: "none" });
    await add(1);
    expect(await ask("POST", "restore", { name: "none" })).toMatchObject({ status: 200, json: { name: "none" } });
    expect(await count()).toBe(0);
    expect(await ask("POST", "restore", { name: "three" })).toMatchObject({ status: 404 });
  });

  it("set, advance and stop the clock, by which rows expire", async () => {
    const set = await ask("PUT", "clock", { stopped: true, set: "2030-01-01T00:00:00Z" });
    expect(set.json).toEqual({ now: "2030-01-01T00:00:00.000Z", stopped: true });
    const query = `mutation { insertProducts(value: { id: "${uuid(9)}" }, options: { ttl: 60 }) { applied } }`;
    const { json } = await request(service, "POST", "/api/rest/v1/auth", user);
    token = (json as { authToken: string }).authToken;
    await send("POST", "/api/graphql", { query });
    const before = await count();
    expect((await ask("PUT", "clock", { advanceMs: 60_000 })).json).toMatchObject({ now: "2030-01-01T00:01:00.000Z" });
    expect(await count()).toBe(before - 1);
    expect((await ask("PUT", "clock", { stopped: false })).json).toMatchObject({ stopped: false });
    const { json: now } = await ask("DELETE", "clock");
    expect(Math.abs(Date.parse((now as { now: string }).now) - Date.now())).toBeLessThan(10_000);
    expect((await ask("GET", "clock")).json).toMatchObject({ stopped: false });
  });

  it("end all tokens, and delete the rows that have expired by the clock", async () => {
    expect((await send("GET", "/api/rest/v1/keyspaces")).status).toBe(200);
    const query = `mutation { insertProducts(value: { id: "${uuid(9)}" }, options: { ttl: 60 }) { applied } }`;
    await send("POST", "/api/graphql", { query });
    await ask("PUT", "clock", { advanceMs: 60_000 });
    expect((await ask("POST", "expire")).json).toEqual({ tokens: expect.any(Number) as number, rows: 1 });
    await ask("DELETE", "clock");
    expect((await send("GET", "/api/rest/v1/keyspaces")).status).toBe(401);
  });

  test.each([
    ["PUT", "clock", { set: "yesterday" }, "set must be a time such as 2026-01-31T12:00:00Z"],
    ["PUT", "clock", { advance: 1 }, "unknown member advance; known are set, advanceMs, stopped"],
    ["PUT", "clock", { stopped: "yes" }, "stopped must be true or false"],
    ["POST", "reset", { keyspace: "" }, "keyspace must be a text"],
    ["PUT", "faults", { rules: {} }, "rules must be a list of rules"],
    ["PUT", "faults", { rules: [{ status: 503 }, {}] }, "rules[1]: needs one of delayMs, status, drop and cutBody"],
    ["PUT", "faults", { rules: [{ status: 200 }] }, "rules[0]: status must be a status from 400 to 599"],
    ["PUT", "faults", { rules: [{ drop: "later" }] }, 'rules[0]: drop must be "before" or "after"'],
    [
      "PUT",
      "faults",
      { rules: [{ status: 503, probability: 2 }] },
      "rules[0]: probability must be a number from 0 to 1",
    ],
    ["PUT", "faults", { rules: [{ status: 503, constructor: 1 }] }, "rules[0]: unknown member constructor; known are"],
    ["PUT", "faults", { rules: [], seed: 0.5 }, "seed must be a whole number"],
  ])("refuse %s %s with %j", async (method, path, body, message) => {
    const { status, json } = await ask(method, path, body);
    expect(status).toBe(400);
    expect((json as { description: string }).description).toContain(message);
    expect(control.faults.rules).toEqual([]);
  });
});

describe("faults that are asked for", () => {
  const set = async (rule: object): Promise<void> => {
    expect(await ask("PUT", "faults", { rules: [rule], seed: 1 })).toMatchObject({ status: 200 });
  };
  const insert = (number: number) => ({
    query: `mutation { insertProducts(value: { id: "${uuid(number)}" }) { applied } }`,
  });

  it("respond with a status in the words of the endpoint, and nothing is applied", async () => {
    await ask("POST", "reset");
    await set({ table: "products", status: 503, count: 2 });
    expect(await add(1)).toMatchObject({ status: 503, json: { description: "A fault was asked for", code: 503 } });
    const errors = [{ message: "A fault was asked for", extensions: { code: "unavailable" } }];
    expect(await send("POST", "/api/graphql", insert(1))).toMatchObject({ status: 503, json: { errors } });
    expect(await count()).toBe(0);
    expect((await ask("GET", "faults")).json).toEqual({
      rules: [{ table: "products", status: 503, count: 2, hits: 2 }],
    });
    expect((await add(1)).status).toBe(201);
    expect(reported).toEqual([]);
  });

  it("find an operation and its table in a document", async () => {
    await set({ operation: "insertProducts", route: "/api/graphql", status: 504 });
    expect((await send("POST", "/api/graphql", { query: "{ products { values { id } } }" })).status).toBe(200);
    expect((await send("POST", "/api/graphql", insert(1))).status).toBe(504);
    expect((await send("POST", "/api/graphql/shop", insert(1))).status).toBe(200);
    await set({ table: "order_lines", status: 504 });
    expect((await send("POST", "/api/graphql/shop", insert(1))).status).toBe(200);
    expect((await send("GET", "/api/graphql?query={orderLines{values{product}}}")).status).toBe(504);
    expect((await send("POST", "/api/graphql", { query: "{" })).status).toBe(200);
  });

  it("leave the control endpoints alone", async () => {
    await set({ status: 500 });
    expect((await ask("DELETE", "faults")).json).toEqual({ rules: [] });
    expect((await add(1)).status).toBe(201);
  });

  it("delay", async () => {
    await set({ delayMs: 50 });
    const start = performance.now();
    expect((await add(1)).status).toBe(201);
    // Timers may come a little early.
    expect(performance.now() - start).toBeGreaterThan(45);
  });

  it("delay no longer than the client waits", async () => {
    await ask("POST", "reset");
    await set({ method: "POST", delayMs: 600_000 });
    const leaving = new AbortController();
    const { signal } = leaving;
    const headers = { "content-type": "application/json", "x-service-token": token };
    const body = JSON.stringify({ columns: [{ name: "id", value: uuid(1) }] });
    const ended = service(new Request(`http://localhost${rows}`, { method: "POST", headers, body, signal }));
    await expect.poll(() => control.faults.rules[0]?.hits).toBe(1);
    leaving.abort();
    await expect(ended).rejects.toMatchObject({ name: "DroppedConnection" });
    expect(await count()).toBe(0);
  });

  test.each([
    ["before", 0],
    ["after", 1],
  ])("close the connection %s the write is applied", async (drop, applied) => {
    await ask("POST", "reset");
    await set({ method: "POST", drop });
    await expect(add(1)).rejects.toMatchObject({ name: "DroppedConnection" });
    expect(await count()).toBe(applied);
    expect(exchanges.at(-1)).toMatchObject({ status: 0, bytes: 0 });
  });

  it("close a connection of a port, and break off a body there, and the process stays", async () => {
    await ask("POST", "reset");
    const listening = await listen(service, { port: 0, graceMs: 0 });
    onTestFinished(() => listening.close());
    const headers = { "content-type": "application/json", "x-service-token": token };
    const body = JSON.stringify({ columns: [{ name: "id", value: uuid(1) }] });
    const post = (): Promise<Response> => fetch(listening.url + rows, { method: "POST", headers, body });
    for (const drop of ["before", "after"]) {
      await set({ method: "POST", drop });
      await expect(post()).rejects.toThrow();
    }
    await set({ method: "POST", cutBody: true });
    const response = await post();
    expect(response.status).toBe(201);
    await expect(response.text()).rejects.toThrow();
    control.faults.clear();
    expect((await post()).status).toBe(201);
  });
});
