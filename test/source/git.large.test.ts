/** Definitions of another day, as git has them. */
import { execFileSync } from "node:child_process";
import { chmodSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it, test } from "vitest";
import { isColonnadeError } from "../../src/errors.ts";
import { loadRevision } from "../../src/source/git.ts";
import { createTemporaryFolder, writeTree } from "../support/temporary-folder.ts";

let root = "";

function git(...words: readonly string[]): void {
  const author = ["-c", "user.name=A", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false"];
  execFileSync("git", [...author, ...words], { cwd: root, stdio: "pipe" });
}

function namesAt(
  revision: string,
  directory = "definitions/shop",
): { readonly tables: string[]; readonly userTypes: string[] } {
  const found = loadRevision(join(root, directory), revision);
  const names = (files: typeof found.tables): string[] =>
    files.map(({ file, bytes }) => `${file.replace(/^.*\//, "")}: ${Buffer.from(bytes).toString("utf8")}`);
  return { tables: names(found.tables), userTypes: names(found.userTypes) };
}

function codeOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (isColonnadeError(error)) return error.code;
    throw error;
  }
  return "none";
}

beforeEach(() => {
  root = createTemporaryFolder();
  git("init", "--quiet", "--initial-branch=main");
  writeTree(root, {
    "definitions/shop/products.json": "one",
    'definitions/shop/größe "x".json': "odd\n\nname\n",
    "definitions/shop/types/address.json": "an address",
    "definitions/shop/types/deep/er.json": "no",
    "definitions/shop/.dropped.json": "[]",
    "definitions/shop/notes.txt": "no",
    "definitions/crm/people.json": "of another keyspace",
  });
  git("add", ".");
  git("commit", "--quiet", "-m", "one");
  writeTree(root, { "definitions/shop/products.json": "two", "definitions/shop/new.json": "new" });
});

describe("definitions at a revision", () => {
  it("that are links count as what they led to", () => {
    rmSync(join(root, "definitions/shop/types"), { recursive: true });
    writeTree(root, { "shared/orders.json": "orders then", "shared/types/money.json": "money then" });
    symlinkSync("../../shared/orders.json", join(root, "definitions/shop/orders.json"));
    symlinkSync("../../shared/types", join(root, "definitions/shop/types"));
    git("add", ".");
    git("commit", "--quiet", "-m", "links");
    writeTree(root, { "shared/orders.json": "orders now" });
    const { tables, userTypes } = namesAt("HEAD");
    expect(tables).toContain("orders.json: orders then");
    expect(userTypes).toEqual(["money.json: money then"]);
  });

  it("that are links to nothing in the repository are an error", () => {
    symlinkSync("/elsewhere/orders.json", join(root, "definitions/shop/orders.json"));
    git("add", ".");
    git("commit", "--quiet", "-m", "a link");
    expect(codeOf(() => namesAt("HEAD"))).toBe("broken-link");
  });

  it("are what was committed, not what stands there now", () => {
    const odd = 'größe "x".json: odd\n\nname\n';
    expect(namesAt("HEAD")).toEqual({ tables: [odd, "products.json: one"], userTypes: ["address.json: an address"] });
    git("add", ".");
    expect(namesAt("main").tables).toEqual([odd, "products.json: one"]);
    git("commit", "--quiet", "-m", "two");
    git("tag", "v2");
    expect(namesAt("v2").tables).toEqual([odd, "new.json: new", "products.json: two"].sort());
    expect(namesAt("HEAD~1").tables).toEqual([odd, "products.json: one"]);
  });

  it("are none where the folder was not there yet", () => {
    writeTree(root, { "definitions/later/a.json": "a" });
    expect(namesAt("HEAD", "definitions/later")).toEqual({ tables: [], userTypes: [] });
  });

  it.skipIf(process.platform === "win32")("may be executable", () => {
    chmodSync(join(root, "definitions/shop/new.json"), 0o755);
    git("add", ".");
    git("commit", "--quiet", "-m", "two");
    const names = namesAt("HEAD").tables.map((text) => text.replace(/:[^]*$/, ""));
    expect(names).toEqual(['größe "x".json', "new.json", "products.json"].sort());
  });

  it("are found in a working tree of its own, and in a clone that is not whole", () => {
    git("worktree", "add", "--quiet", "-b", "other", "aside");
    expect(namesAt("main", "aside/definitions/shop").tables).toHaveLength(2);
    git("add", "definitions");
    git("commit", "--quiet", "-m", "two");
    git("clone", "--quiet", "--depth", "1", `file://${root}`, "clone");
    expect(namesAt("HEAD", "clone/definitions/shop").tables).toHaveLength(3);
    expect(codeOf(() => namesAt("HEAD~1", "clone/definitions/shop"))).toBe("unknown-revision");
  });

  it("have the revision in their names, for messages", () => {
    const [, products] = loadRevision(join(root, "definitions/shop"), "HEAD").tables;
    expect(products?.file).toMatch(/^HEAD:.*definitions\/shop\/products\.json$/);
  });

  it("are found from a hook, which says where another repository is", () => {
    process.env["GIT_DIR"] = ".git";
    try {
      expect(namesAt("HEAD").tables).toHaveLength(2);
    } finally {
      delete process.env["GIT_DIR"];
    }
  });
});

describe("what cannot be asked for", () => {
  test.each(["nope", "--help", "HEAD:definitions", "-1", "HEAD~9", "", "main;x", "main\nmain"])(
    "the revision %j is unknown",
    (revision) => {
      expect(codeOf(() => namesAt(revision))).toBe("unknown-revision");
    },
  );

  it("a folder outside of every repository", () => {
    renameSync(join(root, ".git"), join(root, "git"));
    expect(codeOf(() => namesAt("HEAD"))).toBe("no-repository");
  });

  it("a repository that git does not open, with what git says", () => {
    process.env["GIT_TEST_ASSUME_DIFFERENT_OWNER"] = "1";
    try {
      expect(() => namesAt("HEAD")).toThrow(
        expect.objectContaining({ code: "git-failed", message: expect.stringContaining("dubious ownership") }) as Error,
      );
    } finally {
      delete process.env["GIT_TEST_ASSUME_DIFFERENT_OWNER"];
    }
  });

  it("a file whose contents the clone is without", () => {
    const id = execFileSync("git", ["rev-parse", "HEAD:definitions/shop/products.json"], { cwd: root })
      .toString()
      .trim();
    rmSync(join(root, ".git", "objects", id.slice(0, 2), id.slice(2)), { force: true });
    expect(() => namesAt("HEAD")).toThrow(
      expect.objectContaining({ code: "git-failed", message: expect.stringContaining(id) }) as Error,
    );
  });

  it("anything without git", () => {
    const { PATH } = process.env;
    process.env["PATH"] = root;
    try {
      expect(codeOf(() => namesAt("HEAD"))).toBe("no-git");
    } finally {
      process.env["PATH"] = PATH;
    }
  });
});
