/** What `http.mjs` sends: the table of the service document, and a body for each case and number. */
export const keyspace = "catalog";
export const user = { username: "bench", password: "bench-password" };

const column = (name, typeDefinition) => ({ name, typeDefinition, static: false });

export const definitions = [
  {
    name: "products",
    ifNotExists: true,
    columnDefinitions: [
      column("id", "uuid"),
      column("name", "text"),
      column("description", "text"),
      column("price", "decimal"),
      column("created", "timestamp"),
    ],
    primaryKey: { partitionKey: ["id"] },
  },
];

const idOf = (number) => `65cad0df-4fc8-42df-90e5-${number.toString(16).padStart(12, "0")}`;

const values = (number) => ({
  id: idOf(number),
  name: `product ${number}`,
  description: "A product of the bench, with a description of ordinary length",
  price: `${number % 100}.99`,
  created: "2026-11-23T12:00:00.000Z",
});

const literal = (number) =>
  `{${Object.entries(values(number))
    .map(([name, value]) => `${name}:${JSON.stringify(value)}`)
    .join(",")}}`;

const insertByVariables = "mutation ($value: ProductsInput!) { insertProducts(value: $value) { applied } }";
const read = "query ($id: Uuid) { products(value: {id: $id}) { values { id name price } } }";

/** By name: the GraphQL request of a number, below `rows`. */
export const cases = {
  insert: (number) => ({ query: insertByVariables, variables: { value: values(number) } }),
  "insert, values in the text": (number) => ({
    query: `mutation { insertProducts(value: ${literal(number)}) { applied } }`,
  }),
  "read by key": (number) => ({ query: read, variables: { id: idOf(number) } }),
  "read by key, key in the text": (number) => ({
    query: `{ products(value: {id: "${idOf(number)}"}) { values { id name price } } }`,
  }),
  "50 inserts in a document": (number) => ({
    query: `mutation { ${Array.from({ length: 50 }, (_, index) => `w${index}: insertProducts(value: ${literal(number * 50 + index)}) { applied }`).join("\n")} }`,
  }),
};

/** The same row as the store takes it. */
export const rowOf = (number) =>
  new Map([
    ["id", idOf(number)],
    ["name", `product ${number}`],
    ["description", "A product of the bench, with a description of ordinary length"],
    ["price", `${number % 100}.99`],
    ["created", new Date("2026-11-23T12:00:00.000Z")],
  ]);
