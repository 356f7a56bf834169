import { nameHash } from "@colonnade/runtime/protocol";
import { fileStemOf } from "../model/file-stem.ts";

/** Names that our own modules have. */
const own = /^(?:index|zod|user-types|ids|asserts)$/;

/** The file name of a table's modules, without ending: `"products"` stays, `"Index"` and `"index"` are escaped. */
export function fileNameOf(table: string): string {
  return fileStemOf(table, { isTaken: (stem) => own.test(stem), hash: nameHash });
}
