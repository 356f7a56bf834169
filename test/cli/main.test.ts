import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { createTemporaryFolder, writeTree } from "../support/temporary-folder.ts";
import { repository } from "../support/repository.ts";

const definition = {
  name: "products",
  columnDefinitions: [{ name: "id", typeDefinition: "uuid" }],
  primaryKey: { partitionKey: ["id"] },
};

it("stdout has the command's data alone, whatever a config file prints", async () => {
  const cwd = createTemporaryFolder();
  writeTree(cwd, {
    "definitions/shop/products.json": JSON.stringify(definition),
    "colonnade.config.mjs":
      'console.log("loading"); export default { keyspaces: { shop: { definitions: "definitions", output: "db" } } };',
  });
  const words = [join(repository, "dist/colonnade.js"), "generate", "--json"];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, words, { cwd });
  expect(JSON.parse(stdout)).toMatchObject({ keyspaces: [{ keyspace: "shop", tables: 1 }] });
  expect(stderr).toMatch(/^loading\n/);
});
