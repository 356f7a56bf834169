import { mkdirSync, symlinkSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describe, expect, it, test } from "vitest";
import { loadFormatter } from "../../src/output/formatter.ts";
import { createTemporaryFolder, writeTree } from "../support/temporary-folder.ts";

const prettier = resolve(import.meta.dirname, "../../node_modules/prettier");
const text = 'export const a: string = "b";\n';

/** An app whose output folder is `src/db`, with prettier installed unless said otherwise. */
function createApp(files: Readonly<Record<string, string>>, installed = true): string {
  const app = createTemporaryFolder();
  writeTree(app, {
    "package.json": '{ "devDependencies": { "prettier": "3" } }',
    ".editorconfig": "root = true",
    ...files,
  });
  if (installed) {
    const link = join(app, "node_modules/prettier");
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(prettier, link);
  }
  return join(app, "src/db");
}

describe("the formatter of an output folder", () => {
  test.each([
    [".prettierrc", "singleQuote: true", "export const a: string = 'b';\n"],
    [".prettierrc.json", '{ "semi": false }', 'export const a: string = "b"\n'],
    ["prettier.config.mjs", "export default { printWidth: 20 };", 'export const a: string =\n  "b";\n'],
    ["src/.prettierrc.yaml", "singleQuote: true", "export const a: string = 'b';\n"],
    ["package.json", '{ "prettier": { "semi": false } }', 'export const a: string = "b"\n'],
    [".editorconfig", "root = true\n[*.ts]\nmax_line_length = 20", 'export const a: string =\n  "b";\n'],
  ])("does what %s says", async (name, config, expected) => {
    const formatter = await loadFormatter(createApp({ [name]: config }));
    expect(await formatter?.format("products.ts", text)).toBe(expected);
  });

  test.each([
    ["there is no config", {}],
    ["the config says what prettier does anyway", { ".prettierrc": '{ "printWidth": 80, "tabWidth": 2 }' }],
    ["it is about other languages", { ".prettierrc": '{ "jsxSingleQuote": true, "proseWrap": "always" }' }],
    [
      "only other files are meant",
      { ".prettierrc": '{ "overrides": [{ "files": "*.md", "options": { "semi": false } }] }' },
    ],
    ["a package.json is not an object", { "src/package.json": "null" }],
    ["prettier ignores the folder", { ".prettierrc": "semi: false", ".prettierignore": "src/db/\n" }],
  ])("is none where %s", async (_, files) => {
    expect(await loadFormatter(createApp(files))).toBeUndefined();
  });

  it("is none where the project has no prettier", async () => {
    expect(await loadFormatter(createApp({ ".prettierrc": "semi: false" }, false))).toBeUndefined();
  });

  it("is known by what decides its result", async () => {
    const ids = [];
    for (const config of ["semi: false", "semi: false\n", "printWidth: 90"]) {
      ids.push((await loadFormatter(createApp({ ".prettierrc": config })))?.id);
    }
    expect(ids[0]).toBe(ids[1]);
    expect(ids[0]).not.toBe(ids[2]);
  });

  test.each([
    [".prettierrc", 'plugins: ["./plugin.mjs"]\nsemi: false'],
    ["prettier.config.mjs", 'export default { plugins: [new URL("./plugin.mjs", import.meta.url)], semi: false };'],
  ])("is known by the same on every machine, wherever a plugin stands that %s names", async (name, config) => {
    const files = {
      [name]: config,
      "plugin.mjs": "export const options = {};",
    };
    const ids = await Promise.all(
      [createApp(files), createApp(files)].map(async (app) => (await loadFormatter(app))?.id),
    );
    expect(ids[0]).toContain("../../plugin.mjs");
    expect(ids[0]).toBe(ids[1]);
  });

  it("of a config that prettier cannot read is an error that names it", async () => {
    await expect(loadFormatter(createApp({ ".prettierrc": "{" }))).rejects.toMatchObject({ code: "bad-prettier" });
  });
});
