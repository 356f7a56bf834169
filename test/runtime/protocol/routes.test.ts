import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { headers, routes, tokenIdleMs } from "@colonnade/runtime/protocol";
import { runs } from "../../support/long.ts";

describe("routes", () => {
  it("are those of the API document", () => {
    expect(routes.auth).toBe("/api/rest/v1/auth");
    expect(routes.tables("shop")).toBe("/api/rest/v1/keyspaces/shop/tables");
    expect(routes.rows("shop", "products")).toBe("/api/rest/v1/keyspaces/shop/tables/products/rows");
    expect(routes.graphql()).toBe("/api/graphql");
    expect(headers).toMatchObject({ token: "x-service-token", requestId: "x-service-request-id" });
    expect(tokenIdleMs).toBe(1_800_000);
  });

  it("of the family go on from there", () => {
    expect(routes.keyspaces).toBe("/api/rest/v1/keyspaces");
    expect(routes.table("shop", "products")).toBe("/api/rest/v1/keyspaces/shop/tables/products");
    expect(routes.row("shop", "orders", ["ann", "2020-07-31"])).toBe(
      "/api/rest/v1/keyspaces/shop/tables/orders/rows/ann;2020-07-31",
    );
    expect(routes.graphql("shop")).toBe("/api/graphql/shop");
    expect(headers.keyspace).toBe("x-service-keyspace");
  });

  const name = fc.string({ unit: "grapheme", minLength: 1, maxLength: 6 }).filter((text) => !/^\.{1,2}$/.test(text));

  it("hold any name and any key, and give them back", () => {
    const key = fc.array(fc.oneof(name, fc.constantFrom(";", "/", "%", "?", "#", "%2F", "..", "a;b")), {
      minLength: 2,
      maxLength: 4,
    });
    fc.assert(
      fc.property(name, name, key, (keyspace, table, key) => {
        const { pathname, search, hash } = new URL(routes.row(keyspace, table, key), "http://localhost");
        const [, , , , , first = "", tables, second = "", rows, last = ""] = pathname.split("/");
        expect([tables, rows, search, hash]).toEqual(["tables", "rows", "", ""]);
        expect([first, second].map(decodeURIComponent)).toEqual([keyspace, table]);
        expect(last.split(";").map(decodeURIComponent)).toEqual(key);
      }),
      runs(300, 10_000),
    );
  });

  test.each([["."], [".."], [""]])("do not take the row with the key %j for something above it", (key) => {
    expect(() => routes.row("shop", "products", [key])).toThrow(RangeError);
    expect(routes.row("shop", "products", [key, "b"])).toBe(`${routes.rows("shop", "products")}/${key};b`);
  });
});
