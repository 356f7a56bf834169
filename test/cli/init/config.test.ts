import { describe, expect, it, test } from "vitest";
import { createTemporaryFolder, readTree, writeTree } from "../../output/temporary-folder.ts";
import type { Tree } from "../../output/temporary-folder.ts";
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

const shop = 'shop: { definitions: "definitions/shop", output: "src/db" }';
const library = 'library: { definitions: "definitions/library", output: "src/db-library" }';

/** Each with the place of the new keyspace marked. */
const modules: Readonly<Record<string, string>> = {
  "a call of defineConfig": `import { defineConfig } from "colonnade";

export default defineConfig({
  keyspaces: {
    ${shop},«
    ${library},»
  },
});
`,
  "a call of defineConfig from its own entry": `import { defineConfig } from "colonnade/config";

export default defineConfig({
  keyspaces: {
    ${shop},«
    ${library},»
  },
});
`,
  "no keyspaces, on one line": `export default {« keyspaces: { library: { definitions: "definitions/library", output: "db" } } »};
`,
  "defineConfig by another name": `import { defineConfig as define } from "colonnade";
export default define({ keyspaces: { ${shop}«, ${library}» } })`,
  "an object that satisfies Config": `import type { Config } from "colonnade";

export default {
  // What we sell.
  keyspaces: {
    ${shop}, // since 2024«
    ${library},»
  },
  service: { url: "http://localhost:8080" },
} satisfies Config;
`,
  "a variable": `import { defineConfig, type Config } from "colonnade";

const config: Config = defineConfig({
\tkeyspaces: {
\t\t${shop},«
\t\t${library},»
\t},
});

export default config;
`,
  "a variable that is exported as default": `const config = { keyspaces: { ${shop}«, ${library}» } } as const;
export { config as default };
`,
  "keyspaces in a variable": `import { defineConfig } from "colonnade";
const keyspaces = {
    ${shop}«,
    ${library}»
};
export default defineConfig({ keyspaces });
`,
  "keyspaces that are empty": `export default {
  keyspaces: {«
    library: { definitions: "definitions/library", output: "db" },
  »},
};
`,
  "no keyspaces": `export default {
  service: { url: "http://localhost:8080" },«
  keyspaces: {
    library: { definitions: "definitions/library", output: "db" },
  },»
};
`,
  "line ends of Windows": `export default {\r\n  keyspaces: {\r\n    ${shop},«\r\n    ${library},»\r\n  },\r\n};\r\n`,
  "a byte order mark": `\uFEFFexport default { keyspaces: { ${shop}«, ${library}» } };`,
  "a keyspace with several outputs": `export default {
  keyspaces: {
    shop: [
      { definitions: "definitions/shop", output: "src/db" },
      { definitions: "definitions/shop", output: "src/admin" },
    ],«
    ${library},»
  },
};
`,
};

describe("a keyspace is added to a config in TypeScript that has", () => {
  test.each(Object.entries(modules))("%s", async (_, marked) => {
    const { code, tree } = await addTo("colonnade.config.ts", marked.replace(/«[^]*?»/g, ""));
    expect(code).toBe(0);
    expect(tree["colonnade.config.ts"]).toBe(marked.replace(/[«»]/g, ""));
  });

  it("other quotes, which it takes up", async () => {
    const text =
      "export default {\n  keyspaces: {\n    shop: { definitions: 'definitions/shop', output: 'out' },\n  },\n};\n";
    const { tree } = await addTo("colonnade.config.ts", text);
    expect(tree["colonnade.config.ts"]).toContain(
      "library: { definitions: 'definitions/library', output: 'out-library' },",
    );
  });

  it("too little room on a line", async () => {
    const { tree } = await addTo(
      "colonnade.config.ts",
      "export default {\n  keyspaces: {\n  },\n};\n",
      "--validators no",
    );
    expect(tree["colonnade.config.ts"]).toBe(`export default {
  keyspaces: {
    library: {
      definitions: "definitions/library",
      output: "db",
      validators: false,
    },
  },
};
`);
  });
});

describe("a keyspace is added to a config in JSON", () => {
  test.each([
    ["on lines", '{\n  "keyspaces": {\n    "shop": { "definitions": "d/shop", "output": "out" }«,\n    NEW»\n  }\n}\n'],
    ["on one line", '{ "keyspaces": { "shop": { "definitions": "d/shop", "output": "out" }«, NEW» } }'],
    [
      "with comments",
      '{\n  // ours\n  "keyspaces": {\n    "shop": { "definitions": "d/shop", "output": "out" }, // old«\n    NEW,»\n  },\n}\n',
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
});

describe("a config stays as it is", () => {
  test.each([
    ["colonnade.config.ts", `export default { keyspaces: { library: { definitions: "d", output: "o" } } };`],
    ["colonnade.config.ts", `export default { keyspaces: { "library": make() } };`],
    ["colonnade.config.json", `{ "keyspaces": { "library": { "definitions": "d", "output": "o" } } }`],
    // What cannot be read is run.
    [
      "colonnade.config.mjs",
      `const all = () => ({ library: { definitions: "d", output: "o" } });\nexport default { keyspaces: all() };`,
    ],
    [
      "colonnade.config.mjs",
      `const all = { library: { definitions: "d", output: "o" } };\nexport default { keyspaces: { ...all } };`,
    ],
  ])("where %s has the keyspace", async (file, text) => {
    const { code, stderr, tree } = await addTo(file, text);
    expect(code).toBe(0);
    expect(stderr).toMatch(new RegExp(`^kept +${file.replaceAll(".", "\\.")} +has the keyspace library$`, "m"));
    expect(tree[file]).toBe(text);
  });

  test.each([
    ["colonnade.config.json", '{ "keyspaces": { "library": { "output": "db", "importExtension": ".ts" } } }', "json"],
    [
      "colonnade.config.ts",
      'export default { keyspaces: { library: { output: "db", importExtension: ".ts" } } };',
      "ts",
    ],
    // What a function makes of it cannot be seen.
    ["colonnade.config.mts", "export default { keyspaces: { library: make() } };", "ts"],
  ])("with no word on flags that say what %s does: %s", async (file, text, format) => {
    const { code, stderr, tree } = await addTo(file, text, `--import-extension .ts --format ${format}`);
    expect(code).toBe(0);
    expect(stderr).not.toContain("nothing: ");
    expect(tree[file]).toBe(text);
  });

  test.each([
    ["colonnade.config.ts", "export default { keyspaces: { library: { output: 'db' } } };", ".ts"],
    ["colonnade.config.mjs", "export default { keyspaces: { library: [{ importExtension: '.ts' }, {}] } };", ".ts"],
    ["colonnade.config.json", '{ "keyspaces": { "library": { "importExtension": "" } } }', ".js"],
  ])("with a word on how imports end otherwise in %s: %s", async (file, text, extension) => {
    const { code, stderr } = await addTo(file, text, `--import-extension ${extension}`);
    expect(code).toBe(0);
    expect(stderr).toContain(`! --import-extension changes nothing: ${file} has library already`);
  });

  test.each([
    [
      "colonnade.config.mjs",
      "export default { keyspaces: all() };\nfunction all() { return {}; }",
      "no object literal",
    ],
    ["colonnade.config.ts", "const rest = {};\nexport default { ...rest };", "its keyspaces are no object literal"],
    ["colonnade.config.ts", "export default load();", "what it exports is no object literal"],
    ["colonnade.config.ts", "const a = b;\nconst b = a;\nexport default a;", "what it exports is no object literal"],
    ["colonnade.config.ts", "export const config = {};", "it has no default export"],
    ["colonnade.config.ts", "export default {", "it has syntax errors"],
    ["colonnade.config.json", "[]", "it is not an object"],
    ["colonnade.config.json", '{ "keyspaces": [] }', "its keyspaces are not an object"],
    ["colonnade.config.json", "{ keyspaces }", "it is not JSON"],
  ])("where %s is %j, with what to put into it", async (file, text, reason) => {
    const { code, stderr, tree } = await addTo(file, text, "--output out");
    expect(code).toBe(2);
    expect(stderr).toContain(`${file}: `);
    expect(stderr).toContain(reason);
    const quote = file.endsWith(".json") ? '"' : "";
    const added = `library: { definitions: "definitions/library", output: "out" }`;
    expect(stderr).toContain(`in keyspaces: ${added.replace(/\w+(?=:)/g, `${quote}$&${quote}`)}`);
    expect(tree[file]).toBe(text);
  });

  it("where two of them are there", async () => {
    const cwd = createTemporaryFolder();
    const tree = { "colonnade.config.ts": "", "colonnade.config.json": "{}" };
    writeTree(cwd, tree);
    const { code, stderr } = await runLine("init --yes", { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain(
      "there are colonnade.config.ts and colonnade.config.json, and only one can count [two-configs]",
    );
    expect(readTree(cwd)).toEqual(tree);
  });
});
