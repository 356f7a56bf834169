import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { defineConfig, env, loadConfig, resolveMarkers } from "../../src/config/index.ts";
import type { ColonnadeError, Problem } from "../../src/errors.ts";
import { createTemporaryFolder, writeTree } from "../support/temporary-folder.ts";

const shop = { definitions: "definitions/shop", output: "src/db" };

async function failure(work: Promise<unknown>): Promise<ColonnadeError> {
  return work.then(
    () => Promise.reject(new Error("it should have been refused")),
    (error: ColonnadeError) => error,
  );
}

async function mistakes(config: unknown): Promise<readonly Problem[]> {
  const folder = createTemporaryFolder();
  writeTree(folder, { "colonnade.config.json": JSON.stringify(config) });
  return (await failure(loadConfig(folder))).problems;
}

describe("finding the config", () => {
  test.each([
    ["colonnade.config.json", JSON.stringify({ keyspaces: { shop } })],
    ["colonnade.config.mjs", `export default ${JSON.stringify({ keyspaces: { shop } })};`],
    [
      "colonnade.config.ts",
      `interface A { a: 1 }\nexport default ${JSON.stringify({ keyspaces: { shop } })} satisfies object;`,
    ],
    ["colonnade.config.mts", `export default ${JSON.stringify({ keyspaces: { shop } })} as const;`],
  ])("%s in the folder is found, and its paths are relative to it", async (name, text) => {
    const folder = createTemporaryFolder();
    writeTree(folder, { [name]: text });
    expect(await loadConfig(folder)).toEqual({
      file: join(folder, name),
      keyspaces: { shop: [{ definitions: join(folder, "definitions", "shop"), output: join(folder, "src", "db") }] },
    });
  });

  it("colonnade.config.js may be either kind of module", async () => {
    const folder = createTemporaryFolder();
    const text = JSON.stringify({ keyspaces: { shop } });
    writeTree(folder, {
      "esm/package.json": '{ "type": "module" }',
      "esm/colonnade.config.js": `export default ${text};`,
      "cjs/package.json": '{ "type": "commonjs" }',
      "cjs/colonnade.config.js": `module.exports = ${text};`,
    });
    for (const kind of ["esm", "cjs"]) expect(await loadConfig(join(folder, kind))).toHaveProperty("keyspaces.shop");
  });

  it("a folder without one has none, and parents are not searched", async () => {
    const folder = createTemporaryFolder();
    writeTree(folder, { "colonnade.config.json": JSON.stringify({ keyspaces: { shop } }), "sub/x": "" });
    expect(await loadConfig(join(folder, "sub"))).toBeUndefined();
  });

  it("one that is named is relative to the folder, its paths to itself", async () => {
    const folder = createTemporaryFolder();
    writeTree(folder, { "conf/mine.json": JSON.stringify({ keyspaces: { shop } }) });
    const config = await loadConfig(folder, "conf/mine.json");
    expect(config?.keyspaces["shop"]?.[0]?.output).toBe(join(folder, "conf", "src", "db"));
    expect(await failure(loadConfig(folder, "other.json"))).toMatchObject({ code: "no-config", kind: "input" });
  });

  it("two in one folder are an error that names both", async () => {
    const folder = createTemporaryFolder();
    writeTree(folder, { "colonnade.config.ts": "", "colonnade.config.json": "{}" });
    const error = await failure(loadConfig(folder));
    expect(error).toMatchObject({ code: "two-configs" });
    expect(error.message).toContain("colonnade.config.ts and colonnade.config.json");
    expect(error.next).toContain("--config");
  });

  it("one that throws is an error that says why", async () => {
    const folder = createTemporaryFolder();
    writeTree(folder, { "colonnade.config.ts": 'throw new Error("no luck");' });
    const error = await failure(loadConfig(folder));
    expect(error).toMatchObject({ code: "unreadable-config", kind: "input" });
    expect(error.message).toContain("no luck");
  });
});

describe("a config that cannot be loaded", () => {
  test.each([
    [
      "nosuch.json",
      "the config file FILE does not exist",
      "check the path, or omit --config to use colonnade.config.*",
    ],
    ["folder", "FILE is a folder, not a config file", "name the file in it: --config folder/colonnade.config.ts"],
    [
      "my folder",
      "FILE is a folder, not a config file",
      'name the file in it: --config "my folder/colonnade.config.ts"',
    ],
    ["empty", "FILE is a folder, not a config file", "name a file that exports a config"],
    ["named.ts", "FILE has no default export, but config", "export default defineConfig({…})"],
    ["named.mjs", "FILE has no default export, but config", "export default defineConfig({…})"],
    ["nothing.mjs", "FILE has no default export", "export default defineConfig({…})"],
    ["other.mjs", "FILE cannot be loaded: Cannot find module", "fix FILE, or a module that it imports"],
    ["other.ts", "FILE cannot be loaded: Cannot find module", "fix FILE, or a module that it imports"],
    ["config.yaml", "FILE is not a config file", "use a file whose name ends in .ts, .mts, .js, .mjs or .json"],
    ["config.cjs", "FILE is not a config file", "use a file whose name ends in .ts, .mts, .js, .mjs or .json"],
    ["config.cts", "FILE is not a config file", "use a file whose name ends in .ts, .mts, .js, .mjs or .json"],
  ])("%s", async (name, message, next) => {
    const folder = createTemporaryFolder();
    writeTree(folder, {
      "folder/colonnade.config.ts": "",
      "my folder/colonnade.config.ts": "",
      "empty/x": "",
      "named.ts": "export const config = { keyspaces: {} };",
      "named.mjs": "export const config = { keyspaces: {} };",
      "nothing.mjs": "",
      "other.mjs": 'import "./missing.js";',
      "other.ts": 'import "./missing.js";',
      ...{ "config.yaml": "", "config.cjs": "", "config.cts": "" },
    });
    const error = await failure(loadConfig(folder, name));
    const file = join(folder, name);
    expect(error.message).toContain(message.replace("FILE", file));
    expect(error.message).not.toContain("load.ts");
    expect(error.next).toContain(next.replace("FILE", file));
  });
});

describe("rules for types, columns and tables", () => {
  const money = { codec: "money", type: "Money", from: "./src/money.ts" };

  it("name modules by paths that are relative to the config, and packages by their names", async () => {
    const folder = createTemporaryFolder();
    const config = {
      keyspaces: {
        shop: {
          ...shop,
          types: { decimal: money, PointType: "unknown" },
          columns: { "orders.*": { value: { ...money, from: "@acme/money" } }, total: { value: money, name: "sum" } },
          tables: { get_products: { name: "Fetched" } },
          brandedIds: true,
        },
      },
    };
    writeTree(folder, { "conf/colonnade.config.json": JSON.stringify(config) });
    const loaded = await loadConfig(join(folder, "conf"));
    const from = join(folder, "conf", "src", "money.ts");
    expect(loaded?.keyspaces["shop"]?.[0]).toMatchObject({
      types: { decimal: { ...money, from }, PointType: "unknown" },
      columns: { "orders.*": { value: { from: "@acme/money" } }, total: { value: { ...money, from }, name: "sum" } },
      tables: { get_products: { name: "Fetched" } },
    });
  });

  test.each([
    [{ types: { decimal: "string" } }, 'types.decimal must be "unknown", or an object with codec, type and from'],
    [{ types: { decimal: { codec: "money" } } }, "types.decimal.type is missing: the name of an export"],
    [{ types: { decimal: { ...money, codec: "a b" } } }, "types.decimal.codec must be the name of an export"],
    [{ columns: { price: { nam: "x" } } }, "unknown member keyspaces.shop.columns.price.nam"],
    [{ columns: { price: { oneOf: [] } } }, "columns.price.oneOf must be a list of different strings or whole numbers"],
    [{ columns: { price: { oneOf: ["a", "a"] } } }, "columns.price.oneOf must be a list of different strings"],
    [{ columns: { price: { oneOf: ["a", 1.5] } } }, "columns.price.oneOf[1] must be a string or a whole number"],
    [
      { columns: { price: { oneOf: ["a"], value: "unknown" } } },
      "columns.price must be an object with at most one of value and oneOf",
    ],
    [{ columns: { price: { name: "__proto__" } } }, "columns.price.name must be a string other than __proto__"],
    [{ tables: { products: { name: "my products" } } }, "a name in mixed case"],
    [{ tables: { products: { row: "product" } } }, "tables.products.row must be a name in mixed case, such as Product"],
    [{ tables: { products: { plural: "" } } }, "tables.products.plural must be a name in mixed case, such as Products"],
    [{ userTypes: { address: { name: "1st" } } }, "a name in mixed case"],
    [{ brandedIds: "yes" }, "brandedIds must be true or false"],
  ])("that are wrong are named: %j", async (rules, message) => {
    const problems = await mistakes({ keyspaces: { shop: { ...shop, ...rules } } });
    expect(problems.map((problem) => problem.message).join()).toContain(message);
  });
});

describe("a name hook", () => {
  it("may be in a module", async () => {
    const folder = createTemporaryFolder();
    const name = "(kind: string, { name }: { name: string }) => kind + name";
    writeTree(folder, {
      "colonnade.config.ts": `export default { keyspaces: { shop: { ...${JSON.stringify(shop)}, name: ${name} } } };`,
    });
    const config = await loadConfig(folder);
    expect(config?.keyspaces["shop"]?.[0]?.name?.("table", { name: "A", camel: "A", keyspace: "", table: "" })).toBe(
      "tableA",
    );
  });

  it("is refused in JSON, with what JSON has in its place", async () => {
    expect(await mistakes({ keyspaces: { shop: { ...shop, name: "(kind) => kind" } } })).toMatchObject([
      {
        code: "wrong-value",
        message: "keyspaces.shop.name must be a function (kind, { name }) => string | undefined, not this string",
        next: 'a config in JSON has no functions: name each table there, tables: { "products": { "name": "Product" } }',
      },
    ]);
  });
});

describe("several outputs of a keyspace", () => {
  it("are a list, and each has settings and paths of its own", async () => {
    const folder = createTemporaryFolder();
    const browser = { ...shop, output: "web/db", include: ["products", "orders_*"], validators: false };
    const config = defineConfig({ keyspaces: { shop: [shop, browser], crm: shop } });
    writeTree(folder, { "colonnade.config.json": JSON.stringify(config) });
    const definitions = join(folder, "definitions", "shop");
    const first = { definitions, output: join(folder, "src", "db") };
    const second = { ...browser, definitions, output: join(folder, "web", "db") };
    expect((await loadConfig(folder))?.keyspaces).toEqual({ shop: [first, second], crm: [first] });
  });

  it("have their mistakes named by their place in the list, in JSON and in TypeScript", async () => {
    const keyspaces = { shop: [shop, { ...shop, naming: "snake", outptu: "x" }, "x"] };
    const messages = [
      'keyspaces.shop[1].naming must be "camel" or "verbatim", not this string',
      "unknown member keyspaces.shop[1].outptu",
      "keyspaces.shop[2] must be an object, not this string",
    ];
    const folder = createTemporaryFolder();
    writeTree(folder, {
      "colonnade.config.json": JSON.stringify({ keyspaces }, null, 2),
      "typed.ts": `export default ${JSON.stringify({ keyspaces })};`,
    });
    const { problems } = await failure(loadConfig(folder));
    expect(problems.map(({ message }) => message)).toEqual(messages);
    expect(problems.map(({ line, column }) => [line, column])).toEqual([
      [11, 19],
      [12, 9],
      [14, 7],
    ]);
    expect((await failure(loadConfig(folder, "typed.ts"))).problems.map(({ message }) => message)).toEqual(messages);
  });

  test.each<[string, unknown, string]>([
    [
      "an empty list, which asks for nothing",
      [],
      "keyspaces.shop must be an object, or a list of objects, not an empty list",
    ],
    ["a list in a list", [[shop]], "keyspaces.shop[0] must be an object, not a list"],
    [
      "an output that is left away",
      [shop, { definitions: "x" }],
      "keyspaces.shop[1].output is missing: the path of a folder",
    ],
  ])("are never %s", async (_, outputs, message) => {
    expect(await mistakes({ keyspaces: { shop: outputs } })).toMatchObject([{ message }]);
  });

  it("are never holes", async () => {
    const folder = createTemporaryFolder();
    writeTree(folder, {
      "colonnade.config.mjs": `export default { keyspaces: { shop: [, ${JSON.stringify(shop)}] } };`,
    });
    expect((await failure(loadConfig(folder))).problems).toMatchObject([
      { message: "keyspaces.shop[0] must be an object, not undefined" },
    ]);
  });
});

describe("mistakes in the config", () => {
  it("are all named at once, in JSON with their lines", async () => {
    const folder = createTemporaryFolder();
    const text = `{
  // comments and a last comma are fine
  "keyspaces": {
    "shop": { "defintions": "definitions", "output": "src/db", "naming": "snake" },
  },
  "servce": {}
}`;
    writeTree(folder, { "colonnade.config.json": text });
    const error = await failure(loadConfig(folder));
    expect(error).toMatchObject({ code: "bad-config", kind: "input" });
    expect(error.problems).toMatchObject([
      { code: "unknown-member", line: 4, column: 15, next: 'did you mean "definitions"?' },
      { code: "wrong-value", line: 4, column: 74 },
      { code: "missing-member", line: 4, column: 13 },
      { code: "unknown-member", line: 6, column: 3, next: 'did you mean "service"?' },
    ]);
    expect(error.problems[0]?.frame).toBe(
      [
        '  3 |   "keyspaces": {',
        '> 4 |     "shop": { "defintions": "definitions", "output": "src/db", "naming": "snake" },',
        "    |               ^^^^^^^^^^^^",
        "  5 |   },",
      ].join("\n"),
    );
  });

  it("of syntax are told with their place", async () => {
    const folder = createTemporaryFolder();
    writeTree(folder, { "colonnade.config.json": '{\n  "keyspaces" {}\n}' });
    const error = await failure(loadConfig(folder));
    expect(error.problems).toMatchObject([
      { code: "bad-json", message: "not valid JSON: colon expected", line: 2, column: 15 },
    ]);
  });

  it("are settings that one object has twice", async () => {
    const folder = createTemporaryFolder();
    const text =
      '{\n  "keyspaces": {},\n  "service": { "url": "http://one", "url": "http://two" },\n  "keyspaces": {}\n}';
    writeTree(folder, { "colonnade.config.json": text });
    expect((await failure(loadConfig(folder))).problems).toMatchObject([
      { code: "duplicate-member", message: 'the member "url" appears twice in one object', line: 3, column: 37 },
      { code: "duplicate-member", message: 'the member "keyspaces" appears twice in one object', line: 4, column: 3 },
    ]);
  });

  it("in TypeScript have the path", async () => {
    const folder = createTemporaryFolder();
    writeTree(folder, {
      "colonnade.config.ts": "export default { keyspaces: { shop: { definitions: 1, output: 'o' } } };",
    });
    const error = await failure(loadConfig(folder));
    expect(error.problems).toMatchObject([
      {
        file: join(folder, "colonnade.config.ts"),
        message: "keyspaces.shop.definitions must be the path of a folder, not a number",
      },
    ]);
  });

  test.each<[string, unknown, string]>([
    ["no object", [1], "a config must be an object, not a list"],
    ["no keyspaces", {}, "keyspaces is missing: an object"],
    [
      "a keyspace that is a path",
      { keyspaces: { shop: "definitions" } },
      "keyspaces.shop must be an object, or a list of objects, not this string",
    ],
    [
      "a rule that is a variable",
      { keyspaces: { shop: [shop, { ...shop, types: { $env: "X" } }] } },
      'keyspaces.shop[1].types.$env must be "unknown", or an object with codec, type and from, not this string',
    ],
    [
      "a pattern that is no list",
      { keyspaces: { shop: { ...shop, include: "products" } } },
      "keyspaces.shop.include must be a list of patterns for names of tables, not this string",
    ],
    [
      "a pattern that is no text",
      { keyspaces: { shop: { ...shop, exclude: ["products", 1] } } },
      "keyspaces.shop.exclude[1] must be a string, not a number",
    ],
    [
      "an empty path",
      { keyspaces: { shop: { ...shop, output: " " } } },
      "keyspaces.shop.output must be the path of a folder, not this string",
    ],
    [
      "a wrong switch",
      { keyspaces: { shop: { ...shop, validators: "no" } } },
      "keyspaces.shop.validators must be true or false, not this string",
    ],
    [
      "another extension",
      { keyspaces: { shop: { ...shop, importExtension: ".mjs" } } },
      'keyspaces.shop.importExtension must be ".js" or ".ts" or "", not this string',
    ],
    [
      "a marker for no variable",
      { keyspaces: {}, service: { url: { $env: "A-B" } } },
      'service.url must be a string or env("NAME"), not an object',
    ],
    [
      "a cluster without nodes",
      { keyspaces: {}, cluster: {} },
      'cluster.contactPoints is missing: a list of hosts, or env("NAME")',
    ],
    [
      "a node that is not in a list",
      { keyspaces: {}, cluster: { contactPoints: "10.0.0.1" } },
      'cluster.contactPoints must be a list of hosts, or env("NAME"), not this string',
    ],
    [
      "an encryption that is neither on nor off",
      { keyspaces: {}, cluster: { contactPoints: ["10.0.0.1"], tls: "ca.pem" } },
      "cluster.tls must be true, false or an object with files, not this string",
    ],
  ])("%s", async (_, config, message) => {
    expect(await mistakes(config)).toMatchObject([{ message }]);
  });

  it.each([["service"], ["cluster"]])("a password of a %s in the file is refused, and not repeated", async (whose) => {
    const [problem] = await mistakes({ keyspaces: {}, [whose]: { contactPoints: ["10.0.0.1"], password: "hunter2" } });
    expect(JSON.stringify(problem)).not.toContain("hunter2");
  });

  it("a password in the file is refused, and the message says how to name a variable", async () => {
    expect(JSON.stringify(await mistakes({ servce: { password: "hunter2" }, keyspaces: {} }))).not.toContain("hunter2");
    const [problem] = await mistakes({ keyspaces: {}, service: { password: "hunter2" } });
    expect(JSON.stringify(problem)).not.toContain("hunter2");
    expect(problem?.message).toBe('service.password must be env("NAME"), never the password itself, not this string');
    expect(problem?.next).toContain('env("COLONNADE_PASSWORD")');
  });
});

describe("a cluster", () => {
  it("has files for TLS whose paths are relative to the config, and its nodes may be seen beside a mistake", async () => {
    const folder = createTemporaryFolder();
    const cluster = { contactPoints: ["10.0.0.1"], tls: { ca: "tls/ca.pem", cert: "../cert.pem", key: "/key.pem" } };
    writeTree(folder, {
      "colonnade.config.json": JSON.stringify({ keyspaces: {}, cluster }),
      "wrong.json": '{ "keyspaces": {}, "cluster": {\n"contactPoints": ["10.0.0.1"],\n"token": "hunter2" } }',
    });
    expect(await loadConfig(folder)).toHaveProperty("cluster.tls", {
      ca: join(folder, "tls", "ca.pem"),
      cert: join(folder, "..", "cert.pem"),
      key: "/key.pem",
    });
    const [problem] = (await failure(loadConfig(folder, "wrong.json"))).problems;
    expect(problem?.frame).toContain('"contactPoints": ["10.0.0.1"]');
    expect(problem?.frame).not.toContain("hunter2");
  });

  it.each(["", "h", "hunter2"])(
    "whose password %j has no quote at its end is a mistake, and not repeated",
    async (typed) => {
      const folder = createTemporaryFolder();
      writeTree(folder, { "wrong.json": `{ "keyspaces": {}, "cluster": { "password": "${typed}\n } }` });
      const error = await failure(loadConfig(folder, "wrong.json"));
      expect(error.code).toBe("bad-config");
      const frames = error.problems.map(({ frame }) => frame);
      expect(frames.join()).toContain(`"password": "${"*".repeat(typed.length)}\n`);
    },
  );

  it("may be encrypted without any file", async () => {
    const folder = createTemporaryFolder();
    const config = { keyspaces: {}, cluster: { contactPoints: { $env: "NODES" }, tls: true } };
    writeTree(folder, { "colonnade.config.json": JSON.stringify(config) });
    expect(await loadConfig(folder)).toMatchObject(config);
  });
});

describe("secrets", () => {
  it.each(["http://me:hunter2@host", "https:\\/\\/me:hun@ter2@host", "https://hunter2@host/x"])(
    "in %s are not shown beside another mistake",
    async (url) => {
      const folder = createTemporaryFolder();
      writeTree(folder, { "colonnade.config.json": `{ "keyspaces": {}, "service": { "url": "${url}" }, "x": 1 }` });
      const [problem] = (await failure(loadConfig(folder))).problems;
      expect(problem?.frame).toContain("**@host");
      expect(problem?.frame).not.toMatch(/hun|ter2/);
      expect(problem?.frame).toContain('"x": 1');
    },
  );

  const config = defineConfig({
    keyspaces: { shop },
    service: { url: "https://db.example.com", username: env("SHOP_USER"), password: env("SHOP_PASSWORD") },
  });

  it("are the values of the variables that the config names", () => {
    expect(resolveMarkers(config.service ?? {}, { SHOP_USER: "dev", SHOP_PASSWORD: "secret" })).toEqual({
      url: "https://db.example.com",
      username: "dev",
      password: "secret",
    });
  });

  it("are not asked for when a config is loaded", async () => {
    const folder = createTemporaryFolder();
    writeTree(folder, { "colonnade.config.json": JSON.stringify(config) });
    expect(await loadConfig(folder)).toMatchObject({ service: { password: { $env: "SHOP_PASSWORD" } } });
  });

  it("that are missing are all named", () => {
    expect(() => resolveMarkers(config.service ?? {}, { SHOP_USER: "" })).toThrow(
      "the environment variables SHOP_USER and SHOP_PASSWORD are not set",
    );
  });
});
