import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import { parseJsonConfig } from "./json-config.ts";
import type { FindMember } from "./json-config.ts";
import { parseModuleConfig } from "./module-config.ts";

/**
 * Loads what finds the members of a config file: exactly in JSON, and in TypeScript and JavaScript those that its text shows.
 *
 * `(await loadConfigPlaces(file))(["keyspaces", "shop", "naming"])` is `{ line: 4, column: 7 }`.
 */
export async function loadConfigPlaces(file: string): Promise<FindMember> {
  const text = await readFile(file, "utf8");
  return extname(file) === ".json" ? parseJsonConfig(text).find : (await parseModuleConfig(text, file)).find;
}
