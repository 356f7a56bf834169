import { listDocumentFiles } from "../../src/emit/documents.ts";
import { listFiles } from "../../src/emit/index.ts";
import type { Plan } from "../../src/plan/index.ts";

export interface EmittedFile {
  /** Relative to the output folder, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** Every file of a plan with all tables of a keyspace, those of documents last. */
export function emitKeyspace(plan: Plan): readonly EmittedFile[] {
  const tables = plan.tables.map(({ table }) => table);
  const userTypes = plan.userTypes.map(({ type }) => type);
  const keyspace = { name: plan.keyspace, tables, userTypes };
  const files = [...listFiles(plan), ...(plan.documents ? listDocumentFiles(plan, keyspace) : [])];
  return files.map(({ path, emit }) => ({ path, text: emit() }));
}
