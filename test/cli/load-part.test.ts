import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join, sep } from "node:path";
import { Script } from "node:vm";
import { describe, expect, it } from "vitest";
import { CompiledCode, compiledFolder } from "../../src/cli/compiled-code.ts";
import { loadPart } from "../../src/cli/load-part.ts";
import { createTemporaryFolder, writeTree } from "../support/temporary-folder.ts";

const main = `
  const { twice } = require("./shared-2.cjs");
  exports.answer = () => twice(21);
  exports.sep = require("node:path").sep;
  exports.importModule = require("./import-module.cjs").importModule;
  exports.file = __filename;
`;
const parts = {
  "import-module.cjs": "exports.importModule = (url) => import(url);",
  "main-1.cjs": main,
  "shared-2.cjs": 'exports.twice = (n) => 2 * n; exports.main = require("./main-1.cjs");',
};

interface Main {
  readonly answer: () => number;
  readonly sep: string;
  readonly importModule: (url: string) => Promise<Readonly<Record<string, unknown>>>;
  readonly file: string;
}

/** Keeps the scripts, for what V8 says of them. */
class Watched extends CompiledCode {
  readonly scripts: Script[] = [];

  override compile(filename: string, source: string): Script {
    const script = super.compile(filename, source);
    this.scripts.push(script);
    return script;
  }
}

/**
 * Loads the parts as a process does that then ends: from a new folder each time, since V8 remembers what it compiles by its path.
 *
 * @returns for each part whether V8 rejected kept code; undefined without any
 */
function runWith(cache: string): readonly (boolean | undefined)[] {
  const folder = createTemporaryFolder();
  writeTree(folder, parts);
  const code = new Watched(cache);
  expect((loadPart(join(folder, "main-1.cjs"), code) as Main).answer()).toBe(42);
  code.write();
  return code.scripts.map(({ cachedDataRejected }) => cachedDataRejected);
}

describe("parts of the command", () => {
  it("load each other, and everything else by Node", async () => {
    const folder = createTemporaryFolder();
    writeTree(folder, parts);
    const loaded = loadPart(join(folder, "main-1.cjs"), new CompiledCode(undefined)) as Main;
    expect(loaded).toMatchObject({ sep, file: join(folder, "main-1.cjs") });
    expect(loaded.answer()).toBe(42);
    expect(await loaded.importModule("data:text/javascript,export const answer = 42")).toMatchObject({ answer: 42 });
  });

  it("fail each time they are loaded without a package that they need", () => {
    const folder = createTemporaryFolder();
    writeTree(folder, {
      "main-1.cjs": 'exports.load = () => require("./with-2.cjs");',
      "with-2.cjs": 'require("a-package-that-is-missing");',
    });
    const { load } = loadPart(join(folder, "main-1.cjs"), new CompiledCode(undefined)) as { load: () => unknown };
    for (let time = 0; time < 2; time++) {
      expect(load).toThrow(expect.objectContaining({ code: "MODULE_NOT_FOUND" }));
    }
  });

  it("run the code of an earlier run", () => {
    const cache = createTemporaryFolder();
    expect(runWith(cache)).toEqual([undefined, undefined]);
    expect(runWith(cache)).toEqual([false, false]);
    // Nothing else, such as a file that is half written.
    expect(readdirSync(cache).map((name) => name.replace(/\.\d+$/, ""))).toEqual(["main-1.cjs", "shared-2.cjs"]);
  });

  it("run without code of another V8 or of another text, which is written again", () => {
    const cache = createTemporaryFolder();
    runWith(cache);
    for (const name of readdirSync(cache)) {
      const path = join(cache, name);
      const kept = readFileSync(path);
      // Of the main part, a digit of the source that comes first; of the other one, the header of its code.
      const isMain = name.startsWith("main-1");
      const at = isMain ? kept.indexOf("21") : kept.indexOf("\n})") + 3;
      kept[at] = isMain ? 0x33 : kept[at]! ^ 0xff;
      writeFileSync(path, kept);
    }
    expect(runWith(cache)).toEqual([undefined, true]);
    expect(runWith(cache)).toEqual([false, false]);
  });

  it("run where nothing can be written", () => {
    const cache = join(createTemporaryFolder(), "nowhere");
    expect(runWith(cache)).toEqual([undefined, undefined]);
    expect(existsSync(cache)).toBe(false);
  });

  it("leave no code of versions that are no longer used", () => {
    const cache = createTemporaryFolder();
    writeTree(cache, { "main-0.cjs.1": "", "main-2.cjs.1": "" });
    const twoMonthsAgo = new Date(Date.now() - 60 * 24 * 60 * 60 * 1000);
    utimesSync(join(cache, "main-0.cjs.1"), twoMonthsAgo, twoMonthsAgo);
    runWith(cache);
    expect(readdirSync(cache)).toHaveLength(3);
    expect(existsSync(join(cache, "main-0.cjs.1"))).toBe(false);
  });
});

describe("the folder of compiled code", () => {
  it("is none where the user wants none", () => {
    expect(compiledFolder({ XDG_CACHE_HOME: createTemporaryFolder(), NODE_DISABLE_COMPILE_CACHE: "1" })).toBe(
      undefined,
    );
  });
});

describe.skipIf(process.platform === "win32")("the folder of compiled code", () => {
  const folderIn = (cache: string) => compiledFolder({ XDG_CACHE_HOME: cache }, "linux");

  it("is created for its user alone, and found again", () => {
    const cache = createTemporaryFolder();
    const folder = folderIn(cache) ?? expect.unreachable();
    expect(folder.startsWith(cache)).toBe(true);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(folderIn(cache)).toBe(folder);
  });

  it("is not one that others can read, a link, or a file", () => {
    const [open, link, file] = [createTemporaryFolder(), createTemporaryFolder(), createTemporaryFolder()];
    chmodSync(folderIn(open) ?? expect.unreachable(), 0o750);
    mkdirSync(join(link, "colonnade"));
    symlinkSync(createTemporaryFolder(), join(link, "colonnade/compiled"));
    writeFileSync(join(file, "colonnade"), "");
    expect([open, link, file].map(folderIn)).toEqual([undefined, undefined, undefined]);
  });
});
