/**
 * The same definitions give the same bytes, whatever machine, folder, locale or order they come in: output is checked in,
 * and a difference that nobody made would fail somebody's `check`.
 */
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import fc from "fast-check";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { emitKeyspace } from "../support/emit-keyspace.ts";
import { isColonnadeError } from "../../src/errors.ts";
import type { Keyspace } from "../../src/model/index.ts";
import { planKeyspace } from "../../src/plan/index.ts";
import { loadKeyspace } from "../../src/source/parse-keyspace.ts";
import { readTree, writeTree } from "../support/temporary-folder.ts";
import type { Tree } from "../support/temporary-folder.ts";
import { keyspace as anyKeyspace } from "../support/keyspaces.ts";
import { runs } from "../support/long.ts";

const root = resolve(import.meta.dirname, "../..");
const run = promisify(execFile);

/** Names of every kind, every type, and descriptions with either line end. */
const definitions: Tree = {
  ...readTree(join(root, "examples/shop/definitions")),
  ...readTree(join(root, "examples/every-type/definitions")),
  ...Object.fromEntries(
    Object.entries(readTree(join(root, "test/fixtures/quirky"))).map(([path, text]) => [`quirky/${path}`, text]),
  ),
};

interface Machine {
  readonly env?: Readonly<Record<string, string>>;
  /** Below the temporary folder. */
  readonly folder?: string;
  readonly tree?: Tree;
}

/** Everything that the program as it ships writes for the definitions, in a process of its own. */
async function generateOn({ env, folder = "app", tree = definitions }: Machine): Promise<Tree> {
  const temporary = await mkdtemp(join(tmpdir(), "colonnade-determinism-"));
  try {
    const app = join(temporary, folder);
    writeTree(app, Object.fromEntries(Object.entries(tree).map(([path, text]) => [`definitions/${path}`, text])));
    const program = join(root, "dist/colonnade.cjs");
    await run(process.execPath, [program, "generate", "--definitions", "definitions", "--output", "db"], {
      cwd: app,
      env: { ...process.env, NODE_OPTIONS: "", ...env },
    });
    return readTree(join(app, "db"));
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** The same entries in another order, which is the one that `writeTree` writes them in. */
function turned(tree: Tree): Tree {
  return Object.fromEntries(Object.entries(tree).reverse());
}

function mapTexts(tree: Tree, change: (text: string) => string): Tree {
  return Object.fromEntries(Object.entries(tree).map(([path, text]) => [path, change(text)]));
}

describe("what the program writes", { timeout: 60_000 }, () => {
  let expected: Tree;
  beforeAll(async () => void (expected = await generateOn({ env: { LC_ALL: "C", TZ: "UTC" } })), 60_000);

  it.each<[string, Machine]>([
    ["in Danish, where aa comes after z", { env: { LC_ALL: "da_DK.UTF-8", LANG: "da_DK.UTF-8" } }],
    ["in Turkish, where i and I are two letters", { env: { LC_ALL: "tr_TR.UTF-8", LANG: "tr_TR.UTF-8" } }],
    ["in another time zone", { env: { TZ: "Pacific/Chatham" } }],
    ["in another folder", { folder: "deep/er with blank/größe" }],
    ["with files that were made in another order", { tree: turned(definitions) }],
    [
      "with files that end their lines as Windows does",
      { tree: mapTexts(definitions, (text) => text.replaceAll("\n", "\r\n")) },
    ],
  ])("is the same %s", async (_, machine) => {
    expect(await generateOn(machine)).toEqual(expected);
  });

  it("has the same code when descriptions end their lines as Windows does", async () => {
    const other = await generateOn({ tree: mapTexts(definitions, (text) => text.replaceAll("\\r\\n", "\\n")) });
    // The manifest knows that the definition is another one.
    const code = (tree: Tree) => Object.entries(tree).filter(([path]) => path.endsWith(".ts"));
    expect(code(other)).toEqual(code(expected));
  });

  it("ends its lines alike everywhere", () => {
    expect(Object.keys(expected).length).toBeGreaterThan(60);
    expect(Object.entries(expected).filter(([, text]) => text.includes("\r"))).toEqual([]);
  });

  it("sees the other locales at all", async () => {
    const ask = ["-p", "['z', 'aa'].sort(new Intl.Collator().compare).join()"];
    const { stdout } = await run(process.execPath, ask, { env: { ...process.env, LC_ALL: "da_DK.UTF-8" } });
    expect(stdout.trim()).toBe("z,aa");
  });
});

/** Its files; undefined when its names meet, which is an error of its own. */
function emit(keyspace: Keyspace) {
  try {
    return emitKeyspace(planKeyspace(keyspace, { documents: true }));
  } catch (error) {
    if (isColonnadeError(error) && error.code === "names-meet") return undefined;
    throw error;
  }
}

describe("emitted text", () => {
  afterEach(() => vi.restoreAllMocks());

  it("does not depend on the order of what a keyspace has", () => {
    fc.assert(
      fc.property(anyKeyspace, fc.infiniteStream(fc.nat()), (keyspace, numbers) => {
        const shuffled = Object.entries(keyspace).map(([name, value]: [string, unknown]) => {
          if (!Array.isArray(value)) return [name, value];
          const order = value.map((item: unknown) => ({ item, rank: numbers.next().value as number }));
          return [name, order.sort((one, other) => one.rank - other.rank).map(({ item }) => item)];
        });
        expect(emit(Object.fromEntries(shuffled) as Keyspace)).toEqual(emit(keyspace));
      }),
      runs(50, 500),
    );
  });

  it("asks nothing of the machine: no locale, clock or chance", async () => {
    const keyspace = await loadKeyspace(join(root, "test/fixtures/quirky"));
    const expected = emit(keyspace);
    const refuse = (): never => {
      throw new Error("asked the machine");
    };
    vi.spyOn(String.prototype, "localeCompare").mockImplementation(refuse);
    vi.spyOn(String.prototype, "toLocaleLowerCase").mockImplementation(refuse);
    vi.spyOn(String.prototype, "toLocaleUpperCase").mockImplementation(refuse);
    vi.spyOn(Number.prototype, "toLocaleString").mockImplementation(refuse);
    vi.spyOn(Intl, "Collator").mockImplementation(refuse);
    vi.spyOn(Intl, "DateTimeFormat").mockImplementation(refuse);
    vi.spyOn(Date, "now").mockImplementation(refuse);
    vi.spyOn(Math, "random").mockImplementation(refuse);
    vi.spyOn(process, "cwd").mockImplementation(refuse);
    const texts = emit(keyspace);
    vi.restoreAllMocks();
    expect(texts).toEqual(expected);
  });
});
