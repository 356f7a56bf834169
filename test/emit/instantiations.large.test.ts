/**
 * What the type-checker pays for a table. Its time would depend on the machine; the number of types that it has to make
 * from generic ones does not, and grows with the tables by the same amount each.
 */
import { describe, expect, it } from "vitest";
import { emitKeyspace } from "../support/emit-keyspace.ts";
import type { Keyspace } from "../../src/model/index.ts";
import { planKeyspace } from "../../src/plan/index.ts";
import { benchKeyspace } from "../support/bench-keyspace.ts";
import { measureCompilation } from "../support/compile.ts";
import { tableOf, userTypesOf } from "../support/keyspaces.ts";

function instantiationsOf(keyspace: Keyspace): number {
  const files = emitKeyspace(planKeyspace(keyspace));
  const texts = Object.fromEntries(files.map(({ path, text }) => [path, text]));
  const { errors, instantiations } = measureCompilation(texts);
  expect(errors).toEqual([]);
  return instantiations;
}

const userTypes = userTypesOf([{ name: "spot", fields: [{ name: "street", typeDefinition: "text" }] }]);

/** A table of 12 columns that has every function: static columns, changes of all kinds, indexes, vectors. */
const fullTable = (number: number) =>
  tableOf(
    {
      name: `everything_${number}`,
      columnDefinitions: Object.entries({
        ...{ tenant: "text", kind: "int", at: "timestamp", id: "uuid", title: "text", year: "int" },
        ...{ near: "vector<float, 3>", labels: "set<text>", log: "list<text>", scores: "map<text, int>", home: "spot" },
      })
        .map(([name, typeDefinition]) => ({ name, typeDefinition, static: false }))
        .concat([{ name: "owner", typeDefinition: "text", static: true }]),
      primaryKey: { partitionKey: ["tenant", "kind"], clusteringKey: ["at", "id"] },
      indexes: [
        ...["title", "year", "near", "labels"].map((column) => ({ column, using: "sai" as const })),
        { column: "scores", kind: "entries" },
      ],
    },
    { userTypes },
  );

describe("type instantiations", { timeout: 60_000 }, () => {
  it("are at most 800 for a table of 12 columns, with its validators and functions", async () => {
    const [few, many] = [instantiationsOf(await benchKeyspace(10)), instantiationsOf(await benchKeyspace(20))];
    expect((many - few) / 10).toBeLessThanOrEqual(800);
  });

  it("are at most 1300 for one that has every function", () => {
    const full = (count: number): Keyspace => ({
      name: "shop",
      tables: Array.from({ length: count }, (_, number) => fullTable(number)),
      userTypes: [...userTypes.values()],
    });
    const [few, many] = [instantiationsOf(full(2)), instantiationsOf(full(7))];
    expect((many - few) / 5).toBeLessThanOrEqual(1300);
  });
});
