/** `docs/operations.md`: a backup during writes, a restore, the steps of the container, and the names in the alerts. */
import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { createSession } from "@colonnade/runtime";
import { insertProducts, scanProducts } from "../../examples/shop/generated/products.js";
import { openEmbeddedStore, storeSession } from "../../src/index.ts";
import { serve, user } from "../cli/serve/serving.ts";
import { repository } from "../support/repository.ts";
import { createTemporaryFolder } from "../support/temporary-folder.ts";
import { readPage, shellLinesOf } from "./read-pages.ts";

const page = readPage("docs/operations.md");
const run = promisify(execFile);
const credentials = { username: user.COLONNADE_USERNAME, password: user.COLONNADE_PASSWORD };

const idOf = (row: number): string => `00000000-0000-4000-8000-${String(row).padStart(12, "0")}`;

/** The lines of a section that the shell runs, and those of ours. */
function linesOf(title: string): { readonly shell: readonly string[]; readonly ours: readonly string[] } {
  const [, section = ""] = page.text.split(`\n## ${title}\n`);
  const text = section.split("\n## ")[0] ?? "";
  const lines = shellLinesOf(page).filter((line) => text.includes(`\n${line}\n`));
  const isOurs = (line: string): boolean => line.startsWith("npx colonnade serve");
  const ours = lines.filter(isOurs).map((line) => line.replace("npx colonnade serve", "").replace(" --port 0", ""));
  return { shell: lines.filter((line) => !isOurs(line)), ours };
}

function createApp(): string {
  const cwd = createTemporaryFolder();
  cpSync(join(repository, "examples/shop/definitions"), join(cwd, "definitions"), { recursive: true });
  return cwd;
}

async function readRows(url: string): Promise<readonly string[]> {
  await using session = createSession({ url, credentials });
  return (await scanProducts(session, { select: ["id"] }).toArray()).map(({ id }) => id).sort();
}

describe("a backup", { timeout: 60_000 }, () => {
  it("has every write that was acknowledged before the copy began, eight times during writes", async () => {
    const { shell } = linesOf("Back up");
    expect(shell).toEqual(["cp -a .colonnade/data backup"]);
    const cwd = createApp();
    const { stdout } = await serve("--definitions definitions", cwd);
    await using session = createSession({ url: stdout.trim(), credentials });
    const acknowledged = new Set<string>();
    let next = 0;
    let isWriting = true;
    const write = async (): Promise<void> => {
      while (isWriting) {
        const id = idOf(next++);
        await insertProducts(session, { id, name: "x".repeat(2000) });
        acknowledged.add(id);
      }
    };
    const writing = Promise.all([write(), write(), write(), write()]);
    let during = 0;
    try {
      for (let copy = 0; copy < 8; copy++) {
        await expect.poll(() => acknowledged.size).toBeGreaterThan(copy * 50);
        const earlier = [...acknowledged];
        for (const line of shell) await run("sh", ["-c", line.replace("backup", `backup${copy}`)], { cwd });
        during += acknowledged.size - earlier.length;
        const store = await openEmbeddedStore({ directory: join(cwd, `backup${copy}`) });
        const rows = await scanProducts(storeSession(store), { select: ["id"] }).toArray();
        await store.close();
        const found = new Set(rows.map(({ id }) => id));
        expect(earlier.filter((id) => !found.has(id))).toEqual([]);
      }
    } finally {
      isWriting = false;
      await writing;
    }
    expect(during).toBeGreaterThan(0);
  });

  it("is served, and restored in the place of the folder", async () => {
    const cwd = createApp();
    const first = await serve("--definitions definitions", cwd);
    const session = createSession({ url: first.stdout.trim(), credentials });
    await insertProducts(session, { id: idOf(1) });
    const [backUp, restore] = [linesOf("Back up"), linesOf("Restore")];
    for (const line of backUp.shell) await run("sh", ["-c", line], { cwd });
    await insertProducts(session, { id: idOf(2) });
    await session.close();
    await first.stop();

    const check = await serve(backUp.ours[0] ?? "", cwd);
    expect(await readRows(check.stdout.trim())).toEqual([idOf(1)]);
    await check.stop();

    expect(restore.shell).toHaveLength(2);
    for (const line of restore.shell) await run("sh", ["-c", line], { cwd });
    const again = await serve(restore.ours[0] ?? "", cwd);
    expect(await readRows(again.stdout.trim())).toEqual([idOf(1)]);
  });
});

describe("the container", () => {
  const steps = readFileSync(join(repository, "examples/operations/Dockerfile"), "utf8")
    .trim()
    .split("\n")
    .map((line) => line.split(/ (.*)/s) as [instruction: string, rest: string]);
  const find = (instruction: string): readonly string[] =>
    steps.filter(([name]) => name === instruction).map(([, rest]) => rest);

  it("copies what exists, and its command serves and is healthy", { timeout: 60_000 }, async () => {
    const image = createTemporaryFolder();
    // What `npm ci` does.
    mkdirSync(join(image, "node_modules"));
    symlinkSync(repository, join(image, "node_modules/colonnade"));
    const [packages, definitions] = find("COPY");
    expect(packages).toBe("package.json package-lock.json ./");
    const [from = "", to = ""] = definitions?.split(" ") ?? [];
    cpSync(join(repository, "examples/shop", from), join(image, to), { recursive: true });
    const [program, path = "", command, ...flags] = JSON.parse(find("CMD")[0] ?? "") as string[];
    expect([program, command]).toEqual(["node", "serve"]);
    expect(existsSync(join(image, path)), "built").toBe(true);

    const data = createTemporaryFolder();
    const serving = await serve(flags.join(" ").replace("/data", data), image);
    const { port } = new URL(serving.stdout.trim());
    const [health = ""] = find("HEALTHCHECK");
    const check = health.replace(/^CMD /, "").replace("8080", port);
    await expect(run("sh", ["-c", check])).resolves.toBeDefined();
    await serving.stop();
    await expect(run("sh", ["-c", check])).rejects.toMatchObject({ code: 1 });
  });

  it("is refused without a user", async () => {
    const flags = (JSON.parse(find("CMD")[0] ?? "") as string[]).slice(3).join(" ");
    const refused = await serve(flags.replace("/data", createTemporaryFolder()), createApp(), {});
    expect((await refused.stop()).code).toBe(2);
  });
});

it("the alerts name metrics of the page, which are those of the service", () => {
  const alerts = readFileSync(join(repository, "examples/operations/alerts.yml"), "utf8");
  const described = [...page.text.matchAll(/^\| `([a-z_]+)` \| (?:counter|gauge|histogram) \|/gm)].map(
    ([, name]) => name,
  );
  const named = [...alerts.matchAll(/\b(?:colonnade|process|nodejs)_[a-z_]+/g)].map(([name]) => name);
  expect(named.length).toBeGreaterThan(6);
  expect(described).toEqual(expect.arrayContaining([...new Set(named)]));
});
