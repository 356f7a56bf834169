/** A rename in a repository of packages: project references, tests with a config of their own, TSX, and an output of each app. */
import { mkdirSync, readFileSync, realpathSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { repository } from "../../support/repository.ts";
import { createTemporaryFolder, writeTree } from "../../support/temporary-folder.ts";
import { runLine } from "../run-line.ts";
import { commit } from "./small-app.ts";

const products = JSON.stringify({
  name: "products",
  columnDefinitions: [
    { name: "id", typeDefinition: "uuid" },
    { name: "price", typeDefinition: "decimal" },
  ],
  primaryKey: { partitionKey: ["id"] },
});

function tsconfig(members: object, options: object = {}): string {
  const compilerOptions = {
    ...{ target: "es2023", lib: ["es2023"], module: "nodenext", types: [], rootDir: "." },
    ...{ strict: true, skipLibCheck: true },
    ...options,
  };
  return JSON.stringify({ compilerOptions, ...members });
}

const composite = { composite: true, outDir: "dist" };

const tree = {
  ".gitignore": "node_modules\ndist\n",
  "package.json": '{ "type": "module", "workspaces": ["packages/*"] }\n',
  "tsconfig.json": JSON.stringify({ files: [], references: [{ path: "packages/db" }, { path: "packages/web" }] }),
  "packages/db/package.json": JSON.stringify({
    name: "@shop/db",
    type: "module",
    exports: { ".": { types: "./dist/src/index.d.ts", default: "./dist/src/index.js" } },
  }),
  "packages/db/colonnade.config.json": JSON.stringify({
    keyspaces: {
      shop: [
        { definitions: "definitions/shop", output: "src/generated" },
        { definitions: "definitions/shop", output: "../web/src/own", validators: false },
      ],
    },
  }),
  "packages/db/definitions/shop/products.json": products,
  "packages/db/tsconfig.json": tsconfig({ include: ["src"] }, composite),
  "packages/db/src/index.ts": `export * from "./generated/products.js";
export { productsRowSchema } from "./generated/products.zod.js";
import type { ProductsRow } from "./generated/products.js";
export const priceOf = (row: ProductsRow): string => row.price ?? "0";
`,
  "packages/web/package.json": '{ "name": "@shop/web", "type": "module" }\n',
  "packages/web/tsconfig.json": tsconfig(
    { include: ["src"], references: [{ path: "../db" }] },
    { ...composite, jsx: "react-jsx", jsxImportSource: "preact" },
  ),
  "packages/web/src/list.tsx": `import { type ProductsRow, priceOf } from "@shop/db";
export const List = ({ rows }: { rows: readonly ProductsRow[] }) => (
  <ul>
    {rows.map((row) => (
      <li key={row.id} title={row.price ?? ""}>
        {priceOf(row)}
      </li>
    ))}
  </ul>
);
`,
  "packages/web/src/own.ts": `import type { ProductsInsert } from "./own/products.js";
export const own = (price: string): ProductsInsert => ({ id: "1", price });
`,
  "packages/web/test/tsconfig.json": tsconfig({ include: ["."] }, { noEmit: true, rootDir: ".." }),
  "packages/web/test/own.test.ts": `import { own } from "../src/own.js";
export const isRight = own("1").price === "1";
`,
};

const after: Readonly<Record<string, string>> = {
  "packages/db/src/index.ts": 'row.cost ?? "0"',
  "packages/web/src/list.tsx": 'title={row.cost ?? ""}',
  "packages/web/src/own.ts": '({ id: "1", cost: price })',
  "packages/web/test/own.test.ts": 'own("1").cost === "1"',
};

it("reaches every package, through the sources of a reference", { timeout: 120_000 }, async () => {
  const root = realpathSync(createTemporaryFolder());
  writeTree(root, tree);
  mkdirSync(join(root, "node_modules/@shop"), { recursive: true });
  symlinkSync(join(root, "packages/db"), join(root, "node_modules/@shop/db"), "junction");
  for (const name of ["@colonnade", "zod", "preact"])
    symlinkSync(join(repository, "node_modules", name), join(root, "node_modules", name), "junction");
  const cwd = join(root, "packages/db");
  expect((await runLine("generate", { cwd })).stderr).toContain("2 tables");
  commit(root);

  const { code, stdout, stderr } = await runLine("rename shop.products.price cost --in-code", { cwd });
  expect({ code, stderr }, stdout).toMatchObject({ code: 0 });
  for (const [path, text] of Object.entries(after)) expect(readFileSync(join(root, path), "utf8")).toContain(text);
  const config = readFileSync(join(cwd, "colonnade.config.json"), "utf8");
  expect(config.match(/"products\.price"/g)).toHaveLength(2);
  expect((await runLine("check", { cwd })).code).toBe(0);
});
