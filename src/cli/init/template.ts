import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The text of a file in the package's folder `templates`, which stands above this module wherever the build has put it. */
export function readTemplate(path: string): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, "templates", path))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error(`the package has no template ${path}`);
    folder = parent;
  }
  return readFileSync(join(folder, "templates", path), "utf8").replaceAll("\r\n", "\n");
}
