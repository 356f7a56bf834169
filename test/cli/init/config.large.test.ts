import { describe, expect, it, test } from "vitest";
import { createTemporaryFolder, readTree, writeTree } from "../../support/temporary-folder.ts";
import type { Tree } from "../../support/temporary-folder.ts";
import { runLine } from "../run-line.ts";
import type { Outcome } from "../run-line.ts";

interface Result extends Outcome {
  readonly tree: Tree;
}

/** Adds the keyspace `library` to a config. */
async function addTo(file: string, text: string, flags = ""): Promise<Result> {
  const cwd = createTemporaryFolder();
  writeTree(cwd, { [file]: text, "definitions/library/books.json": "{}" });
  const outcome = await runLine(`init --yes --keyspace library ${flags}`, { cwd });
  return { ...outcome, tree: readTree(cwd) };
}

describe("a keyspace is added to a config in JSON", () => {
  test.each([
    ["on lines", '{\n  "keyspaces": {\n    "shop": { "definitions": "d/shop", "output": "out" }«,\n    NEW»\n  }\n}\n'],
    ["on one line", '{ "keyspaces": { "shop": { "definitions": "d/shop", "output": "out" }«, NEW» } }'],
    [
      "with comments",
      '{\n  // ours\n  "keyspaces": {\n    "shop": { "definitions": "d/shop", "output": "out" }, // old«\n    NEW,»\n  },\n}\n',
    ],
    [
      "with line ends of Windows and a byte order mark",
      '\uFEFF{\r\n  "keyspaces": {\r\n    "shop": { "definitions": "d/shop", "output": "out" }«,\r\n    NEW»\r\n  }\r\n}\r\n',
    ],
    [
      "with several outputs",
      '{ "keyspaces": { "shop": [{ "definitions": "d/shop", "output": "out" }, { "definitions": "d/shop", "output": "x" }]«, NEW» } }',
    ],
  ])("%s", async (_, marked) => {
    const added = '"library": { "definitions": "d/library", "output": "out-library" }';
    const { code, tree } = await addTo("colonnade.config.json", marked.replace(/«[^]*?»/g, ""));
    expect(code).toBe(0);
    expect(tree["colonnade.config.json"]).toBe(marked.replace("NEW", added).replace(/[«»]/g, ""));
  });

  it("whose paths are relative to it", async () => {
    const { tree } = await addTo("config/db.json", '{ "keyspaces": {} }', "--config config/db.json");
    expect(tree["config/db.json"]).toBe(
      '{ "keyspaces": { "library": { "definitions": "../definitions/library", "output": "../db" } } }',
    );
  });

  it("with every setting that is not the default", async () => {
    const flags = "--validators no --import-extension .ts";
    const { tree } = await addTo("colonnade.config.json", '{ "keyspaces": {} }', flags);
    expect(tree["colonnade.config.json"]).toContain('"output": "db", "validators": false, "importExtension": ".ts" }');
  });
});

describe("a config in code is not edited", () => {
  const shop = 'shop: { definitions: "tables/shop", output: "src/gen" }';

  it("and the lines to add are shown", async () => {
    const text = `export default { keyspaces: { ${shop} } };`;
    const { code, stderr, tree } = await addTo("colonnade.config.mjs", text, "--validators no");
    expect(code).toBe(2);
    expect(stderr).toContain(`left     colonnade.config.mjs: init edits only JSON; add these lines yourself
         // in keyspaces:
         library: {
           definitions: "tables/library",
           output: "src/gen-library",
           validators: false,
         },
`);
    expect(tree["colonnade.config.mjs"]).toBe(text);
    expect(tree["package.json"]).toContain("db:generate");
  });

  it("and the lines make a config that generates", async () => {
    const text = (added: string): string => `export default { keyspaces: { ${shop}, ${added} } };`;
    const { stderr } = await addTo("colonnade.config.mjs", text(""));
    const lines = stderr.slice(stderr.indexOf("// in keyspaces:"), stderr.indexOf("\ncreated"));
    const cwd = createTemporaryFolder();
    writeTree(cwd, { "colonnade.config.mjs": text(`\n${lines}\n`) });
    expect(await runLine("init --yes --keyspace library", { cwd })).toMatchObject({ code: 0 });
    expect(await runLine("generate --keyspace library", { cwd })).toMatchObject({ code: 0 });
  });

  const uninstalled = `import { defineConfig } from "@acme/not-installed";\nexport default defineConfig({ keyspaces: { ${shop} } });`;

  it("and read as text where it cannot be loaded", async () => {
    const { code, stderr, tree } = await addTo("colonnade.config.mjs", uninstalled);
    expect(code).toBe(2);
    expect(stderr).toContain(`! colonnade.config.mjs cannot be loaded, so init read only its text
→ fix `);
    expect(stderr).toContain('definitions: "definitions/library",');
    expect(tree["colonnade.config.mjs"]).toBe(uninstalled);
  });
});

describe("a config stays as it is", () => {
  test.each([
    ["colonnade.config.ts", `export default { keyspaces: { library: { definitions: "d", output: "o" } } };`],
    ["colonnade.config.json", `{ "keyspaces": { "library": { "definitions": "d", "output": "o" } } }`],
    [
      "colonnade.config.mjs",
      `const all = () => ({ library: { definitions: "d", output: "o" } });\nexport default { keyspaces: all() };`,
    ],
    // Nothing is installed.
    [
      "colonnade.config.ts",
      `import { defineConfig } from "@acme/not-installed";\nexport default defineConfig({ keyspaces: { library: { definitions: "d", output: "o" } } });`,
    ],
  ])("where %s has the keyspace", async (file, text) => {
    const { code, stderr, tree } = await addTo(file, text);
    expect(code).toBe(0);
    expect(stderr).toMatch(new RegExp(`^kept +${file.replaceAll(".", "\\.")} +keyspace library$`, "m"));
    expect(tree[file]).toBe(text);
  });

  test.each([
    ["colonnade.config.json", "[]", "colonnade.config.json:1:1"],
    ["colonnade.config.json", '{ "keyspaces": [] }', "colonnade.config.json:1:16"],
    ["colonnade.config.json", "{ keyspaces }", "colonnade.config.json:1:3 not valid JSON"],
    ["colonnade.config.mjs", "export default { keyspaces: 1 };", "colonnade.config.mjs:1:29"],
  ])("where %s is %j, and so does everything else", async (file, text, place) => {
    const { code, stderr, tree } = await addTo(file, text, "--output out");
    expect(code).toBe(2);
    expect(stderr).toContain("[bad-config]");
    expect(stderr).toContain(place);
    expect(tree).toEqual({ [file]: text, "definitions/library/books.json": "{}" });
  });

  it("where its keyspace's definitions are in a subfolder of the folder that it names", async () => {
    const cwd = createTemporaryFolder();
    const text = '{ "keyspaces": { "library": { "definitions": "definitions", "output": "db" } } }';
    writeTree(cwd, { "colonnade.config.json": text, "definitions/library/books.json": "{}" });
    const { stderr } = await runLine("init --yes", { cwd });
    expect(stderr).toMatch(/^kept +definitions\/library +1 definition of library$/m);
  });

  it("where two of them exist", async () => {
    const cwd = createTemporaryFolder();
    const tree = { "colonnade.config.ts": "", "colonnade.config.json": "{}" };
    writeTree(cwd, tree);
    const { code, stderr } = await runLine("init --yes", { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain("[two-configs]");
    expect(readTree(cwd)).toEqual(tree);
  });
});
