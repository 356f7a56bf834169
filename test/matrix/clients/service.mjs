/** Our own service on a free port, with the table `products` of the example, in a folder that is removed afterwards. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const root = join(import.meta.dirname, "../../..");
const user = { username: "ann", password: "correct horse" };

/** @returns the address of the GraphQL endpoint, its user, and the headers of a call */
export async function startService() {
  const { createService, listen, openEmbeddedStore } = await import(pathToFileURL(join(root, "dist/index.js")).href);
  const directory = mkdtempSync(join(tmpdir(), "colonnade-clients-"));
  const store = await openEmbeddedStore({ directory });
  await store.createKeyspace("shop");
  const listener = await listen(createService({ store, user, keyspace: "shop" }), { port: 0 });
  const post = async (path, body, headers = {}) => {
    const init = { method: "POST", headers: { "content-type": "application/json", ...headers }, body };
    const response = await fetch(`${listener.url}/api/rest/v1/${path}`, init);
    if (response.status !== 201) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const { authToken } = await post("auth", JSON.stringify(user));
  const headers = { "x-service-token": authToken };
  const definition = readFileSync(join(root, "examples/shop/definitions/shop/products.json"), "utf8");
  await post("keyspaces/shop/tables", definition, headers);
  return {
    url: `${listener.url}/api/graphql/shop`,
    user,
    headers,
    close: async () => {
      await listener.close();
      await store.close();
      rmSync(directory, { recursive: true });
    },
  };
}
