/** What compiles and what must not: were a type lost on the way, a line would compile that is marked as an error. */
import { createSession } from "@colonnade/runtime";
import type { Rows } from "@colonnade/runtime";
import { deleteProducts, getProducts, insertProducts, updateProducts } from "./shop/index.js";
import { findOrdersByCustomer, updateOrdersByCustomer } from "./shop/index.js";
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
  findOrdersByCustomer(session, { customerId: "" }, { order: "asc", select: ["total"] });
  void deleteProducts(session, { id: "" }, { ifExists: true }).then(({ applied }) => same<boolean>(applied));
  void updateProducts(session, { id: "", price: "2" }, { if: { price: "1", name: null } }).then((result) => {
    if (result.applied === false) same<{ price?: string | null; name?: string | null }>(result.current);
  });
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
  // @ts-expect-error no such column
  void updateProducts(session, { id: "", price: "2" }, { if: { price: "1", nmae: "Arm" } });
  // @ts-expect-error a decimal is text
  void deleteProducts(session, { id: "" }, { if: { price: 1 } });
  // @ts-expect-error the database takes one of the two
  void deleteProducts(session, { id: "" }, { if: { price: "1" }, ifExists: true });
  // @ts-expect-error no such order
  findOrdersByCustomer(session, { customerId: "" }, { order: "reversed" });
  // @ts-expect-error a range of everything
  findOrdersByCustomer(session, { customerId: "", orderedAt: {} });
  // @ts-expect-error neither credentials nor a token
  createSession({ url: "http://localhost" });
  // @ts-expect-error a row is a row, not anything
  same<Promise<number>>(getProducts(session, { id: "" }));
  // @ts-expect-error rows are rows, not anything
  same<Rows<{ none: string }>>(findOrdersByCustomer(session, { customerId: "" }));
  // @ts-expect-error what a validator gives is a row, not anything
  same<number>(productsRowSchema.parse({}));
  // @ts-expect-error a validator knows its columns
  productsRowSchema.pick({ nothing: true });
}
