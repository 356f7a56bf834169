import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { decideImportExtension } from "../../../src/cli/init/import-extension.ts";
import { loadProject } from "../../../src/cli/init/project.ts";
import type { Project } from "../../../src/cli/init/project.ts";
import { keyspaceNameOf, prefersModule } from "../../../src/cli/init/existing.ts";
import { createTemporaryFolder, writeTree } from "../../support/temporary-folder.ts";
import type { Tree } from "../../support/temporary-folder.ts";

function projectOf(
  tree: Tree,
  {
    env = {},
    within = "",
    stripsTypes = false,
  }: { env?: Record<string, string>; within?: string; stripsTypes?: boolean } = {},
): Project {
  const folder = createTemporaryFolder();
  writeTree(folder, tree);
  return loadProject({ cwd: join(folder, within), env, stripsTypes });
}

const repository = { ".git/HEAD": "ref: refs/heads/main\n" };

describe("the package manager", () => {
  test.each([
    ["npm", { "package-lock.json": "{}" }],
    ["npm", { "npm-shrinkwrap.json": "{}" }],
    ["pnpm", { "pnpm-lock.yaml": "" }],
    ["yarn", { "yarn.lock": "" }],
    ["bun", { "bun.lock": "" }],
    ["bun", { "bun.lockb": "" }],
    ["deno", { "deno.jsonc": "{}" }],
    ["npm", { "deno.json": "{}", "package-lock.json": "{}" }],
    ["pnpm", { "package.json": '{ "packageManager": "pnpm@10.4.1+sha512.1" }', "package-lock.json": "{}" }],
    ["npm", {}],
  ])("is %s, by %o", (name, tree) => {
    expect(projectOf(tree).packageManager.name).toBe(name);
  });

  it("is that of the workspace, whose lock file stands above", () => {
    const tree = { ...repository, "yarn.lock": "", "apps/web/package.json": "{}" };
    expect(projectOf(tree, { within: "apps/web" }).packageManager.name).toBe("yarn");
  });

  it("is not that of a folder around the repository", () => {
    const tree = { "yarn.lock": "", "app/.git/HEAD": "" };
    expect(projectOf(tree, { within: "app" }).packageManager.name).toBe("npm");
  });

  it("is not that of a folder above, where there is no repository", () => {
    expect(projectOf({ "yarn.lock": "", "app/index.ts": "" }, { within: "app" }).packageManager.name).toBe("npm");
  });

  it("is the one that called, where nothing else tells", () => {
    const env = { npm_config_user_agent: "pnpm/10.4.1 npm/? node/v22.18.0 linux x64" };
    expect(projectOf({}, { env }).packageManager.name).toBe("pnpm");
    expect(projectOf({ "yarn.lock": "" }, { env }).packageManager.name).toBe("yarn");
  });
});

/** The extension that a TypeScript config leads to, and what decided. */
function extensionOf(tree: Tree, stripsTypes = false): readonly [string, string] {
  const { importExtension, because } = decideImportExtension(projectOf(tree, { stripsTypes }));
  return [importExtension, because];
}

describe("how imports end", () => {
  it("is .ts for Deno, which resolves them as they are written", () => {
    expect(extensionOf({ "deno.json": "{}" })).toEqual([".ts", "deno.json"]);
    expect(extensionOf({ "deno.jsonc": "// a", "tsconfig.json": "{}" })).toEqual([".ts", "deno.jsonc"]);
  });

  test.each([
    ['{ "module": "NodeNext" }', ".js", "module nodenext"],
    ['{ "module": "node20" }', ".js", "module node20"],
    ['{ "module": "preserve" }', "", "module preserve"],
    ['{ "module": "esnext", "moduleResolution": "bundler" }', "", "moduleResolution bundler"],
    ['{ "module": "commonjs" }', "", "module commonjs"],
    ['{ "module": "esnext", "moduleResolution": "node" }', "", "moduleResolution node"],
    [
      '{ "module": "nodenext", "allowImportingTsExtensions": true, "noEmit": true }',
      ".ts",
      "allowImportingTsExtensions",
    ],
    ['{ "module": "nodenext", "rewriteRelativeImportExtensions": true }', ".ts", "rewriteRelativeImportExtensions"],
    // It alone lets the compiler refuse an import of a `.ts`.
    ['{ "module": "nodenext", "erasableSyntaxOnly": true }', ".js", "module nodenext"],
    ['{ "strict": true }', ".js", "does not decide"],
  ])("with %s is %j, for %s", (options, extension, because) => {
    const [decided, reason] = extensionOf({ "tsconfig.json": `{ /* mine */ "compilerOptions": ${options}, }` });
    expect(decided).toBe(extension);
    expect(reason).toContain(because);
    expect(reason).toContain("tsconfig.json");
  });

  it("is .js without a TypeScript config", () => {
    expect(extensionOf({})).toEqual([".js", "no tsconfig.json"]);
  });

  it("is .ts where Node runs TypeScript as it is, without a TypeScript config or compiler", () => {
    expect(extensionOf({}, true)).toEqual([".ts", "no tsconfig.json, and this Node runs TypeScript"]);
    expect(extensionOf({ "tsconfig.json": "{}" }, true)[0]).toBe(".js");
    const compiled = { "package.json": '{ "devDependencies": { "typescript": "^5.9.0" } }' };
    expect(extensionOf(compiled, true)).toEqual([".js", "no tsconfig.json"]);
  });

  it("is what an extended config says", () => {
    const tree = {
      "tsconfig.json": '{ "extends": "./base.json" }',
      "base.json": '{ "compilerOptions": { "module": "preserve" } }',
    };
    expect(extensionOf(tree)[0]).toBe("");
  });

  it("is what the config says that a solution refers to for src", () => {
    const tree = {
      "tsconfig.json":
        '{ "files": [], "references": [{ "path": "./tsconfig.node.json" }, { "path": "./tsconfig.app.json" }] }',
      "tsconfig.node.json": '{ "compilerOptions": { "module": "nodenext" }, "include": ["vite.config.ts"] }',
      "tsconfig.app.json":
        '{ "compilerOptions": { "module": "esnext", "moduleResolution": "bundler" }, "include": ["src"] }',
    };
    expect(extensionOf(tree)).toEqual(["", "moduleResolution bundler in tsconfig.app.json"]);
  });

  it("is .js, with the reason, when a config that it extends does not exist", () => {
    const tree = { "tsconfig.json": '{ "extends": "@acme/tsconfig" }' };
    const project = projectOf(tree);
    expect(project.typescript).toBeUndefined();
    expect(project.typescriptProblem).toEqual({
      file: "tsconfig.json",
      reason: expect.stringContaining("@acme/tsconfig") as string,
    });
    expect(extensionOf(tree, true)).toEqual([".js", "tsconfig.json cannot be read"]);
  });

  test.each(["", "// nothing yet\n", "\uFEFF{}", "{ not json"])(
    "is .js with a config that has no options: %j",
    (text) => {
      expect(extensionOf({ "tsconfig.json": text })).toEqual([
        ".js",
        "the default, because tsconfig.json does not decide",
      ]);
    },
  );

  it.each([
    [".ts", ".ts"],
    ["none", ""],
  ])("is what the flag says: %s", (flag, importExtension) => {
    const decided = decideImportExtension(projectOf({ "tsconfig.json": "{}" }), flag);
    expect(decided).toEqual({ importExtension, because: "--import-extension" });
  });
});

describe("the form of the config", () => {
  test.each([
    ["TypeScript, where the compiler writes nothing", '{ "compilerOptions": { "noEmit": true } }', true],
    ["TypeScript, where it is not compiled", '{ "include": ["src"] }', true],
    ["JSON, where a module would be compiled with the app", '{ "compilerOptions": { "outDir": "dist" } }', false],
  ])("is %s", (_, tsconfig, expected) => {
    expect(prefersModule(projectOf({ "tsconfig.json": tsconfig }))).toBe(expected);
  });

  it("is JSON without TypeScript", () => {
    expect(prefersModule(projectOf({}))).toBe(false);
  });
});

test.each([
  ["shop", "shop"],
  ["@acme/Web-Shop", "web_shop"],
  ["2048", "app_2048"],
  ["types", "app_types"],
  ["system_auth", "app_system_auth"],
  ["", "app"],
  ["@acme/", "app"],
  ["a".repeat(60), "a".repeat(48)],
  [`${"a".repeat(47)}-b`, "a".repeat(47)],
])("the package %j has the keyspace %s", (name, keyspace) => {
  expect(keyspaceNameOf(name)).toBe(keyspace);
});
