import { lstatSync, readFileSync, readdirSync, readlinkSync } from "node:fs";
import { join, relative, sep } from "node:path";

/** All that stands below a folder but its folders: by path with "/", what it is and holds, and who may read and write it. */
export type Entries = ReadonlyMap<string, string>;

/** Links are not followed. */
export function readEntries(folder: string): Entries {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => join(folder, path));
  const entries = new Map<string, string>();
  for (const path of paths.sort()) {
    const status = lstatSync(path);
    const name = relative(folder, path).split(sep).join("/");
    if (status.isSymbolicLink()) entries.set(name, `-> ${readlinkSync(path)}`);
    else if (status.isFile()) entries.set(name, `${(status.mode & 0o777).toString(8)} ${readFileSync(path, "latin1")}`);
  }
  return entries;
}
