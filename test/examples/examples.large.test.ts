import { cp, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { listTables, update, shop } from "../../examples/shop/bindings.ts";
import { Flags } from "../../src/cli/arguments/command.ts";
import type { Io } from "../../src/cli/terminal/io.ts";
import { selectTargets } from "../../src/cli/targets/select-targets.ts";
import { loadConfig } from "../../src/config/index.ts";
import { compare, generate } from "../../src/generate.ts";
import packageJson from "../../package.json" with { type: "json" };
import { createTemporaryFolder } from "../support/temporary-folder.ts";

const root = resolve(import.meta.dirname, "../..");

describe.each(["shop", "every-type", "videos", "cassandra", "vite-react"])("the example %s", (name) => {
  const io: Io = { stdout: process.stdout, stderr: process.stderr, env: {}, cwd: join(root, "examples", name) };

  it("has the output checked in that its definitions give; else run `npm run examples`", async () => {
    for (const target of await selectTargets(new Flags({}), io, await loadConfig(io.cwd))) {
      const { report } = await compare(target);
      expect(report.files.filter((file) => file.state !== "up to date")).toEqual([]);
      expect(report.files.length).toBeGreaterThan(2);
      // Not even the manifest: `npm start` generates, and leaves the checkout as it was.
      expect((await generate(target, { dryRun: true })).report.written).toEqual([]);
      // Of the same version, since a build of another one would write its manifest.
      const manifest = await readFile(join(target.output, ".colonnade.json"), "utf8");
      expect(manifest).toContain(`"generator": "${packageJson.version}+`);
    }
  });
});

describe("a build script", () => {
  it("lists the tables, and mends what is stale", async () => {
    expect(await listTables(shop)).toContain("orders_by_customer (customer_id, ordered_at, order_id)");
    expect(await update(shop)).toEqual([]);
    const output = createTemporaryFolder();
    await cp(shop.output, output, { recursive: true });
    await writeFile(join(output, "products.ts"), "");
    expect(await update({ ...shop, output })).toEqual(["products.ts: edited by hand"]);
    expect(await update({ ...shop, output })).toEqual([]);
  });
});

describe("the templates", () => {
  it("are a config file and definitions that generate", async () => {
    const config = await loadConfig(join(root, "templates"));
    const { definitions } = config?.keyspaces["shop"]?.[0] ?? { definitions: "" };
    const { tables, report } = await compare({ keyspace: "shop", definitions, output: join(root, "nowhere") });
    expect([tables, report.files.map((file) => file.state)]).toEqual([1, Array(5).fill("missing")]);
  });
});
