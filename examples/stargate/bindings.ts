/** The same shop with generated functions: no paths, no documents, no token. */
import { createSession } from "@colonnade/runtime";
import { findOrdersByCustomer, insertOrdersByCustomer } from "../shop/generated/orders_by_customer.js";
import { getProducts, insertProducts, updateProducts } from "../shop/generated/products.js";
import type { Sale } from "./sale.js";

const url = process.env["SERVICE_URL"] ?? "http://localhost:8080";

export async function sell({ user, product, order }: Sale): Promise<readonly string[]> {
  await using session = createSession({ url, credentials: user });

  await insertProducts(session, product);
  await updateProducts(session, { id: product.id, price: "3999.00" });
  const sold = await getProducts(session, { id: product.id });

  const { customer: customerId, order: orderId, total } = order;
  await insertOrdersByCustomer(session, { customerId, orderedAt: new Date(order.at), orderId, total });
  const orders = await findOrdersByCustomer(session, { customerId }).toArray();
  return [
    `${sold?.name} ${Number(sold?.price)}`,
    ...orders.map((row) => `${row.orderedAt.toISOString()} ${row.total}`),
  ];
}
