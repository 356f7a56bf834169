/** What clients hear of changed definitions. */
import { describe, expect, it, onTestFinished, test } from "vitest";
import { SchemaEvents, eventsOf } from "../../../src/cql/connection/schema-events.ts";
import type { SchemaChange } from "../../../src/cql/protocol/message.ts";
import type { Keyspace, Table, UserType } from "../../../src/model/index.ts";
import { openMemoryStore } from "../../../src/store/index.ts";

const table = (name: string, type: "text" | "int" = "text"): Table => ({
  name,
  columns: [{ name: "id", type: { kind: "native", name: type }, kind: "partition" }],
  partitionKey: ["id"],
  clusteringKey: [],
  defaultTimeToLive: 0,
  indexes: [],
});
const address: UserType = { name: "address", fields: [{ name: "street", type: { kind: "native", name: "text" } }] };

const keyspace = (tables: readonly Table[], userTypes: readonly UserType[] = []): Keyspace => ({
  name: "shop",
  tables,
  userTypes,
});

const shown = ({ change, target, keyspace: name, name: own }: SchemaChange): string =>
  `${change} ${target} ${name}${own === undefined ? "" : `.${own}`}`;

test.each([
  ["a keyspace that is new", [], [], undefined, keyspace([]), ["CREATED KEYSPACE shop"]],
  ["a keyspace that is gone", [], [], keyspace([]), undefined, ["DROPPED KEYSPACE shop"]],
  ["a keyspace with other replicas", [], [], keyspace([]), keyspace([]), ["UPDATED KEYSPACE shop"]],
  ["a new table", ["a"], [], keyspace([]), keyspace([table("a")]), ["CREATED TABLE shop.a"]],
  ["a changed table", ["a"], [], keyspace([table("a")]), keyspace([table("a", "int")]), ["UPDATED TABLE shop.a"]],
  ["a dropped table", ["a"], [], keyspace([table("a")]), keyspace([]), ["DROPPED TABLE shop.a"]],
  [
    "a type and a table of it",
    ["a"],
    ["address"],
    keyspace([]),
    keyspace([table("a")], [address]),
    ["CREATED TYPE shop.address", "CREATED TABLE shop.a"],
  ],
  ["what came and went meanwhile", ["a"], [], keyspace([]), keyspace([]), []],
  ["a keyspace that came and went meanwhile", ["a"], [], undefined, undefined, []],
  [
    "a keyspace with its tables",
    ["a"],
    ["address"],
    keyspace([table("a")], [address]),
    undefined,
    ["DROPPED TABLE shop.a", "DROPPED TYPE shop.address", "DROPPED KEYSPACE shop"],
  ],
] as const)("%s is announced as such", (_, tables, userTypes, before, after, events) => {
  expect(eventsOf({ keyspace: "shop", tables, userTypes }, before, after).map(shown)).toEqual(events);
});

describe("of a store", () => {
  it("are the changes that are made, in their order, until it is closed", async () => {
    const store = await openMemoryStore();
    onTestFinished(() => store.close());
    await store.createKeyspace("old");
    const heard: string[] = [];
    const errors: unknown[] = [];
    const events = new SchemaEvents(
      store,
      (event) => heard.push(shown(event)),
      (error) => errors.push(error),
    );
    await store.createKeyspace("shop");
    await store.createUserType("shop", address);
    await store.createTable("shop", table("products"));
    const column = { name: "title", type: { kind: "native", name: "text" }, kind: "regular" } as const;
    await store.alterTable("shop", "products", { kind: "add-column", column });
    await store.dropTable("shop", "products");
    await store.dropKeyspace("old");
    await expect.poll(() => heard).toContain("DROPPED KEYSPACE old");
    expect(heard).toEqual([
      "CREATED KEYSPACE shop",
      "CREATED TYPE shop.address",
      "CREATED TABLE shop.products",
      "UPDATED TABLE shop.products",
      "DROPPED TABLE shop.products",
      "DROPPED KEYSPACE old",
    ]);
    await events.close();
    await store.createKeyspace("new");
    expect(heard).toHaveLength(6);
    expect(errors).toEqual([]);
  });
});
