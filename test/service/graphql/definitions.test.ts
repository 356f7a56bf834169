/** The definition endpoint: what keyspaces are made of, as Stargate's endpoint of that name tells it. */
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { buildClientSchema, getIntrospectionQuery, validateSchema } from "graphql";
import type { Table, TableDefinition } from "../../../src/model/index.ts";
import { StoreError } from "../../../src/store/index.ts";
import { keyspaceOf, userTypesOf } from "../../support/keyspaces.ts";
import { recorded } from "../../support/recorded-service.ts";
import { openFixture, request } from "../service-fixture.ts";
import type { Fixture } from "../service-fixture.ts";

const path = "/api/graphql-schema";

interface Told {
  readonly data: {
    readonly keyspace: { readonly tables: readonly { readonly name: string }[]; readonly types: readonly unknown[] };
  };
}

const definitions = recorded("graphql/definitions.json") as Record<"stargateShop" | "stargateKinds", Told>;
const toldOf = { shop: definitions.stargateShop, kinds: definitions.stargateKinds };
const rest = recorded("rest/stargate.json") as Record<
  "shop" | "kinds",
  { readonly tables: Readonly<Record<string, TableDefinition & { readonly keyspace: string }>> }
>;

const userTypes = [
  {
    name: "street",
    fields: [
      { name: "name", typeDefinition: "text" },
      { name: "number", typeDefinition: "int" },
    ],
  },
  {
    name: "address",
    fields: [
      { name: "line", typeDefinition: "frozen<street>" },
      { name: "zip", typeDefinition: "text" },
      { name: "tags", typeDefinition: "frozen<list<text>>" },
    ],
  },
];

const ours: TableDefinition = {
  name: "Ours",
  description: "What Stargate does not have.",
  columnDefinitions: [
    { name: "note", typeDefinition: "varchar", description: "In a word." },
    { name: "line", typeDefinition: "int" },
    { name: "Where", typeDefinition: "vector<float, 3>", static: true },
    { name: "places", typeDefinition: "list<frozen<vector<frozen<list<int>>, 2>>>" },
    { name: "id", typeDefinition: "uuid" },
    { name: "Day", typeDefinition: "date" },
    { name: "once", typeDefinition: "text", static: true },
  ],
  primaryKey: { partitionKey: ["id", "Day"], clusteringKey: ["line"] },
};

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture([ours]);
  for (const name of ["shop", "kinds"] as const) {
    const tables = Object.values(rest[name].tables)
      .filter((table) => toldOf[name].data.keyspace.tables.some((told) => told.name === table.name))
      .map(({ keyspace: _, ...table }) => table);
    const types = name === "kinds" ? userTypes : [];
    await fixture.store.createKeyspace(name);
    for (const type of userTypesOf(types).values()) await fixture.store.createUserType(name, type);
    for (const table of keyspaceOf(name, tables, types).tables) await fixture.store.createTable(name, table);
  }
});
afterAll(() => fixture.close());

const ask = (query: string, variables?: Record<string, unknown>) => fixture.graphql(query, variables, path);

describe("the definition endpoint", () => {
  test.each([
    [
      "shop",
      "name dcs { name replicas } tables { name columns { name kind type { basic info { name frozen subTypes { basic } } } } } types { name }",
    ],
    [
      "kinds",
      "tables { name columns { name kind type { basic info { name frozen subTypes { basic info { name frozen subTypes { basic info { name frozen } } } } } } } } " +
        "types { name fields { name type { basic info { name frozen subTypes { basic } } } } }",
    ],
  ] as const)("tells of Stargate's tables in %s what Stargate tells", async (name, fields) => {
    const { data } = (await ask(`{ keyspace(name: "${name}") { ${fields} } }`)) as unknown as Told;
    const told = toldOf[name].data.keyspace;
    const tables = told.tables.filter((table) => rest[name].tables[table.name]);
    expect(tables.length).toBeGreaterThan(2);
    // Stargate lists tables as they were created, we by their names.
    const sorted = [...tables].sort((one, other) => (one.name < other.name ? -1 : 1));
    const ofStargate = data.keyspace.tables.filter((table) => table.name !== ours.name);
    expect({ ...data.keyspace, tables: ofStargate }).toEqual({ ...told, tables: sorted });
  });

  it("tells the key of a table first, in its order, then what is static, then the rest as it was defined", async () => {
    const { data } = await ask(`{ keyspace(name: "shop") { table(name: "Ours") { columns { name kind } } } }`);
    expect(data).toEqual({
      keyspace: {
        table: {
          columns: [
            { name: "id", kind: "PARTITION" },
            { name: "Day", kind: "PARTITION" },
            { name: "line", kind: "CLUSTERING" },
            { name: "Where", kind: "STATIC" },
            { name: "once", kind: "STATIC" },
            { name: "note", kind: "REGULAR" },
            { name: "places", kind: "REGULAR" },
          ],
        },
      },
    });
  });

  it("has for a vector no word but its text", async () => {
    const info = "info { name frozen subTypes { basic info { name } } }";
    const { data } = await ask(
      `{ keyspace(name: "shop") { table(name: "Ours") { columns { name type { basic ${info} } } } } }`,
    );
    const { columns } = (data as { keyspace: { table: { columns: { name: string; type: unknown }[] } } }).keyspace
      .table;
    const types = Object.fromEntries(columns.map(({ name, type }) => [name, type]));
    expect(types).toMatchObject({
      note: { basic: "VARCHAR", info: null },
      Where: { basic: "CUSTOM", info: { name: "vector<float, 3>", frozen: true, subTypes: null } },
      places: {
        basic: "LIST",
        info: { name: null, frozen: false, subTypes: [{ basic: "CUSTOM", info: { name: expect.any(String) } }] },
      },
    });
    expect(JSON.stringify(types["places"])).toContain("vector<frozen<list<int>>, 2>");
  });

  it("tells descriptions besides, which Stargate does not have", async () => {
    const { data } = await ask(
      `{ keyspace(name: "shop") { table(name: "Ours") { description columns { name description } } } }`,
    );
    expect(data).toMatchObject({ keyspace: { table: { description: ours.description } } });
    expect(JSON.stringify(data)).toContain('{"name":"note","description":"In a word."}');
    expect(JSON.stringify(data)).toContain('{"name":"line","description":null}');
  });

  it("finds a keyspace, a table and a user type by name, in this case of letters; what is not there is null", async () => {
    const { data, errors } = await ask(
      `query ($kinds: String!) {
        keyspaces { name }
        here: keyspace(name: $kinds) {
          table(name: "tkey") { name } type(name: "street") { name fields { name } }
          noTable: table(name: "Tkey") { name } noType: type(name: "STREET") { name } proto: type(name: "__proto__") { name }
        }
        nowhere: keyspace(name: "Kinds") { name }
      }`,
      { kinds: "kinds" },
    );
    expect(errors).toBeUndefined();
    expect(data).toEqual({
      keyspaces: [{ name: "kinds" }, { name: "shop" }],
      here: {
        table: { name: "tkey" },
        type: { name: "street", fields: [{ name: "name" }, { name: "number" }] },
        noTable: null,
        noType: null,
        proto: null,
      },
      nowhere: null,
    });
  });

  it("sees a table as soon as it is there, and no longer than that", async () => {
    const query = `{ keyspace(name: "kinds") { table(name: "late") { name } } }`;
    const late: Table = {
      ...{ name: "late", partitionKey: ["id"], clusteringKey: [], defaultTimeToLive: 0, indexes: [] },
      columns: [{ name: "id", type: { kind: "native", name: "int" }, kind: "partition" }],
    };
    await fixture.store.createTable("kinds", late);
    expect((await ask(query)).data).toEqual({ keyspace: { table: { name: "late" } } });
    await fixture.store.dropTable("kinds", "late");
    expect((await ask(query)).data).toEqual({ keyspace: { table: null } });
  });

  it("describes itself", async () => {
    const { data, errors } = await ask(getIntrospectionQuery());
    expect(errors).toBeUndefined();
    expect(validateSchema(buildClientSchema(data as never))).toEqual([]);
  });
});

describe("a call of the definition endpoint", () => {
  const query = "{ keyspaces { name } }";

  it("needs a token, and is a GET or a POST", async () => {
    const without = await request(fixture.service, "POST", path, { query });
    expect(without).toMatchObject({
      status: 401,
      json: { errors: [{ message: "Role unauthorized for operation: Missing token" }] },
    });
    const reply = await fixture.send("PUT", path);
    expect(reply.status).toBe(405);
    expect(reply.headers.get("allow")).toBe("GET, HEAD, POST, OPTIONS");
    expect((await fixture.send("POST", `${path}/`, { query })).status).toBe(200);
    expect((await fixture.send("POST", `${path}/shop`, { query })).status).toBe(404);
  });

  test.each<[what: string, body: unknown, status: number, message: string]>([
    ["no body", "", 400, "You must provide a GraphQL query in the request body"],
    ["no query", {}, 400, "You must provide a GraphQL query in the request body"],
    ["a list", "[]", 400, "Unable to process JSON"],
    ["variables that are no object", { query, variables: 1 }, 400, "Could not parse variables: they must be an object"],
  ])("with %s is refused", async (_what, body, status, message) => {
    expect(await fixture.send("POST", path, body)).toMatchObject({ status, json: { errors: [{ message }] } });
  });

  test.each([
    ["an unknown field", "{ nope }", 'Cannot query field "nope" on type "Query".'],
    ["a keyspace without a name", "{ keyspace { name } }", 'argument "name" of type "String!" is required'],
    ["half a question", "{ keyspaces {", "Syntax Error"],
    [
      "too many fields",
      `{ ${Array.from({ length: 501 }, (_, n) => `a${n}: keyspaces { name }`).join(" ")} }`,
      "The document has more than 500 fields",
    ],
    [
      "too deep a question",
      `{ keyspaces ${"{ tables ".repeat(41)}${"}".repeat(41)} }`,
      "The document has more than 40 levels",
    ],
  ])("with %s is answered with what is wrong", async (_what, wrong, message) => {
    const { data, errors } = await ask(wrong);
    expect(data).toBeUndefined();
    expect(errors?.[0]?.message).toContain(message);
  });

  it("tells nothing of what went wrong inside", async () => {
    const failing = (error: Error): Promise<Fixture> =>
      openFixture([], {
        store: new Proxy(fixture.store, {
          get: (store, name) => (name === "keyspaces" ? () => Promise.reject(error) : Reflect.get(store, name)),
        }),
      });
    for (const [error, message] of [
      [new StoreError("unavailable", "/data is on fire"), "The data is not available at the moment"],
      [new Error("/data is on fire"), expect.stringMatching(/^Internal error \(request [-0-9a-f]+\)$/)],
    ] as const) {
      const broken = await failing(error);
      expect((await broken.graphql(query, {}, path)).errors).toMatchObject([{ message }]);
      expect(broken.reported).toEqual([error]);
      await broken.close();
    }
  });
});
