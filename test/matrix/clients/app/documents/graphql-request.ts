/** The program of `docs/graphql-clients.md` for graphql-request. */
import { createSession } from "@colonnade/runtime";
import { sessionFetch } from "@colonnade/runtime/documents";
import { fromEnv } from "@colonnade/runtime/node";
import { GraphQLClient } from "graphql-request";
import {
  decodeProductsPage,
  encodeProductsGet,
  encodeProductsInsert,
  getProductsDocument,
  insertProductsDocument,
} from "./db/products.documents.js";

const session = createSession({ url: "http://localhost:8080", ...fromEnv() });
const client = new GraphQLClient(`${session.url}/api/graphql/shop`, { fetch: sessionFetch(session) });

const id = "5f3a1d52-6e59-4b8e-9c43-0d5a1c2b7e10";
await client.request(insertProductsDocument, encodeProductsInsert({ id, name: "Robot arm" }));

const { products } = await client.request(getProductsDocument, encodeProductsGet({ id }));
const [product] = decodeProductsPage(products).rows;
console.log(product?.name);
