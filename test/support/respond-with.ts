import type { Service } from "../../src/service/index.ts";

const sent = ["accept", "content-type", "x-service-token", "x-service-request-id", "x-service-keyspace"];

/** What `listen` takes, from a function that is written with the objects of the web platform. */
export function respondWith(serve: (request: Request) => Promise<Response>): Pick<Service, "respond"> {
  return {
    respond: async (request) => {
      const { method, target } = request;
      const headers = sent.flatMap((name): [string, string][] => {
        const value = request.header(name);
        return value === null ? [] : [[name, value]];
      });
      const bytes = method === "GET" ? undefined : await request.readBytes(2 ** 20);
      const body = bytes?.length ? { body: new Uint8Array(bytes) } : {};
      const response = await serve(new Request(`http://localhost${target}`, { method, headers, ...body }));
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        ...(response.body && { body: await response.text() }),
      };
    },
  };
}
