/** Columns over REST. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openFixture, orderLines, products, uuid } from "../service-fixture.ts";
import type { Fixture } from "../service-fixture.ts";

let fixture: Fixture;
const columns = "/api/rest/v1/keyspaces/shop/tables/products/columns";

beforeEach(async () => {
  fixture = await openFixture([products, orderLines]);
});

afterEach(() => fixture.close());

describe("columns", () => {
  it("are listed with their definitions", async () => {
    const { status, json } = await fixture.send("GET", columns);
    expect(status).toBe(200);
    expect(json).toHaveLength(5);
    expect(json).toContainEqual({ name: "price", typeDefinition: "decimal", static: false });
    expect(await fixture.send("GET", `${columns}/price`)).toMatchObject({
      status: 200,
      json: { name: "price", typeDefinition: "decimal", static: false },
    });
  });

  it("are added, and null in old rows", async () => {
    const row = { columns: [{ name: "id", value: uuid(1) }] };
    await fixture.send("POST", "/api/rest/v1/keyspaces/shop/tables/products/rows", row);
    const added = await fixture.send("POST", columns, { name: "weight", typeDefinition: "int" });
    expect([added.status, added.json]).toEqual([201, { success: true }]);
    const found = await fixture.send("GET", `/api/rest/v1/keyspaces/shop/tables/products/rows/${uuid(1)}`);
    expect(found.json).toMatchObject({ rows: [{ id: uuid(1), weight: null }] });
    expect(await fixture.graphql("{ products { values { weight } } }")).toEqual({
      data: { products: { values: [{ weight: null }] } },
    });
  });

  it("may be static", async () => {
    const path = "/api/rest/v1/keyspaces/shop/tables/order_lines/columns";
    const body = { name: "vip", typeDefinition: "boolean", static: true };
    expect((await fixture.send("POST", path, body)).status).toBe(201);
    expect((await fixture.send("GET", `${path}/vip`)).json).toEqual(body);
  });

  it("of the key are renamed", async () => {
    const renamed = await fixture.send("PUT", `${columns}/id`, { newName: "number" });
    expect([renamed.status, renamed.json]).toEqual([200, { success: true }]);
    expect((await fixture.send("GET", `${columns}/number`)).status).toBe(200);
    expect((await fixture.send("GET", `${columns}/id`)).status).toBe(404);
  });

  it("are dropped", async () => {
    expect((await fixture.send("DELETE", `${columns}/price`)).status).toBe(204);
    expect((await fixture.send("GET", `${columns}/price`)).status).toBe(404);
  });
});

describe("a request that cannot be done is refused", () => {
  const elsewhere = (keyspace: string, table: string) => `/api/rest/v1/keyspaces/${keyspace}/tables/${table}/columns`;
  it.each<[method: string, path: string, body: unknown, status: number, description: string]>([
    ["GET", `${columns}/nope`, undefined, 404, "Resource not found: column 'nope' not found in table"],
    ["GET", elsewhere("shop", "nope"), undefined, 404, "Resource not found: table 'nope' not found"],
    [
      "POST",
      columns,
      { name: "price", typeDefinition: "int" },
      400,
      "Bad request: Column with name 'price' already exists",
    ],
    [
      "POST",
      columns,
      { name: "x", typeDefinition: "nope" },
      400,
      "Bad request: Cannot find user type nope int keyspace shop",
    ],
    ["POST", columns, { typeDefinition: "int" }, 400, "column name must be provided"],
    ["POST", columns, [], 400, "Unable to process JSON"],
    [
      "POST",
      elsewhere("shop", "nope"),
      { name: "x", typeDefinition: "int" },
      400,
      "Bad request: Unknown table shop.nope ",
    ],
    ["POST", elsewhere("nope", "t"), { name: "x", typeDefinition: "int" }, 400, "Bad request: Unknown keyspace nope"],
    ["PUT", `${columns}/price`, { newName: "cost" }, 400, "Bad request: Cannot rename non PRIMARY KEY column price"],
    ["PUT", `${columns}/price`, {}, 400, "newName must be provided"],
    ["DELETE", `${columns}/nope`, undefined, 400, "Bad request: Column nope was not found in table 'shop.products'"],
    ["DELETE", `${columns}/id`, undefined, 400, "Bad request: Cannot drop PRIMARY KEY column id"],
  ])("%s %s %j", async (method, path, body, status, description) => {
    const reply = await fixture.send(method, path, body);
    expect(reply).toMatchObject({ status, json: { description, code: status } });
  });
});
