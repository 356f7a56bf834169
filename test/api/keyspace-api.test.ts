/** Types of a keyspace are made as they are needed, and stay those of a table that stays. */
import { describe, expect, it, test } from "vitest";
import { apiOf, typesIn } from "../../src/api/index.ts";
import type { Api, ApiType } from "../../src/api/index.ts";
import type { Keyspace, Table, TableDefinition } from "../../src/model/index.ts";
import { keyspaceOf, tableOf } from "../support/keyspaces.ts";

const definition = (name: string, columns: Readonly<Record<string, string>> = {}): TableDefinition => ({
  name,
  columnDefinitions: Object.entries({ id: "int", ...columns }).map(([column, typeDefinition]) => {
    return { name: column, typeDefinition };
  }),
  primaryKey: { partitionKey: ["id"] },
});

const sai = (column: string) => ({ column, using: "sai" as const });

const shop = keyspaceOf("shop", [
  definition("orders", { lines: "map<text, frozen<list<int>>>" }),
  definition("products", { tags: "set<text>" }),
]);
const [orders, products] = shop.tables as [Table, Table];

const named = (api: Api): Map<string, ApiType> => new Map(typesIn(api).map((type) => [type.name, type]));
const changed = (...tables: readonly Table[]): Keyspace => ({ ...shop, tables });

describe("a table that stays while others change", () => {
  test.each<[what: string, next: Keyspace]>([
    ["comes", changed(orders, tableOf(definition("people", { sizes: "map<text, frozen<set<int>>>" })), products)],
    ["changes", changed(orders, tableOf(definition("products", { lines: "map<text, frozen<list<int>>>" })))],
    ["goes", changed(orders)],
  ])("keeps its types when another %s", (_what, next) => {
    const before = named(apiOf(shop).whole());
    const after = named(apiOf(next).whole());
    for (const name of ["Orders", "OrdersInput", "OrdersFilterInput", "OrdersOrder", "OrdersMutationResult"]) {
      expect(after.get(name), name).toBe(before.get(name));
    }
    expect(after.get("StringListIntMapEntry")).toBe(before.get("StringListIntMapEntry"));
  });

  it("gets others when a name that they use has come to mean two things", () => {
    const one = tableOf(definition("one", { a: "map<text, frozen<list<tuple<int, double>>>>" }));
    const other = tableOf(definition("other", { b: "map<text, tuple<list<int>, double>>" }));
    const before = named(apiOf(changed(one, products)).whole());
    const after = named(apiOf(changed(one, other, products)).whole());
    expect(before.has("StringListIntFloatTupleMapEntry")).toBe(true);
    expect(after.has("StringListIntFloatTupleMapEntry")).toBe(false);
    expect(after.get("One")).not.toBe(before.get("One"));
    expect(after.get("Products")).toBe(before.get("Products"));
  });

  it("has new types when it changes itself, and one type by each name", () => {
    const more = tableOf(definition("orders", { lines: "map<text, frozen<list<int>>>", note: "text" }));
    const before = named(apiOf(shop).whole());
    const types = typesIn(apiOf(changed(more, products)).whole());
    expect(types.find(({ name }) => name === "Orders")).not.toBe(before.get("Orders"));
    expect(types.find(({ name }) => name === "Products")).toBe(before.get("Products"));
    expect(new Set(types.map(({ name }) => name)).size).toBe(types.length);
  });
});

describe("the API of a keyspace", () => {
  it("finds a table by its operations and by its types", () => {
    const api = apiOf(shop);
    for (const name of ["products", "insertProducts", "updateProducts", "deleteProducts"]) {
      expect(api.findByOperation(name), name).toEqual([products]);
    }
    for (const name of [
      "Products",
      "ProductsInput",
      "ProductsFilterInput",
      "ProductsOrder",
      "ProductsMutationResult",
    ]) {
      expect(api.findByType(name), name).toBe(products);
    }
    for (const name of ["Products", "insertproducts", "insert", "", "constructor"]) {
      expect(api.findByOperation(name), name).toEqual([]);
    }
    for (const name of ["Query", "Uuid", "Input", "constructor"]) expect(api.findByType(name), name).toBeUndefined();
  });

  it("has no mutations of a materialized view", () => {
    const view: Table = { ...products, viewOf: "orders" };
    const api = apiOf(changed(orders, view));
    expect(api.findByOperation("products")).toEqual([view]);
    expect(api.findByOperation("insertProducts")).toEqual([]);
    const { query, mutation } = api.whole();
    expect(query.fields.map(({ name }) => name)).toEqual(["orders", "products"]);
    expect(mutation?.fields.map(({ name }) => name)).toEqual(["insertOrders", "updateOrders", "deleteOrders"]);
    expect(apiOf(changed(view)).whole().mutation).toBeUndefined();
  });

  it("finds a table whose own name begins or ends like those of others", () => {
    const odd = keyspaceOf(
      "odd",
      ["insert_products", "products", "order", "input", "deletes"].map((name) => definition(name)),
    );
    const api = apiOf(odd);
    const namesOf = (field: string): readonly string[] => api.findByOperation(field).map(({ name }) => name);
    expect(namesOf("insertProducts")).toEqual(["insert_products", "products"]);
    expect(namesOf("insertInsertProducts")).toEqual(["insert_products"]);
    expect(namesOf("deletes")).toEqual(["deletes"]);
    for (const { type, query } of api.names.values()) {
      expect(api.findByOperation(query)).toContain(api.findByType(`${type}Order`));
      expect(api.findByOperation(`delete${type}`)).toContain(api.findByType(type));
    }
  });

  it("has the types of the selected tables, and no others", () => {
    const types = named(apiOf(shop).select([products]));
    expect(types.has("ProductsMutationResult")).toBe(true);
    expect([...types.keys()].filter((name) => name.startsWith("Orders"))).toEqual([]);
  });

  it("names the inputs of changes and neighbors so that they never have the name of another table's type", () => {
    const vector = { ...definition("rooms", { tags: "set<text>", v: "vector<float, 2>" }), indexes: [sai("v")] };
    const names = ["rooms_changes", "rooms_nearest_input", "rooms2"];
    const odd = keyspaceOf("odd", [vector, ...names.map((name) => definition(name, { tags: "set<text>" }))]);
    const api = apiOf(odd);
    const types = typesIn(api.whole()).map(({ name }) => name);
    expect(types.filter((name) => types.indexOf(name) !== types.lastIndexOf(name))).toEqual([]);
    const [rooms] = odd.tables as [Table];
    const { changes, nearest } = api.tableApi(rooms).inputs;
    expect(changes).toMatch(/^RoomsChanges_[0-9a-f]{8}Input$/);
    expect(nearest).toMatch(/^RoomsNearest_[0-9a-f]{8}Input$/);
    for (const name of [changes, nearest]) {
      expect(types, name).toContain(name);
      expect(api.findByType(name), name).toBe(rooms);
    }
    expect(api.findByType("RoomsChangesInput")?.name).toBe("rooms_changes");
    expect(apiOf(changed(orders)).findByType("OrdersChangesInput")).toBe(orders);
  });

  it("gives a table new types when one comes whose name an input of it had", () => {
    const rooms = tableOf(definition("rooms", { tags: "set<text>" }));
    const later = tableOf(definition("rooms_changes"));
    const before = named(apiOf(changed(rooms)).whole());
    const after = named(apiOf(changed(rooms, later)).whole());
    expect(before.has("RoomsChangesInput")).toBe(true);
    expect([...after.keys()].filter((name) => /^RoomsChanges(?:_|Input)/.test(name))).toHaveLength(2);
    expect(after.get("RoomsChangesInput")).not.toBe(before.get("RoomsChangesInput"));
  });
});
