/** Writes, reads and deletes a product by typed documents, with each client. Lines that must not compile say so. */
import { ApolloClient, HttpLink, InMemoryCache } from "@apollo/client/core";
import { Client, cacheExchange, fetchExchange } from "@urql/core";
import { GraphQLClient } from "graphql-request";
import type { ProductsKeyWire, ProductsRowWire } from "./db/products.documents.js";
import {
  decodeProductsPage,
  deleteProductsDocument,
  encodeProductsDelete,
  encodeProductsFind,
  encodeProductsGet,
  encodeProductsInsert,
  encodeProductsUpdate,
  findProductsDocument,
  getProductsDocument,
  insertProductsDocument,
  updateProductsDocument,
} from "./db/documents.js";

declare const process: { readonly env: Readonly<Record<string, string>> };
const { SERVICE_URL: url = "" } = process.env;
const headers = JSON.parse(process.env["SERVICE_HEADERS"] ?? "") as Record<string, string>;

const created = new Date("2020-07-31T18:25:43.511Z");
const product = { name: "lamp", price: "19.90", created };
const same = <T>(value: T): T => value;
const told: string[] = [];

/** What all clients must have seen of a product. */
function tell(rows: readonly { name: string | null; price: string | null; created: Date | null }[]): void {
  const [row] = rows;
  if (rows.length !== 1 || row?.created?.getTime() !== created.getTime()) throw new Error(JSON.stringify(rows));
  told.push(`${row.name} ${row.price}`);
}

async function useGraphqlRequest(id: string): Promise<void> {
  const client = new GraphQLClient(url, { headers });
  const written = await client.request(insertProductsDocument, encodeProductsInsert({ id, ...product }));
  same<boolean | null | undefined>(written.insertProducts?.applied);
  const again = await client.request(insertProductsDocument, { value: { id }, ifNotExists: true });
  const unless = encodeProductsUpdate({ id, price: "9.90" }, { if: { name: "another" } });
  const changed = await client.request(updateProductsDocument, unless);
  const applied = [again.insertProducts?.applied, changed.updateProducts?.applied];
  if (applied.some((one) => one !== false)) throw new Error("a condition was ignored");
  const { products } = await client.request(getProductsDocument, { key: { id } });
  same<ProductsRowWire[] | null | undefined>(products?.values);
  const unused = (): void => {
    // @ts-expect-error: the key is missing
    void client.request(getProductsDocument, { key: {} });
    // @ts-expect-error: a bigint, a Date or a Map is not JSON
    void client.request(insertProductsDocument, { value: { id, created } });
    // @ts-expect-error: there is no such column
    void products?.values?.[0]?.nope;
    // What these clients do not refuse, and `encode…` does.
    const misspelled = { id, nmae: "lamp" };
    void client.request(insertProductsDocument, { value: misspelled });
    // @ts-expect-error: not in a literal
    encodeProductsInsert({ id, nmae: "lamp" });
  };
  void unused;
  tell(decodeProductsPage(products).rows);
  await client.request(deleteProductsDocument, encodeProductsDelete({ id }, { ifExists: true }));
  const left = await client.request(findProductsDocument, { where: { id: { in: [id] } }, options: { pageSize: 5 } });
  told.push(`${left.products?.values?.length}`);
}

async function useUrql(id: string): Promise<void> {
  const client = new Client({ url, exchanges: [cacheExchange, fetchExchange], fetchOptions: { headers } });
  const written = await client.mutation(insertProductsDocument, encodeProductsInsert({ id, ...product })).toPromise();
  if (written.error || !written.data?.insertProducts?.applied) throw written.error ?? new Error("not applied");
  const { data, error } = await client.query(findProductsDocument, encodeProductsFind({ id })).toPromise();
  if (error) throw error;
  same<ProductsRowWire[] | null | undefined>(data?.products?.values);
  const unused = (): void => {
    // @ts-expect-error: the key is missing
    void client.query(getProductsDocument, { key: {} });
  };
  void unused;
  tell(decodeProductsPage(data?.products).rows);
}

async function useApollo(id: string): Promise<void> {
  const client = new ApolloClient({ link: new HttpLink({ uri: url, headers }), cache: new InMemoryCache() });
  const variables = encodeProductsInsert({ id, ...product });
  const written = await client.mutate({ mutation: insertProductsDocument, variables });
  if (!written.data?.insertProducts?.applied) throw new Error("not applied");
  const { data } = await client.query({ query: getProductsDocument, variables: encodeProductsGet({ id }) });
  same<string | null | undefined>(data?.products?.pageState);
  const unused = (): void => {
    // @ts-expect-error: the key is missing
    void client.query({ query: getProductsDocument, variables: { key: {} } });
  };
  void unused;
  tell(decodeProductsPage(data?.products).rows);
}

const key: ProductsKeyWire = { id: "00000000-0000-4000-8000-000000000201" };
await useGraphqlRequest(key.id);
await useUrql("00000000-0000-4000-8000-000000000202");
await useApollo("00000000-0000-4000-8000-000000000203");
console.log(told.join(", "));
