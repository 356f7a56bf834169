import { ClassicLevel } from "classic-level";
import { describe, expect, it, test } from "vitest";
import { parseUserTypes } from "../../../src/model/index.ts";
import type { UserType, UserTypeDefinition } from "../../../src/model/index.ts";
import { openEmbeddedStore } from "../../../src/store/index.ts";
import { seal } from "../../../src/store/embedded/rows/seal.ts";
import { openStore, plain, products, refusalOf, scan, table, temporaryDirectory, values } from "./temporary-store.ts";

function typesOf(...definitions: readonly UserTypeDefinition[]): readonly UserType[] {
  return [...parseUserTypes(definitions).userTypes.values()];
}

const address = { name: "address", fields: [{ name: "street", typeDefinition: "text" }] };
const person = {
  name: "Person",
  description: "Who.",
  fields: [
    { name: "homes", typeDefinition: "frozen<map<text, address>>" },
    { name: "age", typeDefinition: "int" },
  ],
};
const [ofAddress, ofPerson] = typesOf(address, person) as [UserType, UserType];
const visitors = table("visitors", { id: "int", who: '"Person"' }, ["id"], {}, { userTypes: [ofAddress, ofPerson] });

describe("user types of a keyspace", () => {
  it("are there in code-unit order, and after opening again", async () => {
    const { store, directory } = await openStore();
    const before = await store.keyspace("shop");
    expect(before?.userTypes).toEqual([]);
    expect(await store.createUserType("shop", ofAddress)).toBe(true);
    expect(await store.createUserType("shop", ofPerson)).toBe(true);
    expect(await store.createTable("shop", visitors)).toBe(true);
    const shop = await store.keyspace("shop");
    expect(shop).not.toBe(before);
    expect(shop).toEqual({ name: "shop", tables: [visitors], userTypes: [ofPerson, ofAddress] });
    const who = { homes: new Map([["first", { street: "s" }]]), age: null };
    await store.insert({ keyspace: "shop", table: "visitors", values: values({ id: 1, who }) });
    await store.close();
    const again = await openStore([], directory);
    expect(await again.store.keyspace("shop")).toEqual(shop);
    expect(await scan(again.store, "visitors")).toEqual([{ id: 1, who }]);
  });

  it("stay as they are when there is one of that name", async () => {
    const { store } = await openStore();
    await store.createUserType("shop", ofAddress);
    const [other] = typesOf({ name: "address", fields: [{ name: "zip", typeDefinition: "int" }] });
    expect(await store.createUserType("shop", other as UserType)).toBe(false);
    expect((await store.keyspace("shop"))?.userTypes).toEqual([ofAddress]);
  });

  it("need what they are made of, and so do tables", async () => {
    const { store } = await openStore();
    expect(await refusalOf(store.createUserType("shop", ofPerson))).toBe("invalid: Unknown type shop.address");
    expect(await refusalOf(store.createTable("shop", visitors))).toBe("invalid: Unknown type shop.Person");
    expect(await refusalOf(store.createUserType("nope", ofPerson))).toBe(
      "unknown-keyspace: keyspace nope does not exist",
    );
  });

  test.each<[string, UserTypeDefinition["fields"]]>([
    ["more fields", [...address.fields, { name: "zip", typeDefinition: "int" }]],
    ["a field of another type", [{ name: "street", typeDefinition: "ascii" }]],
    ["a field of another name", [{ name: "Street", typeDefinition: "text" }]],
  ])("are not taken for ones with %s", async (_what, fields) => {
    const { store } = await openStore();
    await store.createUserType("shop", ofAddress);
    const other = typesOf({ ...address, fields });
    const lists = table("lists", { id: "int", l: "list<frozen<address>>" }, ["id"], {}, { userTypes: other });
    expect(await refusalOf(store.createTable("shop", lists))).toBe(
      "invalid: The type shop.address has other fields than here: street text",
    );
  });

  it("may be of types that nobody knows", async () => {
    const point = { kind: "custom", text: "PointType" } as const;
    const place: UserType = { name: "place", fields: [{ name: "at", type: point }] };
    const places = { ...products, name: "places" };
    const columns = [
      ...products.columns,
      { name: "place", kind: "regular", type: { kind: "user", type: place, frozen: false } },
    ] as const;
    const { store, directory } = await openStore();
    await store.createUserType("shop", place);
    await store.createTable("shop", { ...places, columns });
    const shop = await store.keyspace("shop");
    await store.close();
    const again = await openStore([], directory);
    expect(await again.store.keyspace("shop")).toEqual(shop);
  });
});

describe("data of the first format", () => {
  it("is read: tables as the model was then, their columns in any order", async () => {
    const directory = await temporaryDirectory();
    const level = new ClassicLevel<Buffer, Buffer>(directory, { keyEncoding: "buffer", valueEncoding: "buffer" });
    await level.open();
    const put = (name: string, content: unknown): Promise<void> => {
      const key = Buffer.from(`\0${name}`);
      return level.put(key, seal(key, Buffer.from(JSON.stringify(content))));
    };
    const column = (name: string, type: string, kind: string) => ({ name, type: { kind: "native", name: type }, kind });
    const old = {
      name: "old",
      columns: [column("note", "text", "regular"), column("id", "int", "partition"), column("n", "int", "regular")],
      partitionKey: ["id"],
      clusteringKey: [],
      defaultTimeToLive: 0,
    };
    await put("format", { format: 1 });
    await put("next", { id: 2 });
    await put("keyspace\0shop", {});
    await put("table\0shop\0old", { id: 1, table: old });
    await level.close();
    const write = values({ id: 1, note: "x", n: 2 });
    const first = await openEmbeddedStore({ directory });
    const shop = await first.keyspace("shop");
    expect(shop).toEqual({ name: "shop", userTypes: [], tables: [{ ...old, indexes: [] }] });
    await first.insert({ keyspace: "shop", table: "old", values: write });
    await first.close();
    const { store } = await openStore([], directory);
    expect(await store.keyspace("shop")).toEqual(shop);
    const page = await store.select({ keyspace: "shop", table: "old", filters: [], pageSize: 10 });
    expect(plain(page.rows)).toEqual([{ id: 1, note: "x", n: 2 }]);
  });
});
