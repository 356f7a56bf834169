import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import { parseJsonConfig } from "./json-config.ts";
import type { FindMember } from "./json-config.ts";
import { parseModuleConfig } from "./module-config.ts";

/**
 * Loads a finder for the members of a config file: exact for JSON; for TypeScript and JavaScript it finds those that
 * the text shows.
 *
 * `(await loadConfigPlaces(file))(["keyspaces", "shop", "naming"])` is `{ line: 4, column: 7 }`.
 */
export async function loadConfigPlaces(file: string): Promise<FindMember> {
  const text = await readFile(file, "utf8");
  return extname(file) === ".json" ? parseJsonConfig(text).find : (await parseModuleConfig(text, file)).find;
}
