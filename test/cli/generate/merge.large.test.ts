/** A merge by git of two branches that both generated: nobody edited anything, so nobody is told of edits. */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createTemporaryFolder, writeTree } from "../../support/temporary-folder.ts";
import { runLine } from "../run-line.ts";

function table(...columns: readonly string[]): string {
  const columnDefinitions = ["id", ...columns].map((name) => ({ name, typeDefinition: "text" }));
  return JSON.stringify({ name: "products", columnDefinitions, primaryKey: { partitionKey: ["id"] } }, null, 2);
}

const definition = "definitions/shop/products.json";

/** A project after a merge of two branches that each added columns; the definition itself is resolved. */
async function createMerged(
  ours: readonly string[],
  theirs: readonly string[],
  resolved: readonly string[] = [...ours, ...theirs],
): Promise<string> {
  const cwd = createTemporaryFolder();
  const git = (...words: readonly string[]): void => {
    try {
      execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@b", "-c", "commit.gpgsign=false", ...words], {
        cwd,
        stdio: "pipe",
      });
    } catch (error) {
      if (words[0] !== "merge") throw error;
    }
  };
  const commit = async (...columns: readonly string[]): Promise<void> => {
    writeTree(cwd, { [definition]: table(...columns) });
    expect((await runLine("generate", { cwd })).code).toBe(0);
    git("add", ".");
    git("commit", "--quiet", "-m", "next");
  };
  const shop = { definitions: "definitions/shop", output: "db" };
  writeTree(cwd, { "colonnade.config.json": JSON.stringify({ keyspaces: { shop } }) });
  git("init", "--quiet", "--initial-branch=main");
  await commit("name");
  git("switch", "--quiet", "--create", "other");
  await commit(...theirs);
  git("switch", "--quiet", "main");
  await commit(...ours);
  git("merge", "other");
  writeTree(cwd, { [definition]: table(...new Set(resolved)) });
  return cwd;
}

describe("after a merge", () => {
  it("with conflict markers, check calls the files merged, and generate writes them without a word of edits", async () => {
    const cwd = await createMerged(["name", "price"], ["name", "weight"]);
    expect(readFileSync(join(cwd, "db/products.ts"), "utf8")).toContain("<<<<<<<");
    const checked = await runLine("check", { cwd });
    expect(checked.code).toBe(1);
    expect(checked.stdout).toMatch(/^merged {15}db\/products\.ts$/m);
    const { code, stderr } = await runLine("generate", { cwd });
    expect(code).toBe(0);
    expect(stderr).not.toContain("edited");
    expect((await runLine("check", { cwd })).code).toBe(0);
  });

  it("that git did without a conflict in the file, it is the same", async () => {
    const cwd = await createMerged(["name", "price"], ["name", "weight"], ["name", "weight", "price"]);
    const file = join(cwd, "db/products.ts");
    // As if the merge of the text had succeeded.
    writeFileSync(file, readFileSync(file, "utf8").replace(/^(?:<{7}|\|{7}|={7}|>{7}).*\n/gm, ""));
    expect((await runLine("check", { cwd })).stdout).toMatch(/^merged +db\/products\.ts/m);
    expect((await runLine("generate", { cwd })).stderr).not.toContain("edited");
  });

  it("a file that neither branch changed and somebody edited is still called edited", async () => {
    const cwd = await createMerged(["name", "price"], ["name", "weight"]);
    const file = join(cwd, "db/index.ts");
    writeFileSync(file, `${readFileSync(file, "utf8")}export const mine = 1;\n`);
    expect((await runLine("check", { cwd })).stdout).toMatch(/^edited by hand +db\/index\.ts/m);
    expect((await runLine("generate", { cwd })).stderr).toContain("wrote over db/index.ts, which was edited by hand");
  });
});
