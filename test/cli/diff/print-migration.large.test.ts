/** `diff --format cql`: its statements make the one state of a keyspace of the other, as far as a database can. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findClassifiedChanges } from "../../../src/cli/diff/classify.ts";
import { printMigration } from "../../../src/cli/diff/print-migration.ts";
import { planPush } from "../../../src/cli/database/plan-push.ts";
import { printStep } from "../../../src/cli/database/step.ts";
import { findChanges } from "../../../src/model/index.ts";
import type { IndexDefinition, Keyspace, TableDefinition } from "../../../src/model/index.ts";
import { parseSystemRows } from "../../../src/source/cql/parse-system-rows.ts";
import type { SystemRows } from "../../../src/source/cql/system-rows.ts";
import { parseCqlFile } from "../../../src/source/cql-file/parse-cql-file.ts";
import { keyspace as anyKeyspace, keyspaceOf } from "../../support/keyspaces.ts";
import { runs } from "../../support/long.ts";
import { chooseBy, editKeyspace, edits } from "./edits.ts";

function created(keyspace: Keyspace): string[] {
  return planPush(keyspace, undefined).steps.map((step) => `${printStep(step, 1)};`);
}

function stateAfter(lines: readonly string[]): Keyspace {
  return parseSystemRows("shop", parseCqlFile(lines.join("\n"), "schema.cql", "shop").get("shop") as SystemRows)
    .keyspace;
}

function migration(before: Keyspace, after: Keyspace): readonly string[] {
  const [one, other] = [{ keyspace: before }, { keyspace: after }];
  return printMigration(one, other, findClassifiedChanges({ before: one, after: other }));
}

function isComment(line: string): boolean {
  return line.startsWith("--");
}

const products = {
  name: "products",
  columnDefinitions: [
    { name: "id", typeDefinition: "uuid" },
    { name: "name", typeDefinition: "text" },
  ],
  primaryKey: { partitionKey: ["id"] },
};

describe("the statements from one state to another", () => {
  it("are those that a team would write, in an order that can be run", () => {
    const before = keyspaceOf("shop", [
      { ...products, indexes: [{ column: "name" }] },
      { ...products, name: "old", primaryKey: { partitionKey: ["id"] } },
    ]);
    const after = keyspaceOf("shop", [
      {
        ...products,
        columnDefinitions: [
          { name: "sku", typeDefinition: "uuid" },
          { name: "price", typeDefinition: "decimal" },
        ],
        primaryKey: { partitionKey: ["sku"] },
        tableOptions: { defaultTimeToLive: 60 },
        indexes: [{ column: "price", using: "sai", name: "by_price" }],
      },
    ]);
    expect(migration(before, after)).toEqual([
      "ALTER TABLE shop.products RENAME id TO sku;",
      "ALTER TABLE shop.products WITH default_time_to_live = 60;",
      "ALTER TABLE shop.products ADD price decimal;",
      "CREATE INDEX IF NOT EXISTS by_price ON shop.products (price) USING 'sai';",
      "DROP INDEX shop.products_name_idx;",
      "ALTER TABLE shop.products DROP name;",
      "DROP TABLE shop.old;",
    ]);
  });

  it("drop a user type before the types that it uses", () => {
    const types = [
      { name: "address", fields: [{ name: "country", typeDefinition: "frozen<country>" }] },
      { name: "country", fields: [{ name: "code", typeDefinition: "text" }] },
      { name: "zone", fields: [{ name: "capital", typeDefinition: "frozen<address>" }] },
    ];
    expect(migration(keyspaceOf("shop", [products], types), keyspaceOf("shop", [products]))).toEqual([
      "DROP TYPE shop.zone;",
      "DROP TYPE shop.address;",
      "DROP TYPE shop.country;",
    ]);
  });

  describe("with an index on a renamed column", () => {
    const readings = (second: string, indexes: readonly IndexDefinition[]): Keyspace =>
      keyspaceOf("shop", [
        {
          name: "readings",
          columnDefinitions: [
            { name: "id", typeDefinition: "uuid" },
            { name: second, typeDefinition: "text" },
          ],
          primaryKey: { partitionKey: ["id"], clusteringKey: [second] },
          indexes,
        },
      ]);

    it("drop the index before the rename and create it again afterwards", () => {
      expect(migration(readings("kind", [{ column: "kind" }]), readings("type", [{ column: "type" }]))).toEqual([
        "DROP INDEX shop.readings_kind_idx;",
        "ALTER TABLE shop.readings RENAME kind TO type;",
        "CREATE INDEX IF NOT EXISTS ON shop.readings (type);",
      ]);
    });

    it("create it in its new form", () => {
      const after = readings("type", [{ column: "type", name: "by_type", using: "sai" }]);
      expect(migration(readings("kind", [{ column: "kind", name: "by_kind" }]), after)).toEqual([
        "DROP INDEX shop.by_kind;",
        "ALTER TABLE shop.readings RENAME kind TO type;",
        "CREATE INDEX IF NOT EXISTS by_type ON shop.readings (type) USING 'sai';",
      ]);
    });

    it("drop it once if it is dropped for good", () => {
      expect(migration(readings("kind", [{ column: "kind" }]), readings("type", []))).toEqual([
        "DROP INDEX shop.readings_kind_idx;",
        "ALTER TABLE shop.readings RENAME kind TO type;",
      ]);
    });
  });

  describe("with a materialized view", () => {
    const view = (more: object = {}) => ({
      ...products,
      name: "by_name",
      viewOf: "products",
      primaryKey: { partitionKey: ["name"], clusteringKey: ["id"] },
      ...more,
    });
    const create = [
      "CREATE MATERIALIZED VIEW IF NOT EXISTS shop.by_name AS",
      "  SELECT id, name",
      "  FROM shop.products",
      "  WHERE name IS NOT NULL AND id IS NOT NULL",
      "  PRIMARY KEY ((name), id);",
    ].join("\n");
    /** The statements, which a database accepts in their order; views in a file of CQL are not read. */
    const run = (one: readonly TableDefinition[], other: readonly TableDefinition[]): readonly string[] => {
      const [before, after] = [keyspaceOf("shop", one), keyspaceOf("shop", other)];
      const lines = migration(before, after);
      const unknown = ["description", "memberDescriptions"] as const;
      const found = { keyspace: stateAfter([...created(before), ...lines]), unknown };
      const tables = after.tables.filter(({ viewOf }) => viewOf === undefined);
      expect(findChanges(found, { keyspace: { ...after, tables } })).toEqual([]);
      return lines;
    };

    it("drop a view before its table", () => {
      expect(run([{ ...products, name: "a" }, view({ viewOf: "a" }), products], [products])).toEqual([
        "DROP MATERIALIZED VIEW shop.by_name;",
        "DROP TABLE shop.a;",
      ]);
    });

    it("alter its comment, and create it again for any other change", () => {
      expect(run([products, view()], [products, view({ description: "Names." })])).toEqual([
        "ALTER MATERIALIZED VIEW shop.by_name WITH comment = 'Names.';",
      ]);
      const primaryKey = { partitionKey: ["id"], clusteringKey: ["name"] };
      expect(run([products, view({ primaryKey })], [products, view()])).toEqual([
        "DROP MATERIALIZED VIEW shop.by_name;",
        create,
      ]);
    });

    it("drop a view before a column of its table, and create it again afterwards", () => {
      const columnDefinitions = [...products.columnDefinitions, { name: "price", typeDefinition: "decimal" }];
      expect(run([{ ...products, columnDefinitions }, view()], [products, view()])).toEqual([
        "DROP MATERIALIZED VIEW shop.by_name;",
        "ALTER TABLE shop.products DROP price;",
        create,
      ]);
    });

    it("drop a view before a table takes its name, and a table before a view does", () => {
      const { viewOf: _, ...table } = view();
      const [createTable = ""] = run([products], [products, table]);
      expect(run([products, view()], [products, table])).toEqual(["DROP MATERIALIZED VIEW shop.by_name;", createTable]);
      expect(run([products, table], [products, view()])).toEqual(["DROP TABLE shop.by_name;", create]);
    });

    it("have no statement of its own for a renamed column of its table", () => {
      const renamed = {
        ...products,
        columnDefinitions: [{ name: "sku", typeDefinition: "uuid" }, products.columnDefinitions[1]!],
        primaryKey: { partitionKey: ["sku"] },
      };
      const lines = run(
        [products, view()],
        [
          renamed,
          {
            ...view(),
            columnDefinitions: renamed.columnDefinitions,
            primaryKey: { partitionKey: ["name"], clusteringKey: ["sku"] },
          },
        ],
      );
      expect(lines).toEqual([
        "DROP MATERIALIZED VIEW shop.by_name;",
        "ALTER TABLE shop.products RENAME id TO sku;",
        create.replaceAll(/\bid\b/g, "sku"),
      ]);
    });
  });

  it("drop an index before another one takes its name", () => {
    const withIndex = (column: string): Keyspace =>
      keyspaceOf("shop", [
        {
          ...products,
          columnDefinitions: [...products.columnDefinitions, { name: "price", typeDefinition: "decimal" }],
          indexes: [{ column, name: "found" }],
        },
      ]);
    expect(migration(withIndex("name"), withIndex("price"))).toEqual([
      "DROP INDEX shop.found;",
      "CREATE INDEX IF NOT EXISTS found ON shop.products (price);",
    ]);
  });

  it("say in a comment what to do about what no statement can change", () => {
    const after = keyspaceOf("shop", [
      { ...products, columnDefinitions: [products.columnDefinitions[0]!, { name: "name", typeDefinition: "blob" }] },
    ]);
    expect(migration(keyspaceOf("shop", [products]), after)).toEqual([
      "-- shop.products.name (column-type): the database never changes a type: add a column with another name, copy the " +
        "values, then drop the old one; for a column of the key, create another table",
    ]);
  });

  it("are none where nothing differs", () => {
    fc.assert(
      fc.property(anyKeyspace, (keyspace) => {
        expect(migration(keyspace, keyspace)).toEqual([]);
      }),
      runs(50, 1000),
    );
  });

  it.each(Object.keys(edits))("make of a keyspace what the edit %s makes of it", (edit) => {
    fc.assert(
      fc.property(anyKeyspace, fc.nat(), (before, seed) => {
        const after = editKeyspace(before, edit, chooseBy(seed));
        if (!after) return;
        const lines = migration(before, after);
        if (lines.some(isComment)) return;
        const found = stateAfter([...created(before), ...lines]);
        const unknown = ["memberDescriptions"] as const;
        expect(findChanges({ keyspace: found, unknown }, { keyspace: stateAfter(created(after)), unknown })).toEqual(
          [],
        );
      }),
      runs(15, 1000),
    );
  });
});
