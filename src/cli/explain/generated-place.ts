import { readFileSync } from "node:fs";
import { join } from "node:path";
import { listFiles } from "../../emit/index.ts";
import { renderPath } from "../terminal/messages.ts";
import type { GeneratedPlace } from "./explanation.ts";
import { findDeclared } from "./find-declared.ts";
import type { Source } from "./sources.ts";

/**
 * Finds an interface, or a member of it, in the generated files, and whether its declaration is up to date.
 *
 * Ignores the rest of the file, which `check` compares.
 * @param path of the module within the output folder: `products.ts`
 */
export function generatedPlace(
  source: Source,
  cwd: string,
  path: string,
  name: string,
  member?: string,
): GeneratedPlace {
  const place = join(source.target.output, path);
  const file = renderPath(place, cwd);
  const text = readIfThere(place);
  if (text === undefined) return { file, state: "missing" };
  const found = findDeclared(text, name, member);
  const emitted =
    listFiles(source.plan())
      .find((artifact) => artifact.path === path)
      ?.emit() ?? "";
  const expected = findDeclared(emitted, name, member);
  return {
    file,
    ...(found && { line: found.line }),
    state: found && found.words === expected?.words ? "up to date" : "stale",
  };
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    // Missing or unreadable: in both cases nothing is generated there.
    return undefined;
  }
}
