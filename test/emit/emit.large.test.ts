import fc from "fast-check";
import { format } from "prettier";
import { describe, expect, it } from "vitest";
import { emitKeyspace } from "../support/emit-keyspace.ts";
import { isColonnadeError } from "../../src/errors.ts";
import type { Keyspace } from "../../src/model/index.ts";
import { planKeyspace } from "../../src/plan/index.ts";
import type { PlanSettings } from "../../src/plan/index.ts";
import { keyspace, tableOf } from "../support/keyspaces.ts";
import { long, runs } from "../support/long.ts";

/** The files of a keyspace; undefined when its names meet, which is an error of its own. */
function emit(keyspace: Keyspace, settings?: PlanSettings) {
  try {
    return emitKeyspace(planKeyspace(keyspace, settings));
  } catch (error) {
    if (isColonnadeError(error) && error.code === "names-meet") return undefined;
    throw error;
  }
}

describe("emitted text", () => {
  it("is what prettier's defaults leave as it is", { timeout: long ? 1_200_000 : 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(keyspace, fc.constantFrom("camel" as const, "verbatim" as const), async (keyspace, naming) => {
        for (const { path, text } of emit(keyspace, { naming, brandedIds: true, asserts: true, documents: true }) ??
          []) {
          expect(await format(text, { parser: "typescript" }), path).toBe(text);
        }
      }),
      runs(15, 300),
    );
  });

  it("is so for tables with names of every length, and modules that assert", { timeout: 120_000 }, async () => {
    // The database allows 222 characters.
    for (const length of [1, 20, 30, 40, 45, 50, 55, 60, 70, 80, 100, 150, 204, 222]) {
      const tables = [0, 1].map((statics) =>
        tableOf({
          name: `${statics === 0 ? "t" : "s"}`.repeat(length),
          columnDefinitions: [
            { name: "id", typeDefinition: "uuid" },
            { name: "at", typeDefinition: "int" },
            { name: "shared", typeDefinition: "text", static: statics === 1 },
          ],
          primaryKey: { partitionKey: ["id"], clusteringKey: ["at"] },
          indexes: statics === 1 ? [] : [{ column: "shared" }],
        }),
      );
      const counters = tableOf({
        name: "c".repeat(length),
        columnDefinitions: [
          { name: "id", typeDefinition: "uuid" },
          { name: "at", typeDefinition: "int" },
          { name: "shared", typeDefinition: "counter", static: true },
          { name: "own", typeDefinition: "counter" },
        ],
        primaryKey: { partitionKey: ["id"], clusteringKey: ["at"] },
      });
      const keyspace = { name: "shop", tables: [...tables, counters], userTypes: [] };
      for (const { path, text } of emit(keyspace, { brandedIds: true, asserts: true, documents: true }) ?? []) {
        expect(await format(text, { parser: "typescript" }), path).toBe(text);
      }
    }
  });

  it("is so for types of the user's own, in capitals or not", { timeout: 60_000 }, async () => {
    const table = tableOf({
      name: "products",
      columnDefinitions: [
        { name: "id", typeDefinition: "uuid" },
        { name: "a_price_with_a_name", typeDefinition: "decimal" },
        { name: "prices", typeDefinition: "map<text, decimal>" },
      ],
      primaryKey: { partitionKey: ["id"] },
      indexes: [{ column: "a_price_with_a_name" }],
    });
    for (let length = 30; length < 80; length += 3) {
      for (const letter of ["m", "M"]) {
        const decimal = { codec: "money", type: letter.repeat(length), from: "./own.js" };
        for (const { path, text } of emit({ name: "shop", tables: [table], userTypes: [] }, { types: { decimal } }) ??
          []) {
          expect(await format(text, { parser: "typescript" }), `${path} ${length}`).toBe(text);
        }
      }
    }
  });

  it("is so for listed values and types without a codec, of every length", { timeout: 60_000 }, async () => {
    const table = tableOf({
      name: "orders",
      columnDefinitions: [
        { name: "id", typeDefinition: "text" },
        { name: "status", typeDefinition: "text" },
        { name: "level", typeDefinition: "tinyint" },
        { name: "sku", typeDefinition: "text" },
      ],
      primaryKey: { partitionKey: ["id"], clusteringKey: ["level"] },
      indexes: [{ column: "status" }],
    });
    for (let length = 1; length < 90; length += 8) {
      const columns = {
        "orders.status": { oneOf: ["a".repeat(length), "it's", 'say "hi"'] },
        "orders.level": { oneOf: [-1, 7] },
        "orders.sku": { value: { type: "S".repeat(length), from: "./sku.js" } },
        "orders.id": { oneOf: ["i".repeat(length)] },
      };
      const settings = { columns, documents: true, asserts: true };
      const files = emit({ name: "shop", tables: [table], userTypes: [] }, settings) ?? [];
      for (const { path, text } of files) {
        expect(await format(text, { parser: "typescript" }), `${path} ${length}`).toBe(text);
      }
    }
  });

  it("is so for names of every length", { timeout: 60_000 }, async () => {
    for (let length = 1; length < 100; length += long ? 1 : 4) {
      const table = tableOf({
        name: "t".repeat(length),
        columnDefinitions: ["a", "b", "c", "d"].map((letter) => ({
          name: letter.repeat(100 - length),
          typeDefinition: "timestamp",
          static: letter === "d",
        })),
        primaryKey: {
          partitionKey: ["a".repeat(100 - length)],
          clusteringKey: ["b".repeat(100 - length), "c".repeat(100 - length)],
        },
      });
      for (const { path, text } of emit({ name: "shop", tables: [table], userTypes: [] }) ?? []) {
        expect(await format(text, { parser: "typescript" }), path).toBe(text);
      }
    }
  });

  it("turns ESLint off only where a common rule reports something, since an unused directive is a warning", () => {
    const table = (name: string, columns: readonly { name: string; typeDefinition: string }[]) =>
      tableOf({ name, columnDefinitions: columns, primaryKey: { partitionKey: ["id"] } });
    const id = { name: "id", typeDefinition: "int" };
    const tables = [
      table("plain", [id, { name: "name", typeDefinition: "text" }]),
      table("counts", [id, { name: "seen", typeDefinition: "counter" }]),
    ];
    const off = (emit({ name: "shop", userTypes: [], tables }) ?? []).filter(({ text }) => text.includes("eslint-"));
    expect(off.map(({ path }) => path)).toEqual(["plain.ts"]);
    expect(off[0]?.text).toMatch(/^export interface PlainUpdate extends PlainInsert \{\}$/m);
  });

  it("does not depend on the order of the tables", () => {
    fc.assert(
      fc.property(keyspace, (keyspace) => {
        const turned = { ...keyspace, tables: [...keyspace.tables].reverse() };
        expect(emit(turned)).toEqual(emit(keyspace));
      }),
      runs(20, 500),
    );
  });

  it("has one module and one validators' module a table, and two barrels", () => {
    const table = tableOf({
      name: "products",
      columnDefinitions: [{ name: "id", typeDefinition: "uuid" }],
      primaryKey: { partitionKey: ["id"] },
    });
    const plan = (settings: PlanSettings) => planKeyspace({ name: "shop", tables: [table], userTypes: [] }, settings);
    const paths = (settings: PlanSettings) => emitKeyspace(plan(settings)).map((file) => file.path);
    expect(paths({})).toEqual(["products.ts", "products.zod.ts", "index.ts", "zod.ts"]);
    expect(paths({ validators: false })).toEqual(["products.ts", "index.ts"]);
  });

  it("of a keyspace without tables is a module all the same", () => {
    const files = emitKeyspace(planKeyspace({ name: "empty", tables: [], userTypes: [] }));
    expect(files.map((file) => file.text.includes("export {}"))).toEqual([true, true]);
  });
});
