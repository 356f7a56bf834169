/** `push` to a service: its REST creates tables, on some servers columns, its GraphQL user types and indexes. */
import { afterEach, beforeEach, describe, expect, it, test } from "vitest";
import { shapes } from "../../../schemas/json-schemas.ts";
import { printUserTypeDefinition } from "../../../src/model/index.ts";
import type { TableDefinition, UserTypeDefinition } from "../../../src/model/index.ts";
import { createService, listen } from "../../../src/service/index.ts";
import type { Listener } from "../../../src/service/index.ts";
import type { Store } from "../../../src/store/index.ts";
import { respondWith } from "../../support/respond-with.ts";
import { createTemporaryFolder, writeTree } from "../../support/temporary-folder.ts";
import { openStore } from "../../store/embedded/temporary-store.ts";
import { runLine } from "../run-line.ts";
import type { Outcome } from "../run-line.ts";

const user = { username: "dev", password: "correct horse" };
const env = { COLONNADE_USERNAME: user.username, COLONNADE_PASSWORD: user.password };

const column = (name: string, typeDefinition: string): TableDefinition["columnDefinitions"][number] => ({
  name,
  typeDefinition,
});

const products: TableDefinition = {
  name: "products",
  description: "What the shop's got.",
  columnDefinitions: [{ ...column("id", "uuid"), description: "Ours." }, column("name", "text")],
  primaryKey: { partitionKey: ["id"] },
};
const indexed: TableDefinition = { ...products, indexes: [{ column: "name" }] };
const withPrice = { ...products, columnDefinitions: [...products.columnDefinitions, column("price", "decimal")] };

let cwd = "";
let listener: Listener;
let store: Store;
/** Requests that create something, as the service gets them. */
let written: string[] = [];
/** For how long `push` waited, each time. */
let waits: number[] = [];
const sleep = (ms: number): Promise<void> => Promise.resolve(void waits.push(ms));

/** A server of the family without the endpoint of columns. */
const withoutColumns =
  (status: number) =>
  (service: Serve): Serve =>
  (request) =>
    new URL(request.url).pathname.endsWith("/columns")
      ? Promise.resolve(Response.json({ description: "no", code: status }, { status }))
      : service(request);

/** A server of the family without the definition endpoint. */
const withoutDefinitions =
  (status: number) =>
  (service: Serve): Serve =>
  (request) =>
    new URL(request.url).pathname === "/api/graphql-schema"
      ? Promise.resolve(Response.json({ description: "no", code: status }, { status }))
      : service(request);

type Serve = (request: Request) => Promise<Response>;

async function start(wrap: (service: Serve) => Serve = (service) => service): Promise<void> {
  ({ store } = await openStore());
  const service = wrap(createService({ store, user, keyspace: "shop" }));
  [written, waits] = [[], []];
  listener = await listen(
    respondWith(async (request) => {
      const { pathname } = new URL(request.url);
      const isWrite = request.method === "POST" && /\/(?:tables|columns)$/.test(pathname);
      if (isWrite) written.push(`${pathname} ${await request.clone().text()}`);
      return service(request);
    }),
    { port: 0, graceMs: 0 },
  );
}

const push = (more = "", at = listener.url): Promise<Outcome> =>
  runLine(`push --url ${at} --definitions definitions ${more}`, { cwd, env, sleep });

function define(...tables: readonly TableDefinition[]): void {
  const files = tables.map((table) => [`definitions/shop/${table.name}.json`, JSON.stringify(table)]);
  writeTree(cwd, Object.fromEntries(files) as Record<string, string>);
}

beforeEach(async () => {
  cwd = createTemporaryFolder();
  await start();
});

afterEach(() => listener.close());

const body =
  '{"name":"products","ifNotExists":true,"columnDefinitions":[{"name":"id","typeDefinition":"uuid","static":false},{"name":"name","typeDefinition":"text","static":false}],"primaryKey":{"partitionKey":["id"]},"tableOptions":{"defaultTimeToLive":0}}';

describe("a table that is missing", () => {
  it("is created, without what is Colonnade's own, and once", async () => {
    define(products);
    const first = await push();
    expect(first).toMatchObject({ code: 0, stdout: "" });
    expect(first.stderr).toContain("created the table shop.products\n");
    expect(written).toEqual([`/api/rest/v1/keyspaces/shop/tables ${body}`]);
    const second = await push();
    expect(second).toEqual({ code: 0, stdout: "", stderr: "nothing to do\n" });
    expect(written).toHaveLength(1);
  });

  it("is a line for a shell with --dry-run, and nothing is sent", async () => {
    define({ ...products, columnDefinitions: [...products.columnDefinitions, column("it's", "int")] });
    const { code, stdout } = await push("--dry-run");
    expect(code).toBe(0);
    expect(stdout).toBe(
      `curl -X POST "$COLONNADE_URL/api/rest/v1/keyspaces/shop/tables" -H "x-service-token: $COLONNADE_TOKEN" -H 'content-type: application/json' -d '${body.replace(
        '],"primaryKey"',
        `,{"name":"it'\\''s","typeDefinition":"int","static":false}],"primaryKey"`,
      )}'\n`,
    );
    expect(written).toEqual([]);
  });

  it("has its index and its user types named, with the CQL that makes them", async () => {
    await listener.close();
    await start(withoutDefinitions(404));
    const home = column("home", "frozen<address>");
    define({ ...indexed, columnDefinitions: [...products.columnDefinitions, home] });
    const fields = [{ name: "street", typeDefinition: "text" }];
    writeTree(cwd, { "definitions/shop/types/address.json": JSON.stringify({ name: "address", fields }) });
    const { stdout, code } = await push("--dry-run --json");
    expect(code).toBe(0);
    expect(shapes["push-output.schema.json"].parse(JSON.parse(stdout))).toMatchObject({
      dryRun: true,
      keyspaces: [
        {
          steps: [{ what: "the table shop.products", method: "POST", path: "/api/rest/v1/keyspaces/shop/tables" }],
          byHand: [
            {
              message: "the user type shop.address is needed, and REST can neither report nor create it",
              cql: "CREATE TYPE IF NOT EXISTS shop.address (\n  street text\n)",
            },
            {
              message: "the index of shop.products.name is needed, and this service cannot create it",
              cql: "CREATE INDEX IF NOT EXISTS ON shop.products (name)",
            },
          ],
          left: [],
        },
      ],
    });
    const { code: refused, stderr } = await push();
    expect(refused).toBe(3);
    expect(stderr).toContain("the table shop.products could not be created: ");
    expect(stderr).toContain("Cannot find user type address");
    expect(stderr).toContain("; nothing was created before it [push-stopped]");
  });
});

describe("a column that is missing", () => {
  beforeEach(async () => {
    define(products, { ...products, name: "others" });
    await push();
    written = [];
  });

  it.each([404, 405])(
    "is refused where the service has no endpoint for it, before anything is created: %i",
    async (status) => {
      await listener.close();
      await start(withoutColumns(status));
      define(products);
      await push();
      written = [];
      define(withPrice, { ...products, name: "more" });
      const { code, stdout, stderr } = await push();
      expect({ code, stdout, written }).toEqual({ code: 2, stdout: "", written: [] });
      expect(stderr).toContain("shop.products.price: the service cannot add columns to an existing table");
      expect(stderr).toContain("ALTER TABLE shop.products ADD price decimal");
    },
  );

  it("is created where it has", async () => {
    define(withPrice, { ...products, name: "others" });
    const { code, stderr } = await push();
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: "created the column shop.products.price\n1 column created\n",
    });
    expect(written.at(-1)).toBe(
      '/api/rest/v1/keyspaces/shop/tables/products/columns {"name":"price","typeDefinition":"decimal","static":false}',
    );
  });

  it("of which the service says so and has it not is an error", async () => {
    await listener.close();
    await start((service) => async (request) => {
      const { pathname } = new URL(request.url);
      return pathname.endsWith("/columns") ? Response.json({}, { status: 201 }) : service(request);
    });
    define(products);
    await push();
    define(withPrice);
    const { code, stderr } = await push();
    expect(stderr).toContain("the column shop.products.price does not exist");
    expect(stderr).toContain("[push-incomplete]");
    expect(code).toBe(3);
    expect(waits.reduce((sum, ms) => sum + ms, 0)).toBe(10_000);
  });

  it("and that another push adds meanwhile is done, not an error", async () => {
    await listener.close();
    await start((service) => async (request) => {
      const answer = await service(request);
      const isColumn = request.method === "POST" && new URL(request.url).pathname.endsWith("/columns");
      return isColumn
        ? Response.json({ description: "Column 'price' already exists", code: 500 }, { status: 500 })
        : answer;
    });
    define(products);
    await push();
    define(withPrice);
    expect(await push()).toEqual({
      code: 0,
      stdout: "",
      stderr: `the column shop.products.price exists already: another push may have created it
nothing created
`,
    });
  });
});

describe("a user type that is missing", () => {
  const field = column;
  const address = { name: "address", fields: [field("street", "text")] };
  const withHome = { ...products, columnDefinitions: [...products.columnDefinitions, column("home", "address")] };
  const defineTypes = (...types: readonly UserTypeDefinition[]): void => {
    const files = types.map((type) => [`definitions/shop/types/${type.name}.json`, JSON.stringify(type)]);
    writeTree(cwd, Object.fromEntries(files) as Record<string, string>);
  };
  const typesOf = async () => ((await store.keyspace("shop"))?.userTypes ?? []).map(printUserTypeDefinition);

  it("is created before its table, after the types in it, and once", async () => {
    defineTypes(address, { name: "a_person", fields: [field("home", "frozen<address>")] });
    define({ ...products, columnDefinitions: [column("id", "uuid"), column("owner", "frozen<a_person>")] });
    expect(await push()).toEqual({
      code: 0,
      stdout: "",
      stderr: `created the user type shop.address
created the user type shop.a_person
created the table shop.products
2 user types, 1 table created
`,
    });
    expect(await push()).toEqual({ code: 0, stdout: "", stderr: "nothing to do\n" });
  });

  it("has fields of every form", async () => {
    const types = [
      ...["int", "duration", "varint", "list<text>", "set<int>", "frozen<map<text, uuid>>"],
      ...["tuple<int, text>", "vector<float, 3>", "frozen<address>", "map<text, frozen<list<frozen<address>>>>"],
    ];
    const all = { name: "all", fields: types.map((type, index) => field(`f${index}`, type)) };
    defineTypes(address, all);
    define(products);
    const { code, stderr } = await push();
    expect(stderr).toContain("2 user types, 1 table created\n");
    expect(code).toBe(0);
    expect(await typesOf()).toEqual([address, all]);
    expect((await push()).stderr).toBe("nothing to do\n");
  });

  it("gets the fields that it lacks, in their order, and once", async () => {
    defineTypes(address);
    define(withHome);
    await push();
    const longer = {
      ...address,
      fields: [...address.fields, field("zip", "text"), field("tags", "frozen<set<text>>")],
    };
    defineTypes(longer);
    expect(await push()).toEqual({
      code: 0,
      stdout: "",
      stderr: "created the field shop.address.zip\ncreated the field shop.address.tags\n2 fields created\n",
    });
    expect(await typesOf()).toEqual([longer]);
    expect((await push()).stderr).toBe("nothing to do\n");
  });

  it("is a line for a shell with --dry-run", async () => {
    defineTypes(address);
    define(products);
    const { stdout } = await push("--dry-run");
    const [line = ""] = stdout.split("\n");
    const sent = JSON.parse(/ -d '(.*)'$/.exec(line)?.[1] ?? "") as { query: string; variables: object };
    expect(sent.query).toContain("createType(");
    expect(sent.variables).toEqual({
      keyspace: "shop",
      type: "address",
      fields: [{ name: "street", type: { basic: "TEXT" } }],
    });
    expect(await typesOf()).toEqual([]);
  });

  it("with a field of another type is refused, before anything is created", async () => {
    defineTypes(address);
    define(withHome);
    await push();
    written = [];
    defineTypes({ ...address, fields: [field("street", "int")] });
    define(withPrice);
    const { code, stderr } = await push();
    expect({ code, written }).toEqual({ code: 2, written: [] });
    expect(stderr).toContain("shop.address.street: ");
  });

  it("gets its new fields as CQL where the service cannot add them", async () => {
    await listener.close();
    // As Stargate, which creates user types and does not change them.
    await start((service) => async (request) => {
      if (new URL(request.url).pathname !== "/api/graphql-schema") return service(request);
      const text = await (await service(request)).text();
      return Response.json(JSON.parse(text.replace('"alterTypeAdd"', '"other"')));
    });
    defineTypes(address);
    define(withHome);
    expect((await push()).stderr).toContain("1 user type, 1 table created\n");
    defineTypes({ ...address, fields: [...address.fields, field("zip", "text")] });
    const { code, stderr } = await push();
    expect(code).toBe(0);
    expect(stderr).toContain("the field shop.address.zip is needed, and this service cannot create it");
    expect(stderr).toContain("ALTER TYPE shop.address ADD zip text;");
    expect(stderr).toContain("nothing to do\n");
    expect(await typesOf()).toEqual([address]);
  });

  it.each([404, 405, 400])("is printed as CQL where the service has no endpoint for it: %i", async (status) => {
    await listener.close();
    await start(withoutDefinitions(status));
    defineTypes(address);
    define(withHome);
    const { stderr } = await push("--dry-run");
    expect(stderr).toContain("the user type shop.address is needed, and REST can neither report nor create it");
    expect(stderr).toContain("CREATE TYPE IF NOT EXISTS shop.address (");
  });
});

describe("an index that is missing", () => {
  const path = "/api/graphql-schema";
  const indexesOf = async (table = "products") => {
    const keyspace = await store.keyspace("shop");
    return keyspace?.tables.find(({ name }) => name === table)?.indexes;
  };

  it("is created with its new table, and of a table that has rows", async () => {
    define(indexed);
    expect(await push()).toEqual({
      code: 0,
      stdout: "",
      stderr: "created the table shop.products\ncreated the index of shop.products.name\n1 table, 1 index created\n",
    });
    expect(await indexesOf()).toEqual([{ column: "name", kind: "full" }]);
    const id = "00000000-0000-4000-8000-000000000001";
    await store.insert({ keyspace: "shop", table: "products", values: new Map([["id", id]]) });
    const price = { ...column("price", "decimal") };
    const columnDefinitions = [...products.columnDefinitions, price];
    define({ ...indexed, columnDefinitions, indexes: [{ column: "name" }, { column: "price", name: "by_price" }] });
    expect((await push()).stderr).toBe(
      "created the column shop.products.price\ncreated the index of shop.products.price\n1 column, 1 index created\n",
    );
    expect(await indexesOf()).toEqual([
      { column: "name", kind: "full" },
      { column: "price", kind: "full", name: "by_price" },
    ]);
    expect((await push()).stderr).toBe("nothing to do\n");
  });

  it("is of the part and the type that the definition says", async () => {
    const columnDefinitions = [
      ...[column("id", "uuid"), column("tags", "map<text, text>"), column("all", "frozen<set<text>>")],
      ...[column("list", "list<int>"), column("price", "int")],
    ];
    const indexes = [
      { column: "tags", kind: "entries" },
      { column: "tags", kind: "keys", name: "tag_keys" },
      { column: "all", kind: "full" },
      { column: "list", kind: "values" },
      { column: "price", using: "sai" },
    ] as const;
    define({ ...products, columnDefinitions });
    await push();
    define({ ...products, columnDefinitions, indexes });
    expect((await push()).stderr).toContain("5 indexes created\n");
    expect(await indexesOf()).toEqual(indexes.map((index) => ({ kind: "full", ...index })));
    expect((await push()).stderr).toBe("nothing to do\n");
  });

  const folding = { column: "name", using: "sai", options: { case_sensitive: "false" } } as const;

  it("is created with its options, and other options are refused", async () => {
    define({ ...products, indexes: [folding] });
    expect((await push()).stderr).toContain("1 table, 1 index created\n");
    expect(await indexesOf()).toEqual([{ kind: "full", ...folding }]);
    expect((await push()).stderr).toBe("nothing to do\n");
    define({ ...products, indexes: [{ column: "name", using: "sai" }] });
    expect(await push()).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("(full, sai, case_sensitive: false → full, sai)") as string,
    });
  });

  it("is printed as CQL where the service creates indexes without options", async () => {
    await listener.close();
    await start((service) => async (request) => {
      const response = await service(request);
      if (new URL(request.url).pathname !== path) return response;
      return Response.json(JSON.parse((await response.text()).replaceAll("indexOptions", "other")));
    });
    define({ ...products, indexes: [folding] });
    const { code, stderr } = await push();
    expect(code).toBe(0);
    expect(stderr).toContain(
      "CREATE INDEX IF NOT EXISTS ON shop.products (name) USING 'sai' WITH OPTIONS = {'case_sensitive': 'false'}",
    );
    expect(await indexesOf()).toEqual([]);
  });

  it("is a line for a shell with --dry-run", async () => {
    define(products);
    await push();
    define(indexed);
    const { stdout } = await push("--dry-run");
    expect(stdout).toMatch(/^curl -X POST "\$COLONNADE_URL\/api\/graphql-schema" /);
    const sent = JSON.parse(/ -d '(.*)'\n$/.exec(stdout)?.[1] ?? "") as { query: string; variables: object };
    expect(sent.query).toContain("createIndex(");
    expect(sent.variables).toEqual({ keyspace: "shop", table: "products", column: "name" });
    expect(await indexesOf()).toEqual([]);
  });

  it("stops push if the service refuses it, with the reason", async () => {
    await listener.close();
    await start((service) => async (request) => {
      if (new URL(request.url).pathname !== path) return service(request);
      const text = await request.clone().text();
      return text.includes("createIndex(")
        ? Response.json({ errors: [{ message: "Indexes are not for you" }] })
        : service(request);
    });
    define(indexed);
    const { code, stderr } = await push();
    expect(code).toBe(3);
    expect(stderr).toContain(
      "the index of shop.products.name could not be created: Indexes are not for you; created before it: the table " +
        "shop.products [push-stopped]",
    );
  });

  it.each([404, 405, 400])("is printed as CQL where the service has no endpoint for it: %i", async (status) => {
    await listener.close();
    await start(withoutDefinitions(status));
    define(indexed);
    const { code, stderr } = await push();
    expect(code).toBe(0);
    expect(stderr).toContain("the index of shop.products.name is needed, and this service cannot create it");
    expect(stderr).toContain("CREATE INDEX IF NOT EXISTS ON shop.products (name);");
  });
});

describe("a table that the service makes in another form", () => {
  /** Our service at the paths of the Go server too. */
  const atOtherPaths =
    (service: Serve): Serve =>
    async (request) => {
      const url = request.url.replace(/(\/\/[^/]+)\/(rest|graphql)\//, "$1/api/$2/");
      if (url === request.url) return service(request);
      const { method, headers } = request;
      return service(new Request(url, { method, headers, ...(method === "POST" && { body: await request.text() }) }));
    };
  const orders: TableDefinition = {
    name: "orders",
    columnDefinitions: [
      ...[column("note", "text"), column("at", "timestamp"), column("day", "date")],
      ...[column("shop", "uuid"), column("customer", "uuid")],
    ],
    primaryKey: { partitionKey: ["customer", "shop"], clusteringKey: ["day", "at"] },
  };

  it("is sent with its key first, and in order: servers read the order of the key from the columns", async () => {
    define(orders);
    expect((await push()).code).toBe(0);
    const [sent = ""] = written.map((line) => line.replace(/^\S+ /, ""));
    const { columnDefinitions } = JSON.parse(sent) as TableDefinition;
    expect(columnDefinitions.map(({ name }) => name)).toEqual(["customer", "shop", "day", "at", "note"]);
  });

  test.each<readonly [string, Partial<TableDefinition>, string]>([
    [
      "several partition columns and no clustering column",
      { primaryKey: { partitionKey: ["customer", "shop", "day"] } },
      "shop.orders: the server makes shop, day a clustering key",
    ],
    ["a time to live", { tableOptions: { defaultTimeToLive: 60 } }, "shop.orders: the server ignores the time to live"],
    [
      "a static column",
      { columnDefinitions: [...orders.columnDefinitions, { ...column("owner", "text"), static: true }] },
      "shop.orders.owner: the server makes the column regular, not static",
    ],
    [
      "a collection",
      { columnDefinitions: [...orders.columnDefinitions, column("tags", "set<text>")] },
      "shop.orders.tags: the server's REST does not support collections",
    ],
  ])("is refused before anything is sent, where the profile is of a server that drops %s", async (_, more, reason) => {
    await listener.close();
    await start(atOtherPaths);
    define({ ...orders, ...more });
    const { code, stderr } = await push("--profile dataApis");
    expect(stderr).toContain(reason);
    expect(stderr).toContain("CREATE TABLE IF NOT EXISTS shop.orders (");
    expect({ code, written }).toEqual({ code: 2, written: [] });
    expect((await push()).code).toBe(0);
  });

  it("is pushed to such a server where it can hold all of it", async () => {
    await listener.close();
    await start(atOtherPaths);
    define(orders);
    expect((await push("--profile dataApis")).code).toBe(0);
  });

  it("ends as incomplete with what differs, and no advice to copy rows, where nobody knew", async () => {
    await listener.close();
    // As the Go server does: the second partition column becomes a clustering column, and nothing is static.
    await start((service) => async (request) => {
      if (request.method !== "POST" || !new URL(request.url).pathname.endsWith("/tables")) return service(request);
      const { columnDefinitions, primaryKey, ...table } = (await request.clone().json()) as TableDefinition;
      const [partition = "", ...clusteringKey] = primaryKey.partitionKey;
      const body = {
        ...table,
        columnDefinitions: columnDefinitions.map((each) => ({ ...each, static: false })),
        primaryKey: { partitionKey: [partition], clusteringKey },
      };
      const { method, headers, url } = request;
      return service(new Request(url, { method, headers, body: JSON.stringify(body) }));
    });
    define({ ...orders, primaryKey: { partitionKey: ["customer", "shop"] } });
    const { code, stdout } = await push("--json");
    const { error } = shapes["error-output.schema.json"].parse(JSON.parse(stdout));
    expect({ code, error: error.code }).toEqual({ code: 3, error: "push-incomplete" });
    expect(error.problems).toEqual([
      {
        code: "push-incomplete",
        message: 'the partition key of shop.orders is customer, but "customer, shop" in the definitions',
      },
      { code: "push-incomplete", message: "the clustering key of shop.orders is shop, but empty in the definitions" },
    ]);
    // What is there in another form does not change by waiting.
    expect(waits).toEqual([]);
  });
});

describe("a table that the service shows late", () => {
  /** Hides tables that were made until they were asked for a number of times: from the list, then by their name. */
  const showLate =
    (looks: number) =>
    (service: Serve): Serve => {
      let left = 0;
      return async (request) => {
        const { pathname } = new URL(request.url);
        if (request.method === "POST" && pathname.endsWith("/tables")) left = looks;
        if (left > 0 && pathname.startsWith("/api/graphql")) return notThere();
        if (request.method !== "GET" || left === 0) return service(request);
        left -= 1;
        return left % 2 === 0 && pathname.endsWith("/tables")
          ? Response.json([])
          : pathname.endsWith("/tables")
            ? Response.json(["products"])
            : notThere();
      };
    };
  const notThere = (): Response => Response.json({ description: "unable to describe table" }, { status: 404 });

  it("is waited for", async () => {
    await listener.close();
    await start(showLate(6));
    define(products);
    const { code, stderr } = await push();
    expect(stderr).toContain("created the table shop.products\n");
    expect(code).toBe(0);
    expect(waits.length).toBeGreaterThan(1);
  });

  it("is incomplete when it never comes, and says why", async () => {
    await listener.close();
    await start(
      (service) => async (request) =>
        written.length > 0 && !request.url.endsWith("/tables") ? notThere() : service(request),
    );
    define(products);
    const { code, stderr } = await push();
    expect(code).toBe(3);
    expect(stderr).toContain("[push-incomplete]");
    expect(stderr).toContain("shop cannot be read back: ");
    expect(waits).toHaveLength(8);
  });
});

describe("a push that stops half-way", () => {
  it("says what was done, and does the rest when it is called again", async () => {
    await listener.close();
    let isDown = true;
    await start((service) => async (request) => {
      const isSecond = request.method === "POST" && (await request.clone().text()).includes('"name":"second"');
      return isDown && isSecond
        ? Response.json({ description: "no room", code: 500 }, { status: 500 })
        : service(request);
    });
    define({ ...products, name: "first" }, { ...products, name: "second" }, { ...products, name: "third" });
    const { code, stderr } = await push();
    expect(code).toBe(3);
    expect(stderr).toContain("created the table shop.first\n");
    expect(stderr).toMatch(
      /the table shop\.second could not be created: .*; created before it: the table shop\.first /,
    );
    expect(stderr).toContain("push again; existing objects are skipped");
    expect(stderr).not.toContain("third");
    isDown = false;
    const again = await push();
    expect(again.code).toBe(0);
    expect(again.stderr).toMatch(/^created the table shop\.second\ncreated the table shop\.third\n/);
    expect(again.stderr).not.toContain("first could");
  });
});

describe("push", () => {
  it("leaves alone what is in the database only, and says so", async () => {
    define(withPrice, { ...products, name: "others" });
    await push();
    const folder = createTemporaryFolder();
    cwd = folder;
    define(products);
    expect(await push()).toEqual({
      code: 0,
      stdout: "",
      stderr: `unchanged: the table shop.others is in the database but not in the definitions
unchanged: the column shop.products.price is in the database but not in the definitions
nothing to do
`,
    });
  });

  it("names everything that it refuses", async () => {
    define(products, { ...products, name: "others" });
    await push();
    define(
      { ...products, columnDefinitions: [column("id", "uuid"), column("name", "int")] },
      { ...products, name: "others", primaryKey: { partitionKey: ["id", "name"] } },
    );
    const { code, stdout } = await push("--json");
    expect(code).toBe(2);
    const { error } = shapes["error-output.schema.json"].parse(JSON.parse(stdout));
    expect(error.problems.map(({ message }) => message)).toEqual([
      "shop.others: different columns determine the partition, or in a different order (id → id, name)",
      "shop.products.name: a column with a different type (text → int)",
    ]);
  });

  it("creates a keyspace with --replication, with all that is defined in it", async () => {
    const fields = [{ name: "street", typeDefinition: "text" }];
    writeTree(cwd, {
      "definitions/shpo/products.json": JSON.stringify(indexed),
      "definitions/shpo/types/address.json": JSON.stringify({ name: "address", fields }),
    });
    const { code, stderr } = await push();
    expect(code).toBe(3);
    expect(stderr).toContain('did you mean "shop"?');
    expect(stderr).toContain("to create it, pass the number of its replicas: --replication 1");
    expect(await store.keyspaces()).toEqual(["shop"]);
    expect(await push("--replication 1")).toEqual({
      code: 0,
      stdout: "",
      stderr: `created the keyspace shpo
created the user type shpo.address
created the table shpo.products
created the index of shpo.products.name
1 keyspace, 1 user type, 1 table, 1 index created
`,
    });
    expect(await push("--replication dc1:2")).toEqual({
      code: 0,
      stdout: "",
      stderr: expect.stringMatching(/^unchanged: the replication of shpo.*'dc1': 2\};\nnothing to do\n$/) as string,
    });
  });

  it("says who creates a keyspace where the service does not", async () => {
    await listener.close();
    await start(withoutDefinitions(404));
    writeTree(cwd, { "definitions/shpo/products.json": JSON.stringify(products) });
    const { code, stderr } = await push("--replication 1");
    expect(code).toBe(3);
    expect(stderr).toContain("this service cannot create keyspaces: colonnade serve --keyspace shpo does");
  });

  it("takes what belongs to a cluster for a mistake, and the other way round", async () => {
    define(products);
    expect((await push("--tls")).stderr).toContain("--tls and --to rest cannot be combined");
    expect((await push("--to cql --contact-points 10.0.0.1")).stderr).toContain(
      "--url and --to cql cannot be combined",
    );
    const cluster = (more: string, variables = {}): Promise<Outcome> =>
      runLine(`push --to cql --definitions definitions ${more}`, { cwd, env: variables });
    expect((await cluster("")).stderr).toContain("--contact-points is missing");
    const half = await cluster("--contact-points 10.0.0.1", { CASSANDRA_USERNAME: "ann" });
    expect(half.stderr).toContain("CASSANDRA_PASSWORD is missing");
    const odd = await cluster("--contact-points 10.0.0.1 --replication dc1:none");
    expect(odd.stderr).toContain(
      '--replication takes a number of replicas, or one for each data center, not "dc1:none"',
    );
    expect([half.code, odd.code]).toEqual([2, 2]);
  });

  it("knows from the config where the service and the definitions are", async () => {
    define(products);
    const shop = { definitions: "definitions/shop", output: "src/db" };
    const config = { keyspaces: { shop, crm: { ...shop, output: "src/crm" } }, service: { url: listener.url } };
    writeTree(cwd, { "colonnade.config.json": JSON.stringify(config) });
    const { code, stdout } = await runLine("push --keyspace shop --dry-run", { cwd, env });
    expect({ code, lines: stdout.split("\n").length }).toEqual({ code: 0, lines: 2 });
  });

  it("shows no password", async () => {
    define(products);
    const refused = await runLine(`push --url ${listener.url} --definitions definitions`, {
      cwd,
      env: { ...env, COLONNADE_PASSWORD: "wrong horse battery" },
    });
    expect(refused.code).toBe(3);
    expect(refused.stdout + refused.stderr).not.toContain("wrong horse");
  });
});
