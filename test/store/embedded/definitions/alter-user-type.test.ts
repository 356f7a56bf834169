/** Changes of user types with values stored. */
import { describe, expect, it, test } from "vitest";
import { parseUserTypes } from "../../../../src/model/index.ts";
import type { CqlType, UserType } from "../../../../src/model/index.ts";
import type { Store, UserTypeChange, Value } from "../../../../src/store/index.ts";
import { openStore, products, refusalOf, scan, table, values } from "../temporary-store.ts";
import type { OpenStore } from "../temporary-store.ts";

const { userTypes } = parseUserTypes([
  {
    name: "address",
    fields: [
      { name: "street", typeDefinition: "text" },
      { name: "zip", typeDefinition: "int" },
    ],
  },
  { name: "person", fields: [{ name: "home", typeDefinition: "frozen<address>" }] },
  { name: "place", fields: [{ name: "name", typeDefinition: "text" }] },
]);
const types = [...userTypes.values()];
const people = table(
  "people",
  {
    id: "int",
    home: "address",
    homes: "list<frozen<address>>",
    who: "frozen<person>",
    named: "map<text, frozen<address>>",
    visited: "set<frozen<address>>",
  },
  ["id"],
  {},
  { userTypes: types },
);
const text: CqlType = { kind: "native", name: "text" };
const addCity: UserTypeChange = { kind: "add-field", field: { name: "city", type: text } };

async function open(): Promise<OpenStore> {
  const opened = await openStore();
  for (const type of types) await opened.store.createUserType("shop", type);
  await opened.store.createTable("shop", people);
  return opened;
}

function write(store: Store, columns: Readonly<Record<string, Value | null>>) {
  return store.insert({ keyspace: "shop", table: "people", values: values(columns) });
}

const old = { street: "s", zip: 1 };

describe("a field that is added", () => {
  it("is null in stored values, wherever they are, and takes new ones; after opening again too", async () => {
    const { store, directory } = await open();
    await write(store, { id: 1, home: old, homes: [old], who: { home: old }, named: new Map([["a", old]]) });
    await store.alterUserType("shop", "address", addCity);
    const seen = { street: "s", zip: 1, city: null };
    const first = { id: 1, home: seen, homes: [seen], who: { home: seen }, named: new Map([["a", seen]]) };
    expect(await scan(store, "people")).toEqual([first]);
    const home = { street: "t", zip: null, city: "c" };
    await write(store, { id: 2, home });
    await store.close();
    const again = await openStore([], directory);
    expect(await scan(again.store, "people")).toEqual([first, { id: 2, home }]);
  });

  it("does not tell a value from an equal one of before", async () => {
    const { store } = await open();
    await write(store, { id: 1, who: { home: old } });
    await store.alterUserType("shop", "address", addCity);
    const isOld = { column: "who", operator: "eq", value: { home: { ...old, city: null } } } as const;
    const update = { keyspace: "shop", table: "people", values: values({ id: 1, home: null }) };
    expect(await store.update({ ...update, conditions: [isOld] })).toEqual({ applied: true });
  });

  it("does not tell an item of a set from an equal one of before", async () => {
    const { store } = await open();
    const change = (kind: "add" | "remove", item: Value) =>
      store.update({
        keyspace: "shop",
        table: "people",
        values: values({ id: 1 }),
        changes: [{ column: "visited", kind, value: [item] }],
      });
    await change("add", old);
    await store.alterUserType("shop", "address", addCity);
    const [seen, other] = ["s", "a"].map((street) => ({ street, zip: 1, city: null }));
    await change("add", seen as Value);
    await change("add", other as Value);
    expect(await scan(store, "people")).toEqual([{ id: 1, visited: [other, seen] }]);
    await change("remove", seen as Value);
    expect(await scan(store, "people")).toEqual([{ id: 1, visited: [other] }]);
  });

  it("changes the identity of what contains the type, and of nothing else", async () => {
    const { store } = await open();
    await store.createTable("shop", products);
    const told: unknown[] = [];
    store.onChange((changed) => told.push(changed));
    const before = await store.keyspace("shop");
    await store.alterUserType("shop", "address", addCity);
    const after = await store.keyspace("shop");
    expect(told).toEqual([{ keyspace: "shop", tables: ["people"], userTypes: ["address", "person"] }]);
    const [address, person, place] = after?.userTypes ?? [];
    expect(address?.fields.map(({ name }) => name)).toEqual(["street", "zip", "city"]);
    expect(person?.fields[0]?.type).toEqual({ kind: "user", type: address, frozen: true });
    expect(place).toBe(before?.userTypes[2]);
    expect(after?.tables[1]).toBe(before?.tables[1]);
    expect(after?.tables[0]?.columns[0]).toBe(before?.tables[0]?.columns[0]);
  });
});

it("a field that is renamed keeps its values", async () => {
  const { store, directory } = await open();
  await write(store, { id: 1, home: old, who: { home: old } });
  await store.alterUserType("shop", "address", { kind: "rename-field", field: "zip", to: "code" });
  const renamed = { street: "s", code: 1 };
  const rows = [{ id: 1, home: renamed, who: { home: renamed } }];
  expect(await scan(store, "people")).toEqual(rows);
  await store.close();
  expect(await scan((await openStore([], directory)).store, "people")).toEqual(rows);
});

describe("a change of a user type is refused", () => {
  const user = (name: string, frozen = true): CqlType => ({
    kind: "user",
    type: userTypes.get(name) as UserType,
    frozen,
  });
  const add = (name: string, type: CqlType): UserTypeChange => ({ kind: "add-field", field: { name, type } });
  test.each<[string, string, string, UserTypeChange]>([
    ["a type that is not there", "nope", "Type shop.nope doesn't exist", addCity],
    [
      "a field that is there",
      "address",
      "Cannot add field zip to type shop.address: a field with name zip already exists",
      add("zip", text),
    ],
    [
      "a field of the type itself",
      "address",
      "Cannot add new field of of type list<frozen<person>> to user type shop.address as it would create a circular reference",
      add("of", { kind: "list", item: user("person"), frozen: false }),
    ],
    [
      "a field of a type that is not there",
      "place",
      "Unknown type shop.nope",
      add("x", { kind: "user", type: { name: "nope", fields: [] }, frozen: true }),
    ],
    [
      "a counter",
      "place",
      '"counter" cannot be in a user type: it contains a counter',
      add("n", { kind: "native", name: "counter" }),
    ],
    [
      "a rename of what is not there",
      "address",
      "Unkown field x in user type shop.address",
      { kind: "rename-field", field: "x", to: "y" },
    ],
    [
      "a name that is taken",
      "address",
      "Duplicate field name zip in type shop",
      { kind: "rename-field", field: "street", to: "zip" },
    ],
  ])("for %s", async (_what, type, message, change) => {
    const { store } = await open();
    const before = await store.keyspace("shop");
    expect(await refusalOf(store.alterUserType("shop", type, change))).toBe(`invalid: ${message}`);
    expect(await store.keyspace("shop")).toBe(before);
  });

  test.each<[string, readonly string[], Readonly<Record<string, "ASC">>]>([
    ["partition key", ["k"], {}],
    ["clustering key", ["id"], { k: "ASC" }],
  ])("for a new field of a type in a %s", async (place, partitionKey, clusteringKey) => {
    const { store } = await open();
    const columns = { id: "int", k: "frozen<person>" };
    const keyed = table("keyed", columns, partitionKey, clusteringKey, { userTypes: types });
    await store.createTable("shop", keyed);
    expect(await refusalOf(store.alterUserType("shop", "address", addCity))).toBe(
      "invalid: Cannot add new field city of type text to user type shop.address as the type is being used in " +
        `${place} by the following tables: shop.keyed`,
    );
    await store.alterUserType("shop", "address", { kind: "rename-field", field: "zip", to: "code" });
  });

  it("for an unknown keyspace", async () => {
    const { store } = await open();
    expect(await refusalOf(store.alterUserType("nope", "address", addCity))).toBe(
      "unknown-keyspace: keyspace nope does not exist",
    );
  });
});
