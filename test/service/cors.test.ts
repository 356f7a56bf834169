import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { routes } from "../../src/service/route.ts";
import { openFixture, request, user } from "./service-fixture.ts";
import type { Fixture } from "./service-fixture.ts";

const origins = ["https://app.example", "http://localhost:3000"];
const auth = "/api/rest/v1/auth";
const keyspaces = "/api/rest/v1/keyspaces";

let open: Fixture;
let closed: Fixture;
beforeAll(async () => {
  open = await openFixture([], { origins });
  closed = await openFixture([]);
});
afterAll(() => Promise.all([open.close(), closed.close()]));

const corsHeaders = (headers: Headers): Record<string, string> =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith("access-control-") || name === "vary"));
const preflight = (origin: string, path: string, method = "POST") =>
  request(open.service, "OPTIONS", path, undefined, {
    origin,
    "access-control-request-method": method,
    "access-control-request-headers": "content-type,x-service-token",
  });

describe("a page of another origin", () => {
  it("may use every route when its origin is listed, and read why it was refused", async () => {
    for (const origin of origins) {
      for (const { path } of routes) {
        const { headers } = await request(open.service, "GET", path, undefined, { origin });
        expect(corsHeaders(headers)).toEqual({
          vary: "Origin",
          "access-control-allow-origin": origin,
          "access-control-expose-headers": "retry-after, retry-after-ms, date, x-service-request-id",
        });
      }
    }
    const answers = [
      await open.send("GET", keyspaces, undefined, { origin: origins[0] ?? "" }),
      await request(open.service, "POST", auth, user, { origin: origins[0] ?? "" }),
      await request(open.service, "POST", auth, "{}", { origin: origins[0] ?? "", "content-length": "9999999" }),
      await request(open.service, "GET", "/nope", undefined, { origin: origins[0] ?? "" }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 201, 413, 404]);
    for (const { headers } of answers) expect(headers.get("access-control-allow-origin")).toBe(origins[0]);
  });

  it("learns from a preflight request which methods and headers it may send", async () => {
    const { status, headers, json } = await preflight("https://app.example", auth);
    expect({ status, json }).toEqual({ status: 204, json: undefined });
    expect(corsHeaders(headers)).toEqual({
      vary: "Origin",
      "access-control-allow-origin": "https://app.example",
      "access-control-expose-headers": expect.any(String) as string,
      "access-control-allow-methods": "POST, OPTIONS",
      "access-control-allow-headers":
        "content-type, x-service-token, x-service-request-id, x-service-keyspace, traceparent",
      "access-control-max-age": "600",
    });
  });

  it("never gets the right to send cookies", async () => {
    const { headers } = await preflight("https://app.example", auth);
    expect(headers.get("access-control-allow-credentials")).toBeNull();
  });

  test.each([
    "https://app.example.evil",
    "https://evil.example",
    "http://app.example",
    "https://app.example:8443",
    "https://APP.example",
    "https://x.app.example",
    "http://localhost",
    "null",
    "*",
    "",
    "https://app.example, https://evil.example",
  ])("is refused as %j, to which caches are told that it matters", async (origin) => {
    expect(corsHeaders((await preflight(origin, auth)).headers)).toEqual({ vary: "Origin" });
    expect(corsHeaders((await open.send("GET", keyspaces, undefined, { origin })).headers)).toEqual({ vary: "Origin" });
  });

  it("is no part of a request that has no origin", async () => {
    expect(corsHeaders((await open.send("GET", keyspaces)).headers)).toEqual({ vary: "Origin" });
  });

  it("may use nothing by default", async () => {
    for (const origin of [...origins, "http://localhost", "null"]) {
      const { headers } = await closed.send("GET", keyspaces, undefined, { origin });
      expect(corsHeaders(headers)).toEqual({});
    }
  });
});
