/** A config file is a program: a command runs it once, whatever parts of the command need it. */
import { describe, expect, test } from "vitest";
import { createTemporaryFolder, writeTree } from "../../support/temporary-folder.ts";
import { runLine } from "../run-line.ts";

const products = {
  name: "products",
  columnDefinitions: [{ name: "id", typeDefinition: "int" }],
  primaryKey: { partitionKey: ["id"] },
};
const env = { COLONNADE_URL: "http://127.0.0.1:1", COLONNADE_USERNAME: "ann", COLONNADE_PASSWORD: "correct horse" };
const config = {
  keyspaces: {
    shop: { definitions: "definitions/shop", output: "db" },
    crm: { definitions: "definitions/crm", output: "crm" },
  },
  service: { url: "http://127.0.0.1:1/?token=x" },
};

describe("the config of a command", () => {
  test.each([
    ["generate", 0],
    ["check", 1],
    ["check --reporter junit", 1],
    ["explain shop.products", 0],
    ["diff --against definitions", 0],
    ["diff --against live", 3],
    ["push", 3],
    ["push --to rest", 3],
    ["introspect --keyspace shop", 3],
    ["serve --port 99999", 2],
  ])("is loaded at most once, and its warnings are shown once: %s", async (line, exitCode) => {
    const cwd = createTemporaryFolder();
    const count = `globalThis.colonnadeLoads = (globalThis.colonnadeLoads ?? 0) + 1;`;
    writeTree(cwd, {
      "definitions/shop/products.json": JSON.stringify(products),
      "definitions/crm/products.json": JSON.stringify(products),
      "colonnade.config.mjs": `${count}\nexport default ${JSON.stringify(config)};\n`,
    });
    Reflect.deleteProperty(globalThis, "colonnadeLoads");
    const { code, stderr } = await runLine(line, { cwd, env, sleep: () => Promise.resolve() });
    expect(code).toBe(exitCode);
    const loads = line.startsWith("serve") ? undefined : 1;
    expect(Reflect.get(globalThis, "colonnadeLoads")).toBe(loads);
    expect(stderr.split("service.url contains").length - 1).toBe(loads ?? 0);
  });
});
