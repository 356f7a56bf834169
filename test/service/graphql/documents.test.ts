/** The documents that `docs/graphql-clients.md` quotes are valid, and hand the store what the page says. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { TableDefinition } from "../../../src/model/index.ts";
import { openRecorded } from "./recorded-fixture.ts";
import type { RecordedFixture, Statement } from "./recorded-fixture.ts";

const table = (
  name: string,
  columns: Readonly<Record<string, string>>,
  [partition = "", ...clusteringKey]: readonly string[],
  indexes: TableDefinition["indexes"] = [],
): TableDefinition => ({
  name,
  columnDefinitions: Object.entries(columns).map(([column, typeDefinition]) => ({ name: column, typeDefinition })),
  primaryKey: { partitionKey: [partition], clusteringKey },
  indexes,
});

let recorded: RecordedFixture;
beforeAll(async () => {
  recorded = await openRecorded(
    [
      table("messages", { room: "text", sent_at: "timestamp", body: "text" }, ["room", "sent_at"]),
      table(
        "rooms",
        {
          ...{ name: "text", topic: "text", moderators: "set<text>", log: "list<text>" },
          ...{ settings: "map<text, text>", home: "address" },
        },
        ["name"],
      ),
      table(
        "docs",
        { id: "int", title: "text", language: "text", embedding: "vector<float, 2>" },
        ["id"],
        [
          { column: "embedding", using: "sai" },
          { column: "language", using: "sai" },
        ],
      ),
    ],
    [{ name: "address", fields: [{ name: "city", typeDefinition: "text" }] }],
  );
});
afterAll(() => recorded.close());

const send = (name: string, variables?: Record<string, unknown>): Promise<readonly Statement[]> =>
  recorded.statements(readFileSync(resolve(`test/service/graphql/documents/${name}.graphql`), "utf8"), variables);

it("changes.graphql is one batch of a delete and an update", async () => {
  const [cleared, named, ...others] = await send("changes");
  expect(cleared).toMatchObject({ kind: "batch delete", filters: [{ column: "sent_at", operator: "lt" }] });
  expect(named).toMatchObject({ kind: "batch update", timestamp: BigInt(Date.UTC(2026, 0, 1)) * 1000n });
  expect(named?.changes?.map(({ column, kind }) => `${kind} ${column}`)).toEqual([
    ...["add moderators", "remove moderators", "append log"],
    ...["add settings", "remove settings", "field home"],
  ]);
  expect(others).toEqual([]);
});

it("condition.graphql tests parts", async () => {
  const [update] = await send("condition");
  expect(update?.conditions?.map(({ column, part }) => ({ column, ...part }))).toEqual([
    { column: "log", at: 0 },
    { column: "settings", at: "theme" },
    { column: "home", field: "city" },
  ]);
});

it("count.graphql counts, from a page state on", async () => {
  expect(await send("count", { pageState: "p" })).toMatchObject([
    { countsOnly: true, pageSize: 10_000, pageState: "p" },
  ]);
});

it("nearest.graphql finds neighbors among the rows that pass a filter", async () => {
  expect(await send("nearest", { vector: [1, 2] })).toMatchObject([
    { nearest: { column: "embedding", to: [1, 2] }, limit: 5, filters: [{ column: "language", value: "en" }] },
  ]);
});
