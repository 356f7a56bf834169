import type { Keyspace, TableDefinition } from "../../../src/model/index.ts";
import { keyspaceOf } from "../../support/keyspaces.ts";

const table = (
  name: string,
  columns: Readonly<Record<string, string>>,
  clusteringKey: readonly string[] = [],
  rest: Partial<TableDefinition> = {},
): TableDefinition => ({
  name,
  columnDefinitions: Object.entries(columns).map(([column, typeDefinition]) => ({ name: column, typeDefinition })),
  primaryKey: { partitionKey: ["id"], clusteringKey },
  ...rest,
});

/**
 * A keyspace with tables of all kinds. `test/fixtures/graphql/before-additions.graphql` is its API before it had more than
 * that of other servers.
 */
export const additionsKeyspace: Keyspace = keyspaceOf(
  "shop",
  [
    table("counters", { id: "int", views: "counter" }),
    table("docs", { id: "int", language: "text", embedding: "vector<float, 3>" }, [], {
      indexes: [{ column: "embedding", using: "sai" }],
    }),
    table("messages", { id: "text", sent_at: "timeuuid", body: "text" }, ["sent_at"]),
    table("rooms", {
      id: "text",
      moderators: "set<text>",
      log: "list<timestamp>",
      settings: "map<text, int>",
      home: "address",
      frozen_home: "frozen<address>",
      place: "tuple<int, double>",
      nested: "map<uuid, frozen<list<tuple<int, bigint>>>>",
    }),
    // Types whose names inputs of `rooms` would have.
    table("rooms_changes", { id: "int", tags: "set<text>" }),
    table("string_set", { id: "int", tags: "set<text>" }),
    table("table_part", { id: "int" }),
  ],
  [
    {
      name: "address",
      fields: [
        { name: "city", typeDefinition: "text" },
        { name: "zip_codes", typeDefinition: "frozen<list<int>>" },
      ],
    },
  ],
);
