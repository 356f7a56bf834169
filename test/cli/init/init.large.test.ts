import { PassThrough } from "node:stream";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { scripts } from "../../../src/cli/init/plan-files.ts";
import { writeFiles } from "../../../src/cli/init/text-files.ts";
import type { PlannedFile } from "../../../src/cli/init/text-files.ts";
import { packageManagers } from "../../../src/cli/terminal/package-manager.ts";
import type { Io } from "../../../src/cli/terminal/io.ts";
import { createTemporaryFolder, readTree, writeTree } from "../../support/temporary-folder.ts";
import type { Tree } from "../../support/temporary-folder.ts";
import { compile } from "../../support/compile.ts";
import { isWithin } from "../../support/is-within.ts";
import { runLine } from "../run-line.ts";
import type { Outcome } from "../run-line.ts";
import { repository as checkout } from "../../support/repository.ts";

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
const esm = { "package.json": '{ "type": "module" }' };
const repository = { ".git/HEAD": "ref: refs/heads/main\n" };

describe("in a new app", () => {
  it("writes all that is needed, and says what is next", async () => {
    const cwd = createApp({ "package.json": manifest });
    const { code, stdout, stderr } = await runLine("init --yes", { cwd });
    expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
    expect(stderr).toBe(`relative imports end in .js (no tsconfig.json)
created  colonnade.config.json               keyspace web_shop
created  definitions/web_shop/products.json  example table, to edit or replace
changed  package.json                        scripts db:generate and db:check
! the generated files are ES modules, but package.json does not have "type": "module"
→ npm pkg set type=module, unless a compiler turns them into CommonJS
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
    expect(stderr).toMatch(/^relative imports end in \.ts \(no tsconfig\.json, and this Node runs TypeScript\)$/m);
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
    symlinkSync(join(checkout, "node_modules/prettier"), join(cwd, "node_modules/prettier"));
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
    expect(stderr).toMatch(/^changed {2}package\.json +script db:generate$/m);
    expect(readTree(cwd)["package.json"]).toBe(
      '{ "scripts": { "db:check": "true", "db:generate": "colonnade generate" } }',
    );
  });

  test.each([
    ["{", "not JSON at line 1, column 2"],
    ["[]", "not a JSON object"],
    ['{ "scripts": [] }', '"scripts" is not an object'],
    ['{ "scripts": {}, "scripts": {} }', "its layout is too unusual to edit"],
  ])("leaves a package.json like %s, and shows the lines to add", async (text, reason) => {
    const cwd = createApp({ "package.json": text });
    const { code, stderr } = await runLine("init --yes --quiet", { cwd });
    expect(code).toBe(2);
    expect(stderr).toBe(`left     package.json: ${reason}; add these lines yourself
         "scripts": {
           "db:generate": "colonnade generate",
           "db:check": "colonnade check"
         }
`);
    expect(readTree(cwd)["package.json"]).toBe(text);
  });

  test.each([
    ["biome.json", '{ "root": false, "x": "dbx" }', 'in biome.json, add "!db" to files.includes, after "**"'],
    ["biome.jsonc", '{ "files": { "includes": ["**"] } } // ours', 'in biome.jsonc, add "!db" to files.includes'],
    [".oxfmtrc.json", "{}", 'in .oxfmtrc.json, add "db/**" to ignorePatterns'],
  ])("shows what keeps formatters away by %s: %j", async (file, text, next) => {
    const cwd = createApp({ ...esm, [file]: text });
    const { code, warnings } = await runInit(cwd);
    expect(code).toBe(0);
    expect(warnings).toEqual([
      expect.objectContaining({ code: "formatter", next: expect.stringContaining(next) as string }),
    ]);
    expect(readTree(cwd)[file]).toBe(text);
  });

  test.each([
    ["biome.json", '{ "files": { "includes": ["**", "!!db/**"] } }'],
    [".oxfmtrc.json", '{ "ignorePatterns": ["/db/"] }'],
  ])("has nothing to say of %s that excludes the output: %s", async (file, text) => {
    expect((await runInit(createApp({ ...esm, [file]: text }))).warnings).toEqual([]);
  });

  it("sees the formatter of a monorepo, whose config is above the folder", async () => {
    const cwd = createApp({ ".git/HEAD": "", "biome.json": "{}", "apps/web/package.json": '{ "type": "module" }' });
    const app = join(cwd, "apps", "web");
    const next = 'in ../../biome.json, add "!apps/web/db" to files.includes, after "**"';
    expect((await runInit(app, "--yes --dry-run")).warnings).toContainEqual(
      expect.objectContaining({ code: "formatter", next: expect.stringContaining(next) as string }),
    );
    writeTree(cwd, { "biome.json": '{ "files": { "includes": ["**", "!apps/web/db"] } }' });
    expect((await runInit(app, "--yes --dry-run")).warnings).toEqual([]);
  });

  it("leaves files that are no text, and folders of that name", async () => {
    const cwd = createApp({ ...repository, ".gitattributes/x": "" });
    writeTree(cwd, { ".gitignore": "" });
    writeFileSync(join(cwd, ".gitignore"), Buffer.from([0xff, 0xfe, 0x41]));
    const { code, files } = await runInit(cwd);
    expect(code).toBe(2);
    expect(files).toContainEqual({ path: ".gitignore", action: "left", note: "not UTF-8", add: ".colonnade/" });
    expect(files).toContainEqual(
      expect.objectContaining({ path: ".gitattributes", action: "left", note: "not a file" }),
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
      deno: [
        ...["deno add npm:@colonnade/runtime npm:zod", "deno add --dev npm:colonnade", "deno x colonnade generate"],
      ],
    };
    expect(next).toEqual(commands[name]);
  });

  it("of Deno leave out what its config imports, and its tasks run the tool", async () => {
    const zod = { imports: { zod: "npm:zod@^4.6.0" }, tasks: { dev: "deno run main.ts" } };
    const cwd = createApp({ "deno.json": JSON.stringify(zod, null, 2) });
    const { next, warnings } = await runInit(cwd);
    expect(next[0]).toBe("deno add npm:@colonnade/runtime");
    expect(warnings).toEqual([]);
    const files = readTree(cwd);
    expect(files["package.json"]).toBeUndefined();
    expect(JSON.parse(files["deno.json"] ?? "")).toEqual({
      ...zod,
      tasks: { ...zod.tasks, "db:generate": "deno x colonnade generate", "db:check": "deno x colonnade check" },
    });
    expect(files["colonnade.config.json"]).toContain('"importExtension": ".ts"');
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
  const refused = expect.stringMatching(/^TypeScript will reject the generated files/) as string;

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
  ])("is told: %s", async (_, tree, message) => {
    const { code, warnings } = await runInit(createApp(tree));
    expect(code).toBe(0);
    expect(warnings).toEqual([expect.objectContaining({ message })]);
  });

  it("is told: how imports end is not known from a config that cannot be read", async () => {
    const cwd = createApp({ "tsconfig.json": '{ "extends": "none" }' });
    const { stderr } = await runLine("init --yes", { cwd, stripsTypes: true });
    expect(stderr).toMatch(/^relative imports end in \.js \(tsconfig\.json cannot be read\)$/m);
  });

  it("is told: an older zod, for which validators are left out", async () => {
    const cwd = createApp({ "package.json": '{ "type": "module", "dependencies": { "zod": "^3.25.0" } }' });
    expect((await runInit(cwd)).warnings).toEqual([
      {
        code: "old-zod",
        message: "validators need zod 4, but package.json has an older version, so they are off",
        next: "to turn them on, npm install zod@4 and remove validators: false from colonnade.config.json",
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
    ["Bun, to which any TypeScript is a module", { "package.json": "{}", "bun.lock": "" }],
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

  it("aligns all paths, also those of files that stay", async () => {
    const config = 'export default { keyspaces: { crm: { definitions: "d", output: "o" } } };';
    const cwd = createApp({ "package.json": JSON.stringify({ scripts }), "colonnade.config.mjs": config });
    const said: string[] = [];
    const sink = { write: (text: string) => void said.push(text) };
    await runLine("init --yes --keyspace shop --dry-run", { cwd, stdout: sink, stderr: sink });
    const listed = said
      .join("")
      .split("\n")
      .filter((line) => /^(?:create|change|kept|left) /.test(line));
    expect(listed.map((line) => line.slice(0, 8))).toEqual(["left    ", "create  ", "kept    "]);
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

  it.each([
    ["--definitions other --output out", "--definitions, --output"],
    ["--validators no", "--validators"],
    ["--format ts --import-extension none", "--format, --import-extension"],
  ])("says that it ignores %s", async (flags, ignored) => {
    const cwd = createApp(esm);
    await runInit(cwd, "--yes --keyspace shop");
    const tree = readTree(cwd);
    const { code, warnings } = await runInit(cwd, `--yes --keyspace shop ${flags}`);
    expect(code).toBe(0);
    expect(warnings).toEqual([
      {
        code: "keyspace-exists",
        message: `${ignored} ignored: colonnade.config.json already has the keyspace shop`,
        next: "change the settings of shop in colonnade.config.json",
      },
    ]);
    expect(readTree(cwd)).toEqual(tree);
  });

  it("installs what the config asks for, not what the flags do", async () => {
    const cwd = createApp(esm);
    await runInit(cwd, "--yes --keyspace shop --validators no");
    expect((await runInit(cwd, "--yes --validators yes")).next.join("\n")).not.toContain("zod");
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
    [
      "--keyspace my-shop",
      '--keyspace "my-shop" cannot be used: a name has 1 to 48 letters, digits and underscores [usage]',
    ],
    ["--output .", '--output "." cannot be used: it contains the working folder [bad-output]'],
    ["--output ..", '--output ".." cannot be used: it contains the working folder [bad-output]'],
    ["--output ../..", '--output "../.." cannot be used: it contains the working folder [bad-output]'],
    ["--output definitions", "it contains the definitions of app [bad-output]"],
    ["--output definitions/app", "it contains the definitions of app [bad-output]"],
    ["--output definitions/app/out", "it is in the definitions of app [bad-output]"],
    ["--output node_modules/db", "cannot be used: it is in a folder node_modules [bad-output]"],
    ["--output repo/.git/db", "cannot be used: it is in a folder .git [bad-output]"],
    ["--output repo", "cannot be used: it is the root of a repository [bad-output]"],
    ["--output package.json", "cannot be used: it is a file [bad-output]"],
    ["--definitions package.json/deep", "package.json is a file, not a folder [usage]"],
    ["--definitions package.json", "package.json is a file, not a folder [usage]"],
    ["--format yaml", "--format must be one of"],
    ["--validators maybe", "--validators must be one of"],
    ["--config config.yaml", '--config "config.yaml" is not a valid name for a new config file [usage]'],
    ["--config config.cjs", "→ use a name that ends in .ts, .mts, .js, .mjs or .json"],
  ])("in %s are told before anything is written", async (flags, message) => {
    const tree = { "package.json": "{}", "repo/.git/HEAD": "" };
    const cwd = createApp(tree);
    const { code, stderr } = await runLine(`init --yes ${flags}`, { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(readTree(cwd)).toEqual(tree);
  });

  test.each([
    ["src/db", "contains the generated files of shop"],
    ["src/../src/db/", "contains the generated files of shop"],
    ["tables/shop/x", "is in the definitions of shop"],
  ])("in --output %s, which another keyspace has, are told", async (output, reason) => {
    const text = '{ "keyspaces": { "shop": { "definitions": "tables/shop", "output": "src/db" } } }';
    const cwd = createApp({ "colonnade.config.json": text });
    const { code, stderr } = await runLine(`init --yes --keyspace library --output ${output}`, { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain(`--output ${JSON.stringify(output)} cannot be used: it ${reason} [bad-output]`);
    expect(readTree(cwd)).toEqual({ "colonnade.config.json": text });
  });

  it("in --output with the files of a keyspace that no config has are told, and it is not proposed", async () => {
    const printed = JSON.stringify({ format: 3, keyspace: "shop", files: {} });
    const cwd = createApp({ "db/.colonnade.json": printed });
    const { code, stderr } = await runLine("init --yes --keyspace library --output db", { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain('--output "db" cannot be used: it contains the generated files of shop [bad-output]');
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

describe("without --yes", () => {
  it("asks nobody where there is no terminal, and says which flags there are", async () => {
    const cwd = createApp();
    const { code, stderr } = await runLine("init --output out", { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain("init has questions, but there is no terminal to ask them on [no-terminal]");
    expect(stderr).toContain(
      "→ add --yes to accept these values, or set other ones: --keyspace app --definitions definitions --format json --validators yes\n",
    );
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
      "Name of the keyspace": "shop\r",
      "Folder of the table definitions": "\r",
      "Folder for generated files": "out\r",
      "Format of the config file": "\r",
      "Generate zod validators": "\r",
    };
    expect(await answer(cwd, keys)).toMatchObject({ code: 0 });
    expect(readTree(cwd)["colonnade.config.json"]).toContain(
      '"shop": { "definitions": "definitions/shop", "output": "out" }',
    );
  });

  it("writes nothing when it is broken off", async () => {
    const cwd = createApp();
    const { code, stderr } = await answer(cwd, { "Name of the keyspace": "\u0003" });
    expect({ code, stderr }).toEqual({ code: 130, stderr: "no files were written\n" });
    expect(readTree(cwd)).toEqual({});
  });

  test.each([{ CI: "true" }, { TERM: "dumb" }])("asks nobody with %o", async (env) => {
    expect(await answer(createApp(), {}, env)).toMatchObject({ code: 2 });
  });

  test.each([{ CI: "false" }, { CI: "0" }])("asks somebody with %o", async (env) => {
    expect(await answer(createApp(), { "Name of the keyspace": "\u0003" }, env)).toMatchObject({ code: 130 });
  });
});
