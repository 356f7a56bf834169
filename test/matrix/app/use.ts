/** What compiles and what must not: were a type lost on the way, a line would compile that is marked as an error. */
import { createSession } from "@colonnade/runtime";
import type { Rows } from "@colonnade/runtime";
import { findOrdersByCustomer, getProducts, insertProducts, updateOrdersByCustomer } from "./shop/index.js";
import type { OrdersByCustomerRow, ProductsRow } from "./shop/index.js";
import { productsInsertSchema, productsRowSchema } from "./shop/zod.js";

const session = createSession({ url: "http://localhost", credentials: { username: "a", password: "b" } });
const orderedAt = new Date(0);
const same = <T>(_value: T): void => undefined;

export function compiles(): void {
  same<Promise<ProductsRow | undefined>>(getProducts(session, { id: "" }));
  same<Promise<{ name: string | null } | undefined>>(getProducts(session, { id: "" }, { select: ["name"] }));
  same<Rows<OrdersByCustomerRow>>(findOrdersByCustomer(session, { customerId: "", orderedAt: { gte: orderedAt } }));
  same<ProductsRow>(productsRowSchema.parse({}));
  same<{ id: string }>(productsRowSchema.pick({ id: true }).parse({}));
  void insertProducts(session, productsInsertSchema.parse({}));
  void updateOrdersByCustomer(session, { customerId: "", customerName: "Ada" });
}

export function doesNotCompile(): void {
  // @ts-expect-error the key is missing
  void insertProducts(session, { name: "Arm" });
  // @ts-expect-error a decimal is text
  void insertProducts(session, { id: "", price: 1 });
  // @ts-expect-error no such column
  void insertProducts(session, { id: "", nmae: "Arm" });
  // @ts-expect-error the partition key is missing
  void findOrdersByCustomer(session, { orderedAt });
  // @ts-expect-error the column before it is missing
  void findOrdersByCustomer(session, { customerId: "", orderId: "" });
  // @ts-expect-error no such column
  void getProducts(session, { id: "" }, { select: ["nothing"] });
  // @ts-expect-error a row is a row, not anything
  same<Promise<number>>(getProducts(session, { id: "" }));
  // @ts-expect-error rows are rows, not anything
  same<Rows<{ none: string }>>(findOrdersByCustomer(session, { customerId: "" }));
  // @ts-expect-error what a validator gives is a row, not anything
  same<number>(productsRowSchema.parse({}));
  // @ts-expect-error a validator knows its columns
  productsRowSchema.pick({ nothing: true });
}
