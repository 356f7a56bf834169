/** The program of `docs/graphql-clients.md` for Apollo. */
import { ApolloClient, HttpLink, InMemoryCache } from "@apollo/client/core";
import { createSession } from "@colonnade/runtime";
import { sessionFetch } from "@colonnade/runtime/documents";
import { fromEnv } from "@colonnade/runtime/node";
import { decodeProductsPage, encodeProductsGet, getProductsDocument } from "./db/products.documents.js";

const session = createSession({ url: "http://localhost:8080", ...fromEnv() });
const link = new HttpLink({ uri: `${session.url}/api/graphql/shop`, fetch: sessionFetch(session) });
const client = new ApolloClient({ link, cache: new InMemoryCache() });

const id = "5f3a1d52-6e59-4b8e-9c43-0d5a1c2b7e10";
const { data } = await client.query({ query: getProductsDocument, variables: encodeProductsGet({ id }) });
const [product] = decodeProductsPage(data?.products).rows;
console.log(product?.name);
