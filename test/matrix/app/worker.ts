/**
 * A worker that writes: each request inserts one product, with the session of the module or with one of its own. Bundled and
 * run on workerd, where what one request begins ends with it, and no other may wait for it.
 */
import { createSession } from "@colonnade/runtime";
import { batchWrites } from "@colonnade/runtime/batch";
import type { Batch, OpenSession } from "@colonnade/runtime";
import { getProducts, insertProducts } from "./shop/index.ts";

/** The bundle defines it. */
declare const serviceUrl: string;

function open(batch?: Batch): OpenSession {
  const credentials = { username: "founder", password: "right-and-proper" };
  return createSession({ url: serviceUrl, credentials, keyspace: "shop", batch });
}

const ofModule: Readonly<Record<string, OpenSession>> = { shared: open(batchWrites()), alone: open() };

export default {
  /**
   * `POST /shared/{id}` writes by the module's session, `POST /alone/{id}` by one that does not batch, `POST /own/{id}` by one of
   * the request's own; GET reads.
   */
  async fetch(request: Request): Promise<Response> {
    const [, whose = "", id = ""] = new URL(request.url).pathname.split("/");
    const session = ofModule[whose] ?? open(batchWrites());
    try {
      if (request.method === "GET") return Response.json((await getProducts(session, { id })) ?? null);
      const { applied } = await insertProducts(session, { id, name: await request.text() });
      return Response.json({ applied });
    } catch (error) {
      return new Response(String(error), { status: 500 });
    }
  },
};
