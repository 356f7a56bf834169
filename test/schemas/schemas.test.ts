import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { jsonSchemas } from "../../schemas/json-schemas.ts";
import * as shapes from "../../schemas/shapes.ts";
import { validateConfig } from "../../src/config/validate.ts";
import { parseTableDefinition, parseUserTypes, printTableDefinition } from "../../src/model/index.ts";
import { table as anyTable } from "../support/keyspaces.ts";
import { runs } from "../support/long.ts";

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

const oddValues = fc.constantFrom<Json>(
  null,
  true,
  0,
  -1,
  1e9,
  1.5,
  "",
  " ",
  "text",
  "ASC",
  "Desc",
  [],
  [[]],
  {},
  "$env",
);
const oddNames = fc.constantFrom(
  "name",
  "nam",
  "$env",
  "$schema",
  "keyspace",
  "description",
  "order",
  "column",
  "kind",
  "value",
);

/** A JSON value with one place of it changed: replaced, removed, doubled, or with a member more. */
function changed(json: Json): fc.Arbitrary<Json> {
  const here = oddValues;
  if (Array.isArray(json)) {
    const list: readonly Json[] = json;
    const inside = list.map((item, index) => changed(item).map((next) => list.with(index, next)));
    return fc.oneof(here, fc.constant(list.slice(1)), fc.constant([...list, ...list.slice(0, 1)]), ...inside);
  }
  if (typeof json !== "object" || json === null) return here;
  const object = json as { readonly [name: string]: Json };
  const inside = Object.entries(object).flatMap(([name, value]) => {
    const { [name]: _, ...others } = object;
    return [changed(value).map((next) => ({ ...object, [name]: next })), fc.constant(others)];
  });
  return fc.oneof(
    here,
    fc.tuple(oddNames, oddValues).map(([name, value]) => ({ ...object, [name]: value })),
    ...inside,
  );
}

/** What JSON Schema can say of a definition; that names are known, types exist and columns go together it cannot. */
const structural = new Set(["wrong-json", "missing-member", "unknown-member", "bad-name", "no-columns", "no-fields"]);
["no-partition-key", "bad-time-to-live", "bad-order"].forEach((code) => structural.add(code));

function expectAgreement(accepted: boolean, codes: readonly string[]): void {
  if (accepted) expect(codes.filter((code) => structural.has(code))).toEqual([]);
  else expect(codes).not.toEqual([]);
}

describe("the published JSON Schemas", () => {
  test.each(Object.entries(jsonSchemas()))("%s is what the shapes say; if not: npm run schemas", (name, text) => {
    expect(readFileSync(join(import.meta.dirname, "../../schemas", name), "utf8")).toBe(text);
  });
});

describe("the shapes that they are made of", () => {
  it("accept every definition that Colonnade writes", () => {
    fc.assert(
      fc.property(anyTable, (table) => {
        expect(shapes.table.safeParse(printTableDefinition(table)).error).toBeUndefined();
      }),
      runs(100, 5000),
    );
  });

  it("accept a table when its reader finds no mistake of form in it", () => {
    const definitions = anyTable.map((table) => JSON.parse(JSON.stringify(printTableDefinition(table))) as Json);
    fc.assert(
      fc.property(definitions.chain(changed), (json) => {
        const codes = parseTableDefinition(json).problems.map(({ code }) => code);
        expectAgreement(shapes.table.safeParse(json).success, codes);
      }),
      runs(1000, 10_000),
    );
  });

  it("accept a user type when its reader finds no mistake of form in it", () => {
    const address: Json = {
      $schema: "x",
      name: "address",
      description: "Where somebody lives.",
      fields: [
        { name: "street", typeDefinition: "text", description: "With the number." },
        { name: "zip", typeDefinition: "int" },
      ],
    };
    fc.assert(
      fc.property(changed(address), (json) => {
        const [problems = []] = parseUserTypes([json]).problems;
        expectAgreement(
          shapes.userType.safeParse(json).success,
          problems.map(({ code }) => code),
        );
      }),
      runs(500, 20_000),
    );
  });

  it("accept a config exactly when its reader does", () => {
    const money = { codec: "money", type: "Money", from: "./money.ts" };
    const shop = {
      definitions: "definitions/shop",
      output: "src/db",
      include: ["products", "orders_*"],
      exclude: ["*_old"],
      validators: true,
      naming: "camel",
      importExtension: ".js",
      brandedIds: true,
      asserts: false,
      types: { decimal: money, PointType: "unknown" },
      columns: { "*.price": { name: "cost", value: money }, "orders.product": { idOf: "products", value: "unknown" } },
      tables: { get_products: { name: "Fetched", row: "Found", plural: "Hits", contended: true } },
      userTypes: { address_v2: { name: "AddressV2" } },
    };
    const service = { url: { $env: "URL" }, username: "me", password: { $env: "PASSWORD" } };
    const cluster = {
      contactPoints: ["10.0.0.1", "db:9142"],
      localDataCenter: "dc1",
      username: { $env: "USER" },
      password: { $env: "PASSWORD" },
      tls: { ca: "ca.pem", cert: "cert.pem", key: "key.pem" },
    };
    const config: Json = {
      $schema: "x",
      keyspaces: { shop, other: [{ definitions: "a", output: "b" }, shop] },
      service,
      cluster,
    };
    expect(validateConfig(config)).toEqual([]);
    fc.assert(
      fc.property(changed(config), (json) => {
        expect(validateConfig(json).length === 0).toBe(shapes.config.safeParse(json).success);
      }),
      runs(2000, 50_000),
    );
  });
});
