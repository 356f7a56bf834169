/** Definition files → service → definition files, and what a service may answer that is no definition. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { createSession, serviceTransport } from "@colonnade/runtime";
import type { Session } from "@colonnade/runtime";
import { routes } from "@colonnade/runtime/protocol";
import { printCqlType } from "../../src/model/cql-type.ts";
import { byCodeUnits, primaryKey, printTableDefinition } from "../../src/model/index.ts";
import type { Table } from "../../src/model/index.ts";
import { observeRest, parseRestTable } from "../../src/source/observe-rest.ts";
import { loadKeyspace } from "../../src/source/parse-keyspace.ts";
import { writeDefinitions } from "../../src/source/write-definitions.ts";
import { introspectRest } from "./introspect-rest.ts";
import { parseObservedType } from "../../src/source/observed-type.ts";
import { createService } from "../../src/service/index.ts";
import { openEmbeddedStore } from "../../src/store/index.ts";
import type { Store } from "../../src/store/index.ts";
import { createTemporaryFolder, readTree } from "../support/temporary-folder.ts";
import { table as anyTable } from "../support/keyspaces.ts";
import { runs } from "../support/long.ts";
import { recordedService, silent } from "../support/recorded-service.ts";

const credentials = { username: "ann", password: "correct horse" };

/** What REST can tell of: it takes no user types, and of a posted table it does not read the indexes. */
const postable = fc
  .uniqueArray(anyTable, { minLength: 1, maxLength: 4, selector: ({ name }) => name })
  .map((tables) => tables.map((table) => ({ ...table, indexes: [] })));

describe("the definitions of a service", () => {
  let directory: string;
  let store: Store;
  let session: Session;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "colonnade-"));
    store = await openEmbeddedStore({ directory });
    const service = createService({ store, user: credentials });
    session = createSession({ url: "http://localhost", credentials, transport: serviceTransport(service) });
  });

  afterAll(async () => {
    await store.close();
    await rm(directory, { recursive: true });
  });

  it("are the files that were posted to it, byte for byte, descriptions and all", async () => {
    let count = 0;
    await fc.assert(
      fc.asyncProperty(postable, async (tables) => {
        const name = `shop_${count++}`;
        await store.createKeyspace(name);
        const folder = createTemporaryFolder();
        await writeDefinitions(folder, { name, tables, userTypes: [] });
        const before = readTree(folder);
        expect(Object.keys(before)).toHaveLength(tables.length);
        for (const text of Object.values(before)) {
          const body: unknown = JSON.parse(text);
          await session.send({ operation: "post", method: "POST", path: routes.tables(name), body });
        }
        const found = await introspectRest(session, name);
        expect((await writeDefinitions(folder, found)).written).toEqual([]);
        expect(readTree(folder)).toEqual(before);

        // In a new folder as well, but that columns outside the key stand by their names there.
        const [fresh, sorted] = [createTemporaryFolder(), createTemporaryFolder()];
        await writeDefinitions(fresh, found);
        await writeDefinitions(sorted, { name, tables: tables.map(inCanonicalOrder), userTypes: [] });
        expect(readTree(fresh)).toEqual(readTree(sorted));
        expect(await loadKeyspace(fresh, name)).toEqual(found);
      }),
      runs(15, 300),
    );
  });

  it("of a keyspace without tables are none", async () => {
    await store.createKeyspace("empty");
    expect(await introspectRest(session, "empty")).toEqual({ name: "empty", tables: [], userTypes: [] });
  });

  it("of no keyspace are an error that says so", async () => {
    await expect(introspectRest(session, "emty")).rejects.toMatchObject({
      code: "unknown-keyspace",
      kind: "service",
      message: 'the service has no keyspace "emty"',
      next: 'did you mean "empty"?',
    });
  });
});

/** As sources give tables: the key first, then the other columns by their names. */
function inCanonicalOrder(table: Table): Table {
  const place = new Map(primaryKey(table).map((name, at) => [name, at]));
  const rank = ({ name }: Table["columns"][number]): number => place.get(name) ?? place.size;
  const columns = [...table.columns].sort((one, other) => rank(one) - rank(other) || byCodeUnits(one.name, other.name));
  return { ...table, columns };
}

/** A session whose service answers as the test says: text for each path below the keyspace. */
function answering(answers: Readonly<Record<string, unknown>>): Session {
  return {
    ...silent,
    send: async ({ path }) => ({
      status: 200,
      json: answers[path.slice(routes.tables("shop").length)],
      requestId: "11111111-2222-4333-8444-555555555555",
    }),
  };
}

const products = {
  name: "products",
  columnDefinitions: [{ name: "id", typeDefinition: "uuid" }],
  primaryKey: { partitionKey: ["id"] },
};

describe("a response", () => {
  it("may have members that nobody knows, and names in any order, some twice", async () => {
    const other = { ...products, name: "a", comment: "?", tableOptions: { clusteringExpression: [], gc: 1 } };
    const found = await introspectRest(
      answering({ "": ["products", "a", "a"], "/a": other, "/products": products }),
      "shop",
    );
    expect(found.tables.map(({ name }) => name)).toEqual(["a", "products"]);
  });

  it("may have an index of a part of a collection of user types, of which REST tells nothing", async () => {
    const columnDefinitions = [
      ...products.columnDefinitions,
      { name: "sizes", typeDefinition: "list<frozen<size>>" },
      { name: "places", typeDefinition: "frozen<map<text, frozen<size>>>" },
    ];
    const indexes = [{ column: "sizes", kind: "values" }, { column: "places" }];
    const answer = { ...products, columnDefinitions, indexes };
    const { table, problems } = parseRestTable(answer, { zeroMeansNone: true });
    expect(problems).toEqual([]);
    expect(table?.indexes).toMatchObject([
      { column: "sizes", kind: "values" },
      { column: "places", kind: "full" },
    ]);
    const types = table?.columns?.map(({ type }) => type);
    expect(types).toEqual(columnDefinitions.map(({ typeDefinition }) => parseObservedType(typeDefinition)));
  });

  it("may leave out frozen in a nested type, where nothing else is possible, but not in the type of a column", async () => {
    const typed = (typeDefinition: string) => ({
      ...products,
      columnDefinitions: [...products.columnDefinitions, { name: "tags", typeDefinition }],
    });
    const read = (typeDefinition: string) =>
      introspectRest(answering({ "": ["products"], "/products": typed(typeDefinition) }), "shop");
    const { tables } = await read("map<text, list<int>>");
    const tags = tables[0]?.columns.find(({ name }) => name === "tags");
    expect(tags && printCqlType(tags.type)).toBe("map<text, frozen<list<int>>>");
    expect((await read("frozen<list<list<int>>>")).tables).toEqual(
      (await read("frozen<list<frozen<list<int>>>>")).tables,
    );
  });

  it("may have null for anything that a table does not have", async () => {
    const primaryKey = { partitionKey: ["id"], clusteringKey: null };
    const [id] = products.columnDefinitions;
    const answer = { ...products, description: null, columnDefinitions: [{ ...id, static: null }], primaryKey };
    for (const tableOptions of [null, { defaultTimeToLive: null, clusteringExpression: null }]) {
      const { tables } = await introspectRest(
        answering({ "": ["products"], "/products": { ...answer, tableOptions } }),
        "shop",
      );
      expect(tables).toMatchObject([{ partitionKey: ["id"], clusteringKey: [], defaultTimeToLive: 0 }]);
    }
  });

  it("that lists whole definitions is all that is asked for", async () => {
    const list = [products, { ...products, name: "a" }, "b"];
    const session = recordedService({ rest: { "": list, "/b": { ...products, name: "b" } } });
    expect((await introspectRest(session, "shop")).tables.map(({ name }) => name)).toEqual(["a", "b", "products"]);
    expect(session.requests).toHaveLength(2);
  });

  it("is asked for table by table, whatever their number", async () => {
    const names = Array.from({ length: 30 }, (_, index) => `t${String(index).padStart(2, "0")}`);
    const tables = names.map((name) => [`/${name}`, { ...products, name }]);
    const { tables: found } = await introspectRest(answering({ "": names, ...Object.fromEntries(tables) }), "shop");
    expect(found.map(({ name }) => name)).toEqual(names);
    expect(found.map(printTableDefinition)).toHaveLength(30);
  });

  it("says how far it is", async () => {
    const names = Array.from({ length: 20 }, (_, index) => `t${String(index).padStart(2, "0")}`);
    const tables = names.map((name) => [`/${name}`, { ...products, name }]);
    const told: (readonly [number, number])[] = [];
    const onProgress = (done: number, total: number): void => void told.push([done, total]);
    await observeRest(answering({ "": names, ...Object.fromEntries(tables) }), "shop", { onProgress });
    expect(told).toEqual([0, 8, 16].map((done) => [done, 20]));
  });

  test.each([[undefined], [null], [{}], [{ data: [] }], ["products"], [[1]], [["products", null]]])(
    "of %j is no list of tables",
    async (list) => {
      await expect(introspectRest(answering({ "": list }), "shop")).rejects.toMatchObject({
        code: "bad-answer",
        kind: "service",
        message: "the service's list of tables is not a list of names (request 11111111-2222-4333-8444-555555555555)",
      });
    },
  );

  test.each<[answer: unknown, problem: string]>([
    [undefined, "products: a table definition is missing"],
    [null, "products: a table definition must be an object, not null"],
    [[products], "products: a table definition must be an object, not a list"],
    [{}, 'products: "name" is missing'],
    [{ data: products }, 'products: "name" is missing'],
    [{ ...products, name: "../../products" }, "letters, digits and underscores, not"],
    [{ ...products, name: "orders" }, "products: the response is for orders"],
    [{ ...products, columnDefinitions: [{ name: "id", typeDefinition: "list<>" }] }, 'products: "list<>"'],
    [{ ...products, primaryKey: { partitionKey: ["it"] } }, 'products: the table has no column "it"'],
  ])("of %j is no definition of the table", async (answer, problem) => {
    const session = answering({
      "": ["orders", "products"],
      "/products": answer,
      "/orders": { ...products, name: "orders" },
    });
    await expect(introspectRest(session, "shop")).rejects.toMatchObject({
      code: "bad-answer",
      kind: "service",
      summary: "the service's definitions of shop cannot be used",
      problems: expect.arrayContaining([expect.objectContaining({ message: expect.stringContaining(problem) })]),
    });
  });

  it("with several mistakes has them all told", async () => {
    const session = answering({ "": ["a", "b"], "/a": null, "/b": { ...products, name: "b", columnDefinitions: 7 } });
    await expect(introspectRest(session, "shop")).rejects.toMatchObject({
      problems: [{ code: "wrong-json" }, { code: "wrong-json" }, { code: "unknown-column" }],
    });
  });
});
