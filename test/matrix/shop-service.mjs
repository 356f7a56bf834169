/** The service with the tables of `examples/shop`, in a process of its own kind: other runtimes and browsers call it. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import * as esbuild from "esbuild";

export const user = { username: "founder", password: "right-and-proper" };

/** @param options of `createService`, such as `cors` */
export async function startService(work, folder, options = {}) {
  const load = (path) => import(pathToFileURL(join(work, "node_modules", path)).href);
  const { createService, listen, openEmbeddedStore } = await load("colonnade/dist/index.js");
  const { createSession } = await load("@colonnade/runtime/dist/index.js");
  const { createTable } = await load("@colonnade/runtime/dist/definitions.js");
  const store = await openEmbeddedStore({ directory: join(folder, "data") });
  await store.createKeyspace("shop");
  const service = createService({ store, user, keyspace: "shop", ...options });
  const listener = await listen(service, { port: 0 });
  const session = createSession({ url: listener.url, credentials: user, keyspace: "shop" });
  const file = join(folder, "shop.mjs");
  await esbuild.build({ entryPoints: [join(work, "run/shop/index.ts")], bundle: true, format: "esm", outfile: file });
  await createTable(session, (await import(pathToFileURL(file).href)).productsTable);
  await session.close();
  const close = async () => {
    await listener.close();
    await store.close();
  };
  return { url: listener.url, close };
}
