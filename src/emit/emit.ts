/**
 * Plan → text: every module of a keyspace, as it will stand on disk.
 *
 * Pure: the same plan gives the same bytes everywhere. Decides no name and touches no file.
 */
import type { Plan } from "../plan/index.ts";
import { emitTableModule } from "./table-module.ts";
import { emitBarrel, emitValidatorsModule } from "./validators-module.ts";

/** One generated file. */
export interface EmittedFile {
  /** Relative to the output folder, with `/`. */
  readonly path: string;
  readonly text: string;
}

export function emitKeyspace(plan: Plan): readonly EmittedFile[] {
  const { keyspace, tables, validators, importExtension } = plan;
  const files: EmittedFile[] = tables.map((table) => ({ path: `${table.fileName}.ts`, text: emitTableModule(table) }));
  const modules = tables.map((table) => `./${table.fileName}${importExtension}`);
  files.push({ path: "index.ts", text: emitBarrel(keyspace, modules) });
  if (!validators) return files;
  for (const table of tables) {
    files.push({ path: `${table.fileName}.zod.ts`, text: emitValidatorsModule(table, importExtension) });
  }
  const validatorModules = tables.map((table) => `./${table.fileName}.zod${importExtension}`);
  files.push({ path: "zod.ts", text: emitBarrel(keyspace, validatorModules) });
  return files;
}
