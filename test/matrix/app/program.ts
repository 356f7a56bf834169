/**
 * Uses generated code as it stands, by Node's type stripping: every module is imported and every validator asked, then the
 * bindings talk to the service, in this process, on data in a folder of their own.
 */
import assert from "node:assert/strict";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSession, serviceTransport } from "@colonnade/runtime";
import { createTable } from "@colonnade/runtime/definitions";
import type { Rows, Session } from "@colonnade/runtime";
import { createService, openEmbeddedStore } from "colonnade";
import { findOrdersByCustomer, getProducts, insertOrdersByCustomer, insertProducts } from "./shop/index.ts";
import { ordersByCustomerTable, productsTable, updateOrdersByCustomer } from "./shop/index.ts";
import type { OrdersByCustomerRow } from "./shop/index.ts";
import { productsInsertSchema, productsRowSchema } from "./shop/zod.ts";

interface Validator {
  safeParse(value: unknown): { success: boolean };
}

/** @returns how many modules there are */
async function importAll(): Promise<number> {
  const paths = (await readdir(import.meta.dirname, { recursive: true })).filter((path) => /[\\/].*\.ts$/.test(path));
  for (const path of paths) {
    const module: Record<string, unknown> = await import(`./${path.replaceAll("\\", "/")}`);
    for (const [name, value] of Object.entries(module)) {
      // What a counter table is incremented by has no key in it.
      if (!/(?<!Increment)Schema$/.test(name)) continue;
      assert.equal((value as Validator).safeParse({}).success, false, `${path}: ${name} takes a row without its key`);
    }
  }
  return paths.length;
}

async function useShop(session: Session): Promise<void> {
  await createTable(session, productsTable);
  const id = "5f3a1d52-6e59-4b8e-9c43-0d5a1c2b7e10";
  await insertProducts(session, productsInsertSchema.parse({ id, name: "Arm", price: "1.50" }));
  const product = await getProducts(session, { id });
  assert.equal(product?.price, "1.50");
  assert.deepEqual(productsRowSchema.parse(product), product);

  await createTable(session, ordersByCustomerTable);
  const customerId = "0b9d9f6c-53f5-4a0e-8e1b-8c6a3c1f2d34";
  const orderId = "00000001-c6b1-11f0-8de9-0242ac120002";
  const orderedAt = new Date(Date.UTC(2026, 10, 21));
  await insertOrdersByCustomer(session, { customerId, orderedAt, orderId, total: "3.00" });
  await updateOrdersByCustomer(session, { customerId, customerName: "Ada" });
  const rows: Rows<OrdersByCustomerRow> = findOrdersByCustomer(session, { customerId, orderedAt: { lte: orderedAt } });
  assert.deepEqual(await rows.toArray(), [
    { customerId, orderedAt, orderId, customerName: "Ada", total: "3.00", paid: null },
  ]);
}

const modules = await importAll();
const directory = await mkdtemp(join(tmpdir(), "colonnade-"));
const store = await openEmbeddedStore({ directory });
try {
  await store.createKeyspace("shop");
  const user = { username: "founder", password: "right" };
  const transport = serviceTransport(createService({ store, user, keyspace: "shop" }));
  await useShop(createSession({ url: "http://localhost", credentials: user, keyspace: "shop", transport }));
  console.log(`${modules} modules`);
} finally {
  await store.close();
  await rm(directory, { recursive: true });
}
