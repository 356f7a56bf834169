import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Fault } from "./fault.ts";
import { renderPath } from "../terminal/messages.ts";

const page = join("docs", "errors.md");

/**
 * Finds the section on a fault, as a path from the working folder:
 * `node_modules/colonnade/docs/errors.md#unknown-type`.
 *
 * If all mistakes have the same code, it is the section of that code; otherwise that of the whole fault.
 *
 * @returns undefined if the package is installed without its docs
 */
export function findErrorDocs({ code, problems }: Pick<Fault, "code" | "problems">, cwd: string): string | undefined {
  const codes = new Set(problems.map((problem) => problem.code));
  const [only = code] = codes.size === 1 ? codes : [code];
  const file = findPage(cwd);
  return file === undefined ? undefined : `${renderPath(file, cwd).replaceAll("\\", "/")}#${sectionOf(only)}`;
}

/** Codes of the operating system, such as `EACCES`, share one section. */
export function sectionOf(code: string): string {
  return /^E[A-Z0-9_]+$/.test(code) || code.startsWith("ERR_") ? "errors-of-the-machine" : code;
}

/** Tries the app's installed package first: its real path may be deep in a package manager's store. */
function findPage(cwd: string): string | undefined {
  const installed = join(cwd, "node_modules", "colonnade", page);
  if (existsSync(installed)) return installed;
  let folder = dirname(fileURLToPath(import.meta.url));
  for (let up = 0; up < 4; up++, folder = dirname(folder)) {
    if (existsSync(join(folder, "package.json")))
      return existsSync(join(folder, page)) ? join(folder, page) : undefined;
  }
  return undefined;
}
