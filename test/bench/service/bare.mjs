/**
 * What `start.mjs` compares with: the same first response from the same packages with nothing around, in one file.
 *
 * node:http listens on both loopback addresses, LevelDB is opened in a folder, and graphql-js validates and executes the
 * document on a type with one column.
 */
import { createServer } from "node:http";
import { ClassicLevel } from "classic-level";
import {
  GraphQLID,
  GraphQLInputObjectType,
  GraphQLInt,
  GraphQLList,
  GraphQLObjectType,
  GraphQLSchema,
  execute,
  parse,
  validate,
} from "graphql";

const level = new ClassicLevel(process.argv[2], { keyEncoding: "buffer", valueEncoding: "buffer" });
const row = new GraphQLObjectType({ name: "Row", fields: { id: { type: GraphQLID } } });
const page = new GraphQLObjectType({ name: "Page", fields: { values: { type: new GraphQLList(row) } } });
const options = new GraphQLInputObjectType({ name: "Options", fields: { pageSize: { type: GraphQLInt } } });
const products = { type: page, args: { options: { type: options } }, resolve: readPage };
const schema = new GraphQLSchema({ query: new GraphQLObjectType({ name: "Query", fields: { products } }) });

async function readPage() {
  const values = [];
  for await (const [key] of level.iterator({ limit: 1 })) values.push({ id: key.toString() });
  return { values };
}

async function answer(path, { query }) {
  if (path.endsWith("/auth")) return { authToken: "none" };
  const document = parse(query);
  const errors = validate(schema, document);
  return errors.length > 0 ? { errors } : execute({ schema, document });
}

function listen(port, host) {
  const server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8").on("data", (chunk) => (text += chunk));
    request.on("end", async () => {
      const body = JSON.stringify(await answer(request.url, JSON.parse(text)));
      response
        .writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) })
        .end(body);
    });
  });
  return new Promise((resolve) => server.listen({ port, host }, () => resolve(server.address().port)));
}

const port = await listen(0, "127.0.0.1");
await listen(port, "::1");
await level.open();
process.once("SIGTERM", () => process.exit());
process.stdout.write(`http://127.0.0.1:${port}\n`);
