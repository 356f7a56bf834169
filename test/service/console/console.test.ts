/** What the console is served with, and what its endpoints tell whom. */
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import type { Console } from "../../../src/service/index.ts";
import type { Fixture } from "../service-fixture.ts";
import { openFixture, orderLines, products, request, user } from "../service-fixture.ts";

const page = "<!doctype html>";
const console: Console = {
  files: [
    { path: "/", type: "text/html; charset=utf-8", read: () => Promise.resolve(page) },
    { path: "/console.js", type: "text/javascript; charset=utf-8", read: () => Promise.resolve("0;") },
  ],
  storeName: "a folder",
  printModule: ({ name }, table) =>
    table === "order_lines" ? Promise.reject(new Error("two names meet")) : Promise.resolve(`// ${name}.${table}`),
};
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; require-trusted-types-for 'script'; frame-ancestors 'none'";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture([products, orderLines], { console });
});
afterAll(() => fixture.close());

const get = (path: string, headers: Record<string, string> = {}) => fixture.send("GET", path, undefined, headers);

describe("the files of the console", () => {
  test.each([
    ["/", "text/html; charset=utf-8", page],
    ["/console.js", "text/javascript; charset=utf-8", "0;"],
  ])("%s needs no token, and has the policy that lets nothing else in", async (path, type, text) => {
    const reply = await request(fixture.service, "GET", path);
    expect([reply.status, reply.text]).toEqual([200, text]);
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      "content-type": type,
      "content-security-policy": policy,
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    });
    expect(reply.headers.has("set-cookie")).toBe(false);
  });

  it("cannot be changed", async () => {
    expect((await request(fixture.service, "POST", "/", {})).status).toBe(405);
  });

  it("are not there without a console, and neither are its endpoints", async () => {
    const own = await openFixture();
    for (const path of ["/", "/console.js", "/__local/requests", "/__local/state", "/__local/definitions/shop"]) {
      expect((await own.send("GET", path)).status).toBe(404);
    }
    await own.close();
  });
});

describe("the endpoints of the console", () => {
  test.each(["/__local/requests", "/__local/state", "/__local/definitions/shop"])("%s needs a token", async (path) => {
    expect((await request(fixture.service, "GET", path)).status).toBe(401);
    expect((await get(path)).status).toBe(200);
  });

  it("return the tables of a keyspace as the model has them", async () => {
    const { json } = await get("/__local/definitions/shop");
    expect(json).toEqual(JSON.parse(JSON.stringify(await fixture.store.keyspace("shop"))));
    expect((await get("/__local/definitions/elsewhere")).status).toBe(404);
  });

  it("return how much the tables of a keyspace take", async () => {
    const { json } = await get("/__local/definitions/shop/sizes");
    expect(json).toMatchObject({
      sizes: expect.arrayContaining([{ table: "products", bytes: 0, isLeast: false }]) as object,
    });
    expect((await get("/__local/definitions/elsewhere/sizes")).status).toBe(404);
  });

  it("return a table as CQL and as the generated module, or why there is none", async () => {
    const { json } = await get("/__local/definitions/shop/products/code");
    expect(json).toMatchObject({
      cql: expect.stringMatching(/^CREATE TABLE IF NOT EXISTS shop.products \([^]*\);\n$/) as string,
      module: "// shop.products",
    });
    expect((await get("/__local/definitions/shop/order_lines/code")).json).toMatchObject({ problem: "two names meet" });
    expect((await get("/__local/definitions/shop/none/code")).status).toBe(404);
  });

  it("return the latest requests by route, without paths, tokens and what operators ask for", async () => {
    await get("/api/rest/v1/keyspaces/shop/tables/products/rows/secret-key");
    await get("/__local/live");
    const { json, text } = await get("/__local/requests");
    const { requests } = json as { readonly requests: { number: number; route: string; status: number; at: number }[] };
    expect(requests.at(-1)).toMatchObject({
      method: "GET",
      route: "/api/rest/v1/keyspaces/{keyspace}/tables/{table}/rows/{key}",
      status: 400,
    });
    expect(Math.abs((requests.at(-1)?.at ?? 0) - Date.now())).toBeLessThan(60_000);
    expect(requests.some(({ route }) => route.startsWith("/__local/"))).toBe(false);
    for (const secret of ["secret-key", fixture.token, user.password]) expect(text).not.toContain(secret);
  });

  it("name the operation of a route or a document, and nothing else of it", async () => {
    await get("/api/rest/v1/keyspaces");
    await fixture.graphql('query Lamps { products(value: { id: "secret" }) { values { id } } }');
    await fixture.graphql(
      "{ products { values { id } } orderLines { values { customer } } more: products { pageState } }",
    );
    await fixture.graphql(`query ${"Q".repeat(120)} { products { pageState } }`);
    const { json, text } = await get("/__local/requests");
    const { requests } = json as { readonly requests: { operation: string }[] };
    expect(requests.slice(-4).map(({ operation }) => operation)).toEqual([
      "listKeyspaces",
      "Lamps",
      "products, orderLines",
      `${"Q".repeat(100)}…`,
    ]);
    expect(text).not.toContain("secret");
  });

  it("keep 500 requests", async () => {
    for (let count = 0; count < 510; count++) await get("/api/rest/v1/keyspaces");
    const { json } = await get("/__local/requests");
    expect((json as { requests: unknown[] }).requests).toHaveLength(500);
  });

  test.each(["forwarded", "x-forwarded-for", "via", "x-real-ip"])(
    "tell nobody of requests who comes through a proxy (%s)",
    async (header) => {
      expect((await get("/__local/requests", { [header]: "203.0.113.7" })).status).toBe(403);
    },
  );

  it("return figures of the service", async () => {
    const { json } = await get("/__local/state");
    const { durations } = json as { readonly durations: { bounds: number[]; counts: number[] } };
    expect(durations.counts).toHaveLength(durations.bounds.length + 1);
    expect(durations.counts.at(-1)).toBeGreaterThan(500);
    expect(json).toMatchObject({
      status: "ready",
      tokens: 1,
      store: {
        name: "a folder",
        figures: expect.arrayContaining([
          { name: "waiting_writes", help: "Writes that wait for the batch before.", value: 0 },
        ]) as unknown,
        histograms: expect.arrayContaining([
          expect.objectContaining({ name: "batch_duration_seconds", bounds: expect.any(Array) as unknown }),
        ]) as unknown,
      },
      keyspaces: [{ name: "shop", tables: 2, userTypes: 0 }],
      routes: expect.arrayContaining([
        expect.objectContaining({ method: "POST", route: "/api/rest/v1/auth", count: 1, failed: 0 }),
      ]) as unknown,
    });
  });
});
