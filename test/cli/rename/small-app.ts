import { execFileSync } from "node:child_process";
import { realpathSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { repository } from "../../support/repository.ts";
import { createTemporaryFolder, writeTree } from "../../support/temporary-folder.ts";
import type { Tree } from "../../support/temporary-folder.ts";
import { runLine } from "../run-line.ts";

const products = `{
  // What the shop sells.
  "name": "products",
  "columnDefinitions": [
    { "name": "id", "typeDefinition": "uuid" },
    { "name": "price", "typeDefinition": "decimal" }, // in francs
    { "name": "maker", "typeDefinition": "frozen<address>" }
  ],
  "primaryKey": { "partitionKey": ["id"] },
  "indexes": [{ "column": "price" }]
}
`;

const address = `{ "name": "address", "fields": [{ "name": "city", "typeDefinition": "text" }] }\n`;

/** Without validators: to check their types takes most of the time of a rename. `test/rename` renames in an app that has them. */
const config = `{
  // Where everything is.
  "keyspaces": {
    "shop": { "definitions": "definitions/shop", "output": "src/db", "validators": false, "columns": { "products.id": { "name": "id" } } }
  }
}
`;

const app = `import type { Session } from "@colonnade/runtime";
import { insertProducts, type ProductsRow } from "./db/products.js";

export async function save(session: Session, id: string, price: string): Promise<void> {
  const value = { id, price };
  await insertProducts(session, value);
}

export const show = ({ id, price, maker }: ProductsRow): string => \`\${id} \${price} \${maker?.city}\`;
`;

const tsconfig = JSON.stringify({
  // Without the library of browsers, which takes longer to read than all the rest.
  compilerOptions: {
    ...{ target: "es2023", lib: ["es2023"], module: "nodenext", types: [] },
    ...{ strict: true, skipLibCheck: true, noEmit: true },
  },
  include: ["src"],
});

const tree: Tree = {
  "colonnade.config.json": config,
  "definitions/shop/products.json": products,
  "definitions/shop/types/address.json": address,
  "src/app.ts": app,
  "tsconfig.json": tsconfig,
  "package.json": '{ "type": "module" }\n',
  ".gitignore": "/node_modules\n",
};

/** Writes an app with its bindings, and commits it. @param changed files in place of its own, or beside them */
export async function writeSmallApp(changed: Tree = {}): Promise<string> {
  const cwd = realpathSync(createTemporaryFolder());
  writeTree(cwd, { ...tree, ...changed });
  symlinkSync(join(repository, "node_modules"), join(cwd, "node_modules"), "junction");
  const { code, stderr } = await runLine("generate", { cwd });
  if (code !== 0) throw new Error(stderr);
  commit(cwd);
  return cwd;
}

export function commit(cwd: string): void {
  const git = (...words: readonly string[]): void => void execFileSync("git", words, { cwd, stdio: "ignore" });
  git("init", "--quiet");
  git("add", "--all");
  git("-c", "user.name=Test", "-c", "user.email=test@example.com", "commit", "--quiet", "--message", "before");
}
