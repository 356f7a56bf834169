/**
 * A service for benchmarks, in a process of its own: gives tokens to anybody, and applies every insert.
 *
 * `node server.mjs stub MS` does not parse the document: it finds the fields, and says so long after that all were applied.
 * `node server.mjs graphql-js 0` parses, validates and executes. `GET /count` tells how many documents and fields came since it
 * was asked last.
 */
import { createServer } from "node:http";

const [kind, delay] = process.argv.slice(2);
const answers = { stub: answerStub, "graphql-js": kind === "graphql-js" ? await createExecutor() : undefined };
const answer = answers[kind];
const waitMs = Number(delay);
let count = { documents: 0, fields: 0 };

const server = createServer((request, response) => {
  const parts = [];
  request.on("data", (part) => parts.push(part));
  request.on("end", async () => {
    if (request.url === "/count") {
      const counted = count;
      count = { documents: 0, fields: 0 };
      return send(response, 200, counted);
    }
    if (request.url.endsWith("/auth"))
      return send(response, 201, { authToken: "5f3a1d52-6e59-4b8e-9c43-0d5a1c2b7e10" });
    const result = await answer(Buffer.concat(parts).toString());
    count.documents += 1;
    count.fields += Object.keys(result.data ?? {}).length;
    if (waitMs > 0) setTimeout(send, waitMs, response, 200, result);
    else send(response, 200, result);
  });
});
// Longer than any pause between rounds: a connection that dies between two calls is not what is measured.
server.keepAliveTimeout = 600_000;
// Ends with the process that started it, however that ends.
process.stdin.resume().on("end", () => process.exit());
server.listen(0, "127.0.0.1", () => process.stdout.write(`http://127.0.0.1:${server.address().port}\n`));

function send(response, status, json) {
  const body = JSON.stringify(json);
  response.writeHead(status, { "content-type": "application/json", "content-length": Buffer.byteLength(body) });
  response.end(body);
}

function answerStub(body) {
  const data = {};
  for (const [, alias] of JSON.parse(body).query.matchAll(/(?:(\w+): ?)?insertProducts ?\(/g)) {
    data[alias ?? "insertProducts"] = { applied: true };
  }
  return { data };
}

/** The tables' part of a schema as the service has it, without a table behind it. */
async function createExecutor() {
  const { buildSchema, execute, parse, validate } = await import("graphql");
  const schema = buildSchema(`
    scalar Uuid
    scalar Decimal
    scalar Timestamp
    enum MutationConsistency { LOCAL_ONE LOCAL_QUORUM ALL SERIAL LOCAL_SERIAL }
    input MutationOptions { consistency: MutationConsistency, ttl: Int }
    input ProductsInput { id: Uuid, name: String, description: String, price: Decimal, created: Timestamp }
    type Products { id: Uuid, name: String, description: String, price: Decimal, created: Timestamp }
    type ProductsMutationResult { applied: Boolean, accepted: Boolean, value: Products }
    type Query { products(value: ProductsInput): [Products] }
    type Mutation {
      insertProducts(value: ProductsInput!, ifNotExists: Boolean, options: MutationOptions): ProductsMutationResult
    }`);
  const rootValue = { insertProducts: async ({ value }) => ({ applied: true, accepted: true, value }) };
  return async (body) => {
    const { query, variables } = JSON.parse(body);
    const document = parse(query);
    const errors = validate(schema, document);
    if (errors.length > 0) return { errors };
    return execute({ schema, document, rootValue, variableValues: variables });
  };
}
