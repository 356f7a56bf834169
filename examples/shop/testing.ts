/** Tests of an app without a service: its own functions run directly on a store in a folder. */
import { createTable } from "@colonnade/runtime/definitions";
import type { Session } from "@colonnade/runtime";
import { openEmbeddedStore, storeSession } from "colonnade";
import { ordersByCustomerTable } from "./generated/orders_by_customer.js";
import { productsTable } from "./generated/products.js";

/** Gives a test a shop of its own: `await withShop(directory, (session) => sellRobot(session))`. */
export async function withShop<Result>(directory: string, test: (session: Session) => Promise<Result>) {
  const store = await openEmbeddedStore({ directory });
  try {
    await store.createKeyspace("shop");
    const session = storeSession(store);
    await createTable(session, productsTable);
    await createTable(session, ordersByCustomerTable);
    return await test(session);
  } finally {
    await store.close();
  }
}
