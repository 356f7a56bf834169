import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { Flags } from "../../../src/cli/arguments/command.ts";
import { planIntrospection } from "../../../src/cli/introspect/plan-introspection.ts";
import { findEntries, findFolders } from "../../../src/cli/targets/keyspace-folders.ts";
import { selectTargets } from "../../../src/cli/targets/select-targets.ts";
import type { Io } from "../../../src/cli/terminal/io.ts";
import { loadConfig } from "../../../src/config/index.ts";
import type { ColonnadeError } from "../../../src/errors.ts";
import type { Target } from "../../../src/generate.ts";
import { createTemporaryFolder, writeTree } from "../../support/temporary-folder.ts";
import { runLine } from "../run-line.ts";

type Given = Readonly<Record<string, string | true>>;

function ioOf(cwd: string): Io {
  const sink = { write: () => undefined };
  return { stdout: sink, stderr: sink, env: { COLONNADE_USERNAME: "me", COLONNADE_PASSWORD: "secret" }, cwd };
}

function createProject(keyspaces?: object, files: readonly string[] = ["shop/products", "crm/people"]): string {
  const cwd = createTemporaryFolder();
  writeTree(cwd, Object.fromEntries(files.map((file) => [`definitions/${file}.json`, "{}"])));
  if (keyspaces) writeTree(cwd, { "colonnade.config.json": JSON.stringify({ keyspaces }) });
  return cwd;
}

const targetsOf = async (cwd: string, flags: Given = {}): Promise<readonly Target[]> =>
  selectTargets(new Flags(flags), ioOf(cwd), await loadConfig(cwd));

async function failure(work: Promise<unknown>): Promise<ColonnadeError> {
  return work.then(
    () => expect.unreachable("it should have been refused"),
    (error: ColonnadeError) => error,
  );
}

/** `shop src/db`, with paths relative to the project. */
async function shown(cwd: string, flags: Given = {}): Promise<readonly string[]> {
  return (await targetsOf(cwd, flags)).map(({ keyspace, output }) => `${keyspace} ${output.slice(cwd.length + 1)}`);
}

const shop = { definitions: "definitions", output: "src/db" };
const browser = { ...shop, output: "web/db", include: ["products"], validators: false };

describe("several outputs of a keyspace", () => {
  it("are a target each, with settings of their own, in the order of the config file", async () => {
    const cwd = createProject({ shop: [shop, browser], crm: { ...shop, output: "src/crm" } });
    const definitions = join(cwd, "definitions", "shop");
    expect(await targetsOf(cwd)).toEqual([
      { keyspace: "shop", definitions, output: join(cwd, "src/db") },
      { keyspace: "shop", definitions, output: join(cwd, "web/db"), include: ["products"], validators: false },
      { keyspace: "crm", definitions: join(cwd, "definitions", "crm"), output: join(cwd, "src/crm") },
    ]);
  });

  it("stand with --definitions, too", async () => {
    const cwd = createProject({ shop: [{ ...shop, definitions: "nowhere" }, browser] });
    const targets = await targetsOf(cwd, { definitions: "definitions/shop" });
    expect(targets.map(({ definitions }) => definitions)).toEqual(Array(2).fill(join(cwd, "definitions", "shop")));
  });

  test.each<[string, object, Given, string, string]>([
    [
      "in one folder",
      { shop: [shop, { ...browser, output: "./src/db/" }] },
      {},
      "src/db would hold two outputs of shop",
      "give each a folder of its own",
    ],
    [
      "by --output",
      { shop: [shop, browser] },
      { output: "other" },
      "other would hold two outputs of shop",
      "omit --output: the config file has a folder for each",
    ],
    [
      "in the folder of another keyspace",
      { crm: { ...shop, output: "web/db" }, shop: [shop, browser] },
      { keyspace: "crm" },
      "web/db would hold the files of shop and the files of crm",
      "give shop an output folder of its own",
    ],
    [
      "in the folder of their definitions",
      { shop: [shop, { ...browser, output: "definitions/shop" }] },
      {},
      "definitions/shop would hold the files of shop and the definitions of shop",
      "give shop an output folder of its own",
    ],
  ])("are refused %s", async (_, keyspaces, flags, message, next) => {
    const cwd = createProject(keyspaces);
    const error = await failure(targetsOf(cwd, flags));
    expect(error).toMatchObject({ code: "same-folder", kind: "input", message });
    expect(error.next).toContain(next);
  });
});

describe("--keyspace", () => {
  const keyspaces = { shop: [shop, browser], crm: { ...shop, output: "src/crm" }, log: { ...shop, output: "src/log" } };

  test.each([
    ["crm", ["crm src/crm"]],
    ["shop", ["shop src/db", "shop web/db"]],
    // Of log there are no definitions, and nobody asks for them.
    ["crm,shop", ["shop src/db", "shop web/db", "crm src/crm"]],
    [" crm , crm ", ["crm src/crm"]],
  ])("%s chooses among those of the config file", async (keyspace, expected) => {
    expect(await shown(createProject(keyspaces), { keyspace })).toEqual(expected);
  });

  it("chooses among those of --definitions, and they keep their folders", async () => {
    const cwd = createProject();
    const flags = { definitions: "definitions", output: "src/db" };
    expect(await shown(cwd, flags)).toEqual(["crm src/db/crm", "shop src/db/shop"]);
    expect(await shown(cwd, { ...flags, keyspace: "shop" })).toEqual(["shop src/db/shop"]);
    expect(await shown(cwd, { ...flags, definitions: "definitions/shop", keyspace: "shop" })).toEqual(["shop src/db"]);
  });

  it("asks for an output of those alone that it chooses", async () => {
    const cwd = createProject({ shop });
    const definitions = "definitions";
    expect(await shown(cwd, { definitions, keyspace: "shop" })).toEqual(["shop src/db"]);
    expect((await failure(targetsOf(cwd, { definitions }))).message).toBe("the output folder of crm is not set");
  });

  test.each([
    ["shp", "unknown keyspace shp", "did you mean shop?"],
    ["shop,telemetry", "unknown keyspace telemetry", "existing keyspaces: shop, crm, log"],
    ["Shop", "unknown keyspace Shop", "did you mean shop?"],
  ])("%s is refused", async (keyspace, message, next) => {
    expect(await failure(targetsOf(createProject(keyspaces), { keyspace }))).toMatchObject({
      code: "unknown-keyspace",
      kind: "input",
      message,
      next,
    });
  });
});

describe("lists of flags", () => {
  it("change nothing of the settings when they are not given: what is generated already stands", async () => {
    const [target] = await targetsOf(createProject({ shop }));
    expect(Object.keys(target ?? {})).toEqual(["keyspace", "definitions", "output"]);
  });

  test.each<Given>([{ keyspace: "shop,,crm" }, { keyspace: "," }, { keyspace: "shop," }])(
    "are refused when a word is missing: %j",
    async (flags) => {
      const [name = "", text] = Object.entries(flags)[0] ?? [];
      const error = await failure(targetsOf(createProject({ shop }), flags));
      expect(error).toMatchObject({
        code: "usage",
        message: `--${name} takes a comma-separated list, not ${JSON.stringify(text)}`,
      });
    },
  );
});

describe("an output among definitions", () => {
  it.each(["definitions", "definitions/shop/types", "definitions/shop/db"])("is refused: %s", async (output) => {
    const cwd = createProject({ shop: { ...shop, output } });
    expect(await failure(targetsOf(cwd))).toMatchObject({ code: "same-folder" });
  });
});

describe("commands that need a single folder of definitions", () => {
  const foldersOf = async (flags: Flags, io: Io): Promise<unknown> => {
    const entries = await findEntries(flags, io, await loadConfig(io.cwd));
    const folders = await findFolders(entries, io.cwd);
    return folders.map(({ keyspace, directory }) => ({ keyspace, directory }));
  };
  const url = "http://localhost:1";
  const crm = { ...shop, output: "src/crm" };
  const same = { shop: [shop, { ...browser, definitions: "definitions/shop" }], crm };
  const different = { shop: [shop, { ...browser, definitions: "other" }], crm };

  const directoryOf = async (flags: Given, cwd: string): Promise<string> =>
    (await planIntrospection(new Flags(flags), ioOf(cwd), await loadConfig(cwd))).directory;

  it("take that of several outputs once: serve", async () => {
    const cwd = createProject(same);
    expect(await foldersOf(new Flags({}), ioOf(cwd))).toEqual([
      { keyspace: "shop", directory: join(cwd, "definitions", "shop") },
      { keyspace: "crm", directory: join(cwd, "definitions", "crm") },
    ]);
  });

  it("take that of several outputs once: introspect", async () => {
    const cwd = createProject(same);
    const directory = await directoryOf({ url, keyspace: "shop" }, cwd);
    expect(directory).toBe(join(cwd, "definitions", "shop"));
  });

  it("name both where there are two, and take the one that a flag names", async () => {
    const cwd = createProject(different, ["shop/products", "crm/people", "../other/products"]);
    const message = "the config file has the definitions of the keyspace shop in definitions/shop and in other";
    const served = await failure(foldersOf(new Flags({}), ioOf(cwd)));
    expect(served).toMatchObject({ code: "two-definitions", kind: "input", message });
    expect(served.next).toBe("choose one: --definitions definitions/shop");
    const asked = await failure(directoryOf({ url, keyspace: "shop" }, cwd));
    expect(asked).toMatchObject({ code: "two-definitions", message });
    expect(asked.next).toBe("choose one: --output definitions/shop");

    const directory = join(cwd, "definitions", "shop");
    expect(await foldersOf(new Flags({ definitions: "definitions/shop" }), ioOf(cwd))).toEqual([
      { keyspace: "shop", directory },
    ]);
    expect(await directoryOf({ url, keyspace: "shop", output: "definitions/shop" }, cwd)).toBe(directory);
  });

  it("are the only ones: each output may have definitions of its own", async () => {
    const cwd = createProject(different, ["shop/products", "crm/people", "../other/products"]);
    expect(await shown(cwd, { keyspace: "shop" })).toEqual(["shop src/db", "shop web/db"]);
  });

  it("tell it before anything is served", async () => {
    const cwd = createProject(different, ["shop/products", "crm/people", "../other/products"]);
    const { code, stderr } = await runLine("serve --port 0", { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain("[two-definitions]");
  });
});

describe("codecs of the user's own", () => {
  const money = { codec: "money", type: "Money", from: "./src/money.js" };
  const project = (rules: object, files: Readonly<Record<string, string>> = {}): string => {
    const cwd = createProject();
    const config = { keyspaces: { shop: { ...shop, ...rules }, crm: { ...shop, output: "src/crm" } } };
    writeTree(cwd, { ...files, "colonnade.config.json": JSON.stringify(config, undefined, 2) });
    return cwd;
  };

  it.each(["generate", "check", "explain products"])(
    "that no module has stop %s, with the rule and its line",
    async (line) => {
      const cwd = project({ types: { decimal: money }, columns: { "*.total": { value: { ...money, from: "./x" } } } });
      const { code, stderr } = await runLine(line, { cwd });
      expect(code).toBe(2);
      expect(stderr).toContain(
        "colonnade.config.json names 2 codecs or types that generated code cannot use [no-codec-module]",
      );
      expect(stderr).toContain(
        "colonnade.config.json:7 the codec money comes from ./src/money.js, which does not exist",
      );
      expect(stderr).toContain('→ create the module, or correct "from", which is relative to the config');
      expect(stderr).toContain("colonnade.config.json:15 the codec money comes from ./x");
    },
  );

  it("that their module does not export are named", async () => {
    const cwd = project({ types: { decimal: money } }, { "src/money.ts": "export const cents = 1;" });
    const error = await failure(targetsOf(cwd));
    expect(error).toMatchObject({ code: "no-codec", kind: "input" });
    expect(error.problems).toEqual([
      {
        code: "no-codec",
        message: "./src/money.js does not export money",
        next: "export money there, or use the name of an existing export",
        file: "colonnade.config.json",
        line: 7,
      },
    ]);
  });

  it("of a package that is not installed are named, unless only the compiler can know", async () => {
    const rules = { types: { decimal: { ...money, from: "@acme/money/codecs" }, text: { type: "Sku", from: "skus" } } };
    const installed = { "node_modules/other/package.json": "{}" };
    const error = await failure(targetsOf(project(rules, installed)));
    expect(error).toMatchObject({ code: "no-codec-module", kind: "input" });
    expect(error.problems?.map(({ message, next }) => [message, next])).toEqual([
      [
        "the codec money comes from the package @acme/money, which is not installed",
        'install it: npm install @acme/money; a module of your own begins with "./"',
      ],
      [
        "the type Sku comes from the package skus, which is not installed",
        'install it: npm install skus; a module of your own begins with "./"',
      ],
    ]);
    for (const files of [
      { "node_modules/@acme/money/package.json": "{}", "node_modules/@types/skus/index.d.ts": "" },
      { ...installed, "tsconfig.json": '{ "compilerOptions": { "paths": { "@acme/*": ["./src/*"] } } }' },
      { ...installed, ".pnp.cjs": "" },
    ])
      expect(await shown(project(rules, files))).toEqual(["shop src/db", "crm src/crm"]);
    for (const from of ["~/money", "#money", "@/money", "node:util"])
      expect(await shown(project({ types: { decimal: { ...money, from } } }, installed))).toHaveLength(2);
  });

  it.each([
    ["export interface Sku { text: string }", true],
    ["export declare class Sku {}", true],
    ["export abstract class Sku<T> {}", true],
    ["export type Sku = { text: string };", true],
    ["export type Sku = Readonly<{ text: string }>;", true],
    ["export type Sku = string[];", true],
    ["export type Sku =\n  | { text: string }\n  | { code: string };", true],
    ["export type Sku = string | Readonly<{ text: string }>;", true],
    ["interface Sku { text: string }\nexport type { Sku };", true],
    ["interface Text { text: string }\ntype Inner = Text;\nexport { type Inner as Sku };", true],
    ["export type Sku = (text: string) => string;", true],
    ["export type Sku = boolean;", true],
    ["export type Sku = string | true;", true],
    ["export type Sku = 'boolean' | 'true';", false],
    ["// export interface Sku {}\nexport type Sku = `${string}-${number}`;", false],
    ['export type Sku = string & { readonly of: "products" };', false],
    ['export type Sku = { readonly of: "products" } & string;', false],
    ['export type Sku = { readonly of: "products" }\n  & string;', false],
    ["export enum Sku { A = 'a' }", false],
    ["export interface SkuOptions {}\nexport type Sku = 'a' | 'b';", false],
    ['export type { Sku } from "./all.js";', false],
    ["interface Sku { text: string }\ntype Other = string;\nexport type { Other as Sku };", false],
    ['type Text = Readonly<string>;\nexport type Sku = (Text & { of: "x" }) | `a${"b" | "c"}`;', false],
    ["export type Sku = Texts[0];\ntype Texts = string[];", false],
    ["export type Sku = (typeof skus)[number];\nexport const skus = ['a'] as const;", false],
    ["export type Sku<T = string> = T extends object ? never : T;", false],
    ["export type Sku = string\nexport interface Other {}", false],
  ])("of a type without a codec are no objects: %s", async (text, isRefused) => {
    const cwd = project({ types: { text: { type: "Sku", from: "./src/sku.js" } } }, { "src/sku.ts": text });
    if (!isRefused) return expect(await shown(cwd)).toHaveLength(2);
    const error = await failure(targetsOf(cwd));
    expect(error).toMatchObject({ code: "object-type", kind: "input" });
    expect(error.problems).toEqual([
      {
        code: "object-type",
        message:
          "Sku of ./src/sku.js is an object or a boolean, and a type without a codec is only for text and numbers",
        next: 'add the name of a codec that converts it: "codec": "…"',
        file: "colonnade.config.json",
        line: 7,
      },
    ]);
  });

  it.each<[string, string, object]>([
    ["skus", "index.d.ts", { types: "index.d.ts" }],
    ["skus", "index.d.ts", {}],
    ["skus", "out/all.d.ts", { main: "out/all.js", typings: "out/all" }],
    ["skus/codes", "codes.d.ts", {}],
    ["skus/codes", "out/codes.d.mts", { exports: { "./codes": { import: { types: "./out/codes.d.mts" } } } }],
    ["skus", "out/all.d.ts", { exports: "./out/all.js" }],
    ["@acme/skus", "index.d.ts", { types: "./index.d.ts" }],
  ])("of a package are no objects either: %s, %s", async (from, file, manifest) => {
    const folder = `node_modules/${from.startsWith("@") ? from : "skus"}`;
    const filesWith = (text: string): Readonly<Record<string, string>> => ({
      [`${folder}/package.json`]: JSON.stringify(manifest),
      [`${folder}/${file}`]: text,
      ...(file === "out/all.d.ts" && { [`${folder}/out/all.js`]: "" }),
    });
    const rules = { types: { text: { type: "Sku", from } } };
    const error = await failure(targetsOf(project(rules, filesWith("export interface Sku { a: string }"))));
    expect(error).toMatchObject({ code: "object-type", kind: "input" });
    expect(error.problems?.[0]?.message).toBe(
      `Sku of ${from} is an object or a boolean, and a type without a codec is only for text and numbers`,
    );
    expect(await shown(project(rules, filesWith("export type Sku = string & { of: 1 };")))).toHaveLength(2);
  });

  test.each<[string, Readonly<Record<string, string>>]>([
    ["./src/money.js", { "src/money.ts": "export const money = 1;" }],
    ["./src/money.js", { "src/money.d.ts": "export declare const money: 1;" }],
    ["./src/money.mjs", { "src/money.mts": "export { cents as money };" }],
    ["./src/money", { "src/money/index.ts": 'export * from "./all.js";' }],
    ["./src/money.cjs", { "src/money.cjs": 'module.exports = require("./all.cjs");' }],
    ["@acme/money", {}],
  ])("may come from %s: %j", async (from, files) => {
    const cwd = project({ types: { decimal: { ...money, from } } }, files);
    expect(await shown(cwd)).toEqual(["shop src/db", "crm src/crm"]);
  });

  it("of a keyspace that is not worked on stop nothing", async () => {
    expect(await shown(project({ types: { decimal: money } }), { keyspace: "crm" })).toEqual(["crm src/crm"]);
  });
});
