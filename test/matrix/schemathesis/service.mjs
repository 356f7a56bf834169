/** Our own service on a free port, with the tables of the example and rows in them, in memory. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const root = join(import.meta.dirname, "../../..");
const user = { username: "ann", password: "correct horse" };

/** @returns its address and a token */
export async function startService() {
  const { createService, listen, openMemoryStore } = await import(pathToFileURL(join(root, "dist/index.js")).href);
  const store = await openMemoryStore();
  await store.createKeyspace("shop");
  const onError = (error) => process.stderr.write(`${error.stack}\n`);
  const listener = await listen(createService({ store, user, keyspace: "shop", onError }), { port: 0 });
  const post = async (path, body, headers = {}) => {
    const init = { method: "POST", headers: { "content-type": "application/json", ...headers }, body };
    const response = await fetch(`${listener.url}/api/rest/v1/${path}`, init);
    if (response.status !== 201) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const { authToken: token } = await post("auth", JSON.stringify(user));
  const headers = { "x-service-token": token };
  const definition = readFileSync(join(root, "examples/shop/definitions/shop/products.json"), "utf8");
  const tables = "keyspaces/shop/tables";
  await post(tables, definition, headers);
  await post(tables, JSON.stringify({ ...JSON.parse(definition), name: "spare" }), headers);
  await post(`${tables}/products/columns`, JSON.stringify({ name: "spare", typeDefinition: "int" }), headers);
  for (let number = 1; number <= 3; number++) {
    const id = `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
    const columns = [
      { name: "id", value: id },
      { name: "name", value: `product ${number}` },
    ];
    await post(`${tables}/products/rows`, JSON.stringify({ columns }), headers);
  }
  return {
    url: listener.url,
    token,
    close: async () => {
      await listener.close();
      await store.close();
    },
  };
}
