/** Names of a project that shells complete: keyspaces, tables with their columns, and revisions of git. */
import { execFileSync } from "node:child_process";
import { beforeEach, describe, expect, it, test } from "vitest";
import { createTemporaryFolder, writeTree } from "../../support/temporary-folder.ts";
import { runWords } from "../run-line.ts";

const table = (name: string): string =>
  JSON.stringify({
    name,
    columnDefinitions: ["id", "price"].map((column) => ({ name: column, typeDefinition: "text" })),
    primaryKey: { partitionKey: ["id"] },
  });
const definitions = {
  "definitions/shop/products.json": table("products"),
  "definitions/shop/orders.json": table("orders"),
  "definitions/crm/people.json": table("people"),
};
let cwd = "";

beforeEach(() => {
  cwd = createTemporaryFolder();
  writeTree(cwd, definitions);
});

async function complete(words: readonly string[], folder = cwd): Promise<readonly string[]> {
  const outcome = await runWords(["--get-yargs-completions", "colonnade", ...words], { cwd: folder });
  expect(outcome).toMatchObject({ code: 0, stderr: "" });
  return outcome.stdout.split("\n").slice(0, -1);
}

describe("completion", () => {
  test.each([
    [
      ["explain", ""],
      ["people", "orders", "products"],
    ],
    [["explain", "prod"], ["products"]],
    [
      ["explain", "products."],
      ["products.id", "products.price"],
    ],
    [["explain", "shop."], ["shop.orders", "shop.products"].sort()],
    [["explain", "shop.products.p"], ["shop.products.price"]],
    [
      ["generate", "--keyspace", ""],
      ["crm", "shop"],
    ],
    [["check", "--keyspace", "shop,"], ["shop,crm"]],
    [
      ["serve", "--keyspace", ""],
      ["crm", "shop"],
    ],
  ])("of %j is %j", async (words, expected) => {
    expect([...(await complete(words))].sort()).toEqual([...expected].sort());
  });

  it("takes the keyspaces of a config file in JSON, and of --definitions", async () => {
    const folder = createTemporaryFolder();
    const shop = { definitions: "db/shop", output: "src/db" };
    writeTree(folder, {
      "colonnade.config.json": JSON.stringify({ keyspaces: { shop } }),
      "db/shop/a.json": table("a"),
    });
    writeTree(folder, { "other/crm/b.json": table("b") });
    expect(await complete(["diff", "--keyspace", ""], folder)).toEqual(["shop"]);
    expect(await complete(["explain", ""], folder)).toEqual(["a"]);
    expect(await complete(["generate", "--definitions", "other", "--keyspace", ""], folder)).toEqual(["crm"]);
  });

  it("does not run a config file", async () => {
    const folder = createTemporaryFolder();
    writeTree(folder, { ...definitions, "colonnade.config.mjs": 'throw new Error("ran");' });
    expect(await complete(["generate", "--keyspace", ""], folder)).toEqual(["crm", "shop"]);
  });

  it("is nothing if definitions are missing or wrong", async () => {
    const folder = createTemporaryFolder();
    expect(await complete(["explain", ""], folder)).toEqual([]);
    writeTree(folder, { "definitions/shop/a.json": "{" });
    expect(await complete(["explain", ""], folder)).toEqual([]);
    expect(await complete(["diff", "--against", "git:"], folder)).toEqual([]);
  });

  it("of --against is live, and the branches and tags that are plain words", async () => {
    const folder = createTemporaryFolder();
    const git = (...words: readonly string[]): void =>
      void execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@b", "-c", "commit.gpgsign=false", ...words], {
        cwd: folder,
        stdio: "pipe",
      });
    writeTree(folder, { a: "" });
    git("init", "--quiet", "--initial-branch=main");
    git("add", ".");
    git("commit", "--quiet", "-m", "a");
    git("branch", "feature/x");
    git("branch", "evil$(id)");
    git("tag", "v1.0");
    expect(await complete(["diff", "--against", ""], folder)).toEqual([
      "live",
      "git:HEAD",
      "git:feature/x",
      "git:main",
      "git:v1.0",
    ]);
    expect(await complete(["diff", "--against", "git:f"], folder)).toEqual(["git:feature/x"]);
    expect(await complete(["diff", "--against", "./de"], folder)).toEqual([]);
    const zsh = { cwd: folder, env: { SHELL: "zsh" } };
    const words = ["--get-yargs-completions", "colonnade", "diff", "--against", "git:m"];
    expect((await runWords(words, zsh)).stdout).toBe("git\\:main\n");
  });
});
