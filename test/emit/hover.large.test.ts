/** What an editor shows where somebody writes a call. */
import { resolve } from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { emitKeyspace } from "../support/emit-keyspace.ts";
import type { TableDefinition } from "../../src/model/index.ts";
import { planKeyspace } from "../../src/plan/index.ts";
import { tableOf } from "../support/keyspaces.ts";

const definitions: readonly TableDefinition[] = [
  {
    name: "products",
    columnDefinitions: [
      { name: "id", typeDefinition: "uuid", description: "Never used again." },
      { name: "at", typeDefinition: "int" },
      { name: "price", typeDefinition: "decimal", description: "In euros.\n\nWith cents." },
      { name: "name", typeDefinition: "text" },
      { name: "owner", typeDefinition: "text", static: true, description: "Who sells them all." },
    ],
    primaryKey: { partitionKey: ["id"], clusteringKey: ["at"] },
  },
  {
    name: "orders",
    columnDefinitions: [
      { name: "id", typeDefinition: "uuid" },
      { name: "total", typeDefinition: "decimal", description: "With taxes." },
    ],
    primaryKey: { partitionKey: ["id"] },
  },
  {
    name: "hits",
    columnDefinitions: [
      { name: "page", typeDefinition: "text" },
      { name: "views", typeDefinition: "counter", description: "By people." },
    ],
    primaryKey: { partitionKey: ["page"] },
  },
];

const plan = planKeyspace({
  name: "shop",
  tables: definitions.map((definition) => tableOf(definition)),
  userTypes: [],
});

/** The comment that an editor shows at the place marked `^`, which stands before a name. */
function hover(line: string): string {
  const folder = resolve(import.meta.dirname, "../virtual");
  const use = resolve(folder, "use.ts");
  const head = `import * as db from "./index.js";\ndeclare const session: never;\n`;
  const files = new Map(emitKeyspace(plan).map(({ path, text }) => [resolve(folder, path), text]));
  files.set(use, head + line.replace("^", ""));
  const read = (path: string): string | undefined => files.get(path) ?? ts.sys.readFile(path);
  const service = ts.createLanguageService({
    getCompilationSettings: () => ({
      module: ts.ModuleKind.NodeNext,
      strict: true,
      lib: ["lib.es2022.d.ts"],
      types: [],
    }),
    getScriptFileNames: () => [use],
    getScriptVersion: () => "1",
    getScriptSnapshot: (path) => {
      const text = read(path);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => folder,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (path) => read(path) !== undefined,
    readFile: read,
  });
  const found = service.getQuickInfoAtPosition(use, head.length + line.indexOf("^"));
  return ts.displayPartsToString(found?.documentation);
}

describe("a member of a write has the description of its column", () => {
  test.each([
    ["an insert", `db.insertProducts(session, { id: "a", at: 1, ^price: "1" });`, "In euros.\n\nWith cents."],
    ["a key of an insert", `db.insertProducts(session, { ^id: "a", at: 1 });`, "Never used again."],
    ["an update that is an insert", `db.updateOrders(session, { id: "a", ^total: "1" });`, "With taxes."],
    ["an update of a row", `db.updateProducts(session, { id: "a", at: 1, ^price: "1" });`, "In euros.\n\nWith cents."],
    [
      "an update of static columns",
      `const update: db.ProductsStaticUpdate = { id: "a", ^owner: "b" };`,
      "Who sells them all.",
    ],
    [
      "a static column in an update of a row",
      `db.updateProducts(session, { id: "a", at: 1, ^owner: "b" });`,
      "Who sells them all.",
    ],
    ["an increment", `db.incrementHits(session, { page: "a" }, { ^views: 1n });`, "By people."],
    ["one without a description", `db.insertProducts(session, { id: "a", at: 1, ^name: "b" });`, ""],
  ])("%s", (_, line, expected) => {
    expect(hover(line)).toBe(expected);
  });
});
