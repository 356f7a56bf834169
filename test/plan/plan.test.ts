import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { ColonnadeError } from "../../src/errors.ts";
import type { Keyspace, Table, TableDefinition } from "../../src/model/index.ts";
import { exportedNames, planKeyspace } from "../../src/plan/index.ts";
import type { PlaceOf, Plan, PlanSettings, TablePlan, TypeExpression } from "../../src/plan/index.ts";
import { keyspace, keyspaceOf, tableOf } from "../support/keyspaces.ts";
import { runs } from "../support/long.ts";

const plain = (name: string, columns: Readonly<Record<string, string>> = {}): Table =>
  tableOf({
    name,
    columnDefinitions: Object.entries({ id: "uuid", ...columns }).map(([column, type]) => ({
      name: column,
      typeDefinition: type,
    })),
    primaryKey: { partitionKey: ["id"] },
  });

const orders: TableDefinition = {
  name: "customer_orders",
  columnDefinitions: [
    { name: "paid", typeDefinition: "boolean" },
    { name: "customer_id", typeDefinition: "uuid" },
    { name: "placed_at", typeDefinition: "timestamp" },
    { name: "line", typeDefinition: "int" },
    { name: "customer_name", typeDefinition: "text", static: true },
  ],
  primaryKey: { partitionKey: ["customer_id"], clusteringKey: ["placed_at", "line"] },
  tableOptions: { clusteringExpression: [{ column: "placed_at", order: "DESC" }] },
};

const shop = (...tables: Table[]): Keyspace => ({ name: "shop", tables, userTypes: [] });

function planOf(definition: TableDefinition, naming?: "camel" | "verbatim"): TablePlan {
  const [table] = planKeyspace(shop(tableOf(definition)), { naming }).tables;
  return table ?? expect.unreachable();
}

function problemsOf(run: () => unknown): readonly string[] {
  try {
    run();
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(ColonnadeError);
    const { code, problems } = error as ColonnadeError;
    expect([code, ...new Set(problems.map((problem) => problem.code))]).toEqual(["names-meet", "names-meet"]);
    return problems.map(({ message }) => message);
  }
}

describe("a plan", () => {
  it("has the tables in the order of their files, whatever the order they came in", () => {
    const tables = [plain("b"), plain("Zebra"), plain("a"), plain("index")];
    const plan = planKeyspace(shop(...tables));
    expect(plan.tables.map(({ fileName }) => fileName)).toEqual(["a", "b", "x5a_ebra", "x69_ndex"]);
    expect(planKeyspace(shop(...tables.reverse()))).toEqual(plan);
  });

  it("has validators, camel names and .js in imports unless the settings differ", () => {
    expect(planKeyspace(shop())).toEqual({
      keyspace: "shop",
      validators: true,
      documents: false,
      asserts: false,
      importExtension: ".js",
      tables: [],
      userTypes: [],
      ids: [],
      warnings: [],
    });
    expect(planKeyspace(shop(), { validators: false, importExtension: "" })).toMatchObject({
      validators: false,
      importExtension: "",
    });
  });

  it("has no asserts without validators to compare, and says so", () => {
    const warned = (settings: PlanSettings): unknown => planKeyspace(shop(), settings).warnings.map(({ code }) => code);
    expect(warned({ asserts: true, validators: false })).toEqual(["no-asserts"]);
    expect(warned({ asserts: true })).toEqual([]);
    expect(warned({ validators: false })).toEqual([]);
  });

  it("has of a table its members, keys and order", () => {
    const plan = planOf(orders);
    expect(plan).toMatchObject({ title: "shop.customer_orders", fileName: "customer_orders", counts: false });
    expect(
      plan.members.map(({ name, value }) => `${name}: ${value.codec.kind} ${value.codec.name} ${value.type}`),
    ).toEqual([
      "paid: native boolean boolean",
      "customerId: native uuid string",
      "placedAt: native timestamp Date",
      "line: native int number",
      "customerName: native text string",
    ]);
    expect(plan.partitionKey.map(({ name }) => name)).toEqual(["customerId"]);
    expect(plan.clusteringKey.map(({ name, descending }) => [name, descending])).toEqual([
      ["placedAt", true],
      ["line", false],
    ]);
    expect(plan.statics.map(({ name }) => name)).toEqual(["customerName"]);
  });

  it("calls members as the API does, or as the database does when told so", () => {
    expect(
      planOf(orders)
        .members.map(({ name, apiName }) => [name, apiName])
        .slice(1, 3),
    ).toEqual([
      ["customerId", "customerId"],
      ["placedAt", "placedAt"],
    ]);
    expect(
      planOf(orders, "verbatim")
        .members.map(({ name, apiName }) => [name, apiName])
        .slice(1, 3),
    ).toEqual([
      ["customer_id", "customerId"],
      ["placed_at", "placedAt"],
    ]);
  });

  it("names the API's type, and the query where its name is not the type's with a small letter", () => {
    const [numbered] = planKeyspace(shop(plain("col_1a"))).tables;
    expect(numbered).toMatchObject({ apiName: "Col1a", queryName: "col1A" });
    expect(planOf(orders)).toMatchObject({ apiName: "CustomerOrders", queryName: undefined, hasPlainName: true });
    const [one, other] = planKeyspace(shop(plain("order_items"), plain("OrderItems"))).tables;
    for (const table of [one, other]) {
      expect(table?.apiName).toMatch(/^OrderItems_[0-9a-f]{4}$/);
      expect(table?.names.row).toBe(`${table?.apiName}Row`);
      expect(table?.hasPlainName).toBe(false);
    }
  });

  it("is contended where a rule says that others write to its rows", () => {
    const { tables } = planKeyspace(shop(plain("a"), plain("b")), { tables: { a: { contended: true } } });
    expect(tables.map(({ contended }) => contended)).toEqual([true, false]);
  });

  it("counts when what is outside the key are counters", () => {
    expect(planKeyspace(shop(plain("hits", { views: "counter" }))).tables[0]?.counts).toBe(true);
  });
});

describe("a plan of the same tables with other settings", () => {
  const keyspace = shop(plain("users"), plain("orders", { user: "uuid" }));
  const user = (settings: PlanSettings): unknown => {
    const orders = planKeyspace(keyspace, settings).tables.find(({ table }) => table.name === "orders");
    const member = orders?.members.find(({ column }) => column.name === "user");
    return [member?.name, member?.value.type];
  };

  it("follows the rules, and forgets those of before", () => {
    expect(user({})).toEqual(["user", "string"]);
    expect(user({ columns: { user: { name: "buyer" } } })).toEqual(["buyer", "string"]);
    expect(user({})).toEqual(["user", "string"]);
    expect(planKeyspace(keyspace, { brandedIds: true }).tables[1]?.members[0]?.value.type).toMatchObject({
      name: "UsersId",
    });
    expect(planKeyspace(keyspace).tables[1]?.members[0]?.value.type).toBe("string");
    const users = shop(plain("users"));
    const keyOf = (settings: PlanSettings): unknown => planKeyspace(users, settings).tables[0]?.members[0]?.value.type;
    expect(keyOf({})).toBe("string");
    expect(keyOf({ brandedIds: true })).toMatchObject({ name: "UsersId" });
    expect(user({ naming: "verbatim", types: { uuid: "unknown" } })).toEqual(["user", "unknown"]);
    expect(user({ naming: "verbatim" })).toEqual(["user", "string"]);
  });

  it("is made once for each table where they are the same", () => {
    const [first, again] = [planKeyspace(keyspace), planKeyspace(keyspace)];
    expect(again.tables[0]).toBe(first.tables[0]);
  });
});

describe("the names of a table", () => {
  it("are made of its API name", () => {
    expect(exportedNames("OrderItems")).toMatchObject({
      row: "OrderItemsRow",
      table: "orderItemsTable",
      insertFunction: "insertOrderItems",
      findFunction: "findOrderItems",
      rowSchema: "orderItemsRowSchema",
    });
  });

  it("can have a row and functions for several rows that are called differently", () => {
    expect(exportedNames("Product", { row: "Product", plural: "Products" })).toMatchObject({
      row: "Product",
      rowSchema: "productSchema",
      key: "ProductKey",
      insertFunction: "insertProduct",
      getFunction: "getProduct",
      findFunction: "findProducts",
      scanFunction: "scanProducts",
    });
    const indexed = tableOf({ ...orders, indexes: [{ column: "paid" }] });
    const rules = { customer_orders: { name: "Order", row: "Order", plural: "Orders" } };
    const [table] = planKeyspace(shop(indexed), { tables: rules }).tables;
    expect(table?.indexes).toMatchObject([{ functionName: "findOrdersWithPaid", where: "OrderWithPaid" }]);
  });

  it("are all different", () => {
    const names = Object.values(exportedNames("Products"));
    expect(new Set(names).size).toBe(names.length);
  });
});

/** Tables that export `getProductsStatic`, `ProductsRowUpdate` and more beside the usual. */
const withStatic: TableDefinition = {
  name: "products",
  columnDefinitions: [
    { name: "id", typeDefinition: "uuid" },
    { name: "at", typeDefinition: "int" },
    { name: "shared", typeDefinition: "text", static: true },
  ],
  primaryKey: { partitionKey: ["id"], clusteringKey: ["at"] },
};

describe("names that meet", () => {
  test.each([
    ["products_static", "ProductsStaticUpdate and 2 more"],
    ["products_row", "ProductsRowUpdate and 1 more"],
  ])("of products with static columns and %s are an error that names both", (other, name) => {
    const problems = problemsOf(() => planKeyspace(shop(tableOf(withStatic), plain(other))));
    expect(problems).toContain(`shop.products and shop.${other} both need the name ${name}`);
    // Without static columns nothing of the sort is exported.
    expect(problemsOf(() => planKeyspace(shop(plain("products"), plain(other))))).toEqual([]);
  });

  it("of tables whose names begin or end as functions do are an error too", () => {
    expect(problemsOf(() => planKeyspace(shop(plain("get_products"), plain("products_table"))))).toEqual([
      "shop.get_products and shop.products_table both need the name getProductsTable",
    ]);
  });

  it("of a row with the table's other types and its ID are an error too", () => {
    const products = shop(plain("products"));
    const problems = (row: string): readonly string[] =>
      problemsOf(() => planKeyspace(products, { brandedIds: true, tables: { products: { row } } }));
    expect(problems("ProductsKey")).toEqual(["two exports of shop.products both need the name ProductsKey"]);
    expect(problems("ProductsId")).toEqual(["two exports of shop.products both need the name ProductsId and 1 more"]);
    expect(problems("Product")).toEqual([]);
  });

  it("of the rows of two tables are an error too", () => {
    const rules = { products: { row: "Item" }, goods: { row: "Item" } };
    const problems = problemsOf(() => planKeyspace(shop(plain("products"), plain("goods")), { tables: rules }));
    expect(problems).toEqual(["shop.goods and shop.products both need the name Item and 1 more"]);
  });

  test.each([
    [{ file: "a.json", line: 3 }, "a.json:3"],
    [{ file: "a.cql" }, "a.cql"],
    [undefined, undefined],
  ])("are told with the place of the first, %j", (place, told) => {
    const placeOf: PlaceOf = ({ name }) => (name === "get_products" ? place : undefined);
    const [problem] = problemsOf(() => planKeyspace(shop(plain("get_products"), plain("products_table")), {}, placeOf));
    expect(problem).toBe(
      `shop.get_products and shop.products_table both need the name getProductsTable` +
        (told === undefined ? "" : `, the first of them in ${told}`),
    );
  });

  test.each([
    ["capitals alone", ["products", "Products", "PRODUCTS"]],
    ["underscores alone", ["order_items", "orderitems", "order__items", "orderItems", "OrderItems"]],
    ["our own files", ["index", "zod", "Index", "x49_ndex", "x69_ndex"]],
    ["what stands before and behind them", ["products", "get_products", "products_row", "insert_products"]],
  ])("never do of tables that differ in %s", (_, names) => {
    expect(problemsOf(() => planKeyspace(shop(...names.map((name) => plain(name)))))).toEqual([]);
  });

  test.each(["camel", "verbatim"] as const)("never do of columns, however they are called, in %s", (naming) => {
    const columns = [
      "created_at",
      "createdAt",
      "CreatedAt",
      "created__at",
      "größe",
      "gr_sse",
      "1st",
      "x31_st",
      "",
      "_",
    ];
    const table = plain("t", Object.fromEntries(columns.filter(Boolean).map((name) => [name, "text"])));
    expect(problemsOf(() => planKeyspace(shop(table), { naming }))).toEqual([]);
    const { members } = planKeyspace(shop(table), { naming }).tables[0] ?? expect.unreachable();
    expect(new Set(members.map(({ name }) => name)).size).toBe(table.columns.length);
    expect(new Set(members.map(({ apiName }) => apiName)).size).toBe(table.columns.length);
  });

  it("leave no two tables with a name in common, or are an error", () => {
    fc.assert(
      fc.property(keyspace, (keyspace) => {
        let plan: Plan;
        try {
          plan = planKeyspace(keyspace);
        } catch (error) {
          expect(error).toMatchObject({ code: "names-meet" });
          return;
        }
        const always = [
          "row",
          "key",
          "where",
          "types",
          "table",
          "getFunction",
          "findFunction",
          "scanFunction",
        ] as const;
        const names = plan.tables.flatMap((table) => [table.fileName, ...always.map((role) => table.names[role])]);
        expect(new Set(names).size).toBe(names.length);
      }),
      runs(100, 5000),
    );
  });
});

describe("finders that would have one name", () => {
  const indexed = (columns: Readonly<Record<string, string>>, indexes: TableDefinition["indexes"]): Keyspace =>
    shop(
      tableOf({
        name: "users",
        columnDefinitions: Object.entries({ id: "uuid", ...columns }).map(([name, typeDefinition]) => ({
          name,
          typeDefinition,
        })),
        primaryKey: { partitionKey: ["id"] },
        indexes: indexes ?? [],
      }),
    );
  const finders = (keyspace: Keyspace, naming?: "camel" | "verbatim"): readonly string[] =>
    (planKeyspace(keyspace, { naming }).tables[0]?.indexes ?? []).map(({ functionName }) => functionName);

  it("get digits of a hash each, so that none is taken for the other", () => {
    const both = indexed({ tags: "map<text, text>", tags_key: "text" }, [
      { column: "tags", kind: "keys" },
      { column: "tags", kind: "values" },
      { column: "tags_key" },
    ]);
    const names = finders(both);
    expect(names).toEqual([
      expect.stringMatching(/^findUsersWithTagsKey_[0-9a-f]{4}$/),
      "findUsersWithTags",
      expect.stringMatching(/^findUsersWithTagsKey_[0-9a-f]{4}$/),
    ]);
    expect(new Set(names).size).toBe(3);
  });

  it("get them for columns that differ in capitals or underscores alone, too", () => {
    const both = indexed({ user_id: "text", userId: "text" }, [{ column: "user_id" }, { column: "userId" }]);
    const names = finders(both, "verbatim");
    expect(names.map((name) => name.replace(/[0-9a-f]{4}$/, "…"))).toEqual([
      "findUsersWithUserId_…",
      "findUsersWithUserId_…",
    ]);
    expect(new Set(names).size).toBe(2);
  });

  it("are none for an index that answers no equality", () => {
    expect(finders(indexed({ place: "vector<float, 2>" }, [{ column: "place" }]))).toEqual([]);
  });

  it("keep the plain one where nothing meets", () => {
    const one = indexed({ tags: "map<text, text>" }, [{ column: "tags", kind: "keys" }]);
    expect(finders(one)).toEqual(["findUsersWithTagsKey"]);
  });
});

describe("a rule for a user type", () => {
  const types = (...names: string[]): Keyspace =>
    keyspaceOf(
      "shop",
      [],
      names.map((name) => ({ name, fields: [{ name: "a", typeDefinition: "int" }] })),
    );

  it("names its interface, codec and validator", () => {
    const settings = { userTypes: { address_v2: { name: "Home" } } };
    const plan = planKeyspace(types("address", "address_v2"), settings);
    expect(plan.warnings).toEqual([]);
    expect(plan.userTypes.map(({ names }) => names)).toEqual([
      { type: "Address", codec: "addressType", validator: "addressSchema" },
      { type: "Home", codec: "homeType", validator: "homeSchema" },
    ]);
  });

  it("parts two that meet", () => {
    const both = types("an_order", "AnOrder");
    expect(problemsOf(() => planKeyspace(both))).toHaveLength(1);
    expect(problemsOf(() => planKeyspace(both, { userTypes: { an_order: { name: "OldOrder" } } }))).toEqual([]);
  });

  it("that matches nothing is a warning, with what was probably meant", () => {
    const { warnings } = planKeyspace(types("address_v2"), { userTypes: { adress_v2: { name: "AddressV2" } } });
    expect(warnings).toEqual([
      {
        code: "unmatched-rule",
        message: 'the rule userTypes: "adress_v2" of the keyspace shop matches nothing',
        next: "did you mean address_v2?",
      },
    ]);
  });
});

describe("branded ids", () => {
  const users = plain("users");
  const logs = tableOf({
    name: "logs",
    columnDefinitions: ["id", "at"].map((name) => ({ name, typeDefinition: "uuid" })),
    primaryKey: { partitionKey: ["id"], clusteringKey: ["at"] },
  });
  const pairs = tableOf({
    name: "pairs",
    columnDefinitions: ["one", "other"].map((name) => ({ name, typeDefinition: "uuid" })),
    primaryKey: { partitionKey: ["one", "other"] },
  });
  const orders = plain("orders", { user: "uuid", total: "int" });

  it("are of the tables whose key is one column", () => {
    const { ids } = planKeyspace(shop(users, logs, pairs), { brandedIds: true });
    expect(ids.map(({ title, type }) => `${title} ${type}`)).toEqual(["shop.users UsersId"]);
    expect(planKeyspace(shop(users)).ids).toEqual([]);
  });

  test.each<[string, string, boolean, string | undefined]>([
    ["user", "user", true, "did you mean users?"],
    ["user", "logs", true, undefined],
    ["user", "users", false, "set brandedIds: true, and name a table whose key is one column"],
    ["total", "users", true, "omit idOf for this column"],
  ])("cannot be in %s of %s (branded: %s) → %s", (column, idOf, brandedIds, next) => {
    const run = (): Plan =>
      planKeyspace(shop(users, logs, orders), { brandedIds, columns: { [`orders.${column}`]: { idOf } } });
    expect(run).toThrow(
      expect.objectContaining({
        problems: [
          {
            code: "no-such-id",
            message: expect.stringMatching(`^shop.orders.${column} cannot hold `) as string,
            ...(next !== undefined && { next }),
          },
        ],
      }) as Error,
    );
  });

  it("are in a column that a rule names, whatever a pattern says of it", () => {
    const rules = { "orders.user": { idOf: "users" }, "*.user": { idOf: "orders" } };
    for (const columns of [rules, Object.fromEntries(Object.entries(rules).reverse())]) {
      const { tables } = planKeyspace(shop(users, orders), { brandedIds: true, columns });
      const members = tables.find(({ table }) => table.name === "orders")?.members;
      expect(members?.find(({ name }) => name === "user")?.value.type).toMatchObject({ name: "UsersId" });
    }
  });
});

it.each([
  ["int", "int"],
  ["list<text>", "listOfText, never null"],
  ["frozen<list<int>>", "frozenListOfInt"],
  ["set<int>", "setOfInt, never null"],
  ["map<text, int>", "mapOfTextToInt, never null"],
  ["tuple<int, text>", "tupleOfIntAndText"],
  ["vector<float, 3>", "vectorOfFloat3"],
  ["frozen<address>", "frozenAddressType, an object"],
  ["list<frozen<map<text, frozen<address>>>>", "listOfFrozen01f1416f, never null"],
])("a column of %s has the codec %s", (typeDefinition, expected) => {
  const columnDefinitions = [
    { name: "id", typeDefinition: "uuid" },
    { name: "it", typeDefinition },
  ];
  const address = { name: "address", fields: [{ name: "street", typeDefinition: "text" }] };
  const given = keyspaceOf("k", [{ name: "t", columnDefinitions, primaryKey: { partitionKey: ["id"] } }], [address]);
  const value = planKeyspace(given).tables[0]?.members.find(({ name }) => name === "it")?.value;
  const [codec, neverNull, isObject] = [value?.codec, value?.neverNull && "never null", value?.isObject && "an object"];
  const name = codec && "name" in codec ? codec.name : undefined;
  expect([name, neverNull, isObject].filter(Boolean).join(", ")).toBe(expected);
});

const nullable = (type: string): TypeExpression => ({ kind: "union", types: [type, "null"] });
const unknownItem: TypeExpression = { kind: "generic", name: "NonNullable", args: ["unknown"] };

it.each<[string, TypeExpression, TypeExpression]>([
  ["list<int>", { kind: "array", item: "number", readonly: false }, { kind: "array", item: "number", readonly: true }],
  [
    "list<duration>",
    { kind: "array", item: unknownItem, readonly: false },
    { kind: "array", item: unknownItem, readonly: true },
  ],
  [
    "map<text, int>",
    { kind: "generic", name: "Map", args: ["string", "number"] },
    { kind: "generic", name: "ReadonlyMap", args: ["string", "number"] },
  ],
  [
    "tuple<int, text>",
    { kind: "tuple", items: [nullable("number"), nullable("string")], readonly: false },
    { kind: "tuple", items: [nullable("number"), nullable("string")], readonly: true },
  ],
  ["duration", "unknown", "unknown"],
])("a column of %s is read as a value that may be changed, and takes one that may not", (cql, type, input) => {
  const { tables } = planKeyspace(shop(plain("t", { it: cql })), { types: { duration: "unknown" } });
  const value = tables[0]?.members.find(({ name }) => name === "it")?.value;
  expect([value?.type, value?.input]).toEqual([type, input]);
});

it.each([
  ["URL", false],
  ["unknown", true],
  ["Money", true],
])("a value of the user's type %s may be a plain object: %s", (type, isObject) => {
  const types = { decimal: { codec: "its", type, from: "./its.js" } };
  const { members } = planKeyspace(shop(plain("t", { it: "decimal" })), { types }).tables[0] ?? expect.unreachable();
  expect(members[1]?.value).toMatchObject({ isObject, codec: { kind: "own", name: "its" } });
});

describe("a rule for narrower types", () => {
  const orders = tableOf({
    name: "orders",
    columnDefinitions: [
      { name: "id", typeDefinition: "uuid" },
      { name: "status", typeDefinition: "text" },
      { name: "level", typeDefinition: "tinyint" },
      { name: "total", typeDefinition: "decimal" },
      { name: "tags", typeDefinition: "set<text>" },
    ],
    primaryKey: { partitionKey: ["id"] },
  });
  const member = (columns: PlanSettings["columns"], name: string) =>
    planKeyspace(shop(orders), { columns }).tables[0]?.members.find((one) => one.name === name)?.value;

  it("lists the values of a column, the strongest rule first", () => {
    expect(member({ "orders.status": { oneOf: ["new", "paid"] } }, "status")).toMatchObject({
      type: { kind: "literals", values: ["new", "paid"] },
      codec: { by: "oneOf", name: "oneOfNewOrPaid" },
    });
    const both = { "*.level": { oneOf: [1, 2] }, "orders.level": { value: "unknown" as const } };
    expect(member(both, "level")?.type).toBe("unknown");
  });

  it("gives text or numbers a type of the app, without a codec", () => {
    const columns = { "orders.total": { value: { type: "Price", from: "./price.ts" } } };
    expect(member(columns, "total")).toMatchObject({
      type: { kind: "imported", name: "Price" },
      codec: { kind: "typed", name: "priceOfDecimal", base: { name: "decimal" } },
    });
  });

  test.each<[string, NonNullable<PlanSettings["columns"]>[string], string]>([
    ["tags", { oneOf: ["new"] }, "holds a set<text>, and oneOf is only for ascii, int, smallint, text"],
    ["total", { oneOf: ["1.0"] }, "holds a decimal, and oneOf is only for"],
    ["level", { oneOf: [1, 128] }, "holds a tinyint, which 128 of oneOf is not"],
    ["status", { oneOf: [1] }, "holds a text, which 1 of oneOf is not"],
    ["tags", { value: { type: "Tags", from: "./tags.ts" } }, "a type without a codec is only for text and numbers"],
  ])("that does not fit %s is an error: %j", (column, rule, message) => {
    expect(() => member({ [`orders.${column}`]: rule }, column)).toThrow(
      expect.objectContaining({
        problems: [
          {
            code: "rule-misfit",
            message: expect.stringContaining(`shop.orders.${column} `) as string,
            next: "omit the rule for this column",
          },
        ],
      }) as Error,
    );
    expect(() => member({ [`orders.${column}`]: rule }, column)).toThrow(
      expect.objectContaining({
        problems: [expect.objectContaining({ message: expect.stringContaining(message) as string })],
      }) as Error,
    );
  });
});
