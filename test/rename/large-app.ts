/** An app of many files that use the bindings of many tables, to measure and test with. */
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { repository } from "../support/repository.ts";

/** Files that use one table. */
const filesPerTable = 10;

/** Writes the definitions of an app and its files, without bindings. @returns the names of its tables */
export function writeLargeApp(folder: string, files: number): readonly string[] {
  const tables = Array.from({ length: Math.ceil(files / filesPerTable) }, (_, index) => `table_${index}`);
  for (const path of ["definitions/shop", "src/screens"]) mkdirSync(join(folder, path), { recursive: true });
  symlinkSync(join(repository, "node_modules"), join(folder, "node_modules"), "junction");
  const compilerOptions = {
    target: "es2023",
    module: "nodenext",
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    types: [],
  };
  const settings: Readonly<Record<string, string>> = {
    "package.json": '{ "type": "module" }\n',
    "tsconfig.json": JSON.stringify({ compilerOptions, include: ["src"] }),
    "colonnade.config.json": JSON.stringify({
      keyspaces: { shop: { definitions: "definitions/shop", output: "src/db" } },
    }),
  };
  for (const [path, text] of Object.entries(settings)) writeFileSync(join(folder, path), text);
  for (const table of tables)
    writeFileSync(join(folder, `definitions/shop/${table}.json`), JSON.stringify(definition(table)));
  for (let index = 0; index < files; index++)
    writeFileSync(join(folder, `src/screens/screen${index}.ts`), screen(index, tables));
  return tables;
}

function definition(name: string): object {
  const columns = ["id uuid", "label text", "price decimal", "amount int", "created timestamp", "tags set<text>"];
  return {
    name,
    columnDefinitions: columns.map((column) => {
      const [name, typeDefinition] = column.split(" ");
      return { name, typeDefinition };
    }),
    primaryKey: { partitionKey: ["id"] },
  };
}

function screen(index: number, tables: readonly string[]): string {
  const type = `Table${index % tables.length}`;
  const before = index === 0 ? "" : `import { total${index - 1} } from "./screen${index - 1}.js";\n`;
  const base = index === 0 ? "0" : `total${index - 1}([])`;
  return `import type { Session } from "@colonnade/runtime";
import { find${type}, get${type}, insert${type}, update${type} } from "../db/table_${index % tables.length}.js";
import type { ${type}Insert, ${type}Row } from "../db/table_${index % tables.length}.js";
${before}
export interface View${index} {
  readonly title: string;
  readonly sum: number;
}

export async function load${index}(session: Session, id: string): Promise<View${index} | undefined> {
  const row = await get${type}(session, { id }, { select: ["label", "price", "amount"] });
  return row && { title: row.label ?? "", sum: Number(row.price ?? "0") * (row.amount ?? 1) };
}

export function total${index}(rows: readonly ${type}Row[]): number {
  return rows.reduce((sum, { price, amount }) => sum + Number(price) * (amount ?? 0), ${base});
}

export async function save${index}(session: Session, id: string, price: string): Promise<void> {
  const value: ${type}Insert = { id, price, label: "new", tags: ["a"] };
  await insert${type}(session, value);
  const change = { id, price, amount: 2 };
  await update${type}(session, change);
  for await (const row of find${type}(session, { id })) console.log(row.price, row.created?.toISOString());
}
`;
}
