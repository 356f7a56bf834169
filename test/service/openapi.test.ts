import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { openApiPath } from "../../src/service/openapi.ts";
import { routes } from "../../src/service/route.ts";
import { openApi, problemsOf } from "./conforms.ts";
import { openFixture, request } from "./service-fixture.ts";
import type { Fixture, Reply } from "./service-fixture.ts";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture();
});
afterAll(() => fixture.close());

interface Described {
  readonly operationId: string;
  readonly summary: string;
  readonly security?: readonly object[];
  readonly responses: Readonly<Record<string, object>>;
}
const operations = Object.entries(openApi.paths).flatMap(([path, item]) =>
  Object.entries(item).flatMap(([method, operation]): [string, Described][] =>
    method === "parameters" ? [] : [[`${method} ${path}`, operation as unknown as Described]],
  ),
);

describe("the OpenAPI document", () => {
  it("is served without a token, and says nothing of the keyspaces", async () => {
    const { status, json, headers } = await request(fixture.service, "GET", openApiPath);
    expect([status, headers.get("content-type")]).toEqual([200, "application/json"]);
    expect(json).toEqual(openApi);
    expect(json).toMatchObject({ openapi: "3.1.0", info: { title: expect.any(String), version: expect.any(String) } });
    expect(JSON.stringify(json)).not.toContain("shop");
  });

  it("has every route and method", () => {
    const all = routes.flatMap(({ path, methods }) =>
      Object.keys(methods).map((method) => `${method.toLowerCase()} ${path}`),
    );
    expect(operations.map(([name]) => name)).toEqual(all);
  });

  it("gives each operation a name of its own", () => {
    const ids = operations.map(([, { operationId }]) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[a-z][A-Za-z]+$/.test(id))).toEqual([]);
  });

  test.each(operations)("describes %s", (_name, { summary, responses, security }) => {
    expect(summary).toMatch(/^[A-Z].*\.$/);
    expect(Object.keys(responses).some((status) => status.startsWith("2"))).toBe(true);
    expect("401" in responses).toBe(security !== undefined || summary === "Creates a token.");
  });

  it("refers to nothing that is missing, and has no schema that nothing refers to", () => {
    const referred = Array.from(JSON.stringify(openApi).matchAll(/#\/components\/schemas\/(\w+)/g), ([, name]) => name);
    expect(new Set(referred)).toEqual(new Set(Object.keys(openApi.components.schemas)));
  });

  it("describes every parameter of a path", () => {
    for (const [path, item] of Object.entries(openApi.paths)) {
      const names = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => ({ name, description: expect.any(String) }));
      expect((item as { parameters?: unknown }).parameters ?? []).toMatchObject(names);
    }
  });
});

describe("a response that the document does not have", () => {
  const tables = "/api/rest/v1/keyspaces/shop/tables";
  const reply = (status: number, json: unknown, type = "application/json"): Reply => {
    return { status, json, text: JSON.stringify(json), headers: new Headers({ "content-type": type }) };
  };

  test.each([
    ["another status", reply(418, {}), "GET /api/rest/v1/keyspaces/{keyspace}/tables: 418 is not in the document"],
    ["another media type", reply(200, [], "text/html"), /text\/html is not in the document$/],
    ["another body", reply(200, [1]), /Invalid input: expected string, received number/],
    ["another error", reply(404, { description: "x" }), /expected number, received undefined/],
  ])("is noticed by %s", (_what, response, problem) => {
    expect(problemsOf("GET", tables, response)).toEqual([
      typeof problem === "string" ? problem : expect.stringMatching(problem),
    ]);
    expect(problemsOf("GET", tables, reply(200, ["products"]))).toEqual([]);
  });
});
