/** What we print as CQL is what a real Cassandra takes, and tells again: random keyspaces, there and back. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { printTableDefinition, printUserTypeDefinition } from "../../src/model/index.ts";
import type { Keyspace, Table } from "../../src/model/index.ts";
import { planPush } from "../../src/cli/database/plan-push.ts";
import { printStep } from "../../src/cli/database/step.ts";
import { introspectCql } from "../../src/source/cql/introspect-cql.ts";
import { keyspace, keyspaceOf } from "../support/keyspaces.ts";
import { long, runs } from "../support/long.ts";
import { describeOnCluster } from "./describe-on-cluster.ts";

/** As much of a keyspace as a database keeps: no comments of columns and types, and no order of columns but that of the key. */
function kept({ tables, userTypes }: Keyspace): unknown {
  const text = JSON.stringify({
    tables: tables.map(keptOfTable).sort(byName),
    userTypes: userTypes
      .map(printUserTypeDefinition)
      .map(({ name, fields }) => ({
        name,
        fields: fields.map((field) => ({ name: field.name, typeDefinition: field.typeDefinition })),
      }))
      .sort(byName),
  });
  // The database calls it so.
  return JSON.parse(text.replace(/\bvarchar\b/g, "text"));
}

function keptOfTable(table: Table) {
  const { description = "", columnDefinitions, indexes = [], ...printed } = printTableDefinition(table);
  const columns = columnDefinitions.map(({ description: _, ...column }) => column);
  return {
    ...printed,
    ...(description !== "" && { description }),
    columnDefinitions: columns.sort(byName),
    // The database makes up a name where there is none.
    indexes: indexes.map(({ name: _, ...index }) => JSON.stringify(index)).sort(),
  };
}

function byName(one: { readonly name: string }, other: { readonly name: string }): number {
  return one.name < other.name ? -1 : 1;
}

/** Without what `push` refuses, since the database does. */
function possible(random: Keyspace): Keyspace {
  const tables = random.tables.map((table) => ({
    ...table,
    indexes: table.indexes.filter(({ using, column }) => using !== "sai" || /^\w+$/.test(column)),
  }));
  return { ...random, tables };
}

await describeOnCluster("a printed keyspace", (cluster) => {
  let count = 0;
  it(
    "is created, and introspected as it was",
    async () => {
      await fc.assert(
        fc.asyncProperty(keyspace, async (random) => {
          const defined = { ...possible(random), name: `printed_${count++}` };
          const { steps, refused } = planPush(defined, undefined);
          expect(refused).toEqual([]);
          await cluster().run(steps.map((step) => `${printStep(step, 1)};`).join("\n"));
          const { keyspace: told } = await introspectCql({ ...cluster(), keyspace: defined.name });
          expect(kept(told)).toEqual(kept(defined));
          const again = planPush(defined, { keyspace: told, unknown: ["memberDescriptions", "description"] });
          expect(again).toEqual({ changes: [], steps: [], refused: [], left: [] });
          // It takes as long as all that is before it, and the node is gone soon.
          if (long) await cluster().run(`DROP KEYSPACE ${defined.name};`);
        }),
        { ...runs(6, 100), endOnFailure: true },
      );
    },
    long ? 1_800_000 : 60_000,
  );

  it("may have any name and any index that CQL has words for", { timeout: 60_000 }, async () => {
    const words = ["select", "table", "Order", "date", "ttl", 'say "x"', "it's", "größe", "default"];
    const columns = [
      { name: "id", typeDefinition: "int" },
      ...words.map(textColumn),
      { name: "whole", typeDefinition: "frozen<map<text, int>>" },
      { name: "parts", typeDefinition: "map<text, int>" },
      { name: "tags", typeDefinition: "set<text>" },
      { name: "pair", typeDefinition: "tuple<int, frozen<list<int>>>" },
      { name: "odd", typeDefinition: 'map<text, frozen<"order">>' },
      { name: "counted", typeDefinition: "frozen<count>" },
    ];
    const indexes = [
      { column: "whole", kind: "full" },
      { column: "parts", kind: "keys" },
      { column: "parts", kind: "values" },
      { column: "parts", kind: "entries" },
      { column: "tags", kind: "values" },
      { column: "pair" },
      { column: "select" },
      { column: 'say "x"', name: "by_say" },
      { column: "date", using: "sai" },
    ] as const;
    const odd = keyspaceOf(
      "printed_odd",
      [{ name: "use", columnDefinitions: columns, primaryKey: { partitionKey: ["id"] }, indexes }],
      ["order", "count", "Select"].map((name) => ({ name, fields: words.map(textColumn) })),
    );
    const { steps, refused } = planPush(odd, undefined);
    expect(refused).toEqual([]);
    await cluster().run(steps.map((step) => `${printStep(step, 1)};`).join("\n"));
    const { keyspace: told } = await introspectCql({ ...cluster(), keyspace: "printed_odd" });
    expect(kept(told)).toEqual(kept(odd));
  });
});

function textColumn(name: string): { readonly name: string; readonly typeDefinition: string } {
  return { name, typeDefinition: "text" };
}
