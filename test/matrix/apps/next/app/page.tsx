import { connection } from "next/server";
import { scanProducts } from "../db/products";
import { session } from "../lib/session";

export default async function Page() {
  // Each request reads the rows. Otherwise `next build` reads them, once.
  await connection();
  const products = await scanProducts(session, { limit: 20 }).toArray();
  return (
    <ul>
      {products.map(({ id, name, price }) => (
        <li key={id}>
          {name}: {price}
        </li>
      ))}
    </ul>
  );
}
