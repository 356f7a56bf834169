/** Writes and reads a product by documents whose types gql.tada infers; sent by urql, queries by GET. */
import { Client, fetchExchange } from "@urql/core";
import { initGraphQLTada } from "gql.tada";
import type { introspection } from "./generated.js";

declare const process: { readonly env: Readonly<Record<string, string>> };
const { SERVICE_URL: url = "", SERVICE_HEADERS: headers = "" } = process.env;
const graphql = initGraphQLTada<{
  introspection: introspection;
  scalars: { Uuid: string; Decimal: string; Timestamp: string };
}>();
const fetchOptions = { headers: JSON.parse(headers) as Record<string, string> };
const client = new Client({ url, exchanges: [fetchExchange], fetchOptions });

const insert = graphql(`
  mutation Insert($value: ProductsInput!) {
    insertProducts(value: $value) {
      applied
    }
  }
`);
const read = graphql(`
  query Read($id: Uuid!) {
    products(value: { id: $id }) {
      values {
        name
        price
      }
    }
  }
`);

const id = "00000000-0000-4000-8000-000000000103";
const written = await client.mutation(insert, { value: { id, name: "lamp", price: "19.90" } }).toPromise();
const found = await client.query(read, { id }).toPromise();
const [row] = found.data?.products?.values ?? [];
// @ts-expect-error: it was not asked for.
const wrong: unknown = row?.created;
const name: string | null | undefined = row?.name;
if (written.data?.insertProducts?.applied && wrong === undefined) console.log(name, row?.price);
else console.log(written.error, found.error);
