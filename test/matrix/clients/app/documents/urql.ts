/** The program of `docs/graphql-clients.md` for urql. */
import { createSession } from "@colonnade/runtime";
import { sessionFetch } from "@colonnade/runtime/documents";
import { fromEnv } from "@colonnade/runtime/node";
import { Client, cacheExchange, fetchExchange } from "@urql/core";
import {
  decodeProductsPage,
  encodeProductsGet,
  encodeProductsInsert,
  getProductsDocument,
  insertProductsDocument,
} from "./db/products.documents.js";

const session = createSession({ url: "http://localhost:8080", ...fromEnv() });
const client = new Client({
  url: `${session.url}/api/graphql/shop`,
  exchanges: [cacheExchange, fetchExchange],
  fetch: sessionFetch(session),
});

const id = "5f3a1d52-6e59-4b8e-9c43-0d5a1c2b7e10";
const written = await client.mutation(insertProductsDocument, encodeProductsInsert({ id, name: "Robot arm" }));
if (written.error) throw written.error;

const { data, error } = await client.query(getProductsDocument, encodeProductsGet({ id }));
if (error) throw error;
const [product] = decodeProductsPage(data?.products).rows;
console.log(product?.name);
