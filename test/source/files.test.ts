import { lstatSync, mkdirSync, readdirSync, symlinkSync, writeFileSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import type { ColonnadeError } from "../../src/errors.ts";
import type { Keyspace, TableDefinition } from "../../src/model/index.ts";
import { printDefinitionFile } from "../../src/source/definition-file.ts";
import { findKeyspaces } from "../../src/source/folder.ts";
import { loadKeyspace } from "../../src/source/parse-keyspace.ts";
import { writeDefinitions } from "../../src/source/write-definitions.ts";
import { createTemporaryFolder, readTree, writeTree } from "../support/temporary-folder.ts";
import { keyspaceOf, tableOf } from "../support/keyspaces.ts";

const definition = (name: string, type = "uuid"): TableDefinition => ({
  name,
  columnDefinitions: [
    { name: "id", typeDefinition: type },
    { name: "note", typeDefinition: "text" },
    { name: "count", typeDefinition: "int" },
  ],
  primaryKey: { partitionKey: ["id"] },
});
const json = (name: string, type?: string): string => JSON.stringify(definition(name, type));

function createFolder(tree: Readonly<Record<string, string>>): string {
  const folder = createTemporaryFolder();
  writeTree(folder, tree);
  return folder;
}

async function errorOf(promise: Promise<unknown>): Promise<ColonnadeError> {
  return promise.then(
    () => expect.unreachable("it did not fail"),
    (error: ColonnadeError) => error,
  );
}

describe("looking for keyspaces", () => {
  it("finds the folder itself when it has definitions", async () => {
    const folder = createFolder({ "shop/products.json": json("products"), "shop/types/address.json": "{}" });
    const directory = join(folder, "shop");
    expect(await findKeyspaces(directory)).toEqual([{ keyspace: "shop", directory }]);
  });

  it("refuses a folder that has both, since one of the two would go unseen", async () => {
    const folder = createFolder({ "stray.json": json("t"), "shop/products.json": json("products") });
    await expect(findKeyspaces(folder)).rejects.toMatchObject({
      code: "mixed-definitions",
      message: expect.stringContaining("both stray.json and folders with definitions: shop"),
    });
  });

  it("finds each folder in it that has some, in order", async () => {
    const folder = createFolder({
      "b/t.json": json("t"),
      "a/t.json": json("t"),
      "B/t.json": json("t"),
      "c/readme.md": "",
      ".editor/settings.json": "{}",
    });
    mkdirSync(join(folder, "empty"));
    expect((await findKeyspaces(folder)).map(({ keyspace }) => keyspace)).toEqual(["B", "a", "b"]);
  });

  test.each([
    ["an empty folder", {}],
    ["a folder of other things", { "readme.md": "", ".hidden.json": "{}", "deep/er/t.json": "{}" }],
  ])("in %s says what to do", async (_, tree) => {
    const error = await errorOf(findKeyspaces(createFolder(tree)));
    expect(error).toMatchObject({ code: "no-definitions", kind: "input" });
    expect(error.message).toMatch(/^no definition file found in /);
    expect(error.next).toMatch(
      /^add .*[\\/]<table>\.json for one keyspace, or .*<keyspace>[\\/]<table>\.json for several/,
    );
    expect(error.next).toContain("colonnade introspect");
  });

  it("says of a file in another format that it is not read", async () => {
    const error = await errorOf(findKeyspaces(createFolder({ "products.yaml": "name: products" })));
    expect(error.message).toMatch(/; products\.yaml is ignored, because definitions are \.json files$/);
  });

  it("says so of such a file in the folder of a keyspace", async () => {
    const error = await errorOf(findKeyspaces(createFolder({ "shop/products.yaml": "name: products" })));
    expect(error.message).toMatch(/; shop[\\/]products\.yaml is ignored, because definitions are \.json files$/);
  });

  it("in no folder, or in a file, says so", async () => {
    const folder = createFolder({ "products.json": json("products") });
    expect(await errorOf(findKeyspaces(join(folder, "nowhere")))).toMatchObject({
      code: "no-definitions",
      message: expect.stringMatching(/nowhere does not exist$/),
    });
    expect(await errorOf(findKeyspaces(join(folder, "products.json")))).toMatchObject({
      code: "no-definitions",
      message: expect.stringMatching(/products\.json is a file, not a folder$/),
    });
  });
});

describe("what cannot be read", () => {
  const long = "x".repeat(300);

  it("does not count as missing: a folder", async () => {
    const error = await errorOf(findKeyspaces(join(createFolder({}), long)));
    expect(error).toMatchObject({ code: "unreadable", kind: "machine", cause: { code: "ENAMETOOLONG" } });
    expect(error.message).toMatch(/x cannot be read$/);
  });

  it("does not count as missing: the target of a link", async () => {
    const folder = createFolder({ "orders.json": json("orders") });
    symlinkSync(long, join(folder, "products.json"));
    const error = await errorOf(loadKeyspace(folder, "shop"));
    expect(error).toMatchObject({
      code: "unreadable",
      message: expect.stringMatching(/products\.json cannot be read$/),
    });
  });
});

describe("symbolic links", () => {
  const shared = {
    "shared/product-table.json": json("products"),
    "shared/types/address.json": '{ "name": "address", "fields": [{ "name": "street", "typeDefinition": "text" }] }',
    "shared/crm/people.json": json("people"),
  };

  it("to a file, to the folder of user types and to the folder of a keyspace count as what they lead to", async () => {
    const folder = createFolder({ ...shared, "definitions/shop/orders.json": json("orders") });
    const shop = join(folder, "definitions/shop");
    symlinkSync(join(folder, "shared/product-table.json"), join(shop, "products.json"));
    symlinkSync("../../shared/types", join(shop, "types"));
    symlinkSync("../shared/crm", join(folder, "definitions/crm"));
    const found = await findKeyspaces(join(folder, "definitions"));
    expect(found.map(({ keyspace }) => keyspace)).toEqual(["crm", "shop"]);
    const keyspace = await loadKeyspace(shop);
    expect(keyspace.tables.map(({ name }) => name)).toEqual(["orders", "products"]);
    expect(keyspace.userTypes.map(({ name }) => name)).toEqual(["address"]);
    expect((await loadKeyspace(join(folder, "definitions/crm"))).tables.map(({ name }) => name)).toEqual(["people"]);
  });

  it.each([
    ["a definition", "gone.json", "products.json"],
    ["the user types", "gone", "types"],
    ["a definition, in a circle", "products.json", "products.json"],
  ])("that lead nowhere are a mistake: %s", async (_, target, name) => {
    const folder = createFolder({ "orders.json": json("orders") });
    symlinkSync(target, join(folder, name));
    const error = await errorOf(loadKeyspace(folder, "shop"));
    expect(error).toMatchObject({ code: "broken-link", next: "restore the target, or delete the link" });
    expect(error.message).toContain(`${name} is a symbolic link whose target does not exist: ${target}`);
  });

  it("of other names may lead nowhere: an editor's lock is such a link", async () => {
    const folder = createFolder({ "orders.json": json("orders") });
    symlinkSync("user@host.1234", join(folder, ".#orders.json"));
    symlinkSync("gone.md", join(folder, "README.md"));
    expect((await loadKeyspace(folder, "shop")).tables).toHaveLength(1);
  });
});

describe("loading a keyspace", () => {
  it("reads each definition of its folder, and nothing else", async () => {
    const folder = createFolder({
      "shop/products.json": json("products"),
      "shop/a.json": `\ufeff// The first.\n${json("orders")}`,
      "shop/notes.txt": "{",
      "shop/.colonnade.json": "{",
      "shop/types/notes.txt": "{",
      "shop/folder.json/readme.md": "",
    });
    const keyspace = await loadKeyspace(join(folder, "shop"));
    expect(keyspace).toEqual({
      name: "shop",
      tables: [tableOf(definition("orders")), tableOf(definition("products"))],
      userTypes: [],
    });
    expect((await loadKeyspace(join(folder, "shop"), "other")).name).toBe("other");
  });

  it("fails with every mistake of every file", async () => {
    const folder = createFolder({
      "shop/a.json": json("a", "uid"),
      "shop/b.json": "{",
      "shop/c.json": json("no good", "varchr"),
      "shop/good.json": json("good"),
    });
    const error = await errorOf(loadKeyspace(join(folder, "shop")));
    expect(error).toMatchObject({
      code: "bad-definitions",
      kind: "input",
      summary: "4 mistakes in 3 definition files of shop",
    });
    expect(error.problems.map(({ code, file, line }) => [code, file?.split(/[\\/]/).at(-1), line])).toEqual([
      ["unknown-type", "a.json", 1],
      ["bad-json", "b.json", 1],
      ["bad-name", "c.json", 1],
      ["unknown-type", "c.json", 1],
    ]);
  });

  it("fails when two files define one table, and names both", async () => {
    const folder = createFolder({ "shop/a.json": json("products"), "shop/b.json": json("products") });
    const { problems, summary } = await errorOf(loadKeyspace(join(folder, "shop")));
    expect(summary).toBe("1 mistake in 1 definition file of shop");
    expect(problems[0]).toMatchObject({
      code: "duplicate-table",
      message: expect.stringMatching(/^the table products is defined in .*a\.json:1 already$/),
      file: expect.stringMatching(/b\.json$/),
      line: 1,
      column: expect.any(Number),
      frame: expect.stringContaining('"products"'),
    });
  });

  test.each(["my-shop", "größe", "x".repeat(49)])(
    "fails for a folder called %s, along with its other mistakes",
    async (name) => {
      const folder = createFolder({ [`${name}/a.json`]: json("a", "uid") });
      const { problems } = await errorOf(loadKeyspace(join(folder, name)));
      expect(problems.map(({ code }) => code)).toEqual(["bad-name", "unknown-type"]);
      expect(problems[0]).toMatchObject({ next: "rename the folder", message: expect.stringContaining(name) });
    },
  );

  it("fails when there is no such folder", async () => {
    const folder = join(createTemporaryFolder(), "nowhere");
    expect(await errorOf(loadKeyspace(folder))).toMatchObject({ code: "no-definitions" });
  });
});

describe("user types", () => {
  const address = '{ "name": "address", "fields": [{ "name": "street", "typeDefinition": "text" }] }';
  const place = '{ "name": "place", "fields": [{ "name": "at", "typeDefinition": "frozen<address>" }] }';

  it("are read from their folder, whatever their files are called, and known to tables and to each other", async () => {
    const folder = createFolder({
      "shop/people.json": json("people", "frozen<place>"),
      "shop/types/a.json": `// Made of the other.\n${place}`,
      "shop/types/b.json": address,
    });
    const { tables, userTypes } = await loadKeyspace(join(folder, "shop"));
    expect(userTypes.map(({ name }) => name)).toEqual(["address", "place"]);
    expect(tables[0]?.columns[0]?.type).toMatchObject({ kind: "user", type: { name: "place" } });
  });

  it("have their mistakes told with those of the tables, each at its place", async () => {
    const folder = createFolder({
      "shop/people.json": json("people", "adress"),
      "shop/types/address.json": address,
      "shop/types/again.json": address,
      "shop/types/broken.json": '{ "name": "x",\n  "fields": [',
      "shop/types/wrong.json": '{ "name": "wrong",\n  "fields": [{ "name": "a", "typeDefinition": "txt" }] }',
    });
    const { problems } = await errorOf(loadKeyspace(join(folder, "shop")));
    expect(problems.map(({ code, file, line }) => [code, file?.split(/[\\/]/).at(-1), line])).toEqual([
      ["duplicate-type", "again.json", 1],
      ["bad-json", "broken.json", 2],
      ["unknown-type", "wrong.json", 2],
      ["unknown-type", "people.json", 1],
    ]);
    expect(problems[2]).toMatchObject({ column: 47, next: 'did you mean "text"?' });
    expect(problems[3]).toMatchObject({ next: 'did you mean "address"?' });
  });

  it("with a mistake are no mistakes of the tables that have them", async () => {
    const folder = createFolder({
      "shop/houses.json": json("houses", "frozen<address>"),
      "shop/people.json": json("people", "frozen<place>"),
      "shop/types/a.json": place,
      "shop/types/b.json": address.replace("text", "txt"),
    });
    const { problems } = await errorOf(loadKeyspace(join(folder, "shop")));
    expect(problems.map(({ message }) => message)).toEqual(['"txt" is not a CQL type']);
  });

  it("may be of a kind that Colonnade takes as it is", async () => {
    const folder = createFolder({ "shop/shapes.json": json("shapes", "PointType") });
    const { tables } = await loadKeyspace(join(folder, "shop"), "shop", {
      customTypes: new Set(["PointType", "uuid"]),
    });
    expect(tables[0]?.columns[0]?.type).toEqual({ kind: "custom", text: "PointType" });
  });

  it("let a table that has one be written again", async () => {
    const folder = createFolder({
      "shop/people.json": json("people", "frozen<address>"),
      "shop/types/a.json": address,
    });
    const keyspace = await loadKeyspace(join(folder, "shop"));
    expect(await writeDefinitions(join(folder, "shop"), keyspace)).toMatchObject({
      unchanged: ["people.json", "types/a.json"],
    });
  });
});

describe("a file that is not UTF-8", () => {
  it("is a mistake like any other, with what to do", async () => {
    const folder = createFolder({ "good.json": json("good") });
    writeFileSync(join(folder, "bad.json"), Buffer.from('{ "name": "Gr\xf6\xdfe" }', "latin1"));
    await expect(loadKeyspace(folder, "shop")).rejects.toMatchObject({
      problems: [{ code: "bad-encoding", file: expect.stringContaining("bad.json"), next: "save it as UTF-8" }],
    });
  });
});

describe("writing definitions", () => {
  const tables = [tableOf(definition("orders")), tableOf(definition("products"))];
  const shop: Keyspace = { name: "shop", tables, userTypes: [] };
  const orders = printDefinitionFile(tableOf(definition("orders")));
  const none = { written: [], unchanged: [], extra: [], removed: [] };

  it("makes the folder and a file for each table, which load as the keyspace", async () => {
    const folder = join(createTemporaryFolder(), "definitions", "shop");
    const files = ["orders.json", "products.json"];
    expect(await writeDefinitions(folder, shop)).toEqual({ ...none, written: files });
    expect(await loadKeyspace(folder)).toEqual(shop);
    expect(await writeDefinitions(folder, shop)).toEqual({ ...none, unchanged: files });
  });

  it("leaves a file as it is when it defines the same, however it is written", async () => {
    const { columnDefinitions, ...rest } = definition("orders");
    const reordered = JSON.stringify({ ...rest, columnDefinitions: [...columnDefinitions].reverse() });
    for (const text of [json("orders"), `// Ours.\n${orders}`, reordered]) {
      const folder = createFolder({ "orders.json": text });
      utimesSync(join(folder, "orders.json"), 1, 1);
      expect(await writeDefinitions(folder, shop)).toMatchObject({ unchanged: ["orders.json"] });
      expect(readTree(folder)["orders.json"]).toBe(text);
      expect(statSync(join(folder, "orders.json")).mtimeMs).toBe(1000);
    }
  });

  it("writes over a file that defines the table otherwise", async () => {
    const folder = createFolder({ "orders.json": json("orders", "int") });
    expect(await writeDefinitions(folder, shop)).toMatchObject({ written: ["orders.json", "products.json"] });
    expect(JSON.parse(readTree(folder)["orders.json"] ?? "")).toEqual(definition("orders"));
  });

  it("writes nothing when that would go over a file that holds something else", async () => {
    for (const text of [json("old"), '{ "mine": 1 }', "{", ""]) {
      const tree = { "orders.json": text };
      const folder = createFolder(tree);
      await expect(writeDefinitions(folder, shop)).rejects.toMatchObject({ code: "not-ours" });
      expect(readTree(folder)).toEqual(tree);
    }
  });

  it("writes nothing when a folder or a link has the name of a file", async () => {
    const folder = createFolder({ "orders.json/readme.md": "Mine." });
    await expect(writeDefinitions(folder, shop)).rejects.toMatchObject({ code: "not-ours" });
    expect(readTree(folder)).toEqual({ "orders.json/readme.md": "Mine." });
  });

  it.skipIf(process.platform === "win32")("writes nothing through a link or in place of one", async () => {
    const folder = createFolder({ "aside/mine.json": json("orders", "int") });
    const aside = join("aside", "mine.json");
    symlinkSync(aside, join(folder, "orders.json"));
    const message = "this is a symbolic link, and its target would change";
    await expect(writeDefinitions(folder, shop)).rejects.toMatchObject({
      problems: [{ message, file: expect.stringMatching(/orders\.json$/) as string }],
    });
    expect(lstatSync(join(folder, "orders.json")).isSymbolicLink()).toBe(true);
    expect(readdirSync(folder).sort()).toEqual(["aside", "orders.json"]);
    writeFileSync(join(folder, aside), json("orders"));
    const { written, unchanged } = await writeDefinitions(folder, shop);
    expect({ written, unchanged }).toEqual({ written: ["products.json"], unchanged: ["orders.json"] });
  });

  it("keeps descriptions, which only files know", async () => {
    const described = (type: string): TableDefinition => {
      const { columnDefinitions, ...rest } = definition("orders", type);
      const columns = columnDefinitions.map((column) => ({ ...column, description: `The ${column.name}.` }));
      return { ...rest, description: "What was bought.", columnDefinitions: columns };
    };
    const same = createFolder({ "orders.json": JSON.stringify(described("uuid")) });
    expect(await writeDefinitions(same, shop)).toMatchObject({ unchanged: ["orders.json"] });
    const other = createFolder({ "orders.json": JSON.stringify(described("int")) });
    expect(await writeDefinitions(other, shop)).toMatchObject({ written: ["orders.json", "products.json"] });
    expect(JSON.parse(readTree(other)["orders.json"] ?? "")).toEqual(described("uuid"));
  });

  it("writes a table into the file that has it, whatever the file's name", async () => {
    const folder = createFolder({ "what-we-sell.json": json("products", "int") });
    expect(await writeDefinitions(folder, shop)).toEqual({
      ...none,
      written: ["orders.json", "what-we-sell.json"],
    });
    expect(await loadKeyspace(folder, "shop")).toEqual(shop);
  });

  it("never writes two tables into one file, even when names are crossed", async () => {
    for (const tree of [
      { "orders.json": json("products"), "products.json": json("orders") },
      { "orders.json": json("products") },
      { "orders.json": json("products"), "aside.json": json("old") },
    ]) {
      const folder = createFolder(tree);
      await writeDefinitions(folder, shop);
      const { tables } = await loadKeyspace(folder, "shop");
      expect(tables.filter(({ name }) => name !== "old")).toEqual(shop.tables);
    }
  });

  it("names files of tables that the keyspace does not have, and leaves them", async () => {
    const folder = createFolder({ "old.json": json("old"), "broken.json": "{", "notes.txt": "" });
    expect(await writeDefinitions(folder, shop)).toMatchObject({ extra: ["broken.json", "old.json"] });
    expect(readTree(folder)).toMatchObject({ "old.json": json("old"), "broken.json": "{" });
  });
});

describe("removing what is gone", () => {
  const shop = keyspaceOf("shop", [definition("orders")]);
  const address = { name: "address", fields: [{ name: "street", typeDefinition: "text" }] };

  it("takes definitions, and never what cannot be read as one, or is of a table that there is", async () => {
    const tree = { "a.json": json("orders"), "b.json": json("orders"), "broken.json": "{", "mine.json": '{ "x": 1 }' };
    const folder = createFolder({ ...tree, "old.json": json("old"), "types/old.json": JSON.stringify(address) });
    const written = await writeDefinitions(folder, shop, { prune: true });
    expect(written).toEqual({
      written: [],
      unchanged: ["a.json"],
      extra: ["b.json", "broken.json", "mine.json"],
      removed: ["old.json", "types/old.json"],
    });
    expect(readTree(folder)).toEqual(tree);
  });

  it("changes one file of a table that has two, and leaves the other as it is", async () => {
    const other = json("orders", "int");
    const folder = createFolder({ "a.json": other, "b.json": other });
    expect(await writeDefinitions(folder, shop)).toMatchObject({ written: ["a.json"], extra: ["b.json"] });
    expect(readTree(folder)["b.json"]).toBe(other);
  });

  it("takes a table together with the user types that it alone is made of", async () => {
    const people = { ...definition("people"), columnDefinitions: [{ name: "id", typeDefinition: "frozen<address>" }] };
    const folder = createTemporaryFolder();
    await writeDefinitions(folder, keyspaceOf("shop", [definition("orders"), people], [address]));
    expect((await writeDefinitions(folder, shop, { prune: true })).removed).toEqual([
      "people.json",
      "types/address.json",
    ]);
    expect(Object.keys(readTree(folder))).toEqual(["orders.json"]);
  });
});

describe("writing user types", () => {
  const types = [
    { name: "address", fields: [{ name: "street", typeDefinition: "text" }] },
    { name: "money", fields: [{ name: "amount", typeDefinition: "decimal" }] },
  ];
  const shop = keyspaceOf("shop", [definition("people", "uuid")], types);

  it("makes a file for each, beside the tables, and changes one as a table's", async () => {
    const folder = createTemporaryFolder();
    const files = ["people.json", "types/address.json", "types/money.json"];
    expect((await writeDefinitions(folder, shop)).written).toEqual(files);
    expect(await loadKeyspace(folder, "shop")).toEqual(shop);
    const mine = (readTree(folder)["types/address.json"] ?? "").replace("{", "// Ours.\n{");
    writeTree(folder, { "types/address.json": mine });
    const fields = [
      { name: "street", typeDefinition: "ascii" },
      { name: "city", typeDefinition: "frozen<money>" },
    ];
    const changed = keyspaceOf(
      "shop",
      [definition("people", "uuid")],
      [{ name: "address", fields }, ...types.slice(1)],
    );
    expect(await writeDefinitions(folder, changed)).toMatchObject({ written: ["types/address.json"] });
    expect(readTree(folder)["types/address.json"]).toMatch(/^\/\/ Ours\.\n/);
    expect((await loadKeyspace(folder, "shop")).userTypes).toEqual(
      [...changed.userTypes].sort((one, other) => (one.name < other.name ? -1 : 1)),
    );
  });

  test.each([
    ["in the middle", ["street", "town", "zip"]],
    ["at the beginning", ["lane", "city", "zip"]],
    ["at the end", ["street", "city", "code"]],
    ["and one more", ["street", "town", "zip", "country"]],
  ])("keeps what is said of the others where the database has given a field %s another name", async (_, names) => {
    const fieldsOf = (all: readonly string[]): { name: string; typeDefinition: string }[] =>
      all.map((name) => ({ name, typeDefinition: "text" }));
    const said = (name: string): string => `    // Of ${name}.\n    { "name": "${name}", "typeDefinition": "text" }`;
    const before = ["street", "city", "zip"];
    const text = `{\n  "$schema": "x.json",\n  "name": "address",\n  "fields": [\n${before.map(said).join(",\n")}\n  ]\n}\n`;
    const folder = createFolder({ "types/address.json": text });
    const people = [definition("people")];
    const changed = keyspaceOf("shop", people, [{ name: "address", fields: fieldsOf(names) }]);
    await writeDefinitions(folder, changed);
    expect((await loadKeyspace(folder, "shop")).userTypes).toEqual(changed.userTypes);
    const written = readTree(folder)["types/address.json"] ?? "";
    for (const name of names) if (before.includes(name)) expect(written).toContain(said(name));
    expect(written).toContain('"$schema"');
  });

  it("keeps what is said of a table that gets a column of a new one", async () => {
    const people = [definition("people")];
    const said = `// Ours.\n${printDefinitionFile(tableOf(definition("people")))}`;
    const folder = createFolder({ "people.json": said });
    const home = { name: "home", typeDefinition: "frozen<address>" };
    const more = people.map((one) => ({ ...one, columnDefinitions: [...one.columnDefinitions, home] }));
    await writeDefinitions(folder, keyspaceOf("shop", more, types.slice(0, 1)));
    expect(readTree(folder)["people.json"]).toMatch(/^\/\/ Ours\.\n[^]*frozen<address>/);
  });

  it("follows the order of fields that the database has", async () => {
    const fields = ["a", "b", "c"].map((name) => ({ name, typeDefinition: "int" }));
    const made = (all: typeof fields): Keyspace =>
      keyspaceOf("shop", [definition("people")], [{ name: "t", fields: all }]);
    const folder = createTemporaryFolder();
    await writeDefinitions(folder, made(fields));
    const turned = made([...fields].reverse());
    expect((await writeDefinitions(folder, turned)).written).toEqual(["types/t.json"]);
    expect(await loadKeyspace(folder, "shop")).toEqual(turned);
  });

  it("names those that are gone, and removes them when asked to", async () => {
    const folder = createTemporaryFolder();
    await writeDefinitions(folder, shop);
    const before = readTree(folder);
    const less = { ...shop, userTypes: shop.userTypes.slice(0, 1) };
    expect(await writeDefinitions(folder, less)).toMatchObject({ extra: ["types/money.json"], removed: [] });
    expect(await writeDefinitions(folder, less, { prune: true, dryRun: true })).toMatchObject({
      extra: [],
      removed: ["types/money.json"],
    });
    expect(readTree(folder)).toEqual(before);
    await writeDefinitions(folder, less, { prune: true });
    expect(Object.keys(readTree(folder))).toEqual(["people.json", "types/address.json"]);
  });

  test.each(["../../escaped", ".hidden", "a/b\\c:d", "50% *", "%2f", "."])(
    "makes the file of %j in their folder, where it is found again",
    async (name) => {
      const root = createTemporaryFolder();
      const folder = join(root, "definitions", "shop");
      const odd = keyspaceOf(
        "shop",
        [definition("people")],
        [{ name, fields: [{ name: "x", typeDefinition: "int" }] }],
      );
      const { written } = await writeDefinitions(folder, odd);
      expect(readdirSync(root)).toEqual(["definitions"]);
      expect(readdirSync(folder).sort()).toEqual(["people.json", "types"]);
      expect(await loadKeyspace(folder)).toEqual(odd);
      expect((await writeDefinitions(folder, odd)).unchanged).toEqual(written);
    },
  );
});

describe("names of new files", () => {
  const names = ["Users", "con", "index", "lpt1", "nul", "usErs", "users", "x2f_y", "l".repeat(222)];
  const odd = keyspaceOf(
    "shop",
    names.map((name) => definition(name)),
    [{ name: "größe x", fields: [{ name: "x", typeDefinition: "int" }] }],
  );

  it("are apart, and allowed, on every file system", async () => {
    const folder = createTemporaryFolder();
    const { written } = await writeDefinitions(folder, odd);
    expect(written.slice(0, 8)).toEqual([
      "x55_sers.json",
      "x63_on.json",
      "index.json",
      "x6c_pt1.json",
      "x6e_ul.json",
      "usx45_rs.json",
      "users.json",
      "x78_2f_y.json",
    ]);
    expect(written.at(-1)).toBe("types/grxf6_xdf_ex20_x.json");
    expect(new Set(written.map((file) => file.toLowerCase())).size).toBe(written.length);
    for (const file of written) expect(file.length).toBeLessThan(220);
  });

  it("mean nothing to who reads them: a table is named in its file, and keeps the file it has", async () => {
    const folder = createTemporaryFolder();
    writeTree(folder, { "MyUsers.json": printDefinitionFile(tableOf(definition("Users", "int"))) });
    const { written } = await writeDefinitions(folder, odd);
    expect(written).toContain("MyUsers.json");
    expect(written).not.toContain("x55_sers.json");
    expect((await loadKeyspace(folder, "shop")).tables.map(({ name }) => name)).toEqual([...names].sort());
    expect((await writeDefinitions(folder, odd)).written).toEqual([]);
  });
});
