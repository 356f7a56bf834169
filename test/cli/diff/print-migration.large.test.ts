/** `diff --format cql`: its statements make the one state of a keyspace of the other, as far as a database can. */
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { findClassifiedChanges } from "../../../src/cli/diff/classify.ts";
import { printMigration } from "../../../src/cli/diff/print-migration.ts";
import { planPush } from "../../../src/cli/database/plan-push.ts";
import { printStep } from "../../../src/cli/database/step.ts";
import { findChanges } from "../../../src/model/index.ts";
import type { Change, IndexDefinition, Keyspace, TableDefinition } from "../../../src/model/index.ts";
import { openSystem } from "../../../src/cql/system/index.ts";
import { prepare } from "../../../src/cql/statement/prepare.ts";
import { plainLine } from "../../../src/cli/terminal/talk.ts";
import { openMemoryStore } from "../../../src/store/index.ts";
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
  return printMigration(before, after, findClassifiedChanges({ before: one, after: other }));
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
    /** The statements, which a database accepts in their order; `ALTER MATERIALIZED VIEW` in a file of CQL is not read. */
    const run = (one: readonly TableDefinition[], other: readonly TableDefinition[]): readonly string[] => {
      const [before, after] = [keyspaceOf("shop", one), keyspaceOf("shop", other)];
      const lines = migration(before, after);
      const unknown = ["description", "memberDescriptions"] as const;
      const found = { keyspace: stateAfter([...created(before), ...lines]), unknown };
      expect(findChanges(found, { keyspace: after })).toEqual([]);
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

  const table = (name: string, columns: Readonly<Record<string, string>>, more: Partial<TableDefinition> = {}) => ({
    name,
    columnDefinitions: Object.entries(columns).map(([column, typeDefinition]) => ({ name: column, typeDefinition })),
    primaryKey: { partitionKey: ["id"] },
    ...more,
  });
  const type = { name: "t", fields: [{ name: "x", typeDefinition: "int" }] };
  const biggerType = { name: "t", fields: [...type.fields, { name: "y", typeDefinition: "int" }] };
  const index = (column: string, name: string): IndexDefinition => ({ column, name });

  it.each<[what: string, before: Keyspace, after: Keyspace, lines: readonly (string | RegExp)[]]>([
    [
      "no drop of a column of the key, nor another change of its table",
      keyspaceOf("shop", [
        table("a", { id: "int", x: "int" }, { primaryKey: { partitionKey: ["id"], clusteringKey: ["x"] } }),
      ]),
      keyspaceOf("shop", [table("a", { id: "int", z: "int" })]),
      [/^-- shop.a \(clustering-key\): the database can rename key columns/],
    ],
    [
      "no drop of a type that a column keeps",
      keyspaceOf("shop", [table("a", { id: "int", x: "frozen<t>" })], [type]),
      keyspaceOf("shop", [table("a", { id: "int", x: "text" })]),
      [
        /^-- shop.a.x \(column-type\): the database never changes a type/,
        "-- shop.types/t (user-type-dropped): it remains the type of a.x",
      ],
    ],
    [
      "no drop of a column that the database does not drop, nor of its type",
      keyspaceOf("shop", [table("a", { id: "int", x: "t" })], [type]),
      keyspaceOf("shop", [table("a", { id: "int" })]),
      [
        "-- shop.a.x (column-dropped): the database drops no column of a user type that is not frozen",
        "-- shop.types/t (user-type-dropped): it remains the type of a.x",
      ],
    ],
    [
      "no index on a column of the wrong type",
      keyspaceOf("shop", [table("a", { id: "int", x: "blob" })]),
      keyspaceOf("shop", [table("a", { id: "int", x: "text", y: "int" }, { indexes: [index("x", "found")] })]),
      [/^-- shop.a.x \(column-type\)/, "ALTER TABLE shop.a ADD y int;"],
    ],
    [
      "an index again that has another name, before another one has its name",
      keyspaceOf("shop", [table("a", { id: "int", x: "int", y: "int" }, { indexes: [index("x", "one")] })]),
      keyspaceOf("shop", [
        table("a", { id: "int", x: "int", y: "int" }, { indexes: [index("x", "two"), index("y", "one")] }),
      ]),
      [
        "DROP INDEX shop.one;",
        "CREATE INDEX IF NOT EXISTS two ON shop.a (x);",
        "CREATE INDEX IF NOT EXISTS one ON shop.a (y);",
      ],
    ],
    [
      "no index with the name of one that stays",
      keyspaceOf("shop", [table("a", { id: "int", x: "int", y: "int" }, { indexes: [index("x", "one")] })]),
      keyspaceOf("shop", [table("a", { id: "int", x: "text", y: "int" }, { indexes: [index("y", "one")] })]),
      [
        /^-- shop.a.x \(column-type\)/,
        "-- shop.a.y: the index of shop.a.x is also called one: give it a name of its own",
      ],
    ],
    [
      "a dropped table before an index with the name of one of its indexes",
      keyspaceOf("shop", [
        table("a", { id: "int", x: "int" }),
        table("b", { id: "int", x: "int" }, { indexes: [index("x", "one")] }),
      ]),
      keyspaceOf("shop", [table("a", { id: "int", x: "int" }, { indexes: [index("x", "one")] })]),
      ["DROP INDEX shop.one;", "DROP TABLE shop.b;", "CREATE INDEX IF NOT EXISTS one ON shop.a (x);"].slice(1),
    ],
    [
      "no field of a type in a partition key",
      keyspaceOf("shop", [table("a", { id: "frozen<t>" })], [type]),
      keyspaceOf("shop", [table("a", { id: "frozen<t>" })], [biggerType]),
      [
        /^-- shop.t.y: the type is in the partition key of a, so it cannot get another field: the database can only add/,
      ],
    ],
    [
      "no counter in a table without counters, nor anything else there",
      keyspaceOf("shop", [table("a", { id: "int" })]),
      keyspaceOf("shop", [table("a", { id: "int", n: "counter" }, { description: "Counts." })]),
      ["-- shop.a.n: a table without counters cannot get one: create a table with another name for the counters"],
    ],
    [
      "the keyspace, which may not exist if it is empty",
      keyspaceOf("shop", []),
      keyspaceOf("shop", [table("a", { id: "int" })]),
      [
        /^CREATE KEYSPACE IF NOT EXISTS shop WITH replication = /,
        "CREATE TABLE IF NOT EXISTS shop.a (\n  id int,\n  PRIMARY KEY ((id))\n);",
      ],
    ],
  ])("are %s", (_, before, after, lines) => {
    expect(migration(before, after)).toEqual(
      lines.map((line) => (typeof line === "string" ? line : expect.stringMatching(line))),
    );
  });

  it("are none for a view of a table that cannot be changed", () => {
    const view = (columns: Readonly<Record<string, string>>) =>
      table("seen", columns, { viewOf: "a", primaryKey: { partitionKey: ["x"], clusteringKey: ["id"] } });
    const before = keyspaceOf("shop", [
      table("a", { id: "int", x: "int", y: "int" }),
      view({ id: "int", x: "int", y: "int" }),
    ]);
    const after = keyspaceOf("shop", [table("a", { id: "int", x: "text" }), view({ id: "int", x: "text" })]);
    expect(migration(before, after)).toEqual([expect.stringMatching(/^-- shop.a.x \(column-type\)/)]);
  });

  it("are none where nothing differs", () => {
    fc.assert(
      fc.property(anyKeyspace, (keyspace) => {
        expect(migration(keyspace, keyspace)).toEqual([]);
      }),
      runs(50, 1000),
    );
  });

  it.each(Object.keys(edits))("make of a keyspace what the edit %s makes of it", async (edit) => {
    await fc.assert(
      fc.asyncProperty(anyKeyspace, fc.nat(), async (before, seed) => {
        const after = editKeyspace(before, edit, chooseBy(seed));
        if (after) await expectMigrated(before, after);
      }),
      runs(15, 1000),
    );
  });

  it("make of a keyspace what several edits make of it, in any of them", async () => {
    const names = Object.keys(edits);
    await fc.assert(
      fc.asyncProperty(anyKeyspace, fc.array(fc.nat(), { minLength: 2, maxLength: 6 }), async (before, seeds) => {
        const after = seeds.reduce<Keyspace>((keyspace, seed) => {
          const choose = chooseBy(seed);
          return editKeyspace(keyspace, choose(names) ?? "", choose) ?? keyspace;
        }, before);
        await expectMigrated(before, after);
        await expectMigrated(after, before);
      }),
      runs(60, 2000),
    );
  });
});

/** Runs the statements on a store: it takes each one, and then differs only where a comment says so. */
async function expectMigrated(before: Keyspace, after: Keyspace): Promise<void> {
  const lines = migration(before, after);
  const comments = lines.filter(isComment);
  const unknown = ["description", "memberDescriptions"] as const;
  const found = await runOnStore([...created(before), ...lines.filter((line) => !isComment(line))]);
  const isSaid = ({ place }: Change): boolean => {
    const { of, name, member } = place;
    const record = of === "table" ? name : `types/${name}`;
    const places = [`shop.${record} `, `shop.${record}: `, `shop.${record}.${member} `, `shop.${name}.${member}: `];
    return comments.some((comment) => places.some((text) => comment.startsWith(`-- ${plainLine(text)}`)));
  };
  const left = findChanges({ keyspace: found, unknown }, { keyspace: after, unknown });
  expect(left.filter((change) => !isSaid(change))).toEqual([]);
  if (comments.length === 0) {
    const described = stateAfter([...created(before), ...lines]);
    expect(findChanges({ keyspace: described, unknown }, { keyspace: stateAfter(created(after)), unknown })).toEqual(
      [],
    );
  }
}

const store = await openMemoryStore();
const { database, close } = await openSystem(store, { address: "127.0.0.1", port: 9042, now: () => Date.now() });
afterAll(async () => {
  await close();
  await store.close();
});

async function runOnStore(statements: readonly string[]): Promise<Keyspace> {
  await store.dropKeyspace("shop");
  for (const text of statements) {
    const prepared = await prepare(text.replace(/;$/, ""), database, { keyspace: undefined, readOnly: false });
    await prepared.execute({ values: [], nowMs: 0 }).catch((error: unknown) => {
      throw new Error(`${text}\n${String(error)}`);
    });
  }
  return (await store.keyspace("shop")) as Keyspace;
}
