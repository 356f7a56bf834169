/** An app of the shop: what the generated functions look like in use. */
import { createSession } from "@colonnade/runtime";
import { createTable } from "@colonnade/runtime/definitions";
import type { Session } from "@colonnade/runtime";
import { findOrdersByCustomer, insertOrdersByCustomer, ordersByCustomerTable } from "./generated/orders_by_customer.js";
import { getProducts, insertProducts, productsTable, updateProducts } from "./generated/products.js";
import { productsInsertSchema } from "./generated/products.zod.js";

/** A session creates its token at the first call, keeps it alive, and replaces it when it has expired. */
export function openShop(url: string, username: string, password: string): Session {
  return createSession({ url, credentials: { username, password } });
}

export async function createTables(session: Session): Promise<void> {
  await createTable(session, productsTable);
  await createTable(session, ordersByCustomerTable);
}

const robot = "5f3a1d52-6e59-4b8e-9c43-0d5a1c2b7e10";
const customer = "0b9d9f6c-53f5-4a0e-8e1b-8c6a3c1f2d34";

export async function sellRobot(session: Session): Promise<string> {
  // Input from outside is checked by the validator that was generated beside the types.
  const product = productsInsertSchema.parse({ id: robot, name: "Robot arm", price: "4199.99", created: new Date() });
  await insertProducts(session, product);
  await updateProducts(session, { id: robot, price: "3999.00" }, { if: { price: "4199.99" } });

  await insertOrdersByCustomer(session, {
    customerId: customer,
    orderedAt: new Date("2026-11-21T09:30:00Z"),
    orderId: "8f7e2c40-c6b1-11f0-8de9-0242ac120002",
    total: "3999.00",
    paid: false,
  });

  const sold = await getProducts(session, { id: robot });
  const november = findOrdersByCustomer(session, {
    customerId: customer,
    orderedAt: { gte: new Date("2026-11-01T00:00:00Z"), lt: new Date("2026-12-01T00:00:00Z") },
  });
  const newest = await november.first();
  return newest ? `${sold?.name} for ${newest.total} euros` : "nothing was sold";
}
