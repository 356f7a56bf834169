/** A run makes only what changed, and yet leaves what a run that made everything would leave. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { compare, generate, generateAll, render } from "../../src/generate.ts";
import { RunCache } from "../../src/generate/run-cache.ts";
import type { Target } from "../../src/generate.ts";
import { hashOf } from "../../src/output/index.ts";
import { createTemporaryFolder, readTree, writeTree } from "../support/temporary-folder.ts";
import type { Tree } from "../support/temporary-folder.ts";
import { runs } from "../support/long.ts";
import { repository } from "../support/repository.ts";

const manifestFile = ".colonnade.json";
const generator = "1.0.0";

function definition(name: string, type = "text"): string {
  const columnDefinitions = [
    { name: "id", typeDefinition: "uuid" },
    { name: "a_note", typeDefinition: type },
  ];
  return JSON.stringify({ name, columnDefinitions, primaryKey: { partitionKey: ["id"] } });
}

function createTarget(tables: Tree): Target {
  const folder = createTemporaryFolder();
  writeTree(join(folder, "shop"), tables);
  return { keyspace: "shop", definitions: join(folder, "shop"), output: join(folder, "db") };
}

const shop: Tree = {
  "products.json": definition("products"),
  "orders.json": definition("orders"),
  "users.json": definition("users"),
};

/** The files that are rendered, and not just found to stand. */
async function rendered(target: Target, options = { generator }): Promise<string[]> {
  const { artifacts } = await render(target, options);
  return artifacts.flatMap((artifact) => ("text" in artifact || "render" in artifact ? [artifact.path] : [])).sort();
}

describe("a run after which nothing changed", () => {
  it("makes nothing and writes nothing, in a fresh clone too", async () => {
    const target = createTarget(shop);
    await generate(target, { generator });
    const clone = { ...target, output: `${target.output}-clone` };
    cpSync(target.output, clone.output, { recursive: true });
    for (const path of Object.keys(readTree(clone.output))) utimesSync(join(clone.output, path), 1000, 1000);
    expect(await rendered(clone)).toEqual([]);
    const { tables, report } = await generate(clone, { generator });
    expect(tables).toBe(3);
    expect(report.written).toEqual([]);
    expect(report.unchanged).toEqual(Object.keys(readTree(target.output)));
    expect(statSync(join(clone.output, manifestFile)).mtimeMs).toBe(1_000_000);
    expect(await compare(clone, { generator })).toMatchObject({ tables: 3, report: { upToDate: true } });
  });

  it("is one that another machine checked out with other line ends", async () => {
    const target = createTarget({ "products.json": `${definition("products")}\n` });
    await generate(target, { generator });
    writeFileSync(join(target.definitions, "products.json"), `${definition("products")}\r\n`);
    expect(await rendered(target)).toEqual([]);
  });

  it("does not parse definitions that it knows, and no others pass for them", async () => {
    const target = createTarget(shop);
    await generate(target, { generator });
    for (const text of ["", "{", `${shop["users.json"]} x`]) {
      writeFileSync(join(target.definitions, "users.json"), text);
      await expect(compare(target, { generator })).rejects.toMatchObject({ code: "bad-definitions" });
    }
  });

  it("has no table twice, not even by the very same definition", async () => {
    const target = createTarget(shop);
    await generate(target, { generator });
    cpSync(join(target.definitions, "users.json"), join(target.definitions, "again.json"));
    await expect(compare(target, { generator })).rejects.toMatchObject({ code: "bad-definitions" });
  });

  it("makes everything where no version is known, as when it runs from its sources", async () => {
    const target = createTarget(shop);
    await generate(target);
    expect((await rendered(target, { generator: undefined as never })).length).toBe(8);
    expect(await rendered(target, { generator: "source" })).toEqual([]);
  });
});

describe("what changed", () => {
  const ofProducts = ["products.ts", "products.zod.ts"];

  test.each<[string, (target: Target) => Target | void, readonly string[]]>([
    [
      "a definition",
      ({ definitions }) => writeFileSync(join(definitions, "products.json"), definition("products", "int")),
      ofProducts,
    ],
    ["a generated file", ({ output }) => writeFileSync(join(output, "products.ts"), "mine"), ["products.ts"]],
    ["a file that is gone", ({ output }) => rmSync(join(output, "products.zod.ts")), ["products.zod.ts"]],
    [
      "a new table",
      ({ definitions }) => writeFileSync(join(definitions, "x.json"), definition("x")),
      ["index.ts", "x.ts", "x.zod.ts", "zod.ts"],
    ],
    ["a table that is gone", ({ definitions }) => rmSync(join(definitions, "users.json")), ["index.ts", "zod.ts"]],
    [
      "a table whose name meets another's",
      ({ definitions }) => writeFileSync(join(definitions, "x.json"), definition("Products")),
      ["index.ts", "products.ts", "products.zod.ts", "x50_roducts.ts", "x50_roducts.zod.ts", "zod.ts"],
    ],
  ])("by %s is made again, and no more", async (_, change, expected) => {
    const target = createTarget(shop);
    await generate(target, { generator });
    change(target);
    expect(await rendered(target)).toEqual(expected);
    await generate(target, { generator });
    expect(await compare(target, { generator })).toMatchObject({ report: { upToDate: true } });
  });

  it("leaves other tables as they are, wherever their files say their names", async () => {
    const { name, ...rest } = JSON.parse(definition("users")) as { readonly name: string };
    const column = { name: "orders", typeDefinition: "int" };
    const target = createTarget({
      ...shop,
      "comment.json": `// "name": "products"\n${definition("commented")}`,
      "last.json": JSON.stringify({
        columnDefinitions: [column],
        primaryKey: { partitionKey: ["orders"] },
        name: "last",
      }),
      "escaped.json": JSON.stringify({ name: "word", ...rest }).replace("word", "w\\u006frd"),
    });
    await generate(target, { generator });
    writeFileSync(join(target.definitions, "products.json"), definition("products", "int"));
    const { tables } = await generate(target, { generator });
    expect(tables).toBe(6);
    expect(await compare(target, { generator })).toMatchObject({ report: { upToDate: true } });
    expect(await rendered(target, { generator: "2.0.0" })).toHaveLength(14);
  });

  test.each<[string, (target: Target) => Target]>([
    ["a setting", (target) => ({ ...target, naming: "verbatim" })],
    [
      "a user type",
      (target) => {
        const text = '{ "name": "address", "fields": [{ "name": "street", "typeDefinition": "text" }] }';
        writeTree(target.definitions, { "types/address.json": text });
        return target;
      },
    ],
  ])("by %s may be any file", async (_, change) => {
    const target = createTarget(shop);
    await generate(target, { generator });
    expect(await rendered(change(target))).toEqual(expect.arrayContaining(["index.ts", ...ofProducts, "users.ts"]));
  });

  it("by a branded id are the files of the tables that hold it", async () => {
    const columns = { "orders.a_note": { idOf: "products" } };
    const target: Target = { ...createTarget({ ...shop, "orders.json": definition("orders", "uuid") }), columns };
    const branded = { ...target, brandedIds: true };
    await generate(branded, { generator });
    expect(await rendered(branded)).toEqual([]);
    writeFileSync(join(target.definitions, "x.json"), definition("Products"));
    expect(await rendered(branded)).toEqual(expect.arrayContaining(["ids.ts", "orders.ts"]));
  });

  it("by no more than a warning is the manifest, and the next run has the warning again", async () => {
    const target = createTarget(shop);
    await generate(target, { generator });
    const ruled: Target = { ...target, columns: { "products.nme": { name: "x" } } };
    await generate(ruled, { generator });
    for (const work of [generate, compare]) {
      expect(await work(ruled, { generator })).toMatchObject({ warnings: [{ code: "unmatched-rule" }] });
    }
    expect(await rendered(ruled)).toEqual([]);
  });

  it("of any table is the file that is made from every table", async () => {
    const target: Target = { ...createTarget(shop), asserts: true };
    await generate(target, { generator });
    expect(await rendered(target)).toEqual([]);
    writeFileSync(join(target.definitions, "users.json"), definition("users", "int"));
    expect(await rendered(target)).toEqual(["asserts.ts", "users.ts", "users.zod.ts"]);
  });

  it("by the version alone is the manifest, so that only the first run of the new version makes everything", async () => {
    const target = createTarget(shop);
    await generate(target, { generator });
    const newer = { generator: "1.0.1" };
    expect(await rendered(target, newer)).toHaveLength(8);
    expect(await compare(target, newer)).toMatchObject({ report: { upToDate: true } });
    expect(await generate(target, newer)).toMatchObject({ report: { written: [manifestFile], removed: [] } });
    expect(await rendered(target, newer)).toEqual([]);
  });
});

/** A manifest as it was before files had inputs. */
function inOldFormat(text: string): string {
  const { files } = JSON.parse(text) as { files: Tree };
  const hashes = Object.entries(files).map(([path, entry]) => [path, `${entry.slice(0, 32)}${"0".repeat(32)}`]);
  return `${JSON.stringify({ format: 1, files: Object.fromEntries(hashes) }, null, 2)}\n`;
}

/** The same files as ours, none with a word of what it was made from. */
function withoutInputs(text: string): string {
  return text.replace(/^( {4}".*": "[0-9a-f]+) [0-9a-f]+\b/gm, "$1 -");
}

describe("several outputs", () => {
  it("may be one in the other, in any order", async () => {
    const target = createTarget(shop);
    const inner = { ...target, output: join(target.output, "inner") };
    await generateAll([target, inner], { generator });
    const files = Object.keys(readTree(target.output));
    expect(files).toContain("products.ts");
    expect(files).toContain("inner/products.ts");
    expect(files.filter((file) => file.includes("colonnade-next"))).toEqual([]);
  });

  it("are not removed by another keyspace that is to have the same folder", async () => {
    const target = createTarget(shop);
    await generate(target, { generator });
    const before = readTree(target.output);
    const other = { ...createTarget({ "things.json": definition("things") }), keyspace: "crm", output: target.output };
    for (const work of [generate, compare]) {
      await expect(work(other, { generator })).rejects.toMatchObject({
        code: "other-keyspace",
        message: `${target.output} contains the bindings of the keyspace shop, not of crm`,
      });
    }
    expect(readTree(target.output)).toEqual(before);
  });
});

describe("why a file is stale", () => {
  const states = async (target: Target, options = { generator }): Promise<Record<string, string>> => {
    const { report } = await compare(target, options);
    return Object.fromEntries(report.files.filter(({ stale }) => stale).map(({ path, state }) => [path, state]));
  };

  it("is the definition, the config or the version, whatever else they lend to it", async () => {
    const target = createTarget(shop);
    await generate(target, { generator });
    const config = { ...target, naming: "verbatim", brandedIds: true } as const;
    expect(new Set(Object.values(await states(config)))).toEqual(new Set(["config changed", "missing"]));
    writeFileSync(join(target.definitions, "users.json"), definition("users", "int"));
    expect(await states(target)).toEqual({ "users.ts": "definitions changed", "users.zod.ts": "definitions changed" });
    rmSync(join(target.definitions, "users.json"));
    expect(await states(target)).toMatchObject({ "index.ts": "definitions changed", "users.ts": "left over" });
  });

  it("is the version where that wrote no API name into the bindings, which the runtime once derived", async () => {
    const target = createTarget(shop);
    await generate(target, { generator: "0.9.0" });
    const [path, manifest] = [join(target.output, "users.ts"), join(target.output, manifestFile)];
    const text = readFileSync(path, "utf8");
    const older = text.replace('  apiName: "Users",\n', "");
    expect(older).not.toBe(text);
    writeFileSync(path, older);
    writeFileSync(manifest, readFileSync(manifest, "utf8").replace(hashOf(text), hashOf(older)));
    expect(await states(target)).toEqual({ "users.ts": "generator changed" });
  });

  it("is no formatter that is there, or is there no more", async () => {
    const target = createTarget(shop);
    await generate(target, { generator });
    const folder = dirname(target.output);
    writeTree(folder, { ".prettierrc": '{ "semi": false, "singleQuote": true }' });
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(join(repository, "node_modules/prettier"), join(folder, "node_modules/prettier"));
    expect(await states(target)).toEqual({});
    const before = readTree(target.output);
    expect((await generate(target, { generator })).report.written).toEqual([]);
    expect(readTree(target.output)).toEqual(before);
  });
});

describe("names that meet", () => {
  const field = JSON.stringify({ name: "products_row", fields: [{ name: "a", typeDefinition: "int" }] }, undefined, 2);

  it("are told at the second definition, with the place of the first", async () => {
    const target = createTarget({
      "products.json": JSON.stringify(JSON.parse(definition("products")), undefined, 2),
      "types/products_row.json": field,
    });
    await expect(generate(target)).rejects.toMatchObject({
      code: "names-meet",
      problems: [
        {
          message: expect.stringMatching(
            /^shop\.products_row and shop\.products both need the name ProductsRow and 1 more, the first of them in .*types\/products_row\.json:2$/,
          ),
          file: expect.stringMatching(/shop\/products\.json$/),
          line: 2,
          column: 11,
          frame: expect.stringContaining('"name": "products"'),
        },
      ],
    });
    await expect(generate({ ...target, userTypes: { products_row: { name: "ProductLine" } } })).resolves.toMatchObject({
      tables: 1,
    });
  });

  it("of columns are told where the second of them stands", async () => {
    const target = createTarget({ "products.json": definition("products").replaceAll("},{", "},\n{") });
    const columns = { "products.a_note": { name: "id" } };
    await expect(generate({ ...target, columns })).rejects.toMatchObject({
      problems: [
        {
          message: expect.stringMatching(
            /^id and a_note of shop\.products would both be the member id, the first of them in .*products\.json:1$/,
          ),
          file: expect.stringMatching(/products\.json$/),
          line: 2,
        },
      ],
    });
  });
});

describe("a manifest", () => {
  it("with both sides of a merge says what they say together, and is written again", async () => {
    const target = createTarget({ "products.json": definition("products") });
    await generate(target, { generator });
    const path = join(target.output, manifestFile);
    const base = readFileSync(path, "utf8");
    const side = async (name: string): Promise<Tree> => {
      writeFileSync(path, base);
      writeFileSync(join(target.definitions, `${name}.json`), definition(name));
      await generate(target, { generator });
      const tree = readTree(target.output);
      rmSync(join(target.definitions, `${name}.json`));
      await generate(target, { generator });
      return tree;
    };
    const [ours, theirs] = [await side("orders"), await side("users")];
    const lines = (tree: Tree): string => (tree[manifestFile] ?? "").split("\n").slice(5).join("\n");
    const head = base.split("\n").slice(0, 5).join("\n");
    for (const base of ["", "||||||| 1234567\n{}\n"]) {
      writeTree(target.output, { ...ours, ...theirs });
      const merged = `${head}\n<<<<<<< HEAD\n${lines(ours)}${base}=======\n${lines(theirs)}>>>>>>> theirs\n`;
      writeFileSync(path, merged);
      for (const name of ["orders", "users"]) writeTree(target.definitions, { [`${name}.json`]: definition(name) });
      const { report } = await compare(target, { generator });
      expect(report.upToDate).toBe(false);
      await generate(target, { generator });
      expect(await compare(target, { generator })).toMatchObject({ report: { upToDate: true } });
      rmSync(join(target.definitions, "orders.json"));
      const { removed } = (await generate(target, { generator })).report;
      expect(removed).toEqual(["orders.ts", "orders.zod.ts"]);
    }
  });

  it("with both sides of a merge and nothing else wrong is stale too", async () => {
    const target = createTarget(shop);
    await generate(target, { generator });
    const path = join(target.output, manifestFile);
    const text = readFileSync(path, "utf8");
    writeFileSync(path, `<<<<<<< HEAD\n${text}=======\n${text}>>>>>>> theirs\n`);
    expect(await compare(target, { generator })).toMatchObject({ report: { upToDate: false } });
    await generate(target, { generator });
    expect(readFileSync(path, "utf8")).toBe(text);
  });

  it("of the format without inputs says whose files these are, and nothing stands by its word", async () => {
    const target = createTarget(shop);
    await generate(target, { generator });
    const path = join(target.output, manifestFile);
    writeFileSync(path, inOldFormat(readFileSync(path, "utf8")));
    expect(await rendered(target)).toHaveLength(8);
    expect(await compare(target, { generator })).toMatchObject({ report: { upToDate: true } });
    rmSync(join(target.definitions, "users.json"));
    const { report } = await generate(target, { generator });
    expect(report).toMatchObject({ removed: ["users.ts", "users.zod.ts"], kept: [] });
  });

  it("has a line for each file, and no time, path or host", async () => {
    const target = createTarget({ "products.json": shop["products.json"] ?? "" });
    await generate(target, { generator });
    const line = (name: string): unknown =>
      expect.stringMatching(`^    "${name}": "[0-9a-f]{32} [0-9a-f]{32} [0-9a-f]{8}",?$`);
    expect(readFileSync(join(target.output, manifestFile), "utf8").split("\n")).toEqual([
      "{",
      '  "format": 3,',
      '  "keyspace": "shop",',
      '  "generator": "1.0.0",',
      expect.stringMatching(/^ {2}"settings": "[0-9a-f]{32}",$/),
      expect.stringMatching(/^ {2}"userTypes": "[0-9a-f]{32}",$/),
      '  "files": {',
      line("index\\.ts"),
      line("products\\.ts"),
      line("products\\.zod\\.ts"),
      line("zod\\.ts"),
      "  }",
      "}",
      "",
    ]);
  });
});

/** Names that meet are among them: `order_items` and `OrderItems`, `get_users` and the function of `users`. */
const name = fc.constantFrom("products", "order_items", "OrderItems", "users", "get_users");
const table = fc.record({
  name,
  type: fc.constantFrom("text", "uuid", "address", "txt"),
  end: fc.constantFrom("", "\n", " // edited"),
});
const type = fc.constantFrom("text", "int");
const settings = fc.record({
  naming: fc.constantFrom("camel" as const, "verbatim" as const),
  validators: fc.boolean(),
  importExtension: fc.constantFrom("" as const, ".ts" as const),
  brandedIds: fc.boolean(),
  asserts: fc.boolean(),
  columns: fc.constantFrom({}, { "users.a_note": { name: "remark" } }, { a_note: { idOf: "products" } }),
});

const pick = fc.nat({ max: 20 });
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("define" as const), file: name, table }) },
  fc.record({ kind: fc.constant("drop" as const), file: name }),
  fc.record({ kind: fc.constant("define type" as const), type }),
  fc.record({ kind: fc.constant("set" as const), settings }),
  fc.record({ kind: fc.constant("update" as const), generator: fc.constantFrom("1.0.0", "2.0.0") }),
  fc.record({ kind: fc.constant("edit" as const), pick, text: fc.constantFrom("", "mine", undefined) }),
  fc.record({ kind: fc.constant("merge" as const), pick, lines: fc.array(pick, { minLength: 30, maxLength: 30 }) }),
  fc.record({ kind: fc.constant("age the manifest" as const) }),
  fc.record({ kind: fc.constant("lose the manifest" as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

class World {
  readonly root = createTemporaryFolder();
  target: Target = { keyspace: "shop", definitions: join(this.root, "shop"), output: join(this.root, "db") };
  generator = "1.0.0";
  /** Manifests that runs wrote, each right for what was there then. */
  readonly manifests: string[] = [];

  constructor() {
    writeTree(this.target.definitions, { "products.json": definition("products") });
  }

  take(step: Step): void {
    const { definitions, output } = this.target;
    const manifest = join(output, manifestFile);
    const there = existsSync(manifest);
    if (step.kind === "define") {
      const { name, type, end } = step.table;
      writeFileSync(join(definitions, `${step.file}.json`), definition(name, type) + end);
    } else if (step.kind === "drop") rmSync(join(definitions, `${step.file}.json`), { force: true });
    else if (step.kind === "define type") {
      const fields = [{ name: "street", typeDefinition: step.type }];
      writeTree(definitions, { "types/address.json": JSON.stringify({ name: "address", fields }) });
    } else if (step.kind === "set") this.target = { ...this.target, ...step.settings };
    else if (step.kind === "update") this.generator = step.generator;
    else if (step.kind === "edit" && there) {
      const paths = Object.keys(readTree(output)).filter((path) => path !== manifestFile);
      const path = join(output, paths[step.pick % paths.length] ?? "new.ts");
      if (step.text === undefined) rmSync(path, { force: true });
      else writeFileSync(path, step.text);
    } else if (step.kind === "merge" && there) {
      const other = this.manifests[step.pick % this.manifests.length];
      if (other !== undefined) writeFileSync(manifest, merged(readFileSync(manifest, "utf8"), other, step.lines));
    } else if (step.kind === "age the manifest" && there) {
      writeFileSync(manifest, inOldFormat(readFileSync(manifest, "utf8")));
    } else if (step.kind === "lose the manifest") rmSync(manifest, { force: true });
  }

  /** A run as it is, beside one on a copy whose manifest has no inputs, so that everything is made again. */
  async run(): Promise<void> {
    const { target, generator } = this;
    const full = { ...target, output: join(this.root, "full") };
    rmSync(full.output, { recursive: true, force: true });
    if (existsSync(target.output)) cpSync(target.output, full.output, { recursive: true });
    const manifest = join(full.output, manifestFile);
    if (existsSync(manifest)) writeFileSync(manifest, withoutInputs(readFileSync(manifest, "utf8")));
    const before = existsSync(target.output) ? readTree(target.output) : {};

    const [said, saidByFull] = [
      await outcome(compare(target, { generator }), target),
      await outcome(compare(full, { generator }), full),
    ];
    expect(withoutCauses(said)).toEqual(withoutCauses(saidByFull));
    const [done, doneByFull] = [
      await outcome(generate(target, { generator }), target),
      await outcome(generate(full, { generator }), full),
    ];
    expect(notes(done)).toEqual(notes(doneByFull));
    if (typeof done === "string") {
      expect(existsSync(target.output) ? readTree(target.output) : {}).toEqual(before);
      return;
    }
    const after = readTree(target.output);
    expect(sameBytes(after)).toEqual(sameBytes(readTree(full.output)));
    expect(said).toMatchObject({
      report: { upToDate: JSON.stringify(listed(before)) === JSON.stringify(listed(after)) },
    });
    this.manifests.push(after[manifestFile] ?? "");
    expect(await compare(target, { generator })).toMatchObject({ report: { upToDate: true } });
  }
}

async function outcome<Result>(work: Promise<Result>, { output }: Target): Promise<Result | string> {
  return work.catch((error: unknown) =>
    JSON.stringify(error).replaceAll(dirname(output), "").replaceAll("/full/", "/db/"),
  );
}

/** A report that does not tell what changed, which a manifest without inputs cannot know. */
function withoutCauses(report: unknown): unknown {
  return JSON.parse(JSON.stringify(report).replaceAll(/"(?:definitions|config|generator) changed"/g, '"changed"'));
}

/** The files of an output folder; a manifest that an upgrade left as it was has the inputs that it had. */
function sameBytes(tree: Tree): Tree {
  return { ...tree, [manifestFile]: withoutInputs(tree[manifestFile] ?? "") };
}

/** A report without the manifest, which the full run had to write again. */
function notes(report: unknown): unknown {
  return JSON.parse(JSON.stringify(report).replaceAll(/"\.colonnade\.json",?|,"\.colonnade\.json"/g, "")) as unknown;
}

/** A tree with what its manifest says of whose files these are, without what they were made from. */
function listed(tree: Tree): Tree {
  const manifest = tree[manifestFile];
  if (manifest === undefined) return tree;
  return { ...tree, [manifestFile]: inOldFormat(manifest) };
}

/** Two manifests as somebody might put them together: of each line, one side or the other. */
function merged(one: string, other: string, sides: readonly number[]): string {
  type Manifest = { format: number; generator?: string; settings?: string; userTypes?: string; files: Tree };
  const [ours, theirs] = [JSON.parse(one) as Manifest, JSON.parse(other) as Manifest];
  const paths = [...new Set([...Object.keys(ours.files), ...Object.keys(theirs.files)])].sort();
  const side = (index: number): Manifest => ((sides[index % sides.length] ?? 0) % 2 === 0 ? ours : theirs);
  const files = paths.flatMap((path, index) => {
    const entry = side(index + 2).files[path];
    return entry === undefined ? [] : [[path, entry] as const];
  });
  const [{ generator }, { settings }, { userTypes }] = [side(0), side(1), side(2)];
  return `${JSON.stringify({ format: 3, generator, settings, userTypes, files: Object.fromEntries(files) }, null, 2)}\n`;
}

describe("whatever happens to definitions, output and manifest", () => {
  it("a run leaves what a run that makes everything leaves, and check tells whether it has to", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(step, { maxLength: 3 }), { minLength: 2, maxLength: 6 }), async (days) => {
        const world = new World();
        mkdirSync(world.target.definitions, { recursive: true });
        await world.run();
        for (const steps of days) {
          for (const step of steps) world.take(step);
          await world.run();
        }
      }),
      runs(25, 3000),
    );
  }, 60_000);

  it("a run that remembers the last one writes what a run of its own would", async () => {
    const changes = step.filter(({ kind }) => ["define", "drop", "define type", "set"].includes(kind));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(changes, { maxLength: 3 }), { minLength: 2, maxLength: 6 }), async (days) => {
        const world = new World();
        let cache = new RunCache();
        for (const steps of [[], ...days]) {
          for (const step of steps) {
            world.take(step);
            // As `watch` does.
            if (step.kind === "set") cache = new RunCache();
            if (step.kind === "define" || step.kind === "drop") {
              cache.noteChange(join(world.target.definitions, `${step.file}.json`));
            } else if (step.kind === "define type") {
              cache.noteChange(join(world.target.definitions, "types/address.json"));
            }
          }
          const alone = { ...world.target, output: join(world.root, "alone") };
          rmSync(alone.output, { recursive: true, force: true });
          const remembered = await outcome(generate(world.target, { generator, cache }), world.target);
          const made = await outcome(generate(alone, { generator }), alone);
          if (typeof made === "string") expect(remembered).toBe(made.replaceAll("/alone/", "/db/"));
          else expect(readTree(world.target.output)).toEqual(readTree(alone.output));
        }
      }),
      runs(40, 3000),
    );
  }, 60_000);
});
