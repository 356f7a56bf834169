/**
 * Names decided once and used everywhere: in the database, in TypeScript, in the API and on disk. However odd they are, what
 * is emitted compiles under every flag, and reads back from the service what it wrote.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { Kind, parse, valueFromASTUntyped } from "graphql";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import type { ZodType } from "zod";
import { createSession, decimal, int, serviceTransport, text } from "@colonnade/runtime";
import { converted } from "@colonnade/runtime/composites";
import { createTable } from "@colonnade/runtime/definitions";
import type { Session, Table as RuntimeTable, TableTypes } from "@colonnade/runtime";
import { emitKeyspace } from "../support/emit-keyspace.ts";
import type { Keyspace, Table, UserTypeDefinition } from "../../src/model/index.ts";
import { planKeyspace } from "../../src/plan/index.ts";
import type { Plan, PlanSettings, TablePlan } from "../../src/plan/index.ts";
import { createService } from "../../src/service/index.ts";
import { printJson } from "../../src/service/json.ts";
import { openEmbeddedStore } from "../../src/store/index.ts";
import type { Store } from "../../src/store/index.ts";
import { answeringSession } from "../support/answering-session.ts";
import { compile } from "../support/compile.ts";
import { keyspaceOf, tableOf } from "../support/keyspaces.ts";
import { runs } from "../support/long.ts";
import { importEmitted } from "./import-emitted.ts";
import type { Exports } from "./import-emitted.ts";

const tableNames = [
  ...["constructor", "__proto__", "toString", "hasOwnProperty", "index", "ids", "zod", "user_types", "asserts", "con"],
  ...["Order", "order", "ORDER", "Date", "date", "Map", "Promise", "Table", "Session", "Rows", "match", "codec"],
  ...["products", "get_products", "find_products", "insert_products", "order_items", "OrderItems", "orderitems"],
  ...[
    "indexed",
    "static",
    "class",
    "delete",
    "in",
    "1st",
    "col_1a",
    "_",
    "__",
    "a",
    "A",
    "row",
    "key",
    "x41_",
    "string",
    "text",
  ],
];

const inherited = ["constructor", "toString", "hasOwnProperty", "valueOf"];

const columnNames = [
  ...[
    "session",
    "value",
    "options",
    "key",
    "where",
    "by",
    "in",
    "eq",
    "gt",
    "then",
    "constructor",
    "toString",
    "__proto__",
  ],
  ...[
    "hasOwnProperty",
    "valueOf",
    "prototype",
    "length",
    "name",
    "class",
    "default",
    "Mixed Case",
    "mixed_case",
    "MixedCase",
  ],
  ...[
    "created_at",
    "createdAt",
    "CreatedAt",
    "created__at",
    "größe",
    "gr_e",
    "1st",
    "2_nd",
    "",
    "_",
    "__",
    'quo"te',
    "it's",
    "*/",
  ],
  ...[
    "x31_st",
    "items",
    "edges",
    "pageState",
    "applied",
    "__typename",
    "e\u0301",
    "😀",
    "\\",
    "${a}",
    "line\nbreak",
    "naïve",
  ],
].filter((name) => name !== "");

/** A table of that name, whose columns have every odd name; the first of them are its key. */
const odd = (name: string): Table =>
  tableOf({
    name,
    columnDefinitions: [
      ...columnNames.map((column, index) => ({
        name: column,
        typeDefinition: index % 3 === 0 ? "text" : "int",
        static: column === "toString" || column === "then",
      })),
    ],
    primaryKey: { partitionKey: ["session", "in"], clusteringKey: ["created_at", "__proto__"] },
    indexes: [{ column: "value" }, { column: "gt", using: "sai" }, { column: "Mixed Case" }],
  });

const simple = (name: string): Table =>
  tableOf({
    name,
    columnDefinitions: [
      { name: "id", typeDefinition: "text" },
      { name: "value", typeDefinition: "int" },
    ],
    primaryKey: { partitionKey: ["id"] },
  });

const userTypes: readonly UserTypeDefinition[] = [
  ...["date", "map", "codec", "Promise", "Record", "order", "non_nullable", "string", "größe", "1st", "user_types"].map(
    (name) => ({
      name: name === "order" ? "an_order" : name,
      fields: columnNames.slice(0, 14).map((field) => ({ name: field, typeDefinition: "text" })),
    }),
  ),
  {
    name: "session",
    fields: [
      { name: "of", typeDefinition: 'frozen<"Promise">' },
      { name: "dates", typeDefinition: 'list<frozen<"date">>' },
    ],
  },
];
const typed = keyspaceOf(
  "shop",
  [
    {
      name: "typed",
      columnDefinitions: [
        { name: "id", typeDefinition: "text" },
        ...userTypes.map(({ name }) => ({ name: `of_${name}`, typeDefinition: `frozen<"${name}">` })),
        { name: "many", typeDefinition: 'map<text, frozen<"map">>' },
      ],
      primaryKey: { partitionKey: ["id"] },
    },
  ],
  userTypes,
);

const quirky: Keyspace = {
  ...typed,
  tables: [...typed.tables, odd("oddities"), ...tableNames.map(simple)],
};

const filesOf = (plan: Plan): Record<string, string> =>
  Object.fromEntries(emitKeyspace(plan).map(({ path, text }) => [path, text]));

const orders: Keyspace = {
  name: "shop",
  userTypes: [],
  tables: [
    tableOf({
      name: "orders",
      columnDefinitions: [
        { name: "id", typeDefinition: "text" },
        { name: "created_at", typeDefinition: "int" },
        { name: "total", typeDefinition: "decimal" },
        { name: "title", typeDefinition: "text" },
      ],
      primaryKey: { partitionKey: ["id"], clusteringKey: ["created_at"] },
    }),
    simple("products"),
  ],
};

const renamings: readonly [string, PlanSettings, string][] = [
  ["of a column", { columns: { "orders.created_at": { name: "when" } } }, "when"],
  ["that mean something elsewhere", { columns: { "orders.created_at": { name: "constructor" } } }, "constructor"],
  ["that are no identifiers", { columns: { "orders.created_at": { name: "made at" } } }, "made at"],
  ["of a table", { tables: { orders: { name: "Purchases" } } }, "createdAt"],
  ["of its row", { tables: { orders: { row: "Order" } } }, "createdAt"],
  ["of its row, as functions name their type parameters", { tables: { orders: { row: "Column" } } }, "createdAt"],
  ["of its row, as the runtime has them", { tables: { orders: { name: "Table", row: "Session" } } }, "createdAt"],
  [
    "of functions for several rows",
    { tables: { orders: { name: "Purchase", row: "Rows", plural: "Purchases" } } },
    "createdAt",
  ],
  ["of a pattern", { columns: { "*.created_*": { name: "made" } } }, "made"],
  ["of columns of any table", { columns: { created_at: { name: "made" } } }, "made"],
  [
    "exactly, over a pattern",
    { columns: { "orders.created_at": { name: "when" }, "orders.*_at": { name: "made" } } },
    "when",
  ],
];

/** A module of a user's, odd names among its exports. */
const ownModule = `
import { decimal, int, text } from "@colonnade/runtime";
import { converted } from "@colonnade/runtime/composites";
import type { Codec } from "@colonnade/runtime";
export interface Money { cents: bigint }
export interface AmountOfMoneyInTheCurrencyOfTheCustomer { cents: bigint }
const check = (): boolean => true;
export const money: Codec<Money> = converted(decimal, { expected: "", check, encode: ({ cents }: Money) => String(cents), decode: (value) => ({ cents: BigInt(value) }) });
export const amountOfMoneyInTheCurrencyOfTheCustomer: Codec<AmountOfMoneyInTheCurrencyOfTheCustomer> = money;
export const Text: Codec<string> = converted(text, { expected: "", check, encode: (value: string) => value, decode: (value) => value });
const weekday: Codec<string> = converted(int, { expected: "", check, encode: Number, decode: String });
export { weekday as default, weekday as delete };
`;

/** Columns of whose types many have codecs of the user's own, beside and within others. */
const owned = (codec: string, type: string): Plan => {
  const from = "./own.js";
  const settings: PlanSettings = {
    types: { decimal: { codec, type, from } },
    columns: {
      "orders.title": { value: { codec: "Text", type: "string", from } },
      "orders.created_at": { value: { codec: "default", type: "string", from } },
      "products.value": { value: { codec: "delete", type: "string", from } },
      "texts.b": { value: { codec: "Text", type: "string", from } },
      "texts.custom": { value: "unknown" },
    },
  };
  const texts = tableOf({
    name: "texts",
    columnDefinitions: Object.entries({
      a: "text",
      b: "text",
      c: "list<text>",
      d: "list<decimal>",
      e: "map<text, frozen<list<decimal>>>",
      f: "tuple<decimal, text>",
      custom: "int",
    }).map(([name, typeDefinition]) => ({ name, typeDefinition })),
    primaryKey: { partitionKey: ["a"] },
  });
  return planKeyspace({ ...orders, tables: [...orders.tables, texts] }, settings);
};

/** Types that nobody knows, within each other kind. */
const unknown = (): Plan => {
  const columns = [
    ...[
      "PointType",
      "list<PointType>",
      "set<PointType>",
      "map<PointType, 'org.example.Shape'>",
      "tuple<PointType, int>",
    ],
    ...["vector<PointType, 2>", "frozen<list<tuple<PointType, list<PointType>>>>", "list<decimal>", "tuple<decimal>"],
  ];
  const table = tableOf(
    {
      name: "points",
      columnDefinitions: [
        { name: "id", typeDefinition: "uuid" },
        ...columns.map((typeDefinition, index) => ({ name: `c${index}`, typeDefinition })),
      ],
      primaryKey: { partitionKey: ["id"] },
      indexes: [{ column: "c0" }, { column: "c1" }, { column: "c3", kind: "entries" }],
    },
    { customTypes: new Set(["PointType", "'org.example.Shape'"]) },
  );
  return planKeyspace({ name: "shop", tables: [table], userTypes: [] }, { types: { decimal: "unknown" } });
};

describe("odd names", () => {
  it("in the database, in the config, and in modules of a user compile under every flag", { timeout: 60_000 }, () => {
    const plans: Readonly<Record<string, Plan>> = {
      camel: planKeyspace(quirky, { brandedIds: true, documents: true }),
      verbatim: planKeyspace({ ...quirky, tables: [...typed.tables, odd("oddities")] }, { naming: "verbatim" }),
      own: owned("money", "Money"),
      long: owned("amountOfMoneyInTheCurrencyOfTheCustomer", "AmountOfMoneyInTheCurrencyOfTheCustomer"),
      unknown: unknown(),
      // The names of the type parameters.
      ...Object.fromEntries(
        ["Column", "Order", "If", "Exists"].map((row) => [row, planKeyspace(orders, { tables: { orders: { row } } })]),
      ),
      ...Object.fromEntries(
        renamings
          .slice(1, 8)
          .map(([, settings], index) => [
            `renamed${index}`,
            planKeyspace(orders, { ...settings, asserts: true, documents: true }),
          ]),
      ),
    };
    const files = Object.entries(plans).flatMap(([folder, plan]) => [
      [`${folder}/own.ts`, ownModule],
      ...Object.entries(filesOf(plan)).map(([path, text]) => [`${folder}/${path}`, text]),
    ]);
    expect(compile(Object.fromEntries(files) as Record<string, string>)).toEqual([]);
  });

  it("give each table, member and file one name, and each name one of them", () => {
    for (const naming of ["camel", "verbatim"] as const) {
      const plan = planKeyspace(quirky, { naming, documents: true });
      const files = emitKeyspace(plan).map(({ path }) => path.toLowerCase());
      expect(new Set(files).size).toBe(files.length);
      for (const { members } of plan.tables) {
        for (const of of ["name", "apiName"] as const)
          expect(new Set(members.map((member) => member[of])).size).toBe(members.length);
        for (const { apiName } of members) expect(apiName).toMatch(/^[A-Za-z][A-Za-z0-9_]*$/);
      }
      const [oddities] = plan.tables.filter(({ table }) => table.name === "oddities");
      if (naming === "verbatim") {
        // JavaScript takes a member of that name for the prototype, and TypeScript others for those of every object.
        const others = new Map([["__proto__", "Proto"], ...inherited.map((name) => [name, `${name}_`] as const)]);
        const expected = columnNames.map((name) => others.get(name) ?? name);
        expect(oddities?.members.map(({ name }) => name)).toEqual(expected);
      }
    }
  });

  it("do not depend on the order in which they come", () => {
    const emit = (keyspace: Keyspace, settings: PlanSettings): unknown =>
      emitKeyspace(planKeyspace(keyspace, settings));
    const settings = { brandedIds: true, documents: true };
    const usual = emit(quirky, settings);
    const order = fc.tuple(
      fc.shuffledSubarray([...quirky.tables], { minLength: quirky.tables.length }),
      fc.shuffledSubarray([...quirky.userTypes], { minLength: quirky.userTypes.length }),
    );
    fc.assert(
      fc.property(order, ([tables, userTypes]) => {
        expect(emit({ ...quirky, tables, userTypes }, settings)).toEqual(usual);
      }),
      runs(2, 100),
    );
  });
});

describe("names that meet", () => {
  const messagesOf = (keyspace: Keyspace, settings: PlanSettings = {}): (string | undefined)[] => {
    try {
      planKeyspace(keyspace, settings);
      return [];
    } catch (error) {
      expect(error).toMatchObject({ name: "ColonnadeError", code: "names-meet" });
      return (error as { problems: { message: string; next?: string }[] }).problems.map(
        ({ message, next }) => `${message}; ${next}`,
      );
    }
  };
  const withTypes = (...names: string[]): Keyspace =>
    keyspaceOf(
      "shop",
      [],
      names.map((name) => ({ name, fields: [{ name: "a", typeDefinition: "int" }] })),
    );

  it("of a user type and a table are an error that says what to do", () => {
    const keyspace = { ...withTypes("products_row"), tables: [simple("products")] };
    expect(messagesOf(keyspace)).toContain(
      'shop.products_row and shop.products both need the name ProductsRow and 1 more; give one of them another name in the config: tables: { "products": { name: "…" } }',
    );
    expect(messagesOf(keyspace, { tables: { products: { name: "Goods" } } })).toEqual([]);
  });

  it("of two user types are an error", () => {
    expect(messagesOf(withTypes("an_order", "AnOrder"))).toContain(
      'shop.AnOrder and shop.an_order both need the name AnOrder and 2 more; give one of them another name in the config: userTypes: { "an_order": { name: "…" } }',
    );
  });

  it("by the config are an error", () => {
    const keyspace = { ...withTypes(), tables: [simple("products"), simple("orders")] };
    expect(messagesOf(keyspace, { tables: { orders: { name: "Products" } } })[0]).toMatch(
      /^shop\.(?:orders|products) and shop\.(?:orders|products) both need the name ProductsRow/,
    );
    expect(messagesOf(keyspace, { columns: { "products.value": { name: "id" } } })).toEqual([
      'id and value of shop.products would both be the member id; give one of them another name in the config: columns: { "products.value": { name: "…" } }',
    ]);
  });
});

type Call = (...args: readonly unknown[]) => Promise<unknown>;

describe("through the service", () => {
  let directory: string;
  let store: Store;
  let session: Session;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "colonnade-names-"));
    store = await openEmbeddedStore({ directory });
    await store.createKeyspace("shop");
    const user = { username: "founder", password: "right" };
    const service = createService({ store, user, keyspace: "shop" });
    const transport = serviceTransport(service);
    session = createSession({ url: "http://localhost", credentials: user, keyspace: "shop", transport });
  });
  afterAll(async () => {
    await store.close();
    await rm(directory, { recursive: true });
  });

  const bindingsOf = (table: TablePlan, all: Exports): Record<string, Call> => {
    const of = (name: string): Call => all[name] as Call;
    const { names } = table;
    return {
      get: of(names.getFunction),
      insert: of(names.insertFunction),
      update: of(names.updateFunction),
      remove: of(names.deleteFunction),
      getStatic: of(names.getStaticFunction),
      find: of(names.findFunction),
    };
  };

  it("every table is told from the others", async () => {
    const plan = planKeyspace({ name: "shop", tables: tableNames.map(simple), userTypes: [] });
    const all = importEmitted(plan)["index.ts"] ?? {};
    for (const table of plan.tables) await createTable(session, all[table.names.table] as RuntimeTable<TableTypes>);
    for (const [index, table] of plan.tables.entries()) {
      await bindingsOf(table, all)["insert"]?.(session, { id: table.table.name, value: index });
    }
    for (const [index, table] of plan.tables.entries()) {
      const read = await bindingsOf(table, all)["get"]?.(session, { id: table.table.name });
      expect(read).toEqual({ id: table.table.name, value: index });
    }
  });

  it.each(["camel", "verbatim"] as const)("every column is told from the others, in %s", async (naming) => {
    const table = { ...odd(`oddities_${naming}`), indexes: [] };
    const plan = planKeyspace({ name: "shop", tables: [table], userTypes: [] }, { naming });
    const modules = importEmitted(plan);
    const all = { ...modules["index.ts"], ...modules["zod.ts"] };
    const [planned] = plan.tables;
    if (!planned) return expect.unreachable();
    await createTable(session, all[planned.names.table] as RuntimeTable<TableTypes>);
    const bound = bindingsOf(planned, all);
    const row: Record<string, unknown> = Object.fromEntries(
      planned.members.map(({ name, column }, index) => [
        name,
        column.type.kind === "native" && column.type.name === "text" ? `v${index}` : index,
      ]),
    );
    const isKey = (kind: string): boolean => kind === "partition" || kind === "clustering";
    const key = Object.fromEntries(
      planned.members.filter(({ column }) => isKey(column.kind)).map(({ name }) => [name, row[name]]),
    );
    const partition = Object.fromEntries(planned.partitionKey.map(({ name }) => [name, row[name]]));
    const validate = (name: string, value: unknown): boolean => (all[name] as ZodType).safeParse(value).success;

    expect(await bound["insert"]?.(session, row)).toEqual({ applied: true });
    expect(await bound["get"]?.(session, key)).toEqual(row);
    expect(validate(planned.names.rowSchema, row)).toBe(true);
    expect(validate(planned.names.insertSchema, key)).toBe(true);
    expect(validate(planned.names.insertSchema, row)).toBe(true);
    expect(await bound["remove"]?.(session, key)).toEqual({ applied: true });
    expect(await bound["get"]?.(session, key)).toBeUndefined();
    expect(await bound["insert"]?.(session, key)).toEqual({ applied: true });
    const empty = Object.fromEntries(
      planned.members.map(({ name, column }) => [
        name,
        isKey(column.kind) || column.kind === "static" ? row[name] : null,
      ]),
    );
    expect(await bound["get"]?.(session, key)).toEqual(empty);

    const statics = { ...partition, [planned.statics[0]?.name ?? ""]: null };
    expect(validate(planned.names.updateSchema, statics)).toBe(true);
    expect(await bound["update"]?.(session, statics)).toEqual({ applied: true });
    const missing = { ...key, [planned.members.find(({ column }) => column.name === "created_at")?.name ?? ""]: 999 };
    const conditional = await bound["update"]?.(session, { ...missing, value: 1 }, { if: { constructor_: { eq: 1 } } });
    expect(conditional).toEqual({ applied: false, current: { constructor_: null } });
    const select = ["constructor_", "hasOwnProperty_"];
    expect(await bound["get"]?.(session, key, { select })).toEqual({ constructor_: null, hasOwnProperty_: null });
  });
});

/** A service that gives back what was written last, by what the documents name. */
function echo(listen?: (query: string) => void): Session {
  let last: Record<string, unknown> = {};
  return answeringSession((query) => {
    listen?.(query);
    const [definition] = parse(query).definitions;
    if (definition?.kind !== Kind.OPERATION_DEFINITION) return expect.unreachable();
    const [field] = definition.selectionSet.selections;
    if (field?.kind !== Kind.FIELD) return expect.unreachable();
    if (definition.operation === "query") return { values: [last], pageState: null };
    const value = field.arguments?.find(({ name }) => name.value === "value")?.value ?? expect.unreachable();
    last = JSON.parse(printJson(valueFromASTUntyped(value))) as typeof last;
    return { applied: true };
  });
}

describe("user types of odd names", () => {
  it.each(["camel", "verbatim"] as const)("come back as they went, in %s", async (naming) => {
    const plan = planKeyspace(typed, { naming });
    const modules = importEmitted(plan);
    const all = { ...modules["index.ts"], ...modules["zod.ts"] };
    const [table] = plan.tables;
    if (!table) return expect.unreachable();
    const valueOf = (name: string, salt: string): object => {
      const { fields } = plan.userTypes.find(({ type }) => type.name === name) ?? expect.unreachable();
      return Object.fromEntries(
        fields.map(({ name: member, field }, index) => {
          if (field.type.kind === "user") return [member, valueOf(field.type.type.name, `${salt}u`)];
          if (field.type.kind === "list") return [member, [valueOf("date", `${salt}l`)]];
          return [member, index % 4 === 3 ? null : `${salt}${index}`];
        }),
      );
    };
    const row = Object.fromEntries(
      table.members.map(({ name, column }) => {
        if (column.type.kind === "user") return [name, valueOf(column.type.type.name, name)];
        return [name, column.type.kind === "map" ? new Map([["a", valueOf("map", "m")]]) : "1"];
      }),
    );
    const session = echo();
    const id = table.members.find(({ column }) => column.name === "id")?.name ?? "";
    await (all["insertTyped"] as Call)(session, row);
    expect(await (all["getTyped"] as Call)(session, { [id]: "1" })).toEqual(row);
    expect((all["typedRowSchema"] as ZodType).safeParse(row).success).toBe(true);
    expect((all["typedInsertSchema"] as ZodType).parse(row)).toEqual(row);
  });

  it("may be keys, of which a value is never taken for operators", async () => {
    const keyspace = keyspaceOf(
      "shop",
      [
        {
          name: "spots",
          columnDefinitions: [
            { name: "spot", typeDefinition: "frozen<range>" },
            { name: "at", typeDefinition: "frozen<range>" },
            { name: "seen", typeDefinition: "int" },
            { name: "shared", typeDefinition: "int", static: true },
          ],
          primaryKey: { partitionKey: ["spot"], clusteringKey: ["at"] },
        },
      ],
      [{ name: "range", fields: ["gt", "in", "eq"].map((name) => ({ name, typeDefinition: "int" })) }],
    );
    const all = importEmitted(planKeyspace(keyspace))["index.ts"] ?? {};
    const session = echo();
    const spot = { gt: 1, in: 2, eq: null };
    const row = { spot, at: { ...spot, gt: 5 }, seen: 1, shared: null };
    await (all["insertSpots"] as Call)(session, row);
    expect(await (all["getSpots"] as Call)(session, { spot, at: row.at })).toEqual(row);
    expect(await (all["getSpotsStatic"] as Call)(session, { spot })).toEqual({ spot, shared: null });
    await expect((all["getSpots"] as Call)(session, { spot, at: { in: [spot] } })).rejects.toThrow(
      "at is not an object with",
    );
  });
});

describe("names of the config", () => {
  test.each(renamings)("%s are used, and the service sees its own", async (_, settings, member) => {
    const plan = planKeyspace(orders, settings);
    expect(plan.warnings).toEqual([]);
    const all = importEmitted(plan)["index.ts"] ?? {};
    const type = settings.tables?.["orders"]?.name ?? "Orders";
    let query = "";
    const listening = echo((sent) => (query = sent));
    const row = { id: "1", [member]: 5, total: "1.5", title: null };
    await (all[`insert${type}`] as Call)(listening, row);
    expect(query).toContain('insertOrders(value: {id: "1", createdAt: 5, total: "1.5", title: null})');
    expect(await (all[`get${type}`] as Call)(listening, { id: "1", [member]: 5 })).toEqual(row);
    expect(query).toContain("result: orders(");
  });

  it("that match nothing are told, with what was probably meant", () => {
    const { warnings } = planKeyspace(orders, {
      tables: { order: { name: "Purchases" }, orders: { name: "Orders" } },
      columns: {
        "orders.created": { name: "made" },
        "*.nothing_of_it": { name: "x" },
        "orders.total": { name: "sum" },
      },
      types: { decimals: "unknown", uuid: "unknown" },
    });
    expect(warnings.map(({ message, next }) => [message, next])).toEqual([
      ['the rule types: "decimals" of the keyspace shop matches nothing', "did you mean decimal?"],
      ['the rule types: "uuid" of the keyspace shop matches nothing', expect.anything()],
      ['the rule columns: "orders.created" of the keyspace shop matches nothing', "did you mean orders.created_at?"],
      ['the rule columns: "*.nothing_of_it" of the keyspace shop matches nothing', undefined],
      ['the rule tables: "order" of the keyspace shop matches nothing', "did you mean orders?"],
    ]);
  });

  const money = converted(decimal, {
    expected: "an amount",
    check: (value) =>
      typeof value === "object" && value !== null && "cents" in value && typeof value.cents === "bigint",
    encode: ({ cents }: { cents: bigint }) => `${cents}E-2`,
    decode: (value) => ({ cents: BigInt(Math.round(Number(value) * 100)) }),
  });
  const upper = converted(text, {
    expected: "text in capitals",
    check: (value) => typeof value === "string" && value === value.toUpperCase(),
    encode: (value: string) => value.toLowerCase(),
    decode: (value) => value.toUpperCase(),
  });
  it("of a user's own codec check, send and read", async () => {
    const settings: PlanSettings = {
      types: { decimal: { codec: "money", type: "Money", from: "./own.js" } },
      columns: { "orders.title": { value: { codec: "Text", type: "string", from: "./own.js" } } },
    };
    const modules = importEmitted(planKeyspace(orders, settings), { "./own.js": { money, Text: upper, int } });
    const session = echo();
    const row = { id: "1", createdAt: 5, total: { cents: 150n }, title: "A" };
    await (modules["index.ts"]?.["insertOrders"] as Call)(session, row);
    expect(await (modules["index.ts"]?.["getOrders"] as Call)(session, { id: "1", createdAt: 5 })).toEqual(row);
    const validator = modules["zod.ts"]?.["ordersInsertSchema"] as ZodType;
    expect(validator.safeParse(row).success).toBe(true);
    for (const wrong of [
      { ...row, total: "1.5" },
      { ...row, title: "a" },
    ]) {
      expect(validator.safeParse(wrong).success).toBe(false);
      await expect((modules["index.ts"]?.["insertOrders"] as Call)(session, wrong)).rejects.toMatchObject({
        code: "validation",
      });
    }
  });
});
