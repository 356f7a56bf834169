import { expect, it } from "vitest";
import { findRenamed } from "../../../src/cli/rename/find-renamed.ts";
import { planInDatabase } from "../../../src/cli/rename/plan-in-database.ts";
import { loadKeyspace } from "../../../src/source/parse-keyspace.ts";
import { createTemporaryFolder, writeTree } from "../../support/temporary-folder.ts";

it("prints a command whose names a shell reads as words", async () => {
  const cwd = createTemporaryFolder();
  const columnDefinitions = ["id", "unit price"].map((name) => ({ name, typeDefinition: "text" }));
  const table = { columnDefinitions, primaryKey: { partitionKey: ["id"] } };
  writeTree(cwd, {
    "products.json": JSON.stringify({ name: "products", ...table }),
    "prices.json": JSON.stringify({ name: "prices", ...table }),
    "types/prices.json": JSON.stringify({
      name: "prices",
      fields: [{ name: "unit price", typeDefinition: "text" }],
    }),
  });
  const keyspace = await loadKeyspace(cwd, "shop");
  const project = {
    config: { file: "", keyspaces: {} },
    targets: [{ keyspace: "shop", definitions: cwd, output: cwd }],
    cwd,
  };
  const renamed = findRenamed("shop.products.unit price", [keyspace]);
  const next = expect.stringContaining(
    `colonnade rename "shop.products.unit price" '$price' --in-code`,
  ) as unknown as string;
  expect(() => planInDatabase(renamed, "$price", project)).toThrow(expect.objectContaining({ next }));
  const named = expect.stringContaining('colonnade rename "type:shop.prices.unit price" …') as unknown as string;
  expect(() => findRenamed("shop.prices.unit price", [keyspace])).toThrow(expect.objectContaining({ next: named }));
});
