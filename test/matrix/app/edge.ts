/**
 * Uses the bindings of `shop` with nothing but what every runtime has: in a page, and in a program of Deno or Bun.
 *
 * @returns "fine", or what went wrong
 */
import { ServiceError, createSession } from "@colonnade/runtime";
import { getProducts, insertProducts } from "./shop/index.ts";

export async function use(url: string, id: string): Promise<string> {
  const session = createSession({
    url,
    credentials: { username: "founder", password: "right-and-proper" },
    keyspace: "shop",
  });
  try {
    const { applied } = await insertProducts(session, { id, name: "Arm", price: "1.50" });
    const product = await getProducts(session, { id });
    return applied && product?.price === "1.50" ? "fine" : JSON.stringify(product);
  } catch (error) {
    return error instanceof ServiceError ? `${error.code}: ${error.message}` : String(error);
  } finally {
    await session.close();
  }
}
