/** Three servers, each through each of its interfaces: what they told when they were asked, and what becomes of it. */
import { buildSchema, parse, validate } from "graphql";
import { readFileSync } from "node:fs";
import { describe, expect, it, test } from "vitest";
import { printTableDefinition, printUserTypeDefinition } from "../../src/model/index.ts";
import type { Keyspace } from "../../src/model/index.ts";
import { definitionDialects } from "../../src/source/graphql/definition-query.ts";
import { introspectionQuery } from "../../src/source/graphql/introspection-query.ts";
import { introspectKeyspace, introspectRest } from "../../src/source/index.ts";
import type { SourceName } from "../../src/source/index.ts";
import { keyspaceOf } from "../support/keyspaces.ts";
import { recorded, recordedService, restOf, stargate } from "./recorded-service.ts";
import type { Answers, RecordedService } from "./recorded-service.ts";

type Recorded = Readonly<Record<string, { list: readonly string[]; tables: Readonly<Record<string, unknown>> }>>;
const [stargateRest, goRest] = [recorded("rest/stargate.json") as Recorded, recorded("rest/go.json") as Recorded];
const definitions = recorded("graphql/definitions.json") as Readonly<Record<string, unknown>>;
const rest = (of: Recorded, keyspace: string): Readonly<Record<string, unknown>> =>
  restOf(of[keyspace] ?? { list: [], tables: {} });

async function told(
  session: RecordedService,
  { from, keyspace = "shop", files }: { from?: readonly SourceName[]; keyspace?: string; files?: Keyspace } = {},
): Promise<Readonly<Record<string, string>>> {
  const found = await introspectKeyspace({ keyspace, session: () => session, from, files });
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
    expect(session.requests).toHaveLength(1 + 8);
    expect(session.requests[0]).toBe("GET /v1/keyspaces/shop/tables");
  });

  it("needs no GraphQL where REST tells enough", async () => {
    const session = recordedService(answers, stargate);
    const { asked } = await introspectKeyspace({ keyspace: "shop", session: () => session });
    expect(asked).toEqual(["rest"]);
  });

  it("says 0 as the time to live whatever it is, which is no answer", async () => {
    const ask = (session: RecordedService) => introspectKeyspace({ keyspace: "shop", session: () => session });
    const { warnings } = await ask(recordedService(answers, stargate));
    expect(warnings.map(({ message }) => message)).toEqual([
      "REST does not tell the indexes of Order, Products, hits, order_lines, people and 3 more",
      "REST does not tell the time to live of Order, Products, hits, order_lines, people and 3 more",
    ]);
  });

  it("tells the same by REST and GraphQL together, in one request more", async () => {
    const session = recordedService(answers, stargate);
    expect(await told(session, { from: ["rest", "graphql"] })).toEqual(stargateShop);
    expect(await told(recordedService(answers, stargate), { from: ["graphql", "rest"] })).toEqual(stargateShop);
    expect(session.requests.slice(9)).toEqual(["POST /graphql-schema"]);
  });

  it("does not tell by GraphQL in which order rows come, which files do", async () => {
    const session = recordedService(answers, stargate);
    await expect(told(session, { from: ["graphql"] })).rejects.toMatchObject({
      code: "unknown-definition",
      kind: "service",
      problems: [
        { message: "order_lines: whether its rows ascend or descend by line, product" },
        { message: "readings: whether its rows ascend or descend by at" },
      ],
    });
    expect(session.requests).toHaveLength(1);
    const { keyspace: files } = await introspectKeyspace({
      keyspace: "shop",
      session: () => recordedService(answers, stargate),
    });
    expect(await told(recordedService(answers, stargate), { from: ["graphql"], files })).toEqual(stargateShop);
  });

  it("tells less by introspection, when there is no definition endpoint, and still fits", async () => {
    const { definitions: _, ...others } = answers;
    const session = recordedService(others, stargate);
    expect(await told(session, { from: ["rest", "graphql"] })).toEqual(stargateShop);
    expect(session.requests.slice(9)).toEqual(["POST /graphql-schema", "POST /graphql/shop"]);
    await expect(told(recordedService(others, stargate), { from: ["graphql"] })).rejects.toMatchObject({
      problems: expect.arrayContaining([
        expect.objectContaining({
          message: "order_lines: which columns are its partition key, and which its clustering key",
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
    const { keyspace, asked } = await introspectKeyspace({ keyspace: "kinds", session: () => session });
    expect(asked).toEqual(["rest", "graphql"]);
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
      problems: [{ message: expect.stringMatching(/: what the user type \w+ is made of$/) }, {}],
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
    const files = keyspaceOf("shop", [
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
    expect(await told(session, { files })).toEqual({
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
          message: "readings: which columns are its partition key, and which its clustering key",
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
      files: keyspaceOf("shop", goFiles),
    });
    expect(session.requests).toHaveLength(3);
    expect(partial).toBe(true);
    expect(Object.fromEntries(keyspace.tables.map((table) => [table.name, render(table)]))).toMatchObject({
      only_key: "a int, b text | a | b DESC",
    });
  });

  it("shows the names of the database in what it says of the order, and views to nobody", async () => {
    const error = await told(go([], { introspection }), { from: ["graphql"] }).catch((error: unknown) => error);
    const messages = (error as { problems: { message: string }[] }).problems.map(({ message }) => message);
    expect(messages).toContain("my_order_items: which columns are its partition key, and which its clustering key");
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

/** An answer with some of its tables; the capture did not ask for the names of keyspaces. */
function only(answer: unknown, names: readonly string[]): unknown {
  const { data } = answer as { data: { keyspace: { tables: { name: string }[] } } };
  const tables = data.keyspace.tables.filter((one) => names.includes(one.name));
  return { data: { keyspaces: [{ name: "kinds" }], keyspace: { ...data.keyspace, tables } } };
}

describe("what is asked for", () => {
  it("is what every server accepts: nothing newer than Stargate", () => {
    const query = parse(introspectionQuery);
    expect(introspectionQuery).not.toMatch(/specifiedBy|isRepeatable|includeDeprecated|inputValueDeprecation/);
    for (const file of ["stargate", "data-apis"]) {
      const known = buildSchema(readFileSync(`test/fixtures/introspection/${file}.graphql`, "utf8"), {
        assumeValidSDL: true,
        assumeValid: true,
      });
      expect(validate(known, query)).toEqual([]);
    }
  });

  test.each([
    [true, "keyspace", "frozen: Boolean", "types: [Type]"],
    [false, "keyspace", "", ""],
  ])("of the definition endpoint is known to a server (user types: %s)", (knowsTypes, _, frozen, types) => {
    const known = buildSchema(`
      type Query { keyspaces: [Keyspace] keyspace(name: String!): Keyspace }
      type Keyspace { name: String! tables: [Table] ${types} }
      type Table { name: String! columns: [Column] }
      type Type { name: String! fields: [Column] }
      type Column { name: String! kind: String type: DataType! }
      type DataType { basic: String! info: DataTypeInfo }
      type DataTypeInfo { name: String ${frozen} subTypes: [DataType] }
    `);
    const accepted = definitionDialects.filter(({ query }) => validate(known, parse(query)).length === 0);
    expect(accepted[0]?.knowsTypes).toBe(knowsTypes);
  });
});
