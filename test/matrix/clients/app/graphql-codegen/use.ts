/** Writes and reads a product with the types that graphql-codegen made. */
import type { InsertMutation, InsertMutationVariables, ReadQuery, ReadQueryVariables } from "./src/graphql.js";
import type { ProductsInput } from "./src/graphql.js";

declare const process: { readonly env: Readonly<Record<string, string>> };
const { SERVICE_URL: url = "", SERVICE_HEADERS: headers = "", DOCUMENT: query = "" } = process.env;

async function send<Data, Variables>(operationName: string, variables: Variables): Promise<Data> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...(JSON.parse(headers) as Record<string, string>) },
    body: JSON.stringify({ query, operationName, variables }),
  });
  return ((await response.json()) as { data: Data }).data;
}

const id = "00000000-0000-4000-8000-000000000101";
const value: ProductsInput = { id, name: "lamp", price: "19.90" };
const written = await send<InsertMutation, InsertMutationVariables>("Insert", { value });
// @ts-expect-error: there is no such column.
const wrong: InsertMutationVariables = { value: { id, nope: 1 } };
const { products } = await send<ReadQuery, ReadQueryVariables>("Read", { id });
const [row] = products?.values ?? [];
const name: string | null | undefined = row?.name;
if (written.insertProducts?.applied && wrong) console.log(name, row?.price);
