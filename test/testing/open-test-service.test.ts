import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Client } from "cassandra-driver";
import { describe, expect, it, onTestFinished } from "vitest";
import { openTestService } from "colonnade/testing";
import type { TestService, TestServiceOptions } from "colonnade/testing";
import { createSession } from "@colonnade/runtime";
import { getProducts, insertProducts, scanProducts } from "../../examples/shop/generated/index.js";
import { repository } from "../support/repository.ts";
import { createTemporaryFolder, writeTree } from "../support/temporary-folder.ts";

const definitions = join(repository, "examples/shop/definitions");
const id = "5f3a1d52-6e59-4b8e-9c43-0d5a1c2b7e10";
const other = "9a1f0c7e-2f3b-4c55-9d0e-5b1f6f0a7c21";

async function open(options: Partial<TestServiceOptions> = {}): Promise<TestService> {
  const service = await openTestService({ definitions, ...options });
  onTestFinished(() => service.close());
  return service;
}

describe("openTestService", () => {
  it("opens a session for bound functions on a service with the defined tables", async () => {
    const { session, store } = await open();
    await insertProducts(session, { id, name: "Robot arm" });
    expect(await getProducts(session, { id })).toMatchObject({ id, name: "Robot arm" });
    const { rows } = await store.select({ keyspace: "shop", table: "products", filters: [], pageSize: 10 });
    expect(rows[0]?.get("name")).toBe("Robot arm");
  });

  it("shares nothing with another one", async () => {
    const [one, two] = [await open(), await open({ definitions: pathToFileURL(`${definitions}/`) })];
    await insertProducts(one.session, { id, name: "Robot arm" });
    expect(await scanProducts(two.session).toArray()).toEqual([]);
  });

  it("opens a port when it is asked for the address, and the same one again", async () => {
    const { url, credentials, session } = await open();
    await insertProducts(session, { id, name: "Robot arm" });
    const address = await url();
    expect(await url()).toBe(address);
    await using client = createSession({ url: address, credentials });
    expect(await getProducts(client, { id })).toMatchObject({ name: "Robot arm" });
  });

  it("opens a port for drivers of the database, with the same rows, clock and faults", async () => {
    const { cql, session, clock, faults, reset } = await open();
    await insertProducts(session, { id, name: "Robot arm" });
    const contact = await cql();
    expect(await cql()).toEqual(contact);
    expect(contact).toEqual({
      contactPoints: [`127.0.0.1:${contact.port}`],
      localDataCenter: "datacenter1",
      host: "127.0.0.1",
      port: expect.any(Number) as number,
    });
    await using client = Object.assign(new Client({ ...contact, keyspace: "shop" }), {
      [Symbol.asyncDispose]: () => client.shutdown(),
    });
    const names = async () =>
      (await client.execute("SELECT name FROM products")).rows.map((row) => String(row["name"]));
    expect(await names()).toEqual(["Robot arm"]);
    await client.execute("INSERT INTO products (id, name) VALUES (?, ?) USING TTL 60", [other, "Screw"], {
      prepare: true,
    });
    expect(await getProducts(session, { id: other })).toMatchObject({ name: "Screw" });
    clock.advance(61_000);
    expect(await names()).toEqual(["Robot arm"]);
    faults.set([{ method: "CQL", operation: "insert", table: "products", status: 403, count: 1 }]);
    const insert = `INSERT INTO products (id, name) VALUES (${other}, 'Nut')`;
    await expect(client.execute(insert)).rejects.toThrow("A fault was asked for");
    await client.execute(insert);
    await reset();
    expect(await names()).toEqual([]);
  });

  it("has one user, with another password each time", async () => {
    const [one, two] = [await open(), await open()];
    expect(one.credentials.password).not.toBe(two.credentials.password);
    const client = createSession({ url: await one.url(), credentials: two.credentials });
    await expect(getProducts(client, { id })).rejects.toMatchObject({ code: "credentials" });
    await client.close();
  });

  it("begins with rows, and has them again after a reset, without those of the test", async () => {
    const { session, reset } = await open({ rows: { products: [{ id, name: "Robot arm", price: "4199.99" }] } });
    await insertProducts(session, { id: other, name: "Gripper" });
    await insertProducts(session, { id, name: "Changed" });
    await reset();
    const rows = await scanProducts(session).toArray();
    expect(rows.map(({ name, price }) => [name, price])).toEqual([["Robot arm", "4199.99"]]);
  });

  it("copies all rows for a test that wants them back", async () => {
    const { session, snapshot, restore } = await open();
    await insertProducts(session, { id, name: "Robot arm" });
    await snapshot();
    await insertProducts(session, { id, name: "Changed" });
    await insertProducts(session, { id: other, name: "Gripper" });
    await restore();
    expect((await scanProducts(session).toArray()).map(({ name }) => name)).toEqual(["Robot arm"]);
    await expect(restore("another")).rejects.toThrow("there is no snapshot another");
  });

  it("begins with the rows of a folder", async () => {
    const rows = createTemporaryFolder();
    writeFileSync(join(rows, "products.jsonl"), `{"id":"${id}","name":"Robot arm"}\n`);
    const { session } = await open({ rows });
    expect(await getProducts(session, { id })).toMatchObject({ name: "Robot arm" });
  });

  it("is refused with rows that are wrong, each named by its place", async () => {
    const rows = { products: [{ id }, { id: "1", nmae: "x" }], nothing: [{}] };
    await expect(openTestService({ definitions, rows })).rejects.toMatchObject({
      code: "bad-rows",
      message:
        '2 of the seed rows are invalid: rows.products[1]: products has no column "nmae"; did you mean name?; ' +
        'rows.products[1]: id is not uuid: "1"; rows.nothing[0]: shop has no table nothing',
      problems: [
        { message: 'rows.products[1]: products has no column "nmae"; did you mean name?' },
        { message: 'rows.products[1]: id is not uuid: "1"' },
        { message: "rows.nothing[0]: shop has no table nothing" },
      ],
    });
  });

  it("has a clock by which rows expire, and a reset sets it right", async () => {
    const { session, clock, reset } = await open();
    clock.freeze(new Date("2026-01-01T00:00:00Z"));
    await insertProducts(session, { id, name: "Robot arm" }, { ttl: 60 });
    clock.advance(59_999);
    expect(await getProducts(session, { id })).toBeDefined();
    clock.advance(1);
    expect(await getProducts(session, { id })).toBeUndefined();
    await reset();
    expect(Math.abs(clock.now() - Date.now())).toBeLessThan(60_000);
  });

  it("has a clock by which tokens expire, and its session creates a new one", async () => {
    const test = await open();
    const token = await createToken(test);
    await insertProducts(test.session, { id, name: "Robot arm" });
    test.clock.advance(30 * 60_000 - 1000);
    expect((await send(test, token)).status).toBe(200);
    test.clock.advance(30 * 60_000);
    expect((await send(test, token)).status).toBe(401);
    expect(await getProducts(test.session, { id })).toMatchObject({ name: "Robot arm" });
  });

  it("has faults, of which the session tells whether a write may have been applied", async () => {
    const { session, faults, reset } = await open();
    const product = { id, name: "Robot arm" };
    faults.set([{ operation: "insertProducts", status: 400 }]);
    await expect(insertProducts(session, product)).rejects.toMatchObject({ outcome: "refused" });
    for (const [effect, found] of [
      [{ drop: "before" }, undefined],
      [{ drop: "after" }, product],
      [{ cutBody: true }, product],
    ] as const) {
      await reset();
      faults.set([{ operation: "insertProducts", ...effect }]);
      await expect(insertProducts(session, product, { ifNotExists: true })).rejects.toMatchObject({
        outcome: "unknown",
      });
      expect(await getProducts(session, { id })).toEqual(found && expect.objectContaining(found));
    }
    await reset();
    await insertProducts(session, product);
    faults.set([{ operation: "products", drop: "before", count: 1 }]);
    expect(await getProducts(session, { id })).toMatchObject(product);
  });

  it("serves several keyspaces, one of them at /api/graphql if it is named", async () => {
    const folder = createTemporaryFolder();
    const columns = [{ name: "id", typeDefinition: "int" }];
    const items = { name: "items", columnDefinitions: columns, primaryKey: { partitionKey: ["id"] } };
    for (const keyspace of ["crm", "shop"]) writeTree(folder, { [`${keyspace}/items.json`]: JSON.stringify(items) });
    const rows = { crm: { items: [{ id: 1 }] }, shop: { items: [{ id: 2 }] } };
    const named = await open({ definitions: folder, keyspace: "crm", rows });
    expect(await (await send(named, await createToken(named))).json()).toEqual({
      data: { items: { values: [{ id: 1 }] } },
    });
    const unnamed = await open({ definitions: folder, rows });
    const token = await createToken(unnamed);
    expect((await send(unnamed, token)).status).toBe(404);
    const reply = await send(unnamed, token, "/api/graphql/shop");
    expect(await reply.json()).toEqual({ data: { items: { values: [{ id: 2 }] } } });
  });
});

async function createToken({ service, credentials }: TestService): Promise<string> {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify(credentials);
  const response = await service(new Request("http://localhost/api/rest/v1/auth", { method: "POST", headers, body }));
  return ((await response.json()) as { authToken: string }).authToken;
}

/** Asks for the rows of `items`. */
function send({ service }: TestService, token: string, path = "/api/graphql"): Promise<Response> {
  const headers = { "content-type": "application/json", "x-service-token": token };
  const body = JSON.stringify({ query: "{ items { values { id } } }" });
  return service(new Request(`http://localhost${path}`, { method: "POST", headers, body }));
}
