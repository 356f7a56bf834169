/**
 * What every route does with every method, by the route table itself: a route that is added later is tested too. The
 * only thing to add is a body for it.
 */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { routes } from "../../src/service/route.ts";
import { isWrite } from "../../src/service/endpoint.ts";
import type { Route } from "../../src/service/endpoint.ts";
import { StoreError } from "../../src/store/index.ts";
import type { Store } from "../../src/store/index.ts";
import { openFixture, products, request, user, uuid } from "./service-fixture.ts";
import type { Fixture, Reply } from "./service-fixture.ts";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture();
});
afterAll(() => fixture.close());

/** A path of the route: that of the table `products` of the fixture, and of a row that it could have. */
const pathOf = ({ path }: Route): string =>
  path.replace("{keyspace}", "shop").replace("{table}", "products").replace("{column}", "id").replace("{key}", uuid(1));

const standard = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
/** RFC 9110 allows any token. Node accepts a fixed list only, but the service is also a function. */
const anyMethod = fc.oneof(
  fc.constantFrom(...standard, "PROPFIND", "get", "Post", "constructor", "__proto__", "toString", "hasOwnProperty"),
  fc.stringMatching(/^[!#$%&'*+.^_`|~A-Za-z0-9-]{1,20}$/),
);
/** `Request` cannot be created with these, and changes the letter case of the standard ones. */
const isSendable = (method: string): boolean => !/^(?:CONNECT|TRACE|TRACK)$/i.test(method);
const asSent = (method: string): string => new Request("http://localhost", { method }).method;

const takesBody = (method: string): boolean => ["POST", "PUT", "PATCH"].includes(method);
const withBody = routes.flatMap((route) =>
  Object.keys(route.methods).flatMap((method): [string, string][] =>
    takesBody(method) ? [[method, pathOf(route)]] : [],
  ),
);

/** Metrics are longer every time. */
const comparable = ({ status, headers }: Reply): unknown => {
  const differs = headers.get("content-type") === "application/json" ? [] : ["content-length"];
  const same = [...headers].filter(([name]) => ![...differs, "x-service-request-id"].includes(name));
  return { status, headers: Object.fromEntries(same) };
};

describe("a method", () => {
  it("has an endpoint, or is refused with 405 and the methods that have one", async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...routes), anyMethod.filter(isSendable), async (route, method) => {
        const sent = asSent(method);
        const names = Object.keys(route.methods);
        const allowed = new Set([...names, ...(names.includes("GET") ? ["HEAD"] : []), "OPTIONS"]);
        const { status, headers, json } = await fixture.send(method, pathOf(route));
        if (!allowed.has(sent)) {
          expect(status).toBe(405);
          const message = "HTTP 405 Method Not Allowed";
          if (sent === "HEAD") expect(json).toBeUndefined();
          else if (route.errorFormat === "rest") expect(json).toEqual({ description: message, code: 405 });
          else expect(json).toEqual({ errors: [{ message, extensions: { code: "method-not-allowed" } }] });
        } else expect(status).not.toBe(405);
        if (status === 405 || sent === "OPTIONS") {
          expect(new Set(headers.get("allow")?.split(", "))).toEqual(allowed);
        }
      }),
      { numRuns: 500 },
    );
  });

  test.each(routes)("OPTIONS of $path is answered without a token, a body and an effect", async (route) => {
    const { status, headers, json } = await request(fixture.service, "OPTIONS", pathOf(route));
    expect({ status, json }).toEqual({ status: 204, json: undefined });
    expect(headers.get("allow")).toContain("OPTIONS");
    expect(headers.get("content-type")).toBeNull();
  });

  test.each(routes.filter(({ methods }) => methods["GET"]))(
    "HEAD of $path is GET without the body, refused or not",
    async (route) => {
      const path = pathOf(route);
      for (const send of [fixture.send, request.bind(undefined, fixture.service)]) {
        const [get, head] = [await send("GET", path), await send("HEAD", path)];
        expect(comparable(head)).toEqual(comparable(get));
        expect([get.text === "", head.text]).toEqual([false, ""]);
      }
    },
  );

  test.each(routes.filter(({ open }) => !open))("of $path needs a token", async (route) => {
    for (const method of Object.keys(route.methods)) {
      expect((await request(fixture.service, method, pathOf(route))).status).toBe(401);
    }
  });

  test.each(routes)("is no matter where there is no route, as beside $path", async (route) => {
    for (const path of [pathOf(route).toUpperCase(), `/x${pathOf(route)}`]) {
      for (const method of standard) expect((await fixture.send(method, path)).status).toBe(404);
    }
  });
});

describe("a body", () => {
  test.each(withBody)("of %s %s that is not JSON is refused with 415", async (method, path) => {
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]) {
      expect((await fixture.send(method, path, "{}", { "content-type": type })).status).toBe(415);
    }
    const untyped = new Request(`http://localhost${path}`, {
      method,
      headers: { "x-service-token": fixture.token },
      body: new Blob(["{}"]),
    });
    expect((await fixture.service(untyped)).status).toBe(415);
  });

  test.each(withBody)("of %s %s may be missing, and then needs no type", async (method, path) => {
    const { status } = await fixture.send(method, path);
    expect([200, 400, 422]).toContain(status);
  });

  test.each(withBody)("of %s %s has at most 1 MiB, declared or not", async (method, path) => {
    expect((await fixture.send(method, path, "{}", { "content-length": "1048577" })).status).toBe(413);
    expect((await fixture.send(method, path, " ".repeat(1024 * 1024 + 1))).status).toBe(413);
  });
});

describe("a full disk", () => {
  const bodies: Readonly<Record<string, unknown>> = {
    "POST /api/rest/v1/keyspaces/{keyspace}/tables": { ...products, name: "more" },
    "POST /api/rest/v1/keyspaces/{keyspace}/tables/{table}/columns": { name: "more", typeDefinition: "text" },
    "PUT /api/rest/v1/keyspaces/{keyspace}/tables/{table}/columns/{column}": { newName: "more" },
    "POST /api/rest/v1/keyspaces/{keyspace}/tables/{table}/rows": { columns: [{ name: "id", value: uuid(1) }] },
    "PUT /api/rest/v1/keyspaces/{keyspace}/tables/{table}/rows/{key}": { changeset: [{ column: "name", value: "a" }] },
  };
  const writes = routes
    .filter(({ errorFormat, open }) => errorFormat === "rest" && !open)
    .flatMap(({ path, methods }) =>
      Object.entries(methods).flatMap(([method, operation]) =>
        isWrite(method, operation) ? [[method, path] as const] : [],
      ),
    );
  const full = new StoreError("full", "no room in /home/ann/data");
  const fullStore = (store: Store): Store =>
    new Proxy(store, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name);
        if (/^(?:insert|update|delete|batch|create|drop|alter)/.test(String(name))) return () => Promise.reject(full);
        return typeof member === "function" ? member.bind(target) : member;
      },
    });

  test.each(writes)("makes %s %s a 507, and nothing else", async (method, path) => {
    const writable = await openFixture();
    const own = await openFixture([], { store: fullStore(writable.store) });
    const concrete = pathOf({ path, errorFormat: "rest", methods: {} });
    const body = bodies[`${method} ${path}`];
    if (takesBody(method) && body === undefined) throw new Error(`Add a body for ${method} ${path}`);
    const { status, json } = await own.send(method, concrete, body);
    expect(status).toBe(507);
    expect(json).toEqual({
      description: expect.stringMatching(/^The disk is full: nothing can be written/),
      code: 507,
    });
    expect(own.reported).toEqual([full]);
    expect((await own.send("GET", `${concrete.split("/tables")[0]}/tables`)).status).toBe(200);
    await Promise.all([own.close(), writable.close()]);
  });
});

it("the credentials of the fixture work, so that a 401 above means a missing token", async () => {
  expect((await request(fixture.service, "POST", "/api/rest/v1/auth", user)).status).toBe(201);
});
