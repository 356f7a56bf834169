/** Modules of documents: valid for the service's API, and files like all others to a run. */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { buildSchema, parse, validate } from "graphql";
import { describe, expect, it, vi } from "vitest";
import { listDocumentFiles } from "../../src/emit/documents.ts";
import { isColonnadeError } from "../../src/errors.ts";
import { compare, generate, render } from "../../src/generate.ts";
import type { Target } from "../../src/generate.ts";
import { renderDocuments } from "../../src/generate/render-documents.ts";
import { planKeyspace } from "../../src/plan/index.ts";
import { keyspace as anyKeyspace } from "../support/keyspaces.ts";
import { runs } from "../support/long.ts";
import { createTemporaryFolder, writeTree } from "../support/temporary-folder.ts";

const generator = "1.0.0";

function definition(name: string, type = "text"): string {
  const columnDefinitions = [
    { name: "id", typeDefinition: "uuid" },
    { name: "a_note", typeDefinition: type },
  ];
  return JSON.stringify({ name, columnDefinitions, primaryKey: { partitionKey: ["id"] } });
}

function createTarget(...tables: readonly string[]): Target {
  const folder = createTemporaryFolder();
  writeTree(join(folder, "shop"), Object.fromEntries(tables.map((name) => [`${name}.json`, definition(name)])));
  return { keyspace: "shop", definitions: join(folder, "shop"), output: join(folder, "db"), documents: true };
}

describe("documents", () => {
  it("are valid for the API of any keyspace, and rendered as they were emitted", { timeout: 60_000 }, async () => {
    let seen = 0;
    await fc.assert(
      fc.asyncProperty(anyKeyspace, async (keyspace) => {
        const plan = planned(keyspace);
        for (const { path, emit, graphql } of plan ? listDocumentFiles(plan, keyspace) : []) {
          if (!graphql) continue;
          const { sdl, documents } = graphql();
          // With the rules that the plugin's host leaves out, such as the one for unused variables.
          const schema = buildSchema(sdl);
          for (const text of documents) expect(validate(schema, parse(text)), text).toEqual([]);
          expect(await renderDocuments({ path, render: emit, sdl, documents })).toBe(emit());
          seen += documents.length;
        }
      }),
      runs(10, 200),
    );
    expect(seen).toBeGreaterThan(30);
  });

  it("that the API does not have are an error", async () => {
    const sdl = "type Query { products(id: ID): Int }";
    const text = "query GetProducts($id: String) { products(id: $id) }";
    await expect(
      renderDocuments({ path: "products.documents.ts", render: String, sdl, documents: [text] }),
    ).rejects.toThrow("GraphQL Document Validation failed with 1 errors");
  });

  it("have a file for each table and a barrel, which only they need", async () => {
    const target = createTarget("products", "users");
    const { report } = await generate(target);
    expect(report.written.filter((path) => path.includes("documents"))).toEqual([
      "documents.ts",
      "products.documents.ts",
      "users.documents.ts",
    ]);
    const { report: later } = await generate({ ...target, documents: false });
    expect(later.removed).toEqual(["documents.ts", "products.documents.ts", "users.documents.ts"]);
  });

  it("are rendered again where a table changed, and compared like other files", async () => {
    const target = createTarget("products", "users");
    await generate(target, { generator });
    expect((await compare(target, { generator })).report.upToDate).toBe(true);
    writeFileSync(join(target.definitions, "users.json"), definition("users", "timestamp"));
    const { artifacts } = await render(target, { generator });
    const rendered = artifacts.flatMap((artifact) => ("hash" in artifact ? [] : [artifact.path])).sort();
    expect(rendered).toEqual(["users.documents.ts", "users.ts", "users.zod.ts"]);
    await generate(target, { generator });
    const edited = join(target.output, "products.documents.ts");
    appendFileSync(edited, "export const mine = 1;\n");
    const { files } = (await compare(target, { generator })).report;
    expect(files.filter(({ stale }) => stale).map(({ path, state }) => [path, state])).toEqual([
      ["products.documents.ts", "edited by hand"],
    ]);
    await generate(target, { generator });
    expect(readFileSync(edited, "utf8")).not.toContain("mine");
  });

  it("leave a table its name unless the barrel has it", async () => {
    const target = createTarget("documents");
    await generate({ ...target, documents: false });
    expect(existsSync(join(target.output, "documents.zod.ts"))).toBe(true);
    const { report } = await generate(target);
    expect(report.written).toContain("x64_ocuments.documents.ts");
    expect(readFileSync(join(target.output, "documents.ts"), "utf8")).toContain('from "./x64_ocuments.documents.js"');
  });

  it("need a package that only they load, and name it", async () => {
    const target = createTarget("products");
    vi.resetModules();
    vi.doMock("@graphql-codegen/core", () => {
      throw new Error("Cannot find package");
    });
    try {
      const { generate: generateWithout } = await import("../../src/generate.ts");
      await expect(generateWithout(target)).rejects.toMatchObject({
        code: "no-codegen",
        next: "npm install --save-dev @graphql-codegen/core@6 graphql@16",
      });
      expect(existsSync(target.output)).toBe(false);
      const { report } = await generateWithout({ ...target, documents: false });
      expect(report.written).toContain("products.ts");
    } finally {
      vi.doUnmock("@graphql-codegen/core");
    }
  });
});

/** Undefined when names meet, which is an error of its own. */
function planned(keyspace: Parameters<typeof planKeyspace>[0]) {
  try {
    return planKeyspace(keyspace, { documents: true, brandedIds: true });
  } catch (error) {
    if (isColonnadeError(error) && error.code === "names-meet") return undefined;
    throw error;
  }
}
