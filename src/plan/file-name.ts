import { nameHash } from "@colonnade/runtime/protocol";
import { fileStemOf } from "../model/file-stem.ts";

/** File names of modules that are not of tables. */
const own = /^(?:index|zod|user-types|ids|asserts)$/;

/** The file name of a table's modules, without extension: `"products"` stays, `"Index"` and `"index"` are escaped. */
export function fileNameOf(table: string, { documents = false } = {}): string {
  const isTaken = (stem: string): boolean => own.test(stem) || (documents && stem === "documents");
  return fileStemOf(table, { isTaken, hash: nameHash });
}
