/** Mutations of the definition endpoint, with the words of real servers. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, test, vi } from "vitest";
import { getIntrospectionQuery } from "graphql";
import { indexNames, printTableDefinition, printUserTypeDefinition } from "../../../src/model/index.ts";
import type { Table, TableDefinition, UserTypeDefinition } from "../../../src/model/index.ts";
import { documentsOf } from "../../../src/service/graphql/execute.ts";
import { wholeTypesOf } from "../../support/whole-types.ts";
import { openFixture, products } from "../service-fixture.ts";
import type { Fixture } from "../service-fixture.ts";

const path = "/api/graphql-schema";
const at = `keyspaceName: "made"`;
const key = `partitionKeys: [{name: "p", type: {basic: INT}}]`;

let fixture: Fixture;
beforeAll(async () => {
  fixture = await openFixture([products]);
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.store.dropKeyspace("made");
  await change(`createKeyspace(name: "made", replicas: 1)`);
});

/** The result of a mutation: true, or the message of its error. */
async function change(field: string, variables: Record<string, unknown> = {}, head = "mutation"): Promise<unknown> {
  const { data, errors } = await fixture.graphql(`${head} { done: ${field} }`, variables, path);
  return errors ? errors[0]?.message : data?.["done"];
}

async function run(...fields: readonly string[]): Promise<void> {
  for (const field of fields) expect(await change(field), field).toBe(true);
}

async function tableOf(name: string): Promise<Table> {
  const table = (await fixture.store.keyspace("made"))?.tables.find((one) => one.name === name);
  if (!table) throw new Error(`no table ${name}`);
  return table;
}
const definitionOf = async (name: string): Promise<TableDefinition> => printTableDefinition(await tableOf(name));

const create = `createTable(${at}, tableName: "t", ${key}, values: [{name: "v", type: {basic: TEXT}}])`;
const createMap = `createTable(${at}, tableName: "m", ${key}, values: [{name: "v", type: {basic: MAP, info: {subTypes: [{basic: TEXT}, {basic: INT}]}}}])`;
const createType = `createType(${at}, typeName: "addr", fields: [{name: "street", type: {basic: TEXT}}, {name: "no", type: {basic: INT}}])`;

describe("keyspaces", () => {
  test.each<[field: string, result: unknown]>([
    [`createKeyspace(name: "made", replicas: 1)`, 'Cannot add existing keyspace "made"'],
    [`createKeyspace(name: "made", replicas: 1, ifNotExists: true)`, true],
    [`createKeyspace(name: "made4")`, "You must specify either replicas or datacenters"],
    [
      `createKeyspace(name: "made4", replicas: 1, datacenters: [{name: "dc1"}])`,
      "You can't specify both replicas and datacenters",
    ],
    [`createKeyspace(name: "made4", replicas: -1)`, "Replication factor must be non-negative, found -1"],
    [`createKeyspace(name: "a-b", replicas: 1)`, expect.stringMatching(/^Keyspace name must not be empty/)],
    [`createKeyspace(name: "", replicas: 1)`, expect.stringMatching(/^Keyspace name must not be empty/)],
    [
      `createKeyspace(name: "system", replicas: 1, ifNotExists: true)`,
      "System keyspace 'system' is not user-modifiable",
    ],
    [`createKeyspace(replicas: 1)`, expect.stringContaining('argument "name" of type "String!" is required')],
    [`dropKeyspace(name: "made2")`, "Keyspace made2 does not exists"],
    [`dropKeyspace(name: "made2", ifExists: true)`, true],
  ])("%s", async (field, result) => {
    expect(await change(field)).toEqual(result);
    expect(await fixture.store.keyspaces()).toEqual(["made", "shop"]);
  });

  it("are created with replicas, with data centers by either name, in this case of letters, and dropped", async () => {
    const created = vi.spyOn(fixture.store, "createKeyspace");
    await run(
      `createKeyspace(name: "Made", replicas: 0)`,
      `createKeyspace(name: "made2", datacenters: [{name: "dc1", replicas: 1}])`,
      `createKeyspace(name: "made3", dcs: [{name: "dc1"}])`,
    );
    expect(await change(`createKeyspace(name: $n, replicas: 1)`, { n: "made4" }, "mutation ($n: String!)")).toBe(true);
    // A store with several copies places them so.
    expect(created.mock.calls).toEqual([
      ["Made", 0],
      ["made2", { dc1: 1 }],
      ["made3", { dc1: 3 }],
      ["made4", 1],
    ]);
    created.mockRestore();
    expect(await fixture.store.keyspaces()).toEqual(["Made", "made", "made2", "made3", "made4", "shop"]);
    await run(...["Made", "made2", "made3", "made4"].map((name) => `dropKeyspace(name: "${name}")`));
    expect(await fixture.store.keyspaces()).toEqual(["made", "shop"]);
  });
});

describe("tables", () => {
  it("are created with a composite key in its order, and an order of rows", async () => {
    await run(
      `createTable(${at}, tableName: "T2", partitionKeys: [{name: "p2", type: {basic: INT}}, {name: "p1", type: {basic: TEXT}}],
        clusteringKeys: [{name: "c1", type: {basic: INT}, order: "desc"}, {name: "c2", type: {basic: INT}}],
        values: [{name: "v", type: {basic: VARCHAR}}])`,
    );
    expect(await definitionOf("T2")).toMatchObject({
      primaryKey: { partitionKey: ["p2", "p1"], clusteringKey: ["c1", "c2"] },
      tableOptions: {
        clusteringExpression: [
          { column: "c1", order: "DESC" },
          { column: "c2", order: "ASC" },
        ],
      },
    });
  });

  test.each<[type: string, text: string]>([
    ["{basic: LIST, info: {subTypes: [{basic: INT}]}}", "list<int>"],
    ["{basic: SET, info: {subTypes: [{basic: TEXT}], frozen: true}}", "frozen<set<text>>"],
    ["{basic: MAP, info: {subTypes: [{basic: UUID}, {basic: BIGINT}]}}", "map<uuid, bigint>"],
    ["{basic: TUPLE, info: {subTypes: [{basic: INT}, {basic: TEXT}]}}", "tuple<int, text>"],
    ["{basic: LIST, info: {subTypes: [{basic: LIST, info: {subTypes: [{basic: INT}]}}]}}", "list<frozen<list<int>>>"],
    ['{basic: UDT, info: {name: "addr"}}', "addr"],
    ['{basic: LIST, info: {subTypes: [{basic: UDT, info: {name: "addr"}}]}}', "list<frozen<addr>>"],
    ['{basic: CUSTOM, info: {name: "vector<float, 3>"}}', "vector<float, 3>"],
    ["{basic: DURATION}", "duration"],
  ])("have columns of the type %s", async (type, text) => {
    await run(createType, `createTable(${at}, tableName: "ty", ${key}, values: [{name: "v", type: ${type}}])`);
    expect((await definitionOf("ty")).columnDefinitions.at(-1)).toMatchObject({ name: "v", typeDefinition: text });
  });

  test.each<[field: string, result: unknown]>([
    [create, "A table named t already exists"],
    [create.replace(/\)$/, ", ifNotExists: true)"), true],
    [`createTable(${at}, tableName: "n", partitionKeys: [])`, "partitionKeys must contain at least one element"],
    [`createTable(${at}, tableName: "n", partitionKeys: [null])`, "partitionKeys must not contain null"],
    [
      `createTable(${at}, tableName: "n", ${key}, clusteringKeys: [{name: "c", type: {basic: INT}, order: "down"}])`,
      "order must be ASC or DESC, not 'down'",
    ],
    [
      `createTable(${at}, tableName: "n", ${key}, values: [{name: "p", type: {basic: INT}}])`,
      "Duplicate column 'p' declaration for table 'made.n'",
    ],
    [`createTable(${at}, tableName: "a b", ${key})`, expect.stringContaining('"a b"')],
    [`createTable(keyspaceName: "nope", tableName: "n", ${key})`, "Unknown keyspace nope"],
    [
      `createTable(${at}, tableName: "n", partitionKeys: [{name: "p", type: {basic: JSON}}])`,
      expect.stringContaining('Value "JSON" does not exist in "BasicType" enum.'),
    ],
    ...(
      [
        ["{basic: LIST}", "List type should contain an 'info' field specifying the sub type"],
        ["{basic: MAP, info: {subTypes: [{basic: TEXT}]}}", "Map sub types should contain 2 items"],
        ["{basic: SET, info: {subTypes: [{basic: INT}, {basic: INT}]}}", "Set sub types should contain 1 item"],
        ["{basic: UDT}", "UDT type should contain an 'info' field specifying the UDT name"],
        ['{basic: UDT, info: {name: "nope"}}', "Unknown type made.nope"],
        ['{basic: CUSTOM, info: {name: "x"}}', "Data type CUSTOM is not supported"],
        ['{basic: CUSTOM, info: {name: "vector<nope, 2>"}}', "Unknown type made.nope"],
      ] as const
    ).map(([type, result]): [string, string] => [
      `createTable(${at}, tableName: "n", ${key}, values: [{name: "v", type: ${type}}])`,
      result,
    ]),
    [`dropTable(${at}, tableName: "n")`, "Table made.n does not exists"],
    [`dropTable(${at}, tableName: "n", ifExists: true)`, true],
    [`dropTable(keyspaceName: "nope", tableName: "t")`, "Unknown keyspace nope"],
  ])("%s", async (field, result) => {
    await run(create);
    expect(await change(field)).toEqual(result);
    expect((await fixture.store.keyspace("made"))?.tables.map(({ name }) => name)).toEqual(["t"]);
  });

  it("are served as soon as they exist, and no longer", async () => {
    await run(create);
    const rows = (): Promise<{ readonly status: number; readonly json: unknown }> =>
      fixture.send("POST", "/api/graphql/made", { query: "{ t { values { v } } }" });
    expect((await rows()).json).toEqual({ data: { t: { values: [] } } });
    await run(`dropTable(${at}, tableName: "t")`);
    expect((await rows()).json).toMatchObject({ errors: [{ message: 'Cannot query field "t" on type "Query".' }] });
    await run(`dropKeyspace(name: "made")`);
    expect(await rows()).toMatchObject({ status: 404, json: { errors: [{ message: "Unknown keyspace 'made'" }] } });
  });

  it("keep their types while others come and go", async () => {
    await run(create);
    const typeOf = async (): Promise<unknown> => {
      const keyspace = await fixture.store.keyspace("made");
      return keyspace && wholeTypesOf(keyspace).getType("T");
    };
    const before = await typeOf();
    const [first] = [await fixture.store.keyspace("made")];
    await run(createMap, createType);
    expect(await typeOf()).toBe(before);
    const [second] = [await fixture.store.keyspace("made")];
    expect(first && second && documentsOf(first) === documentsOf(second)).toBe(false);
  });
});

describe("columns", () => {
  test.each<[field: string, result: unknown]>([
    [
      `alterTableAdd(${at}, tableName: "t", toAdd: [{name: "v", type: {basic: INT}}])`,
      "Column with name 'v' already exists",
    ],
    [`alterTableAdd(${at}, tableName: "nope", toAdd: [{name: "w", type: {basic: INT}}])`, "Unknown table made.nope "],
    [`alterTableAdd(${at}, tableName: "t", toAdd: [])`, "toAdd must contain at least one element"],
    [`alterTableDrop(${at}, tableName: "t", toDrop: ["w"])`, "Column w was not found in table 'made.t'"],
    [`alterTableDrop(${at}, tableName: "t", toDrop: ["p"])`, "Cannot drop PRIMARY KEY column p"],
    [`alterTableDrop(${at}, tableName: "t", toDrop: [])`, "toDrop must contain at least one element"],
    [`alterTableDrop(${at}, tableName: "nope", toDrop: ["w"])`, "Unknown table made.nope "],
  ])("%s", async (field, result) => {
    await run(create);
    const before = await tableOf("t");
    expect(await change(field)).toBe(result);
    expect(await tableOf("t")).toBe(before);
  });

  it("are added and dropped, several at once", async () => {
    const columns = async (): Promise<readonly string[]> => (await tableOf("t")).columns.map(({ name }) => name);
    await run(
      create,
      `alterTableAdd(${at}, tableName: "t", toAdd: [{name: "a", type: {basic: INT}}, {name: "b", type: {basic: BLOB}}])`,
    );
    expect(await columns()).toEqual(["p", "v", "a", "b"]);
    await run(`alterTableDrop(${at}, tableName: "t", toDrop: ["v", "a"])`);
    expect(await columns()).toEqual(["p", "b"]);
  });
});

describe("user types", () => {
  test.each<[field: string, result: unknown]>([
    [createType, "A type named made.addr already exists"],
    [createType.replace(/\)$/, ", ifNotExists: true)"), true],
    [`createType(${at}, typeName: "n", fields: [])`, "Must have at least one field"],
    [
      `createType(${at}, typeName: "n", fields: [{name: "home", type: {basic: UDT, info: {name: "addr"}}}])`,
      expect.stringMatching(/frozen/),
    ],
    [
      `alterTypeAdd(${at}, typeName: "addr", toAdd: [{name: "no", type: {basic: INT}}])`,
      "Cannot add field no to type made.addr: a field with name no already exists",
    ],
    [`alterTypeAdd(${at}, typeName: "n", toAdd: [{name: "a", type: {basic: INT}}])`, "Type made.n doesn't exist"],
    [`alterTypeAdd(${at}, typeName: "addr", toAdd: [])`, "toAdd must contain at least one element"],
    [`dropType(${at}, typeName: "n")`, "User type made.n does not exists"],
    [`dropType(${at}, typeName: "n", ifExists: true)`, true],
    [`dropType(keyspaceName: "nope", typeName: "addr")`, "Unknown keyspace nope"],
  ])("%s", async (field, result) => {
    await run(createType);
    expect(await change(field)).toEqual(result);
    expect((await fixture.store.keyspace("made"))?.userTypes.map(({ name }) => name)).toEqual(["addr"]);
  });

  it("get new fields at their end, several at once", async () => {
    await run(
      createType,
      `alterTypeAdd(${at}, typeName: "addr", toAdd: [{name: "zip", type: {basic: TEXT}}, {name: "geo", type: {basic: LIST, info: {frozen: true, subTypes: [{basic: DOUBLE}]}}}])`,
    );
    const [type] = (await fixture.store.keyspace("made"))?.userTypes ?? [];
    expect(type && printUserTypeDefinition(type).fields).toEqual([
      { name: "street", typeDefinition: "text" },
      { name: "no", typeDefinition: "int" },
      { name: "zip", typeDefinition: "text" },
      { name: "geo", typeDefinition: "frozen<list<double>>" },
    ]);
  });

  it("are created of others, and dropped when nothing uses them", async () => {
    await run(
      createType,
      `createType(${at}, typeName: "person", fields: [{name: "home", type: {basic: UDT, info: {name: "addr", frozen: true}}}])`,
    );
    const definitions = async (): Promise<readonly UserTypeDefinition[]> =>
      ((await fixture.store.keyspace("made"))?.userTypes ?? []).map(printUserTypeDefinition);
    expect(await definitions()).toEqual([
      {
        name: "addr",
        fields: [
          { name: "street", typeDefinition: "text" },
          { name: "no", typeDefinition: "int" },
        ],
      },
      { name: "person", fields: [{ name: "home", typeDefinition: "frozen<addr>" }] },
    ]);
    expect(await change(`dropType(${at}, typeName: "addr")`)).toBe(
      "Cannot drop user type 'made.addr' as it is still used by user types person",
    );
    await run(`dropType(${at}, typeName: "person")`, `dropType(${at}, typeName: "addr")`);
    expect(await definitions()).toEqual([]);
  });
});

describe("indexes", () => {
  const indexes = async (name: string): Promise<Table["indexes"]> => (await tableOf(name)).indexes;

  test.each<[field: string, result: unknown]>([
    [`createIndex(${at}, tableName: "t", columnName: "nope")`, "Unknown column nope in table made.t"],
    [`createIndex(${at}, tableName: "nope", columnName: "v")`, "Unknown table made.nope "],
    [
      `createIndex(${at}, tableName: "t", columnName: "p")`,
      "Cannot create secondary index on the only partition key column p",
    ],
    [
      `createIndex(${at}, tableName: "t", columnName: "v", indexKind: KEYS)`,
      "Indexing keys can only be used with a map",
    ],
    [
      `createIndex(${at}, tableName: "t", columnName: "v", indexType: "nope.Nope")`,
      "Unable to find custom indexer class 'nope.Nope'",
    ],
    [
      `createIndex(${at}, tableName: "t", columnName: "v", indexName: "m_v")`,
      expect.stringContaining("already exists"),
    ],
    [
      `createIndex(${at}, tableName: "t", columnName: "v", indexOptions: [{name: "normalize", value: "true"}])`,
      "Cannot specify options for a non-CUSTOM index",
    ],
    [`createIndex(${at}, tableName: "t", columnName: "v", indexName: "m_v", ifNotExists: true)`, true],
    [`dropIndex(${at}, indexName: "nope")`, "Index nope does not exists"],
    [`dropIndex(${at}, indexName: "nope", ifExists: true)`, true],
  ])("%s", async (field, result) => {
    await run(create, createMap, `createIndex(${at}, tableName: "m", columnName: "v", indexName: "m_v")`);
    expect(await change(field)).toEqual(result);
    expect(await indexes("t")).toEqual([]);
    expect(await indexes("m")).toEqual([{ name: "m_v", column: "v", kind: "values" }]);
  });

  it("are created by kind and class, found by reads, and dropped by their names", async () => {
    await run(
      create,
      createMap,
      `createIndex(${at}, tableName: "t", columnName: "v", indexType: "StorageAttachedIndex")`,
      `createIndex(${at}, tableName: "t", columnName: "v", ifNotExists: true)`,
      `createIndex(${at}, tableName: "m", columnName: "v", indexName: "m_keys", indexKind: KEYS)`,
      `createIndex(${at}, tableName: "m", columnName: "v", indexKind: ENTRIES)`,
    );
    expect(await indexes("t")).toEqual([{ column: "v", kind: "full", using: "sai" }]);
    expect((await indexes("m")).map(({ kind }) => kind)).toEqual(["keys", "entries"]);
    const found = await fixture.graphql(
      '{ m(filter: {v: {containsKey: "a"}}) { values { p } } }',
      {},
      "/api/graphql/made",
    );
    expect(found).toEqual({ data: { m: { values: [] } } });
    const names = indexNames(await tableOf("m"));
    await run(...names.map((name) => `dropIndex(${at}, indexName: "${name}")`));
    expect(await indexes("m")).toEqual([]);
  });
});

describe("a document of several changes", () => {
  it("runs them in order, and goes on after one that fails", async () => {
    const { data, errors } = await fixture.graphql(
      `mutation {
        a: ${create}
        b: ${create}
        c: alterTableAdd(${at}, tableName: "t", toAdd: [{name: "w", type: {basic: INT}}])
      }`,
      {},
      path,
    );
    expect(data).toEqual({ a: true, b: null, c: true });
    expect(errors).toMatchObject([
      { message: "A table named t already exists", path: ["b"], extensions: { code: "invalid" } },
    ]);
  });

  it("is refused by GET, and described by introspection", async () => {
    const query = encodeURIComponent(`mutation { dropKeyspace(name: "made") }`);
    expect(await fixture.send("GET", `${path}?query=${query}`)).toMatchObject({ status: 405 });
    expect(await fixture.store.keyspaces()).toContain("made");
    const { data } = await fixture.graphql(getIntrospectionQuery(), {}, path);
    expect(JSON.stringify(data)).toContain('"createIndex"');
  });
});
