/**
 * The table of `http-cases.mjs` on fastify and mercurius, with its rows in a Map and documents compiled by graphql-jit: what a
 * GraphQL server by hand does. Its scalars take any value, which ours check.
 */
import { createRequire } from "node:module";
import { join } from "node:path";
import { keyspace } from "./http-cases.mjs";

/** Installed by `http.mjs --mercurius`, in a folder of its own. */
export const mercuriusPackages = { fastify: "5.12.8", graphql: "16.15.0", mercurius: "16.10.1" };

const schema = `
  scalar Uuid
  scalar Decimal
  scalar Timestamp
  type Products { id: Uuid name: String description: String price: Decimal created: Timestamp }
  input ProductsInput { id: Uuid name: String description: String price: Decimal created: Timestamp }
  type ProductsResult { values: [Products!]! }
  type ProductsMutationResult { applied: Boolean! value: Products }
  type Query { products(value: ProductsInput): ProductsResult }
  type Mutation { insertProducts(value: ProductsInput!): ProductsMutationResult }
`;

/** @param folder that of the packages */
export async function startMercurius(folder) {
  const require = createRequire(join(folder, "package.json"));
  const rows = new Map();
  const resolvers = {
    Query: {
      products: (_, { value }) => {
        const row = rows.get(value?.id);
        return { values: row ? [row] : [] };
      },
    },
    Mutation: {
      insertProducts: (_, { value }) => {
        rows.set(value.id, value);
        return { applied: true, value };
      },
    },
  };
  const app = require("fastify")({ keepAliveTimeout: 600_000 });
  app.register(require("mercurius"), { schema, resolvers, jit: 1, path: `/api/graphql/${keyspace}` });
  return app.listen({ port: 0, host: "127.0.0.1" });
}
