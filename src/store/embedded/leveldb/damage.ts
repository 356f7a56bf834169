import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { StoreError } from "../../store-error.ts";

/** A file of LevelDB's, read as a whole: logs have a few MB, tables some 2 MB. */
export interface DataFile {
  readonly path: string;
  readonly bytes: Buffer;
}

export async function readDataFile(directory: string, name: string): Promise<DataFile> {
  const path = join(directory, name);
  return { path, bytes: await readFile(path) };
}

/** Names the file, and the place in it if known. The cause says only what is damaged. */
export function damaged(path: string, what: string, offset?: number): StoreError {
  const place = offset === undefined ? path : `${path} at byte ${offset}`;
  const found = `${place}: ${what}`;
  return new StoreError("damaged", `the data is damaged: ${found}; nothing was changed`, new Error(found));
}
