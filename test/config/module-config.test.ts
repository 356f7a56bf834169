/** Lines of rules in a config that is written in TypeScript or JavaScript, which is read and not run. */
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { loadConfigPlaces, parseModuleConfig } from "../../src/config/config-places.ts";
import { loadConfig } from "../../src/config/index.ts";
import type { ConfigPath } from "../../src/config/index.ts";
import type { ColonnadeError } from "../../src/errors.ts";
import { createTemporaryFolder, writeTree } from "../support/temporary-folder.ts";

const rule = ["keyspaces", "shop", "columns", "products.price"];

/** The text from where a member stands, to the end of its line; undefined when it is not to be found. */
async function found(text: string, path: ConfigPath = rule, atName = true): Promise<string | undefined> {
  const find = await parseModuleConfig(text, "colonnade.config.ts");
  const place = find(path, atName);
  return place && text.split("\n")[place.line - 1]?.slice(place.column - 1);
}

describe("a rule in a module", () => {
  test.each([
    ["a plain object", 'export default { keyspaces: { shop: { columns: {\n  "products.price": {} } } } };'],
    ["defineConfig", 'export default defineConfig({ keyspaces: { shop: { columns: {\n  "products.price": {} } } } });'],
    [
      "what TypeScript adds",
      'export default <Config>(({ keyspaces: { shop: { columns: {\n  "products.price": {} } } } } as const) satisfies Config)!;',
    ],
    [
      "a constant",
      'const config: Config = { keyspaces: { shop: { columns: {\n  "products.price": {} } } } };\nexport default config;',
    ],
    [
      "a constant under another name",
      'const config = { keyspaces: { shop: { columns: {\n  "products.price": {} } } } };\nexport { config as default };',
    ],
    ["CommonJS", "module.exports = { keyspaces: { shop: { columns: {\n  'products.price': {} } } } };"],
    [
      "constants for its parts",
      'const columns = {\n  "products.price": {} };\nconst shop = { columns };\nexport default { keyspaces: { shop } };',
    ],
    [
      "members of constants",
      'const all = { money: {\n  "products.price": {} } };\nexport default { keyspaces: { shop: { columns: all.money } } };',
    ],
    [
      "what is spread",
      'const base = { columns: {\n  "products.price": {} } };\nexport default { keyspaces: { shop: { ...base, output: "db" } } };',
    ],
    [
      "names in brackets",
      'const price = "products.price";\nexport default { keyspaces: { ["shop"]: { columns: {\n  [price]: {} } } } };',
    ],
  ])("is found in %s", async (_, text) => {
    expect(await found(text)).toMatch(/^["'[](?:products\.price["']|price\]): \{\}/);
  });

  it("may be a method", async () => {
    const text = "export default { keyspaces: { shop: {\n  name(kind) { return kind; } } } };";
    expect(await found(text, ["keyspaces", "shop", "name"])).toBe("name(kind) { return kind; } } } };");
  });

  it("is the last of several, in the order in which JavaScript takes them", async () => {
    const base = 'const base = { columns: {\n  "products.price": "first" } };\n';
    const own = 'columns: {\n  "products.price": "second" }';
    const config = (members: string): string => `${base}export default { keyspaces: { shop: { ${members} } } };`;
    expect(await found(config(`...base, ${own}`))).toMatch(/second/);
    expect(await found(config(`${own}, ...base`))).toMatch(/first/);
  });

  it("is found in a list of outputs", async () => {
    const text =
      'const web = { output: "web" };\nexport default { keyspaces: { shop: [\n  { output: "db" },\n  web,\n] } };';
    expect(await found(text, ["keyspaces", "shop", 0, "output"])).toBe('output: "db" },');
    expect(await found(text, ["keyspaces", "shop", 1, "output"])).toBe('output: "web" };');
    expect(await found(text, ["keyspaces", "shop", 2])).toBeUndefined();
  });

  it("is its name or its value", async () => {
    const text = 'export default { keyspaces: {\n  shop: { output: "db" } } };';
    expect(await found(text, ["keyspaces", "shop"])).toBe('shop: { output: "db" } } };');
    expect(await found(text, ["keyspaces", "shop"], false)).toBe('{ output: "db" } } };');
    expect(await found(text, [], false)).toBe("{ keyspaces: {");
  });

  test.each([
    ["is imported", 'import { columns } from "./rules.js";\nexport default { keyspaces: { shop: { columns } } };'],
    ["is made by a function", "export default { keyspaces: { shop: { columns: rules() } } };"],
    ["is merged by a function", "export default merge({ keyspaces: {} }, other);"],
    ["comes after what is spread in a list", "export default { keyspaces: { shop: { columns: [...others] } } };"],
    ["is made of itself", "const a = { ...a };\nexport default a;"],
    ["is made of what is made of it", "const a = b;\nconst b = a;\nexport default a;"],
    ["is a member of itself", "const a = a.b;\nexport default a;"],
    ["is in a module without a default export", "export const config = {};"],
    ["is in a text that is no module", "export default {{{ ;"],
  ])("is not found when it %s", async (_, text) => {
    expect(await found(text)).toBeUndefined();
  });
});

describe("places in a config file", () => {
  it("are exact in JSON with comments", async () => {
    const folder = createTemporaryFolder();
    writeTree(folder, { "a.json": '{\n  // Ours.\n  "keyspaces": {\n    "shop": [{}, { "naming": "camel" }] } }' });
    const find = await loadConfigPlaces(join(folder, "a.json"));
    expect(find(["keyspaces", "shop", 1, "naming"], true)).toEqual({ line: 4, column: 20 });
    expect(find(["keyspaces", "shop", 1, "naming"])).toEqual({ line: 4, column: 30 });
    expect(find(["keyspaces", "shop", 0, "naming"])).toBeUndefined();
  });
});

describe("a mistake in a module", () => {
  it("has its line, without the text of it, which may be a secret", async () => {
    const folder = createTemporaryFolder();
    const text = `const shared = { output: "db",\n  nameing: "camel" };
export default {
  keyspaces: { shop: { definitions: "d", ...shared } },
  service: { password: "hunter2" },
  other: made() };
function made() { return 1; }
`;
    writeTree(folder, { "colonnade.config.mjs": text });
    const file = join(folder, "colonnade.config.mjs");
    const { problems } = await loadConfig(folder).then(
      () => expect.unreachable("it should have been refused"),
      (error: ColonnadeError) => error,
    );
    expect(problems.map(({ code, line, column, frame }) => [code, line, column, frame])).toEqual([
      ["unknown-member", 2, 3, undefined],
      ["wrong-value", 5, 24, undefined],
      ["unknown-member", 6, 3, undefined],
    ]);
    expect(problems.map((problem) => problem.file)).toEqual(Array(3).fill(file));
    expect(JSON.stringify(problems)).not.toContain("hunter2");
  });
});
