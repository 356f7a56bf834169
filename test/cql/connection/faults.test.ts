/** Faults that a test asks for, as a client of the protocol meets them. */
import { describe, expect, it, test } from "vitest";
import { opcodes } from "../../../src/cql/protocol/envelope.ts";
import { summarize } from "../../../src/cql/statement/prepare.ts";
import { Faults } from "../../../src/service/index.ts";
import type { FaultRule } from "../../../src/service/index.ts";
import { openFake } from "./open-fake.ts";
import { errorOf, executeBody, prepareBody } from "./scripted-client.ts";

async function open(...rules: readonly FaultRule[]) {
  const faults = new Faults();
  faults.set(rules);
  const fake = await openFake({}, { faults });
  const client = fake.connect();
  await client.start();
  return { ...fake, client, faults };
}

describe("a fault", () => {
  test.each([
    [400, "read shop.products", 0x2200],
    [403, "read shop.products", 0x2100],
    [429, "read shop.products", 0x1001],
    [503, "read shop.products", 0x1000],
    [504, "read shop.products", 0x1100],
    [504, "select shop.products", 0x1200],
    [500, "read shop.products", 0],
  ])("with status %i of %s has the code %i, and nothing is executed", async (status, text, code) => {
    const { client, language } = await open({ status });
    expect(errorOf(await client.query(text))).toEqual({ code, message: "A fault was asked for" });
    expect(language.executed).toEqual([]);
  });

  it("hits what its rule is for, and no more often", async () => {
    const { client, faults } = await open({
      method: "CQL",
      operation: "write",
      table: "products",
      status: 503,
      count: 1,
    });
    for (const text of ["read shop.products", "write shop.orders", "write system.local"]) {
      expect((await client.query(text)).opcode).toBe(opcodes.result);
    }
    expect((await client.query("write shop.products")).opcode).toBe(opcodes.error);
    expect((await client.query("write shop.products")).opcode).toBe(opcodes.result);
    expect(faults.rules).toMatchObject([{ hits: 1 }]);
  });

  it("of prepared statements is found by their text", async () => {
    const { client } = await open({ route: "execute", table: "products", status: 400 });
    const { body } = await client.ask(opcodes.prepare, prepareBody("write shop.products", 4));
    const id = body.subarray(6, 22);
    expect(errorOf(await client.ask(opcodes.execute, executeBody(id, 4)))).toMatchObject({ code: 0x2200 });
  });

  it("leaves alone what drivers read by themselves, and messages without statements", async () => {
    const { client } = await open({ status: 503 });
    expect((await client.query("read system.local")).opcode).toBe(opcodes.result);
    expect((await client.query("read system_schema.tables")).opcode).toBe(opcodes.result);
    expect((await client.ask(opcodes.options)).opcode).toBe(opcodes.supported);
  });

  it("closes the connection before the request is executed", async () => {
    const { client, language, exchanges } = await open({ drop: "before" });
    await expect(client.query("write shop.products")).rejects.toThrow("the connection is closed");
    expect(language.executed).toEqual([]);
    expect(exchanges.at(-1)).toMatchObject({ request: "query", errorCode: "dropped", sentBytes: 0 });
  });

  it("closes the connection after it", async () => {
    const { client, language } = await open({ drop: "after" });
    await expect(client.query("write shop.products")).rejects.toThrow("the connection is closed");
    expect(language.executed).toEqual(["write shop.products"]);
  });

  it("breaks off in the middle of the answer", async () => {
    const { client, language } = await open({ cutBody: true });
    const before = client.socket.bytesRead;
    await expect(client.query("rows 100")).rejects.toThrow("the connection is closed");
    expect(client.socket.bytesRead).toBeGreaterThan(before + 100);
    expect(language.executed).toEqual(["rows 100"]);
  });

  it("waits, but not for a client that is gone", async () => {
    const { client, language, faults, exchanges } = await open({ delayMs: 60_000, count: 1 }, { delayMs: 20 });
    const waiting = client.query("write shop.products").catch(() => undefined);
    await expect.poll(() => faults.rules[0]?.hits).toBe(1);
    client.close();
    await waiting;
    await expect.poll(() => exchanges.at(-1)?.errorCode).toBe("dropped");
    expect(language.executed).toEqual([]);
  });
});

test.each([
  ["SELECT * FROM shop.products", "select", ["products"]],
  ["INSERT INTO products (id) VALUES (1)", "insert", ["products"]],
  ["UPDATE products SET a = 1 WHERE id = 1", "update", ["products"]],
  ["DELETE FROM products WHERE id = 1", "delete", ["products"]],
  ["BEGIN BATCH INSERT INTO a (id) VALUES (1); DELETE FROM b WHERE id = 1; APPLY BATCH", "batch", ["a", "b"]],
  ["TRUNCATE products", "truncate", ["products"]],
  ["CREATE TABLE products (id int PRIMARY KEY)", "create-table", ["products"]],
  ["ALTER TABLE products ADD a int", "alter-table", ["products"]],
  ["CREATE INDEX ON products (a)", "create-index", ["products"]],
  ["DROP TABLE products", "drop-table", ["products"]],
  ["USE shop", "use", []],
])("%s is of the operation %s, on %j", (text, operation, tables) => {
  const summary = summarize(text);
  expect([summary?.operation, summary?.tables.map(({ name }) => name)]).toEqual([operation, tables]);
});

it("has no summary of what is not a statement", () => {
  expect(summarize("SELEC 1")).toBeUndefined();
});
