/** Writes and reads a product with the client that genql made. CommonJS, for it imports without file endings. */
import { createClient } from "./generated";

declare const process: { readonly env: Readonly<Record<string, string>> };
const { SERVICE_URL: url = "", SERVICE_HEADERS: headers = "" } = process.env;
const client = createClient({ url, headers: JSON.parse(headers) as Record<string, string> });

async function main(): Promise<void> {
  const id = "00000000-0000-4000-8000-000000000102";
  const { insertProducts } = await client.mutation({
    insertProducts: { __args: { value: { id, name: "lamp", price: "19.90" } }, applied: true },
  });
  const { products } = await client.query({
    products: { __args: { filter: { id: { eq: id } } }, values: { name: true, price: true } },
  });
  const [row] = products?.values ?? [];
  // @ts-expect-error: it was not asked for.
  const wrong: unknown = row?.created;
  const name: string | null | undefined = row?.name;
  if (insertProducts?.applied && wrong === undefined) console.log(name, row?.price);
}

void main();
