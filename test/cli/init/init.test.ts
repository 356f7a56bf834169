import { PassThrough } from "node:stream";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { PlannedFile } from "../../../src/cli/init/planned-file.ts";
import { scripts } from "../../../src/cli/init/plan-manifest.ts";
import { writeFiles } from "../../../src/cli/init/write-files.ts";
import { packageManagers } from "../../../src/cli/terminal/package-manager.ts";
import type { Io } from "../../../src/cli/terminal/io.ts";
import { createTemporaryFolder, readTree, writeTree } from "../../output/temporary-folder.ts";
import type { Tree } from "../../output/temporary-folder.ts";
import { compile } from "../../support/compile.ts";
import { runLine } from "../run-line.ts";
import type { Outcome } from "../run-line.ts";
import { isWithin } from "./is-within.ts";

function createApp(tree: Tree = {}): string {
  const cwd = createTemporaryFolder();
  writeTree(cwd, tree);
  return cwd;
}

interface Document {
  readonly dryRun: boolean;
  readonly files: readonly { readonly path: string; readonly action: string; readonly add?: string }[];
  readonly warnings: readonly { readonly message: string; readonly next?: string }[];
  readonly next: readonly string[];
}

async function runInit(cwd: string, flags = "--yes", world: Partial<Io> = {}): Promise<Document & Outcome> {
  const outcome = await runLine(`init --json ${flags}`, { cwd, ...world });
  return { ...outcome, ...(JSON.parse(outcome.stdout) as Document) };
}

/** What `npm init -y` writes. */
const manifest = `{
  "name": "web-shop",
  "version": "1.0.0",
  "main": "index.js",
  "scripts": {
    "test": "echo \\"Error: no test specified\\" && exit 1"
  },
  "license": "ISC",
  "type": "commonjs"
}
`;
const repository = { ".git/HEAD": "ref: refs/heads/main\n" };

describe("in a new app", () => {
  it("writes all that is needed, and says what is next", async () => {
    const cwd = createApp({ "package.json": manifest });
    const { code, stdout, stderr } = await runLine("init --yes", { cwd });
    expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
    expect(stderr).toBe(`relative imports end in .js: there is no tsconfig.json
created  colonnade.config.json               the keyspace web_shop
created  definitions/web_shop/products.json  a table to begin with: change it, or put your own beside it
changed  package.json                        scripts db:generate and db:check
! the generated files are ES modules, and package.json does not say that this app is one
→ npm pkg set type=module, unless a compiler makes CommonJS of them
next:
  npm install @colonnade/runtime zod
  npm install --save-dev colonnade
  npx colonnade generate
`);
    const tree = readTree(cwd);
    expect(tree["colonnade.config.json"]).toBe(`{
  "$schema": "./node_modules/colonnade/schemas/config.schema.json",
  "keyspaces": {
    "web_shop": { "definitions": "definitions/web_shop", "output": "db" }
  }
}
`);
    expect(tree["package.json"]).toBe(
      manifest.replace(
        'exit 1"\n',
        'exit 1",\n    "db:generate": "colonnade generate",\n    "db:check": "colonnade check"\n',
      ),
    );
  });

  it("leads to bindings that compile", async () => {
    const cwd = createApp();
    await runInit(cwd);
    expect(await runLine("generate", { cwd })).toMatchObject({ code: 0 });
    expect(await runLine("check", { cwd })).toMatchObject({ code: 0 });
    const files = Object.entries(readTree(join(cwd, "db"))).filter(([path]) => path.endsWith(".ts"));
    expect(files.map(([path]) => path)).toContain("products.zod.ts");
    expect(compile(Object.fromEntries(files))).toEqual([]);
  });

  it("makes a package.json where there is none, here or above", async () => {
    const cwd = createApp();
    await runInit(cwd);
    expect(JSON.parse(readFileSync(join(cwd, "package.json"), "utf8"))).toEqual({
      private: true,
      type: "module",
      scripts: { "db:generate": "colonnade generate", "db:check": "colonnade check" },
    });
    const workspace = createApp({ ...repository, "package.json": manifest, "app/index.ts": "" });
    await runInit(join(workspace, "app"));
    expect(existsSync(join(workspace, "app/package.json"))).toBe(false);
    expect(readFileSync(join(workspace, "package.json"), "utf8")).toBe(manifest);
  });

  it("tells git what is generated, where there is git", async () => {
    const tree = { ...repository, "src/index.ts": "", ".gitignore": "dist\r\nnode_modules" };
    const cwd = createApp(tree);
    await runInit(cwd);
    expect(readTree(cwd)).toMatchObject({
      ".gitattributes": "src/db/** linguist-generated\n",
      ".gitignore": "dist\r\nnode_modules\r\n.colonnade/\r\n",
    });
  });

  test.each([
    ["colonnade.config.ts", '"module"'],
    ["colonnade.config.mts", '"commonjs"'],
  ])("writes %s beside a tsconfig.json, in a package of type %s", async (file, type) => {
    const cwd = createApp({
      "package.json": `{ "name": "shop", "type": ${type} }`,
      "tsconfig.json": '{ "compilerOptions": { "module": "preserve", "noEmit": true } }',
    });
    await runInit(cwd, "--yes --output out");
    expect(readTree(cwd)[file]).toBe(`import { defineConfig } from "colonnade/config";

export default defineConfig({
  keyspaces: {
    shop: {
      definitions: "definitions/shop",
      output: "out",
      importExtension: "",
    },
  },
});
`);
  });

  it("has imports end in .ts where Node runs TypeScript as it is, and nothing compiles it", async () => {
    const cwd = createApp({ "package.json": '{ "name": "shop", "type": "module" }' });
    const { stderr } = await runLine("init --yes", { cwd, stripsTypes: true });
    expect(stderr).toMatch(
      /^relative imports end in \.ts: Node runs TypeScript as it is, and there is no tsconfig\.json$/m,
    );
    expect(readTree(cwd)["colonnade.config.json"]).toContain('"importExtension": ".ts"');
  });

  it("does as the flags say", async () => {
    const cwd = createApp();
    const flags =
      "--keyspace library --definitions data --output ./app/tables/ --format ts --validators no --import-extension .ts --yes";
    const { next } = await runInit(cwd, flags);
    expect(readTree(cwd)).toMatchObject({
      "data/library/products.json": expect.stringContaining("products") as string,
      "colonnade.config.ts": expect.stringContaining('output: "app/tables",') as string,
    });
    expect(readTree(cwd)["colonnade.config.ts"]).toMatch(/validators: false,\s+importExtension: "\.ts",/);
    expect(next).toContain("npm install @colonnade/runtime");
  });

  it("lays new files out as the app's prettier config says", async () => {
    const cwd = createApp({ ".prettierrc": '{ "singleQuote": true, "semi": false }' });
    mkdirSync(join(cwd, "node_modules"));
    symlinkSync(join(process.cwd(), "node_modules/prettier"), join(cwd, "node_modules/prettier"));
    await runInit(cwd, "--yes --format ts");
    const text = readFileSync(join(cwd, "colonnade.config.ts"), "utf8");
    expect(text).toMatch(/^import { defineConfig } from 'colonnade\/config'\n/);
  });
});

describe("in an app that has something already", () => {
  it("takes the definitions that are there, and adds none", async () => {
    const cwd = createApp({ "definitions/shop/orders.json": "{}" });
    const { files } = await runInit(cwd);
    expect(readTree(cwd)["colonnade.config.json"]).toContain('"shop": { "definitions": "definitions/shop"');
    expect(files).toContainEqual({ path: "definitions/shop", action: "kept", note: "1 definition of shop" });
  });

  it("takes a folder of definitions by any name", async () => {
    const cwd = createApp({ "tables/orders.json": "{}" });
    await runInit(cwd, "--yes --keyspace shop --definitions tables");
    expect(readTree(cwd)["colonnade.config.json"]).toContain('"shop": { "definitions": "tables"');
  });

  it("keeps out of a folder with other files", async () => {
    const cwd = createApp({ "src/db/index.ts": "export {};" });
    await runInit(cwd);
    expect(readTree(cwd)["colonnade.config.json"]).toContain('"output": "src/db/generated"');
  });

  test.each([
    ['{"name":"shop"}', '{"name":"shop", "scripts": { SCRIPTS }}'],
    ["{}\n", '{ "scripts": { SCRIPTS } }\n'],
    ['{ "scripts": {} }', '{ "scripts": { SCRIPTS } }'],
    ['{ "scripts": { "x": "y" } }', '{ "scripts": { "x": "y", SCRIPTS } }'],
  ])("keeps a package.json on its one line: %j", async (before, after) => {
    const cwd = createApp({ "package.json": before });
    await runInit(cwd);
    const scripts = '"db:generate": "colonnade generate", "db:check": "colonnade check"';
    expect(readTree(cwd)["package.json"]).toBe(after.replace("SCRIPTS", scripts));
  });

  it("keeps scripts of the same name", async () => {
    const cwd = createApp({ "package.json": '{ "scripts": { "db:check": "true" } }' });
    const { stderr } = await runLine("init --yes", { cwd });
    expect(stderr).toMatch(/^changed {2}package\.json +script db:generate, its own script db:check stays$/m);
    expect(readTree(cwd)["package.json"]).toBe(
      '{ "scripts": { "db:check": "true", "db:generate": "colonnade generate" } }',
    );
  });

  test.each([
    ["{", "it is not JSON"],
    ["[]", "it is not an object"],
    ['{ "scripts": [] }', "its scripts are not an object"],
  ])("leaves a package.json like %s, and says what to put into it", async (text, reason) => {
    const cwd = createApp({ "package.json": text });
    const { code, stderr } = await runLine("init --yes --quiet", { cwd });
    expect(code).toBe(2);
    expect(stderr).toBe(`left     package.json: ${reason}; put into it yourself
         "scripts": {
           "db:generate": "colonnade generate",
           "db:check": "colonnade check"
         }
`);
    expect(readTree(cwd)["package.json"]).toBe(text);
  });

  test.each([
    ["biome.json", "{}", '{ "files": { "includes": ["**", "!db"] } }'],
    ["biome.json", '{ "files": { "includes": ["src/**"] } }', '{ "files": { "includes": ["src/**", "!db"] } }'],
    [
      "biome.jsonc",
      '{\n  // ours\n  "files": {},\n}',
      '{\n  // ours\n  "files": {\n    "includes": ["**", "!db"]\n  },\n}',
    ],
    [".oxfmtrc.json", '{\n  "semi": false\n}', '{\n  "semi": false,\n  "ignorePatterns": ["db/**"]\n}'],
  ])("keeps formatters away by %s: %j", async (file, before, after) => {
    const cwd = createApp({ [file]: before });
    await runInit(cwd);
    expect(readTree(cwd)[file]).toBe(after);
  });

  test.each([
    ["biome.json", '{ "files": { "includes": ["**", "!!db/**"] } }', "kept"],
    ["biome.json", '{ "$schema": "https://biomejs.dev/schemas/1.9.4/schema.json" }', "left"],
    ["biome.json", '{ "files": { "includes": null } }', "left"],
    [".oxfmtrc.json", '{ "ignorePatterns": ["/db/"] }', "kept"],
  ])("leaves %s alone: %s", async (file, text, action) => {
    const cwd = createApp({ [file]: text });
    const { files } = await runInit(cwd);
    expect(files.find(({ path }) => path === file)).toMatchObject({ action });
    expect(readTree(cwd)[file]).toBe(text);
  });

  it("leaves files that are no text, and folders of that name", async () => {
    const cwd = createApp({ ...repository, ".gitattributes/x": "" });
    writeTree(cwd, { ".gitignore": "" });
    writeFileSync(join(cwd, ".gitignore"), Buffer.from([0xff, 0xfe, 0x41]));
    const { code, files } = await runInit(cwd);
    expect(code).toBe(2);
    expect(files).toContainEqual({ path: ".gitignore", action: "left", note: "it is not UTF-8", add: ".colonnade/" });
    expect(files).toContainEqual(
      expect.objectContaining({ path: ".gitattributes", action: "left", note: "it is no file" }),
    );
    expect(readFileSync(join(cwd, ".gitignore"))).toEqual(Buffer.from([0xff, 0xfe, 0x41]));
  });
});

describe("the next commands", () => {
  const lockFiles = packageManagers.map(({ name, lockFiles }) => [name, lockFiles[0] ?? ""] as const);

  test.each(lockFiles)("are those of %s", async (name, lockFile) => {
    const { next } = await runInit(createApp({ [lockFile]: "" }));
    const commands: Readonly<Record<string, readonly string[]>> = {
      npm: ["npm install @colonnade/runtime zod", "npm install --save-dev colonnade", "npx colonnade generate"],
      pnpm: ["pnpm add @colonnade/runtime zod", "pnpm add --save-dev colonnade", "pnpm exec colonnade generate"],
      yarn: ["yarn add @colonnade/runtime zod", "yarn add --dev colonnade", "yarn colonnade generate"],
      bun: ["bun add @colonnade/runtime zod", "bun add --dev colonnade", "bunx colonnade generate"],
    };
    expect(next).toEqual(commands[name]);
  });

  it("install only what is missing", async () => {
    const dependencies = { "@colonnade/runtime": "0.1.0", zod: "^4.1.0" };
    const app = { "package.json": JSON.stringify({ dependencies, devDependencies: { colonnade: "0.1.0" } }) };
    expect((await runInit(createApp(app))).next).toEqual(["npx colonnade generate"]);
  });

  it("take the tool of the workspace, but no package that an app has not asked for itself", async () => {
    const root = JSON.stringify({
      dependencies: { "@colonnade/runtime": "0.1.0" },
      devDependencies: { colonnade: "0.1.0" },
    });
    const cwd = createApp({ ...repository, "package.json": root, "pnpm-lock.yaml": "", "app/package.json": "{}" });
    expect((await runInit(join(cwd, "app"))).next).toEqual([
      "pnpm add @colonnade/runtime zod",
      "pnpm exec colonnade generate",
    ]);
  });

  it("need no zod where an older one is in use", async () => {
    const cwd = createApp({ "package.json": '{ "dependencies": { "zod": "^3.25.0" } }' });
    expect((await runInit(cwd)).next[0]).toBe("npm install @colonnade/runtime");
    expect(readTree(cwd)["colonnade.config.json"]).toContain('"validators": false');
  });

  it("name a config that no command would find by itself", async () => {
    const cwd = createApp();
    expect((await runInit(cwd, "--yes --config config/db.json")).next).toContain(
      "npx colonnade generate --config config/db.json",
    );
    expect(await runLine("generate --config config/db.json", { cwd })).toMatchObject({ code: 0 });
  });
});

describe("what will stand in the way later", () => {
  const verbatim = (module: string): string =>
    JSON.stringify({ compilerOptions: { module, verbatimModuleSyntax: true } });
  const refused = expect.stringMatching(/^TypeScript will refuse the generated files/) as string;

  test.each([
    [
      "a CommonJS package and a strict compiler",
      { "package.json": "{}", "tsconfig.json": verbatim("nodenext") },
      refused,
    ],
    ["CommonJS without TypeScript", { "package.json": "{}" }, expect.stringContaining("are ES modules") as string],
    [
      "a config that cannot be read",
      { "tsconfig.json": '{ "extends": "none" }' },
      expect.stringContaining("none") as string,
    ],
    [
      "a config that is no JSON",
      { "tsconfig.json": '{\n  "compilerOptions": { "module": }\n}' },
      "tsconfig.json cannot be read: it is not JSON at line 2, column 34",
    ],
  ])("is told: %s", async (_, tree, message) => {
    const { code, warnings } = await runInit(createApp(tree));
    expect(code).toBe(0);
    expect(warnings).toEqual([expect.objectContaining({ message })]);
  });

  it("is told: how imports end is not known from a config that cannot be read", async () => {
    const cwd = createApp({ "tsconfig.json": '{ "extends": "none" }' });
    const { stderr } = await runLine("init --yes", { cwd, stripsTypes: true });
    expect(stderr).toMatch(/^relative imports end in \.js: tsconfig\.json cannot be read$/m);
  });

  it("is told: an older zod, for which validators are left out", async () => {
    const cwd = createApp({ "package.json": '{ "type": "module", "dependencies": { "zod": "^3.25.0" } }' });
    expect((await runInit(cwd)).warnings).toEqual([
      {
        code: "old-zod",
        message: "validators are left out: they need zod 4, and package.json asks for an older one",
        next: "npm install zod@4, and take validators: false out of colonnade.config.json",
      },
    ]);
    // What stands in the config by now is somebody's wish.
    expect((await runInit(cwd)).warnings).toEqual([]);
  });

  it("is nothing with an older zod, where nobody wants validators", async () => {
    const cwd = createApp({ "package.json": '{ "type": "module", "dependencies": { "zod": "^3.25.0" } }' });
    expect((await runInit(cwd, "--yes --validators no")).warnings).toEqual([]);
  });

  it("is told: an older zod, where validators are wanted all the same", async () => {
    const tree = { "package.json": '{ "type": "module", "dependencies": { "zod": "^3.25.0" } }' };
    const { warnings } = await runInit(createApp(tree), "--yes --validators yes");
    expect(warnings).toEqual([expect.objectContaining({ next: "npm install zod@4, or --validators no" })]);
  });

  test.each([
    ["modules", { "package.json": '{ "type": "module" }', "tsconfig.json": verbatim("nodenext") }],
    ["a bundler", { "package.json": "{}", "tsconfig.json": verbatim("preserve") }],
    ["no package yet", {}],
  ])("is nothing with %s", async (_, tree) => {
    expect((await runInit(createApp(tree))).warnings).toEqual([]);
  });
});

describe("a dry run", () => {
  it("lists what it would write, and writes nothing", async () => {
    const tree = { "package.json": manifest };
    const cwd = createApp(tree);
    const { code, stdout } = await runLine("init --yes --dry-run", { cwd });
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: "create  colonnade.config.json\ncreate  definitions/web_shop/products.json\nchange  package.json\n",
    });
    const { dryRun, files } = await runInit(cwd, "--yes --dry-run");
    expect(dryRun).toBe(true);
    expect(files.map(({ action }) => action)).toEqual(["created", "created", "changed"]);
    expect(readTree(cwd)).toEqual(tree);
  });

  it("has all paths below each other, those of files that stay too", async () => {
    const cwd = createApp({
      "package.json": JSON.stringify({ scripts }),
      "biome.json": '{ "files": { "ignore": [] } }',
    });
    const said: string[] = [];
    const sink = { write: (text: string) => void said.push(text) };
    await runLine("init --yes --dry-run", { cwd, stdout: sink, stderr: sink });
    const listed = said
      .join("")
      .split("\n")
      .filter((line) => /^(?:create|change|kept|left) /.test(line));
    expect(listed.map((line) => line.slice(0, 8))).toEqual(["create  ", "create  ", "kept    ", "left    "]);
    expect(listed.map((line) => line.charAt(8))).not.toContain(" ");
  });

  it("takes the defaults where there is nobody to ask: it writes nothing", async () => {
    const cwd = createApp();
    const { code, stdout } = await runLine("init --dry-run", { cwd });
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: "create  colonnade.config.json\ncreate  definitions/app/products.json\ncreate  package.json\n",
    });
    expect(readTree(cwd)).toEqual({});
  });
});

describe("a second run", () => {
  it("changes nothing and loses nothing, whatever was there", async () => {
    const line = fc.constantFrom(
      "dist",
      "# mine",
      "*.log text=auto",
      ".colonnade/",
      "db/** linguist-generated",
      "  é  ",
      "",
    );
    const ending = fc.constantFrom("\n", "\r\n");
    const mark = fc.constantFrom("", "\uFEFF");
    const lines = fc
      .tuple(fc.array(line, { maxLength: 5 }), ending, mark)
      .map(([all, end, mark]) => mark + all.join(end));
    const scripts = fc.dictionary(
      fc.constantFrom("test", "db:check", "db:generate", "x"),
      fc.constantFrom("colonnade check", "y"),
    );
    const members = fc.record(
      { name: fc.constant("shop"), scripts, files: fc.array(fc.string()), é: fc.jsonValue() },
      { requiredKeys: [] },
    );
    const text = fc
      .tuple(members, fc.constantFrom<string | number>(0, 1, 2, 4, "\t"), ending, fc.boolean(), mark)
      .map(
        ([value, step, end, final, mark]) =>
          mark + JSON.stringify(value, null, step).replaceAll("\n", end) + (final ? end : ""),
      );
    const before = fc.record(
      { ".gitignore": lines, ".gitattributes": lines, "package.json": text },
      { requiredKeys: [".gitignore"] },
    );
    await fc.assert(
      fc.asyncProperty(before, async (tree) => {
        const cwd = createApp({ ...repository, ...tree });
        expect((await runInit(cwd)).code).toBe(0);
        const after = readTree(cwd);
        for (const [path, text] of Object.entries(tree)) {
          const found = after[path] ?? "";
          expect(isWithin(text, found)).toBe(true);
          if (path !== "package.json") expect(found.startsWith(text)).toBe(true);
          else expect(withoutScripts(found)).toEqual(withoutScripts(text));
        }
        const { code, files } = await runInit(cwd);
        expect(code).toBe(0);
        expect(files.filter(({ action }) => action !== "kept")).toEqual([]);
        expect(readTree(cwd)).toEqual(after);
      }),
      { seed: 7, numRuns: 40 },
    );
  });

  it("finds the keyspace that the first was told", async () => {
    const cwd = createApp({ "package.json": manifest });
    await runInit(cwd, "--yes --keyspace library --output out");
    const tree = readTree(cwd);
    await runInit(cwd);
    expect(readTree(cwd)).toEqual(tree);
  });

  it("says which flags it has no use for, as the config says otherwise", async () => {
    const cwd = createApp({ "package.json": '{ "type": "module" }' });
    const line = "--yes --keyspace shop --definitions tables --output out --validators no";
    await runInit(cwd, line);
    const tree = readTree(cwd);
    const again = await runInit(cwd, line);
    expect(again.warnings).toEqual([]);
    expect(again.next.join("\n")).not.toContain("zod");
    const { code, warnings } = await runInit(cwd, "--yes --definitions other --output out --validators yes");
    expect(code).toBe(0);
    expect(warnings.map(({ message }) => message)).toEqual([
      "--definitions and --validators change nothing: colonnade.config.json has shop already",
    ]);
    expect(readTree(cwd)).toEqual(tree);
  });

  test.each([
    ["--import-extension .ts", "--import-extension changes nothing: colonnade.config.json has shop already"],
    ["--format ts", "--format changes nothing: colonnade.config.json has shop already"],
    [
      "--import-extension none --validators no --format ts",
      "--format, --validators and --import-extension change nothing: colonnade.config.json has shop already",
    ],
  ])("says so of %s", async (flags, message) => {
    const cwd = createApp({ "package.json": '{ "type": "module" }' });
    await runInit(cwd, "--yes --keyspace shop --import-extension .js");
    const { warnings } = await runInit(cwd, `--yes ${flags}`);
    expect(warnings).toEqual([expect.objectContaining({ code: "keyspace-exists", message })]);
  });

  it("with another keyspace gives it folders of its own", async () => {
    const cwd = createApp();
    await runInit(cwd, "--yes --keyspace shop");
    await runInit(cwd, "--yes --keyspace library");
    expect(await runLine("generate", { cwd })).toMatchObject({ code: 0 });
    expect(Object.keys(readTree(cwd))).toEqual(expect.arrayContaining(["db/products.ts", "db-library/products.ts"]));
  });
});

/** The value of a package.json, less the scripts that it was given. */
function withoutScripts(text: string): object {
  const value = JSON.parse(text.replace(/^\uFEFF/, "")) as { scripts?: Record<string, string> };
  const { "db:check": _, "db:generate": __, ...scripts } = value.scripts ?? {};
  return { ...value, scripts };
}

describe("mistakes", () => {
  test.each([
    ["--keyspace my-shop", '--keyspace has 1 to 48 letters, digits and underscores: "my-shop" [usage]'],
    ["--output .", "--output is a folder for generated files alone, and that one is the working folder"],
    ["--output ..", 'and that one holds the working folder: ".." [bad-output]'],
    ["--output ../..", 'and that one holds the working folder: "../.." [bad-output]'],
    ["--output definitions", 'and that one holds the definitions of app: "definitions" [bad-output]'],
    ["--output definitions/app", 'and that one has the definitions of app: "definitions/app" [bad-output]'],
    ["--output definitions/app/out", 'and that one is in the definitions of app: "definitions/app/out" [bad-output]'],
    ["--output node_modules/db", 'and that one is in node_modules: "node_modules/db" [bad-output]'],
    ["--output repo/.git/db", 'and that one is in .git: "repo/.git/db" [bad-output]'],
    ["--output repo", "the root of a repository"],
    ["--output package.json", '--output is a folder, and that is a file: "package.json" [bad-output]'],
    ["--definitions package.json/deep", "--definitions is a folder, and that is a file"],
    ["--definitions package.json", "--definitions is a folder, and that is a file"],
    ["--format yaml", "--format is one of"],
    ["--validators maybe", "--validators is one of"],
    ["--config config.yaml", "config.yaml is no name for a config file"],
  ])("in %s are told before anything is written", async (flags, message) => {
    const tree = { "package.json": "{}", "repo/.git/HEAD": "" };
    const cwd = createApp(tree);
    const { code, stderr } = await runLine(`init --yes ${flags}`, { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(readTree(cwd)).toEqual(tree);
  });

  test.each([
    ["src/db", "has the files of shop"],
    ["src/../src/db/", "has the files of shop"],
    ["tables/shop/x", "is in the definitions of shop"],
  ])("in --output %s, which another keyspace has, are told", async (output, reason) => {
    const text = '{ "keyspaces": { "shop": { "definitions": "tables/shop", "output": "src/db" } } }';
    const cwd = createApp({ "colonnade.config.json": text });
    const { code, stderr } = await runLine(`init --yes --keyspace library --output ${output}`, { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain(`and that one ${reason}: ${JSON.stringify(output)} [bad-output]`);
    expect(readTree(cwd)).toEqual({ "colonnade.config.json": text });
  });

  it("in --output with the files of a keyspace that no config has are told, and it is not proposed", async () => {
    const printed = JSON.stringify({ format: 3, keyspace: "shop", files: {} });
    const cwd = createApp({ "db/.colonnade.json": printed });
    const { code, stderr } = await runLine("init --yes --keyspace library --output db", { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain('and that one has the files of shop: "db" [bad-output]');
    expect(Object.keys(readTree(cwd))).toEqual(["db/.colonnade.json"]);
    await runInit(cwd, "--yes --keyspace library");
    expect(readTree(cwd)["colonnade.config.json"]).toContain('"output": "db-library"');
  });

  it("of the disk leave what is there, and nothing beside it", () => {
    const tree = { "package.json": manifest };
    const cwd = createApp(tree);
    const files = ["package.json", "new.json", "package.json/impossible"].map((path): PlannedFile => ({
      path,
      action: "created",
      note: "",
      text: "new",
    }));
    expect(() => writeFiles(cwd, files)).toThrow(/^cannot write package\.json\/impossible: /);
    expect(readTree(cwd)).toEqual(tree);
  });
});

describe("on a narrow terminal", () => {
  /** What a terminal of that width shows. */
  async function show(flags: string, columns: number, tree: Tree = {}): Promise<string> {
    let said = "";
    const cwd = createApp({ "package.json": manifest, ...tree });
    await runLine(`init --yes ${flags}`, { cwd, stderr: { columns, write: (text) => void (said += text) } });
    return said;
  }

  it("gives what it says of a file lines of its own", async () => {
    expect(await show("", 40)).toBe(`relative imports end in .js: there is no
tsconfig.json
created  colonnade.config.json
         the keyspace web_shop
created  definitions/web_shop/products.json
         a table to begin with: change
         it, or put your own beside it
changed  package.json
         scripts db:generate and
         db:check
! the generated files are ES modules,
  and package.json does not say that
  this app is one
→ npm pkg set type=module, unless a
  compiler makes CommonJS of them
next:
  npm install @colonnade/runtime zod
  npm install --save-dev colonnade
  npx colonnade generate
`);
  });

  it("takes the width that somebody names", async () => {
    const cwd = createApp({ "package.json": manifest });
    const { stderr } = await runLine("init --yes", { cwd, env: { COLUMNS: "40" } });
    expect(stderr).toBe(await show("", 40));
  });

  it("breaks it beside the path, where there is room", async () => {
    expect(await show("", 80)).toContain(`
created  colonnade.config.json               the keyspace web_shop
created  definitions/web_shop/products.json  a table to begin with: change it,
                                             or put your own beside it
changed  package.json                        scripts db:generate and db:check
`);
  });

  it("breaks nothing that is to be copied, and nothing else is wider than the terminal", async () => {
    const tree = { "biome.json": '{ "files": { "ignore": [] } }', "tsconfig.json": "nothing" };
    for (const columns of [30, 40, 60]) {
      const lines = (await show("--dry-run", columns, tree)).split("\n");
      const wide = lines.filter((line) => line.length > columns && /\S\s+\S/.test(line.slice(9)));
      expect(wide.filter((line) => !/^ {2}np|"/.test(line))).toEqual([]);
    }
  });
});

describe("without --yes", () => {
  it("asks nobody where there is no terminal, and says which flags there are", async () => {
    const cwd = createApp();
    const { code, stderr } = await runLine("init --output out", { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain("init has questions, and there is no terminal to ask them on [no-terminal]");
    expect(stderr).toContain("--yes takes --keyspace app --definitions definitions --format json --validators yes;");
    expect(readTree(cwd)).toEqual({});
  });

  it("needs no terminal when every flag is there", async () => {
    const flags = "--keyspace shop --definitions definitions --output db --format json --validators yes";
    expect(await runLine(`init ${flags}`, { cwd: createApp() })).toMatchObject({ code: 0 });
  });

  /** Types what answers each question, when it is on the screen. */
  async function answer(cwd: string, keys: Readonly<Record<string, string>>, env = {}): Promise<Outcome> {
    const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => input });
    const output = Object.assign(new PassThrough(), { isTTY: true, columns: 80 });
    const left = Object.entries(keys);
    output.on("data", (part: Buffer) => {
      const [question, typed] = left[0] ?? [];
      if (question === undefined || !part.toString().includes(question)) return;
      left.shift();
      setImmediate(() => input.write(typed));
    });
    const outcome = await runLine("init", { cwd, env, terminal: () => ({ input, output }) });
    expect(left).toEqual([]);
    return outcome;
  }

  it("asks on the terminal what the flags do not say", async () => {
    const cwd = createApp();
    const keys = {
      "the keyspace called?": "shop\r",
      "has the definitions?": "\r",
      "for the generated files": "out\r",
      "What kind of config": "\r",
      "validators for zod": "\r",
    };
    expect(await answer(cwd, keys)).toMatchObject({ code: 0 });
    expect(readTree(cwd)["colonnade.config.json"]).toContain(
      '"shop": { "definitions": "definitions/shop", "output": "out" }',
    );
  });

  it("writes nothing when it is broken off", async () => {
    const cwd = createApp();
    const { code, stderr } = await answer(cwd, { "the keyspace called?": "\u0003" });
    expect({ code, stderr }).toEqual({ code: 130, stderr: "nothing was written\n" });
    expect(readTree(cwd)).toEqual({});
  });

  test.each([{ CI: "true" }, { TERM: "dumb" }])("asks nobody with %o", async (env) => {
    expect(await answer(createApp(), {}, env)).toMatchObject({ code: 2 });
  });
});
