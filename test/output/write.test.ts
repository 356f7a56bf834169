import {
  chmodSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { describe, expect, it, onTestFinished, test, vi } from "vitest";
import { OutputFolder, compareArtifacts, hashOf, stageArtifacts, writeArtifacts } from "../../src/output/index.ts";
import type {
  Artifact,
  CompareReport,
  LazyArtifact,
  RenderedArtifact,
  RunInputs,
  WriteOptions,
  WriteReport,
} from "../../src/output/index.ts";
import { wordsOf } from "../../src/output/words.ts";
import { createTemporaryFolder, readTree, writeTree } from "../support/temporary-folder.ts";

const artifacts: readonly RenderedArtifact[] = [
  { path: "products.ts", text: "export interface ProductsRow {}\n" },
  { path: "index.ts", text: 'export * from "./products.js";\n' },
];

async function write(folder: string, files: readonly Artifact[], options?: WriteOptions): Promise<WriteReport> {
  return writeArtifacts(new OutputFolder(folder), files, options);
}

function compare(folder: string, files: readonly Artifact[]): Promise<CompareReport> {
  return compareArtifacts(new OutputFolder(folder), files);
}

async function failure(work: Promise<unknown>): Promise<Record<string, unknown>> {
  return work.then(
    () => Promise.reject(new Error("it should have been refused")),
    (error: Error) => Promise.resolve({ ...error, message: error.message }),
  );
}

describe("writing", () => {
  it("creates the folder, the files and a manifest that lists them", async () => {
    const folder = join(createTemporaryFolder(), "src", "db");
    expect(await write(folder, artifacts)).toEqual({
      written: [".colonnade.json", "index.ts", "products.ts"],
      unchanged: [],
      removed: [],
      kept: [],
      overwritten: [],
    });
    const [products = "", index = ""] = artifacts.map(({ text }) => `${hashOf(text)} - ${wordsOf(text)}`);
    const manifest = { "index.ts": index, "products.ts": products };
    expect(readTree(folder)).toEqual({
      ".colonnade.json": `${JSON.stringify({ format: 3, files: manifest }, null, 2)}\n`,
      "index.ts": artifacts[1]?.text,
      "products.ts": artifacts[0]?.text,
    });
  });

  it("leaves an unchanged file alone, its time of change too", async () => {
    const folder = join(createTemporaryFolder(), "db");
    await write(folder, artifacts);
    utimesSync(join(folder, "products.ts"), 1000, 1000);
    const changed = artifacts.map((artifact) =>
      artifact.path === "index.ts" ? { ...artifact, text: "\n" } : artifact,
    );
    const report = await write(folder, changed);
    expect(report).toMatchObject({ written: [".colonnade.json", "index.ts"], unchanged: ["products.ts"] });
    expect(statSync(join(folder, "products.ts")).mtimeMs).toBe(1_000_000);
  });

  it("leaves alone what a formatter laid out anew, its manifest too", async () => {
    const folder = join(createTemporaryFolder(), "db");
    await write(folder, artifacts);
    writeFileSync(join(folder, "index.ts"), "export * from './products.js'\n");
    const manifest = readFileSync(join(folder, ".colonnade.json"), "utf8");
    writeFileSync(join(folder, ".colonnade.json"), JSON.stringify(JSON.parse(manifest), null, "\t"));
    const before = readTree(folder);
    utimesSync(folder, 1000, 1000);
    expect(await write(folder, artifacts)).toMatchObject({ written: [] });
    expect(readTree(folder)).toEqual(before);
    expect(statSync(folder).mtimeMs).toBe(1_000_000);
    // With the next change, it is known as it is.
    await write(folder, [...artifacts, { path: "users.ts", text: "export {};\n" }]);
    expect(readTree(folder)["index.ts"]).toBe(before["index.ts"]);
    expect(readTree(folder)[".colonnade.json"]).toContain(hashOf(before["index.ts"] ?? ""));
    expect((await write(folder, [artifacts[0] as Artifact])).removed).toEqual(["index.ts", "users.ts"]);
  });

  it("mends a manifest that is of earlier files, as a merge may leave it", async () => {
    const folder = join(createTemporaryFolder(), "db");
    await write(folder, artifacts);
    const earlier = readFileSync(join(folder, ".colonnade.json"), "utf8");
    const later = artifacts.map((one) => ({ ...one, text: `${one.text}export const later = 1;\n` }));
    await write(folder, later);
    const right = readTree(folder);
    writeFileSync(join(folder, ".colonnade.json"), earlier);
    expect(await write(folder, later)).toMatchObject({ written: [".colonnade.json"] });
    expect(readTree(folder)).toEqual(right);
  });

  test.each<[before: string, now: string, written: readonly string[]]>([
    ["1", "2", [".colonnade.json"]],
    ["2", "1", [".colonnade.json"]],
    ["1+a", "2+a", [".colonnade.json"]],
    ["1+a", "1+b", []],
    ["source", "1", []],
    ["1", "source", []],
  ])("a manifest of the generator %s, which %s finds up to date, has %j written", async (before, now, written) => {
    const folder = join(createTemporaryFolder(), "db");
    const inputsOf = (generator: string): RunInputs => ({ keyspace: "shop", generator, settings: "s", userTypes: "u" });
    await write(folder, artifacts, { inputs: inputsOf(before) });
    expect(await write(folder, artifacts, { inputs: inputsOf(now) })).toMatchObject({ written });
    expect(await write(folder, artifacts, { inputs: inputsOf(now) })).toMatchObject({ written: [] });
  });

  it("writes a manifest that does not name its keyspace again", async () => {
    const folder = join(createTemporaryFolder(), "db");
    const inputs = { keyspace: "shop", generator: "source", settings: "s", userTypes: "u" };
    await write(folder, artifacts, { inputs });
    const text = readTree(folder)[".colonnade.json"] ?? "";
    const { keyspace: _, ...nameless } = JSON.parse(text) as Record<string, unknown>;
    writeFileSync(join(folder, ".colonnade.json"), JSON.stringify(nameless));
    const report = await write(folder, artifacts, { inputs: { ...inputs, generator: "2" } });
    expect(report).toMatchObject({ written: [".colonnade.json"] });
    expect(JSON.parse(readTree(folder)[".colonnade.json"] ?? "")).toMatchObject({ keyspace: "shop", generator: "2" });
  });

  it("removes a file that it wrote and needs no more, and keeps one that was edited since", async () => {
    const folder = join(createTemporaryFolder(), "db");
    await write(folder, [...artifacts, { path: "orders.ts", text: "1" }, { path: "users.ts", text: "2" }]);
    writeFileSync(join(folder, "users.ts"), "mine now");
    const report = await write(folder, artifacts);
    expect(report).toMatchObject({ removed: ["orders.ts"], kept: ["users.ts"] });
    expect(Object.keys(readTree(folder))).toEqual([".colonnade.json", "index.ts", "products.ts", "users.ts"]);
    expect((await write(folder, artifacts)).kept).toEqual([]);
  });

  it("names all files in the way that are not ours, and writes nothing", async () => {
    const folder = createTemporaryFolder();
    writeTree(folder, { "db/products.ts": "mine", "db/index.ts": "mine too", "db/notes.md": "kept" });
    const before = readTree(folder);
    const error = await failure(write(join(folder, "db"), artifacts));
    expect(error).toMatchObject({ code: "not-ours", kind: "input" });
    expect(error["summary"]).toBe("files that Colonnade did not write are in the way; nothing was written");
    expect((error["problems"] as { file: string }[]).map(({ file }) => file)).toEqual([
      join(folder, "db", "products.ts"),
      join(folder, "db", "index.ts"),
    ]);
    expect(readTree(folder)).toEqual(before);
  });

  it("takes over a file that has the very bytes, so that a lost manifest can be made again", async () => {
    const folder = createTemporaryFolder();
    writeTree(folder, { "db/products.ts": artifacts[0]?.text ?? "" });
    expect(await write(join(folder, "db"), artifacts)).toMatchObject({ unchanged: ["products.ts"] });
  });

  it("follows no link and writes over no folder", async () => {
    const folder = createTemporaryFolder();
    writeTree(folder, { "elsewhere.ts": "precious" });
    mkdirSync(join(folder, "db", "index.ts"), { recursive: true });
    symlinkSync(join(folder, "elsewhere.ts"), join(folder, "db", "products.ts"));
    const error = await failure(write(join(folder, "db"), artifacts));
    expect(error["problems"]).toMatchObject([
      { message: "there is a link in the way" },
      { message: "there is a folder in the way" },
    ]);
    expect(readTree(folder)["elsewhere.ts"]).toBe("precious");
  });

  it("does not write through a linked folder", async () => {
    const folder = createTemporaryFolder();
    writeTree(folder, { "elsewhere/keep.ts": "precious", "db/keep.txt": "" });
    symlinkSync(join(folder, "elsewhere"), join(folder, "db", "sub"));
    const error = await failure(write(join(folder, "db"), [{ path: "sub/keep.ts", text: "precious" }]));
    expect(error).toMatchObject({
      code: "not-ours",
      summary: "a file that Colonnade did not write is in the way; nothing was written",
    });
  });

  it("renders a file when it writes it, and leaves nothing behind where that fails", async () => {
    for (const earlier of [{}, { "db/keep.txt": "precious" }]) {
      const folder = createTemporaryFolder();
      writeTree(folder, earlier);
      const asked: string[] = [];
      const lazy = (path: string, render: () => string): LazyArtifact => ({
        path,
        render: () => {
          asked.push(path);
          return render();
        },
      });
      const broken = new Error("broken");
      const fails = lazy("b.ts", () => {
        throw broken;
      });
      await expect(write(join(folder, "db"), [lazy("a.ts", () => "a"), fails])).rejects.toBe(broken);
      expect(readTree(folder)).toEqual(earlier);
      expect(await write(join(folder, "db"), [lazy("a.ts", () => "a")])).toMatchObject({
        written: [".colonnade.json", "a.ts"],
      });
      expect(asked).toEqual(["a.ts", "b.ts", "a.ts"]);
    }
  });

  it("makes a new folder together with other runs that make the same one", async () => {
    const folder = join(createTemporaryFolder(), "src/db");
    const staged = await Promise.all([1, 2, 3].map(() => stageArtifacts(new OutputFolder(folder), artifacts)));
    for (const { commit, finish } of staged) {
      commit();
      finish();
    }
    expect(await compare(folder, artifacts)).toMatchObject({ upToDate: true });
    expect(readdirSync(dirname(folder))).toEqual(["db"]);
  });

  it("says so when another run made another folder of that name", async () => {
    const folder = join(createTemporaryFolder(), "db");
    const staged = await stageArtifacts(new OutputFolder(folder), artifacts);
    await write(folder, [{ path: "products.ts", text: "other" }]);
    expect(() => staged.commit()).toThrow(/^another run wrote to .*db at the same time$/);
    staged.discard();
    expect(readTree(folder)["products.ts"]).toBe("other");
    expect(readdirSync(dirname(folder))).toEqual(["db"]);
  });

  it("reports what it would do when it runs dry, and does nothing", async () => {
    const folder = join(createTemporaryFolder(), "db");
    await write(folder, [...artifacts, { path: "orders.ts", text: "1" }]);
    const before = readTree(folder);
    const changed = [{ path: "products.ts", text: "new" }];
    const dry = await write(folder, changed, { dryRun: true });
    expect(readTree(folder)).toEqual(before);
    expect(await write(folder, changed)).toEqual(dry);
  });

  test.each(["/etc/passwd", "../products.ts", "sub/../../x.ts", "sub//x.ts", "./x.ts", "", "C:\\x.ts", "C:x", "a\\b"])(
    "refuses the path %j",
    async (path) => {
      const folder = join(createTemporaryFolder(), "db");
      const error = await failure(write(folder, [...artifacts, { path, text: "" }]));
      expect(error).toMatchObject({ code: "bad-path" });
      expect(() => readTree(folder)).toThrow("ENOENT");
    },
  );

  test.each([
    ["Products.ts", "products.ts"],
    [".Colonnade.json", ".colonnade.json"],
  ])("refuses %s beside %s: one file where letter case does not count", async (path, other) => {
    const error = await failure(write(createTemporaryFolder(), [...artifacts, { path, text: "" }]));
    expect(error).toMatchObject({
      code: "bad-path",
      message: expect.stringContaining(JSON.stringify(other)) as string,
    });
  });

  it("refuses two paths that differ only in how Unicode composes them", async () => {
    const both = ["caf\u00e9.ts", "cafe\u0301.ts"].map((path) => ({ path, text: "" }));
    expect(await failure(write(createTemporaryFolder(), both))).toMatchObject({ code: "bad-path" });
  });

  it("refuses folders that are no place for generated files", async () => {
    const folder = createTemporaryFolder();
    writeTree(folder, { "repository/.git/HEAD": "", "worktree/.git": "gitdir: elsewhere", "file.ts": "" });
    vi.spyOn(process, "cwd").mockReturnValue(join(folder, "app/packages"));
    onTestFinished(() => void vi.restoreAllMocks());
    mkdirSync(process.cwd(), { recursive: true });
    const refused: [string, string][] = [
      [join(folder, "repository"), "the root of a repository"],
      [join(folder, "worktree"), "the root of a repository"],
      [join(folder, "file.ts"), "a file"],
      [join(folder, "file.ts/db"), `below the file ${join(folder, "file.ts")}`],
      [join(folder, "file.ts/src/db"), `below the file ${join(folder, "file.ts")}`],
      [homedir(), "the home folder"],
      [process.cwd(), "the working folder"],
      [dirname(process.cwd()), "a folder that contains the working folder"],
      [join(folder, "node_modules/db"), "in a folder node_modules"],
      [join(folder, "repository/.git"), "in a folder .git"],
      ["/", "the root of the disk"],
    ];
    for (const [directory, reason] of refused) {
      const error = await failure(write(directory, artifacts));
      expect(error).toMatchObject({ code: "bad-output", message: expect.stringContaining(reason) as string });
    }
  });

  it("refuses a folder of the working folder that a link leads out of it, but not one within it", async () => {
    const folder = createTemporaryFolder();
    writeTree(folder, { "app/src/kept.ts": "", "elsewhere/kept.ts": "" });
    symlinkSync(join(folder, "elsewhere"), join(folder, "app/out"));
    symlinkSync(join(folder, "app/src"), join(folder, "app/in"));
    vi.spyOn(process, "cwd").mockReturnValue(join(folder, "app"));
    onTestFinished(() => void vi.restoreAllMocks());
    for (const directory of ["app/out", "app/out/new/db"]) {
      const error = await failure(write(join(folder, directory), artifacts));
      expect(error).toMatchObject({
        code: "bad-output",
        message: expect.stringContaining("a link leads to") as string,
      });
    }
    expect(Object.keys(readTree(join(folder, "elsewhere")))).toEqual(["kept.ts"]);
    expect((await write(join(folder, "app/in/db"), artifacts)).written).toHaveLength(3);
    // Named from without, it is what somebody asked for.
    expect((await write(join(folder, "elsewhere/db"), artifacts)).written).toHaveLength(3);
  });

  test.each([
    ["a merge conflict", "<<<<<<< ours\n{}\n"],
    ["somebody else's JSON", '{ "name": "x" }'],
    ["nothing", "null"],
    ["a list", "[]"],
    ["no files", '{ "format": 3, "files": null }'],
    ["a list of files", '{ "format": 3, "files": [] }'],
    ["a path that leads out", '{ "format": 2, "files": { "../x.ts": "00" } }'],
  ])("stops at a manifest with %s", async (_, text) => {
    const folder = createTemporaryFolder();
    writeTree(folder, { "db/.colonnade.json": text });
    expect(await failure(write(join(folder, "db"), artifacts))).toMatchObject({
      code: "bad-manifest",
      next: expect.stringContaining("or delete its folder if that contains only generated files") as string,
    });
    expect(readTree(folder)).toEqual({ "db/.colonnade.json": text });
  });

  test.each([1, 2])("takes a file for its own by a manifest of the format %i", async (format) => {
    const folder = createTemporaryFolder();
    const files = { "index.ts": hashOf("old") };
    writeTree(folder, { "db/index.ts": "old", "db/.colonnade.json": JSON.stringify({ format, files }) });
    expect(await write(join(folder, "db"), artifacts)).toMatchObject({ overwritten: [] });
    expect(readTree(folder)["db/index.ts"]).toBe(artifacts[1]?.text);
    expect(JSON.parse(readTree(folder)["db/.colonnade.json"] ?? "")).toMatchObject({ format: 3 });
  });

  it("stops at a manifest of a newer format, and says so", async () => {
    const folder = createTemporaryFolder();
    writeTree(folder, { "db/.colonnade.json": '{ "format": 4, "hashes": [] }' });
    expect(await failure(write(join(folder, "db"), artifacts))).toMatchObject({
      code: "bad-manifest",
      message: `${join(folder, "db", ".colonnade.json")} was written by a newer Colonnade`,
      next: "update colonnade",
    });
  });

  it("says so when the machine refuses", async () => {
    const folder = createTemporaryFolder();
    // The folder could be, and the one beside it that gets the files first could not: its name would be too long.
    const error = await failure(write(join(folder, "x".repeat(250)), artifacts));
    expect(error).toMatchObject({ code: "cannot-write", kind: "machine" });
  });

  it.skipIf(process.getuid?.() === 0)("leaves no half file when a folder turns out to be read-only", async () => {
    const folder = join(createTemporaryFolder(), "db");
    await write(folder, artifacts);
    chmodSync(folder, 0o500);
    const error = await failure(write(folder, [{ path: "index.ts", text: "new" }]));
    chmodSync(folder, 0o700);
    expect(error).toMatchObject({ code: "cannot-write", kind: "machine" });
    expect(Object.keys(readTree(folder))).toEqual([".colonnade.json", "index.ts", "products.ts"]);
  });
});

describe("any folder, whatever happens in it", () => {
  const path = fc.constantFrom("a.ts", "b.ts", "c.ts", "sub/a.ts", "sub/b.ts");
  const text = fc.constantFrom("", "1", "2");
  const files = fc.uniqueArray(fc.record({ path, text }), { selector: (file) => file.path, maxLength: 4 });
  const step = fc.oneof(
    fc.record({ kind: fc.constant("generate" as const), files }),
    fc.record({ kind: fc.constant("user writes" as const), files }),
  );

  it("never loses a byte of a file that it did not write", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        const folder = createTemporaryFolder();
        const output = join(folder, "db");
        let ours: Record<string, string> = {};
        for (const { kind, files } of steps) {
          const tree = Object.fromEntries(files.map((file) => [file.path, file.text]));
          if (kind === "user writes") {
            writeTree(output, tree);
            continue;
          }
          mkdirSync(output, { recursive: true });
          const before = readTree(output);
          const report = await write(output, files).catch((error: { code: string }) => error.code);
          const after = readTree(output);
          const foreign = Object.keys(before).filter((path) => path !== ".colonnade.json" && !(path in ours));
          for (const path of foreign) expect(after[path]).toBe(before[path]);
          if (typeof report === "string") {
            expect(report).toBe("not-ours");
            expect(after).toEqual(before);
            expect(files.some((file) => foreign.includes(file.path) && before[file.path] !== file.text)).toBe(true);
            continue;
          }
          expect(after).toMatchObject(tree);
          // An edited file of ours that is needed no more is the user's.
          for (const path of Object.keys(ours)) {
            if (path in tree || before[path] === undefined) continue;
            expect(after[path]).toBe(before[path] === ours[path] ? undefined : before[path]);
          }
          expect(await compare(output, files)).toMatchObject({ upToDate: true });
          expect(Object.keys(after).filter((path) => path.includes("colonnade-next"))).toEqual([]);
          ours = tree;
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe("comparing", () => {
  it("takes files of any length", async () => {
    const output = join(createTemporaryFolder(), "db");
    const files = [0, 1, 65_535, 65_536, 65_537, 200_000].map((length) => ({
      path: `f${length}.ts`,
      text: "a".repeat(length),
    }));
    await write(output, files);
    expect((await compare(output, files)).files.map(({ state }) => state)).toEqual(Array(7).fill("up to date"));
    writeFileSync(join(output, "f200000.ts"), `${"a".repeat(199_999)}b`);
    const { files: compared } = await compare(output, files);
    expect(compared.filter(({ stale }) => stale).map(({ path }) => path)).toEqual(["f200000.ts"]);
  });

  it("finds everything missing where there is no folder", async () => {
    const report = await compare(join(createTemporaryFolder(), "none"), artifacts);
    expect(report.files.map(({ state }) => state)).toEqual(["missing", "missing", "missing"]);
  });
});
