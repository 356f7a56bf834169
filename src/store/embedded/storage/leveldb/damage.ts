import { open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { StoreError } from "../../../store-error.ts";
import { codeOf } from "../level-error.ts";

/** A file of LevelDB's, read as a whole: logs have a few MB, tables some 2 MB. */
export interface DataFile {
  readonly path: string;
  readonly bytes: Buffer;
}

/** @throws {StoreError} `damaged` when the disk cannot read a sector of it */
export async function readDataFile(directory: string, name: string): Promise<DataFile> {
  const path = join(directory, name);
  try {
    return { path, bytes: await readFile(path) };
  } catch (error) {
    throw readFailure(path, error);
  }
}

/** The smallest part of a file that a disk reads or fails to read. */
const sectorSize = 512;

/** The same, but with zeros where the disk cannot read. */
export async function readDamagedFile(directory: string, name: string): Promise<DataFile> {
  const path = join(directory, name);
  const file = await open(path);
  try {
    const bytes = Buffer.alloc((await file.stat()).size);
    for (let from = 0; from < bytes.length; from += sectorSize) {
      await file.read(bytes, from, Math.min(sectorSize, bytes.length - from), from).catch((error: unknown) => {
        if (!isUnreadable(error)) throw error;
      });
    }
    return { path, bytes };
  } finally {
    await file.close();
  }
}

/** An error of reading as damage, if it is. */
export function readFailure(path: string, error: unknown): unknown {
  return isUnreadable(error) ? damaged(path, "the disk cannot read it (EIO)") : error;
}

function isUnreadable(error: unknown): boolean {
  return codeOf(error) === "EIO";
}

/** Names the file, and the place in it if known. The cause says only what is damaged. */
export function damaged(path: string, what: string, offset?: number): StoreError {
  const place = offset === undefined ? path : `${path} at byte ${offset}`;
  const found = `${place}: ${what}`;
  return new StoreError("damaged", `the data is damaged: ${found}; nothing was changed`, new Error(found));
}
