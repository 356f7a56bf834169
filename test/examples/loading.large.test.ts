import { describe, expect, it } from "vitest";
import { fetchTransport, TransportFailure } from "@colonnade/runtime";
import { createTable } from "@colonnade/runtime/definitions";
import type { Transport } from "@colonnade/runtime";
import { createTables } from "../../examples/shop/app.ts";
import { productsTable } from "../../examples/shop/generated/index.ts";
import {
  addProduct,
  loadProducts,
  openForLoading,
  openWatched,
  shareByRedis,
  showProducts,
} from "../../examples/shop/loading.ts";
import { openShop } from "./open-shop.ts";

const robot = { id: "5f3a1d52-6e59-4b8e-9c43-0d5a1c2b7e10", name: "Robot arm" };

describe("the example of loading", () => {
  it("writes many products in few requests", async () => {
    const { options, requests } = await openShop();
    const session = openForLoading(options);
    await createTable(session, productsTable);
    const before = requests.length;
    const ids = Array.from({ length: 500 }, (_, index) => ({ ...robot, id: `${robot.id.slice(0, -3)}${100 + index}` }));
    expect(await loadProducts(session, ids)).toBe("500 written, 0 failed, 0 unknown");
    expect(requests.length - before).toBe(10);
  });

  it("shows all products, fifty at a time", async () => {
    const { session } = await openShop();
    await createTable(session, productsTable);
    const ids = Array.from({ length: 120 }, (_, index) => ({ ...robot, id: `${robot.id.slice(0, -3)}${100 + index}` }));
    await loadProducts(session, ids);
    const shown: string[][] = [];
    await showProducts(session, (products) => void shown.push(products.map(({ id }) => id)));
    expect(shown.map((page) => page.length)).toEqual([50, 50, 20]);
    expect(new Set(shown.flat()).size).toBe(120);
  });

  it("knows whether a product was added, though the response was lost", async () => {
    let lose = false;
    const losing =
      (send: Transport): Transport =>
      async (call) => {
        const reply = await send(call);
        if (!lose || !call.body?.includes("insertProducts")) return reply;
        lose = false;
        throw new TransportFailure("unknown", "ECONNRESET");
      };
    const { session } = await openShop({}, losing);
    await createTable(session, productsTable);
    lose = true;
    expect(await addProduct(session, robot)).toBe(true);
    expect(await addProduct(session, { ...robot, name: "Gripper" })).toBe(false);
  });

  it("shares tokens among processes", async () => {
    const texts = new Map<string, string>();
    const set = async (key: string, text: string): Promise<unknown> => texts.set(key, text);
    const tokenStore = shareByRedis({ get: async (key) => texts.get(key) ?? null, set });
    const { session, options } = await openShop({ tokenStore });
    await createTable(session, productsTable);
    expect(texts.size).toBe(1);
    const refused = { username: "founder", password: "not the password" };
    const { url, transport = fetchTransport() } = options;
    const other = openForLoading({ url, keyspace: "shop", transport, credentials: refused, tokenStore });
    expect(await addProduct(other, robot)).toBe(true);
  });

  it("logs each request, and fails at start when a table is not there", async () => {
    const { session, options } = await openShop();
    const lines: string[] = [];
    await expect(openWatched(options, (line) => lines.push(line))).rejects.toMatchObject({ code: "definitions" });
    await createTables(session);
    const watched = await openWatched(options, (line) => lines.push(line));
    await addProduct(watched, robot);
    expect(lines.at(-1)).toMatch(/^insert shop\.products: 200 in \d+ ms \(request [\w-]+\)$/);
  });
});
