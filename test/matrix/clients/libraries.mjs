/** Clients that send documents: each writes a row, reads it back, and must report the error of a bad document. */
import { ApolloClient, CombinedGraphQLErrors, HttpLink, InMemoryCache, gql } from "@apollo/client/core";
import { Client, fetchExchange } from "@urql/core";
import { GraphQLClient } from "graphql-request";

const insert = `mutation Insert($value: ProductsInput!) { insertProducts(value: $value) { applied value { id price } } }`;
const read = `query Read($id: Uuid!) { products(value: { id: $id }) { values { id name price created } } }`;
const bad = `{ nope }`;

/** A check for each library, and for each way of sending that it has. */
export const libraries = {
  urql: ({ url, headers, fetch }) => {
    const client = new Client({ url, exchanges: [fetchExchange], fetchOptions: { headers }, fetch });
    const settle = async (sent) => {
      const { data, error } = await sent.toPromise();
      if (error) throw error;
      return data;
    };
    return {
      methods: ["POST", "GET", "GET"],
      write: (value) => settle(client.mutation(insert, { value })),
      read: (id) => settle(client.query(read, { id })),
      fail: () => settle(client.query(bad, {})),
      messageOf: (error) => error.graphQLErrors[0]?.message,
    };
  },
  Apollo: (service) => apollo(service, {}, ["POST", "POST", "POST"]),
  "Apollo, queries by GET": (service) => apollo(service, { useGETForQueries: true }, ["POST", "GET", "GET"]),
  "graphql-request": ({ url, headers, fetch }) => {
    const client = new GraphQLClient(url, { headers, fetch });
    return {
      methods: ["POST", "POST", "POST"],
      write: (value) => client.request(insert, { value }),
      read: (id) => client.request(read, { id }),
      fail: () => client.request(bad),
      messageOf: (error) => error.response.errors[0]?.message,
    };
  },
  "graphql-request, by GET": ({ url, headers, fetch }) => {
    const client = new GraphQLClient(url, { headers, fetch, method: "GET" });
    return {
      methods: ["POST", "GET", "GET"],
      write: (value) => new GraphQLClient(url, { headers, fetch }).request(insert, { value }),
      read: (id) => client.request(read, { id }),
      fail: () => client.request(bad),
      messageOf: (error) => error.response.errors[0]?.message,
    };
  },
};

function apollo({ url, headers, fetch }, options, methods) {
  const link = new HttpLink({ uri: url, headers, fetch, ...options });
  const client = new ApolloClient({ link, cache: new InMemoryCache() });
  const data = async (result) => (await result).data;
  return {
    methods,
    write: (value) => data(client.mutate({ mutation: gql(insert), variables: { value } })),
    read: (id) => data(client.query({ query: gql(read), variables: { id }, fetchPolicy: "network-only" })),
    fail: () => data(client.query({ query: gql(bad) })),
    messageOf: (error) => (CombinedGraphQLErrors.is(error) ? error.errors[0]?.message : String(error)),
  };
}

/** @returns the problems */
export async function tryLibrary(service, create, number) {
  const methods = [];
  const watched = (url, init) => {
    methods.push(init?.method ?? "GET");
    return fetch(url, init);
  };
  const client = create({ ...service, fetch: watched });
  const id = `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
  const row = { id, name: "lamp & co + 1", price: "19.90", created: "2020-07-31T18:25:43.511Z" };
  const problems = [];
  const same = (what, found, wanted) => {
    const [one, other] = [JSON.stringify(found), JSON.stringify(wanted)];
    if (one !== other) problems.push(`${what}: ${one}, not ${other}`);
  };
  const { insertProducts } = await client.write(row);
  same("written", [insertProducts.applied, insertProducts.value.price], [true, row.price]);
  const [found = {}] = (await client.read(id)).products.values;
  same("read", [found.id, found.name, found.price, found.created], Object.values(row));
  const error = await client.fail().then(
    () => undefined,
    (reason) => reason,
  );
  same("error", error && client.messageOf(error), 'Cannot query field "nope" on type "Query".');
  same("methods", methods, client.methods);
  return problems;
}
