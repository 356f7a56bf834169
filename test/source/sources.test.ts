/** Three servers, each through each of its interfaces: what they told when they were asked, and what becomes of it. */
import { describe, expect, it } from "vitest";
import { NotFoundError } from "@colonnade/runtime";
import { printCqlType, printTableDefinition, printUserTypeDefinition } from "../../src/model/index.ts";
import type { Keyspace, TableDefinition } from "../../src/model/index.ts";
import { describeUnreported } from "../../src/source/settle-keyspace.ts";
import { introspectKeyspace } from "../../src/source/introspect-keyspace.ts";
import { findUnsupported, mayLackUndefinedTables } from "../../src/source/left-out.ts";
import { introspectRest } from "./introspect-rest.ts";
import type { SourceName } from "../../src/source/introspect-keyspace.ts";
import { keyspaceOf } from "../support/keyspaces.ts";
import { recorded, recordedService, restOf, stargate } from "../support/recorded-service.ts";
import type { Answers, RecordedService } from "../support/recorded-service.ts";

type Recorded = Readonly<Record<string, { list: readonly string[]; tables: Readonly<Record<string, unknown>> }>>;
const [stargateRest, goRest] = [recorded("rest/stargate.json") as Recorded, recorded("rest/go.json") as Recorded];
const definitions = recorded("graphql/definitions.json") as Readonly<Record<string, unknown>>;
const rest = (of: Recorded, keyspace: string): Readonly<Record<string, unknown>> =>
  restOf(of[keyspace] ?? { list: [], tables: {} });

async function told(
  session: RecordedService,
  { from, keyspace = "shop", defined }: { from?: readonly SourceName[]; keyspace?: string; defined?: Keyspace } = {},
): Promise<Readonly<Record<string, string>>> {
  const found = await introspectKeyspace({ keyspace, session: () => session, from, defined });
  return Object.fromEntries(found.keyspace.tables.map((table) => [table.name, render(table)]));
}

/** A table on a line: `id uuid, price decimal | id` and so on. */
function render(table: Keyspace["tables"][number]): string {
  const { columnDefinitions, primaryKey, tableOptions } = printTableDefinition(table);
  const columns = columnDefinitions.map(
    ({ name, typeDefinition, static: isStatic }) => `${name} ${typeDefinition}${isStatic ? " static" : ""}`,
  );
  const order = tableOptions?.clusteringExpression?.map((one) => `${one.column} ${one.order}`) ?? [];
  return [columns.join(", "), primaryKey.partitionKey.join(", "), ...order].join(" | ");
}

const stargateShop = {
  Order: "id int, 2nd text, Query text, __x text | id",
  Products: "id uuid, price decimal, prodName text | id",
  hits: "page text, views counter | page",
  order_lines:
    "customer text, day date, line int, product uuid, customer_name text static, note text, quantity int | customer, day | line DESC | product ASC",
  people: "id int, age int, attrs map<text, text>, email text, first text, last text, tags set<text> | id",
  products: "id uuid, created timestamp, description text, name text, price decimal | id",
  readings: "sensor text, at timestamp, tag text, unit text static, value double | sensor | at DESC",
  short_lived: "id int, v text | id",
};

describe("Stargate", () => {
  const answers: Answers = {
    rest: rest(stargateRest, "shop"),
    definitions: () => withNames(definitions["stargateShop"] as object, ["shop"]),
    introspection: recorded("graphql/stargate-shop.json"),
  };

  it("tells all but times to live by REST, in a request for each table", async () => {
    const session = recordedService(answers, stargate);
    expect(await told(session, { from: ["rest"] })).toEqual(stargateShop);
    expect(session.requests).toHaveLength(2 + 8);
    expect(session.requests.slice(0, 2)).toEqual([
      "GET /v2/schemas/keyspaces/shop/tables",
      "GET /v1/keyspaces/shop/tables",
    ]);
  });

  it("needs no GraphQL where REST tells enough", async () => {
    const session = recordedService(answers, stargate);
    const { succeeded } = await introspectKeyspace({ keyspace: "shop", session: () => session });
    expect(succeeded).toEqual(["rest"]);
  });

  it("says 0 as the time to live whatever it is, which is no response", async () => {
    const ask = (session: RecordedService) => introspectKeyspace({ keyspace: "shop", session: () => session });
    const { unreported } = await ask(recordedService(answers, stargate));
    expect(unreported.map((of) => describeUnreported(of, "").message)).toEqual([
      "REST does not report the indexes of Order, Products, hits, order_lines, people and 3 more",
      "REST does not report the time to live of Order, Products, hits, order_lines, people and 3 more",
    ]);
  });

  it("tells the same by REST and GraphQL together, in one request more", async () => {
    const session = recordedService(answers, stargate);
    expect(await told(session, { from: ["rest", "graphql"] })).toEqual(stargateShop);
    expect(await told(recordedService(answers, stargate), { from: ["graphql", "rest"] })).toEqual(stargateShop);
    expect(session.requests.slice(10)).toEqual(["POST /graphql-schema"]);
  });

  it("does not tell by GraphQL in which order rows come, which files do", async () => {
    const session = recordedService(answers, stargate);
    await expect(told(session, { from: ["graphql"] })).rejects.toMatchObject({
      code: "unknown-definition",
      kind: "service",
      problems: [
        { message: "order_lines: the order (ascending or descending) of line, product" },
        { message: "readings: the order (ascending or descending) of at" },
      ],
    });
    expect(session.requests).toHaveLength(1);
    const { keyspace: defined } = await introspectKeyspace({
      keyspace: "shop",
      session: () => recordedService(answers, stargate),
    });
    expect(await told(recordedService(answers, stargate), { from: ["graphql"], defined })).toEqual(stargateShop);
  });

  it("tells less by introspection, when there is no definition endpoint, and still fits", async () => {
    const { definitions: _, ...others } = answers;
    const session = recordedService(others, stargate);
    expect(await told(session, { from: ["rest", "graphql"] })).toEqual(stargateShop);
    expect(session.requests.slice(10)).toEqual(["POST /graphql-schema", "POST /graphql/shop"]);
    await expect(told(recordedService(others, stargate), { from: ["graphql"] })).rejects.toMatchObject({
      problems: expect.arrayContaining([
        expect.objectContaining({
          message: "order_lines: its partition key and its clustering key",
        }),
        expect.objectContaining({ message: "people.tags: whether it is a list or a set or a vector" }),
      ]),
    });
  });

  it("has user types, which REST names and GraphQL defines", async () => {
    const list = ["collections", "tkey"];
    const kinds = { ...stargateRest["kinds"], list } as Recorded[string];
    const all: Answers = { rest: restOf(kinds), definitions: () => only(definitions["stargateKinds"], list) };
    const session = recordedService(all, stargate, "kinds");
    const { keyspace, succeeded } = await introspectKeyspace({ keyspace: "kinds", session: () => session });
    expect(succeeded).toEqual(["rest", "graphql"]);
    expect(keyspace.userTypes.map(printUserTypeDefinition)).toEqual([
      {
        name: "address",
        fields: [
          { name: "line", typeDefinition: "frozen<street>" },
          { name: "zip", typeDefinition: "text" },
          { name: "tags", typeDefinition: "frozen<list<text>>" },
        ],
      },
      {
        name: "street",
        fields: [
          { name: "name", typeDefinition: "text" },
          { name: "number", typeDefinition: "int" },
        ],
      },
    ]);
    await expect(introspectRest(recordedService(all, stargate, "kinds"), "kinds")).rejects.toMatchObject({
      code: "unknown-definition",
      problems: [
        { message: "collections.fu: the fields of the user type street" },
        { message: "collections.u2: the fields of the user type address" },
        { message: "tkey.u: the fields of the user type street" },
      ],
    });
  });

  describe("with version 2 of REST", () => {
    const tables = Object.values(stargateRest["shop"]?.tables ?? {}) as readonly TableDefinition[];
    const timed = tables.map((table) =>
      table.name === "short_lived" ? { ...table, tableOptions: { defaultTimeToLive: 600 } } : table,
    );
    const indexRow = (name: string, target: string, kind = "COMPOSITES", more: object = {}) => {
      const options = { target, ...more };
      return { keyspace_name: "shop", table_name: "people", index_name: name, kind, options };
    };
    const rows = [
      indexRow("people_email", "email"),
      indexRow("people_tags", "values(tags)"),
      indexRow("people_attrs_keys", "keys(attrs)"),
      indexRow("people_search", "last", "CUSTOM", { class_name: "org.example.Search" }),
    ];
    const none = Object.fromEntries(tables.map(({ name }) => [`/tables/${name}/indexes`, []]));
    const version2 = { "/tables": { data: timed }, "/types": { data: [] }, ...none, "/tables/people/indexes": rows };
    const ask = (session: RecordedService) => introspectKeyspace({ keyspace: "shop", session: () => session });

    it("tells times to live and indexes, in a request for each table and two more", async () => {
      const session = recordedService({ ...answers, version2 }, stargate);
      const { keyspace, unreported, warnings, succeeded } = await ask(session);
      expect(succeeded).toEqual(["rest"]);
      expect(session.requests).toHaveLength(2 + 8);
      expect(unreported).toEqual([]);
      const found = new Map(keyspace.tables.map((table) => [table.name, table]));
      expect(found.get("short_lived")?.defaultTimeToLive).toBe(600);
      expect(found.get("order_lines")?.clusteringKey).toEqual([
        { name: "line", order: "DESC" },
        { name: "product", order: "ASC" },
      ]);
      expect(found.get("people")?.indexes).toEqual([
        { name: "people_attrs_keys", column: "attrs", kind: "keys" },
        { name: "people_email", column: "email", kind: "full" },
        { name: "people_tags", column: "tags", kind: "values" },
      ]);
      expect(warnings.map(({ message }) => message)).toEqual([
        "the index people_search of people is made with org.example.Search: it gets no finder",
      ]);
    });

    it("reads maps that come as lists of entries, and what comes without `data`", async () => {
      const listed = rows.map((row) => ({
        ...row,
        options: Object.entries(row.options).map(([key, value]) => ({ key, value })),
      }));
      const bare = { ...version2, "/tables": timed, "/types": [], "/tables/people/indexes": { data: listed } };
      const [one, other] = [version2, bare].map((answer) =>
        recordedService({ ...answers, version2: answer }, stargate),
      );
      if (!one || !other) throw new Error("there are two");
      expect((await ask(other)).keyspace).toEqual((await ask(one)).keyspace);
    });

    it("tells user types with the names that their fields have in the database", async () => {
      const column = (name: string, typeDefinition: string) => ({ name, typeDefinition, static: false });
      const table = {
        name: "homes",
        columnDefinitions: [column("id", "int"), column("at", "frozen<address>")],
        primaryKey: { partitionKey: ["id"], clusteringKey: [] },
        tableOptions: { defaultTimeToLive: 0, clusteringExpression: [] },
      };
      const fields = [
        { name: "postal_code", typeDefinition: "text" },
        { name: "lines", typeDefinition: "frozen<list<text>>" },
      ];
      const types = { data: [{ name: "address", keyspace: "shop", fields }] };
      const version2 = { "/tables": { data: [table] }, "/types": types, "/tables/homes/indexes": [] };
      const session = recordedService({ version2 }, stargate);
      const { keyspace, succeeded } = await ask(session);
      expect(succeeded).toEqual(["rest"]);
      expect(keyspace.userTypes.map(printUserTypeDefinition)).toEqual([{ name: "address", fields }]);
    });

    it("leaves open what it does not answer", async () => {
      const { "/tables/people/indexes": _, "/types": __, ...less } = version2;
      const { unreported } = await ask(recordedService({ ...answers, version2: less }, stargate));
      expect(unreported).toEqual([{ source: "REST", fact: "indexes", tables: ["people"] }]);
    });
  });

  it("has no keyspace of another name, and says which it has", async () => {
    const nothing = recordedService({ definitions: () => unknownIn(["shop", "system_auth"]) }, stargate, "shpo");
    await expect(told(nothing, { from: ["graphql"], keyspace: "shpo" })).rejects.toMatchObject({
      code: "unknown-keyspace",
      next: 'did you mean "shop"?',
    });
  });

  it("without tables has none", async () => {
    const empty = recordedService({ introspection: recorded("graphql/stargate-empty.json") }, stargate);
    expect(await told(empty, { from: ["graphql"] })).toEqual({});
  });
});

describe("the Go server", () => {
  const introspection = recorded("graphql/go-shop.json");
  const go = (list: readonly string[], more: Answers = {}): RecordedService => {
    const tables = goRest["shop"]?.tables ?? {};
    return recordedService({ rest: restOf({ list, tables }), ...more });
  };

  it("tells by REST what columns without parameters are, in an order of their own", async () => {
    expect(await told(go(["events", "hits", "products"]), { from: ["rest"] })).toEqual({
      events: "tenant uuid, bucket date, id timeuuid, body blob, kind ascii | tenant | bucket ASC | id DESC",
      hits: "page text, day int, clicks counter, views counter | page | day ASC",
      products: "id uuid, created timestamp, description text, name text, price decimal | id",
    });
  });

  it("tells by GraphQL what collections hold", async () => {
    const shop = { data: { keyspaces: [{ name: "shop" }], keyspace: tableOfGo("goCollections") } };
    const session = go(["plain_collections"], { definitions: (types) => (types ? refused : shop) });
    const problem = "plain_collections.l_int: what it holds";
    await expect(told(session, { from: ["rest"] })).rejects.toMatchObject({
      problems: expect.arrayContaining([expect.objectContaining({ message: problem })]),
    });
    await expect(told(session)).rejects.toMatchObject({
      problems: expect.arrayContaining([
        expect.objectContaining({ message: "plain_collections.l_int: whether it is frozen" }),
      ]),
    });
    const defined = keyspaceOf("shop", [
      {
        name: "plain_collections",
        columnDefinitions: [
          { name: "id", typeDefinition: "int" },
          { name: "l_int", typeDefinition: "list<int>" },
          { name: "m_text_int", typeDefinition: "map<text, int>" },
          { name: "m_uuid_decimal", typeDefinition: "map<uuid, decimal>" },
          { name: "nested", typeDefinition: "map<text, frozen<list<frozen<set<int>>>>>" },
          { name: "s_text", typeDefinition: "frozen<set<text>>" },
          { name: "fl", typeDefinition: "frozen<list<decimal>>" },
        ],
        primaryKey: { partitionKey: ["id"] },
      },
    ]);
    expect(await told(session, { defined })).toEqual({
      plain_collections:
        "id int, fl frozen<list<decimal>>, l_int list<int>, m_text_int map<text, int>, m_uuid_decimal map<uuid, decimal>, " +
        "nested map<text, frozen<list<frozen<set<int>>>>>, s_text frozen<set<text>> | id",
    });
  });

  it("keeps the order of a composite key to itself in GraphQL", async () => {
    const shop = { data: { keyspaces: [{ name: "shop" }], keyspace: tableOfGo("goReadings") } };
    const session = go([], { definitions: (types) => (types ? refused : shop) });
    await expect(told(session, { from: ["graphql"] })).rejects.toMatchObject({
      problems: expect.arrayContaining([
        expect.objectContaining({
          message: "readings: its partition key and its clustering key",
        }),
      ]),
    });
    expect(session.requests).toEqual(["POST /api/graphql-schema", "POST /api/graphql-schema"]);
  });

  it("is introspected where one table's type keeps it from telling of any, in three requests", async () => {
    const notSupported = { ...(definitions["goNotSupported"] as object) };
    const session = go(["products", "hits"], {
      introspection,
      definitions: (types) => (types ? refused : withNames(notSupported, ["shop"])),
    });
    const { keyspace, partial } = await introspectKeyspace({
      keyspace: "shop",
      session: () => session,
      from: ["graphql"],
      defined: keyspaceOf("shop", goFiles),
    });
    expect(session.requests).toHaveLength(3);
    expect(partial).toBe(true);
    expect(Object.fromEntries(keyspace.tables.map((table) => [table.name, render(table)]))).toMatchObject({
      only_key: "a int, b text | a | b DESC",
    });
  });

  it("has tables of unknown names, which may be left out by the names of their types", async () => {
    const text = JSON.stringify(introspection).replaceAll("Type to populate 'products' table values.", "A product.");
    const session = (): RecordedService => go([], { introspection: JSON.parse(text) as unknown });
    const defined = keyspaceOf(
      "shop",
      goFiles.filter(({ name }) => name !== "products"),
    );
    const asked = { keyspace: "shop", session, from: ["graphql"] as const, defined };
    await expect(introspectKeyspace(asked)).rejects.toMatchObject({
      code: "unknown-definition",
      problems: [{ message: "Products: the name of its table in the database" }],
      next: "use REST: --from rest; or define what is missing in a file, then try again",
    });
    const { keyspace, warnings } = await introspectKeyspace({ ...asked, mayLack: (name) => name === "Products" });
    expect(keyspace.tables.map(({ name }) => name)).not.toContain("products");
    expect(warnings.map(({ message }) => message)).toEqual([
      "Products is left out: the name of its table in the database is unknown",
    ]);
  });

  it("is asked at the bare path where keyspaces have none of their own", async () => {
    const ask = (session: RecordedService) =>
      introspectKeyspace({
        keyspace: "shop",
        session: () => session,
        from: ["graphql"],
        defined: keyspaceOf("shop", goFiles),
      });
    const session = go([], { bare: introspection });
    const [own, bare] = [await ask(go([], { introspection })), await ask(session)];
    expect(session.requests).toEqual(["POST /api/graphql-schema", "POST /api/graphql/shop", "POST /api/graphql"]);
    expect(bare.keyspace).toEqual(own.keyspace);
    // It need not say which keyspace it serves.
    expect(bare.warnings.map(({ code }) => code)).toEqual(["unsure-keyspace"]);
    expect(own.warnings).toEqual([]);
    const crm = JSON.stringify(introspection).replaceAll(
      /Type to populate '(\w+)' table values\./g,
      "A row of `crm.$1`.",
    );
    await expect(ask(go([], { bare: JSON.parse(crm) as unknown }))).rejects.toMatchObject({
      code: "unknown-keyspace",
      message: "the service serves crm at /api/graphql, not shop",
    });
  });

  it("shows the names of the database in what it says of the order, and views to nobody", async () => {
    const error = await told(go([], { introspection }), { from: ["graphql"] }).catch((error: unknown) => error);
    const messages = (error as { problems: { message: string }[] }).problems.map(({ message }) => message);
    expect(messages).toContain("my_order_items: its partition key and its clustering key");
    expect(messages).toContain("plain_scalars.c_tinyint: whether it is an int or a smallint or a tinyint");
    expect(messages.filter((message) => message.startsWith("people_by_country"))).toEqual([]);
  });
});

/** What the Go server's introspection does not tell of the tables of `shop`. */
const goFiles = [
  table("hits", ["page text", "day int", "clicks counter", "views counter"], ["page"], ["day"]),
  table("my_order_items", ["order_id uuid", "item_no int", "sku text"], ["order_id"], ["item_no"]),
  {
    ...table("only_key", ["a int", "b text"], ["a"], ["b"]),
    tableOptions: { clusteringExpression: [{ column: "b", order: "DESC" as const }] },
  },
  table("options", ["id int", "v text"], ["id"]),
  table(
    "people",
    [
      ...["id uuid", "age int", "attrs map<text,text>", "city text", "country text", "email text"],
      ...["langs set<text>", "phones list<text>", "scores map<text,int>"],
    ],
    ["id"],
  ),
  table(
    "plain_collections",
    [
      ...["id int", "fl frozen<list<decimal>>", "l_int list<int>", "m_text_int map<text,int>"],
      ...["m_uuid_decimal map<uuid,decimal>", "nested map<text,frozen<list<frozen<set<int>>>>>", "s_text set<text>"],
    ],
    ["id"],
  ),
  table("plain_scalars", ["id int", "c_int int", "c_smallint smallint", "c_tinyint tinyint"], ["id"]),
  table("products", ["id uuid"], ["id"]),
  table(
    "readings",
    [
      ...["sensor text", "day int", "at timestamp", "seq int", "owner text static", "site uuid static"],
      ...["note text", "tags set<text>", "value double"],
    ],
    ["sensor", "day"],
    ["at", "seq"],
  ),
  table("short_lived", ["id int", "v text"], ["id"]),
];

function table(
  name: string,
  columns: readonly string[],
  partitionKey: readonly string[],
  clusteringKey?: readonly string[],
) {
  return {
    name,
    columnDefinitions: columns.map((column) => {
      const [, name = "", typeDefinition = "", isStatic] = /^(\w+) (.+?)( static)?$/.exec(column) ?? [];
      return { name, typeDefinition, static: isStatic !== undefined };
    }),
    primaryKey: { partitionKey, ...(clusteringKey && { clusteringKey }) },
  };
}

/** As the Go server refuses a member that it does not know. */
const refused = { data: null, errors: [{ message: 'Cannot query field "frozen" on type "DataTypeInfo".' }] };

function unknownIn(names: readonly string[]): unknown {
  return withNames(definitions["stargateUnknown"] as object, names);
}

function withNames(answer: object, names: readonly string[]): unknown {
  const { data } = answer as { data?: object };
  return { ...answer, data: { ...data, keyspaces: names.map((name) => ({ name })) } };
}

/** A keyspace of which one table was asked for. */
function tableOfGo(name: string): unknown {
  const answer = definitions[name] as { data: { keyspace: { table: unknown } } };
  return { name: "shop", tables: [answer.data.keyspace.table] };
}

/** A response with some of its tables; the capture did not ask for the names of keyspaces. */
function only(answer: unknown, names: readonly string[]): unknown {
  const { data } = answer as { data: { keyspace: { tables: { name: string }[] } } };
  const tables = data.keyspace.tables.filter((one) => names.includes(one.name));
  return { data: { keyspaces: [{ name: "kinds" }], keyspace: { ...data.keyspace, tables } } };
}

describe("a table that a source cannot describe", () => {
  const id = { name: "id", typeDefinition: "uuid", static: false };
  const table = (name: string, ...types: readonly string[]) => ({
    name,
    columnDefinitions: [id, ...types.map((type, at) => ({ name: `c${at}`, typeDefinition: type, static: false }))],
    primaryKey: { partitionKey: ["id"], clusteringKey: [] },
    tableOptions: { defaultTimeToLive: 0, clusteringExpression: [] },
    indexes: [],
  });
  const listed = (...tables: readonly TableDefinition[]): Answers => ({
    rest: {
      "": tables.map(({ name }) => name),
      ...Object.fromEntries(tables.map((one) => [`/${one.name}`, one])),
    },
  });
  const ask = (answers: Answers, mayLack: (name: string) => boolean, from?: readonly SourceName[]) =>
    introspectKeyspace({ keyspace: "shop", session: () => recordedService(answers), mayLack, from });
  const names = ({ keyspace }: Awaited<ReturnType<typeof ask>>): readonly string[] =>
    keyspace.tables.map(({ name }) => name);

  it("is left out with a note where it may be missing, and stops the keyspace elsewhere", async () => {
    const answers = listed(table("fine", "int"), table("homes", "frozen<address>"), table("sets", "set"));
    const found = await ask(answers, (name) => name !== "fine");
    expect(names(found)).toEqual(["fine"]);
    expect(found.warnings.map(({ message }) => message)).toEqual([
      "homes is left out: unknown: c0: the fields of the user type address",
      "sets is left out: unknown: c0: what it holds",
    ]);
    await expect(ask(answers, (name) => name === "homes")).rejects.toMatchObject({
      code: "unknown-definition",
      problems: [{ message: expect.stringMatching(/^GraphQL: /) }, { message: "sets.c0: what it holds" }],
    });
  });

  it("with a type that no definition can hold is one of them", async () => {
    const answers = listed(table("fine", "int"), table("odd", "duration"));
    const odd = { ...table("odd", "duration"), primaryKey: { partitionKey: ["id"], clusteringKey: ["c0"] } };
    const both = { rest: { ...answers.rest, "/odd": odd } };
    expect(names(await ask(both, (name) => name === "odd"))).toEqual(["fine"]);
    await expect(ask(both, () => false, ["rest"])).rejects.toMatchObject({
      code: "bad-answer",
      next: "change them in the database",
    });
  });

  it("stops a comparison where it is defined, which names what to do there", async () => {
    const odd = { ...table("odd", "duration"), primaryKey: { partitionKey: ["id"], clusteringKey: ["c0"] } };
    const answers = { rest: { ...listed(table("fine", "int"), table("odd", "duration")).rest, "/odd": odd } };
    const compare = async (defined: Keyspace): Promise<readonly string[]> => {
      const session = (): RecordedService => recordedService(answers);
      return names(
        await introspectKeyspace({ keyspace: "shop", session, defined, ...mayLackUndefinedTables(defined) }),
      );
    };
    expect(await compare(keyspaceOf("shop", [table("fine", "int")]))).toEqual(["fine"]);
    await expect(compare(keyspaceOf("shop", [table("odd", "int")]))).rejects.toMatchObject({
      code: "bad-answer",
      next: "change them in the database, or delete their definitions",
    });
  });

  it("may be of a type that the config accepts", async () => {
    const answers = listed(table("shapes", "'org.example.Shape'", "list<PointType>", "decimal"));
    const customTypes = new Set(["'org.example.Shape'", "PointType", "decimal"]);
    const session = () => recordedService(answers);
    const { keyspace } = await introspectKeyspace({ keyspace: "shop", session, customTypes, from: ["rest"] });
    const types = keyspace.tables[0]?.columns.map(({ type }) => [type.kind, printCqlType(type)]);
    expect(types).toEqual([
      ["native", "uuid"],
      ["custom", "'org.example.Shape'"],
      ["list", "list<PointType>"],
      ["native", "decimal"],
    ]);
  });

  it("may have null for what a column does not have", async () => {
    const [id, c0] = table("fine", "int").columnDefinitions;
    const columnDefinitions = [id, { ...c0, static: null, description: null }];
    const answers = { rest: { "": ["fine"], "/fine": { ...table("fine"), columnDefinitions } } };
    const { keyspace } = await ask(answers, () => false, ["rest"]);
    expect(keyspace.tables[0]?.columns.map(({ name, kind }) => [name, kind])).toEqual([
      ["id", "partition"],
      ["c0", "regular"],
    ]);
  });

  it("stops a comparison together with the user type that it needs, and no other", () => {
    const unknown = (type: string) => [{ code: "unknown-type", path: [], message: `${type}?`, found: type }];
    const needs = { name: "homes", problems: unknown("address"), notes: [] };
    const refused = new Map([
      ["address", unknown("Shape")],
      ["size", unknown("Shape")],
    ]);
    const found = findUnsupported([needs], { refused }, (name) => name !== "homes");
    expect(found.names).toEqual(["homes", "address"]);
    expect(found.notes.map(({ message }) => message)).toEqual(["size is left out: Shape?"]);
  });

  it("by one source may be told by another", async () => {
    const columns = [{ name: "id", kind: "PARTITION", type: { basic: "UUID", info: null } }];
    const tables = ["fine", "gone"].map((name) => ({ name, columns }));
    const definitions = () => ({
      data: { keyspaces: [{ name: "shop" }], keyspace: { name: "shop", tables, types: [] } },
    });
    const answers = { rest: { "": ["fine", "gone"], "/fine": table("fine") }, definitions };
    const found = await ask(answers, (name) => name === "gone", ["rest", "graphql"]);
    expect(names(found)).toEqual(["fine", "gone"]);
    expect(found.warnings).toEqual([]);
    const alone = await ask(answers, (name) => name === "gone", ["rest"]);
    expect(alone.warnings.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^gone is left out: .*nothing is here/),
    ]);
  });

  it("is told by a service that tells of a keyspace and does not list it", async () => {
    const columns = [{ name: "id", kind: "PARTITION", type: { basic: "UUID", info: null } }];
    const keyspace = { name: "shop", tables: [{ name: "fine", columns }], types: [] };
    const definitions = () => ({ data: { keyspaces: [{ name: "crm" }], keyspace } });
    expect(names(await ask({ definitions }, () => false, ["graphql"]))).toEqual(["fine"]);
    const gone = () => ({ data: { keyspaces: [{ name: "crm" }], keyspace: null } });
    await expect(ask({ definitions: gone }, () => false, ["graphql"])).rejects.toMatchObject({
      code: "unknown-keyspace",
    });
  });

  it("is not asked what it is when it is excluded", async () => {
    const session = () => recordedService(listed(table("fine"), table("homes", "frozen<address>")));
    const isExcluded = (name: string): boolean => name === "homes";
    const found = await introspectKeyspace({ keyspace: "shop", session, isExcluded, mayLack: isExcluded });
    expect(names(found)).toEqual(["fine"]);
    expect(found).toMatchObject({ warnings: [], succeeded: ["rest"] });
  });
});

describe("sources that fail", () => {
  it("are all named, and none of them is advised", async () => {
    const session = () => recordedService({});
    await expect(introspectKeyspace({ keyspace: "shop", session })).rejects.toMatchObject({
      kind: "service",
      summary: "no source reports the definitions of shop",
      problems: [{ message: expect.stringMatching(/^REST: /) }, { message: expect.stringMatching(/^GraphQL: /) }],
      next: expect.stringMatching(/^check --keyspace and --url, or use the cluster: --from cql /),
    });
  });

  it("are counted beside one that was asked for and succeeded", async () => {
    const products = { name: "products", columnDefinitions: [{ name: "id", typeDefinition: "uuid" }] };
    const answers = { rest: { "": ["products"], "/products": { ...products, primaryKey: { partitionKey: ["id"] } } } };
    const session = () => recordedService(answers);
    const from = ["rest", "graphql"] as const;
    await expect(introspectKeyspace({ keyspace: "shop", session, from: [...from, "graphql"] })).rejects.toMatchObject({
      summary: "2 of 3 sources do not report the definitions of shop",
      next: expect.stringMatching(/^use the cluster: --from cql /),
    });
  });

  /** REST does not report the fields of `size`, and GraphQL fails with an error. */
  const withoutGraphQL = (error: Error) => {
    const columns = [
      { name: "id", typeDefinition: "uuid" },
      { name: "box", typeDefinition: "size" },
    ];
    const products = { name: "products", columnDefinitions: columns, primaryKey: { partitionKey: ["id"] } };
    const service = recordedService({ rest: { "": ["products"], "/products": products } });
    const send: typeof service.send = async (request) => {
      if (request.path.includes("graphql")) throw error;
      return service.send(request);
    };
    return introspectKeyspace({ keyspace: "shop", session: () => ({ ...service, send }) });
  };

  it("are named and not advised, if another has reported too little", async () => {
    const refused = new NotFoundError(404, "nothing is here", { operation: "introspect shop" });
    await expect(withoutGraphQL(refused)).rejects.toMatchObject({
      code: "unknown-definition",
      problems: [{ message: expect.stringMatching(/^GraphQL: /) }, { message: expect.stringContaining("box") }],
      next: expect.stringMatching(/^use the cluster: --from cql /),
    });
  });

  it("do not hide a programming error", async () => {
    await expect(withoutGraphQL(new TypeError("x is not a function"))).rejects.toThrow("x is not a function");
  });

  it("do not stop another that answers", async () => {
    const columns = [{ name: "id", kind: "PARTITION", type: { basic: "UUID", info: null } }];
    const tables = [{ name: "products", columns }];
    const definitions = () => ({
      data: { keyspaces: [{ name: "shop" }], keyspace: { name: "shop", tables, types: [] } },
    });
    const found = await introspectKeyspace({ keyspace: "shop", session: () => recordedService({ definitions }) });
    expect(found).toMatchObject({ succeeded: ["graphql"], warnings: [{ message: expect.stringMatching(/^REST: /) }] });
    expect(found.keyspace.tables.map(({ name }) => name)).toEqual(["products"]);
  });
});
