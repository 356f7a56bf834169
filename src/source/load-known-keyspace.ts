import { existsSync } from "node:fs";
import type { Keyspace, KnownTypes, Table } from "../model/index.ts";
import { parseDefinitionFile } from "./definition-file.ts";
import { loadDefinitionFiles, textOf } from "./folder.ts";
import { parseUserTypeFiles } from "./parse-keyspace.ts";

/**
 * As much of a keyspace as its files tell; what has mistakes is not known. The keyspace is about to be introspected, which may
 * be what mends them.
 * @returns undefined when there is no such folder
 */
export function loadKnownKeyspace(
  directory: string,
  keyspace: string,
  known: Pick<KnownTypes, "customTypes"> = {},
): Keyspace | undefined {
  if (!existsSync(directory)) return undefined;
  const files = loadDefinitionFiles(directory);
  const { userTypes, customTypes } = parseUserTypeFiles(files.userTypes, known);
  const tables = new Map<string, Table>();
  for (const file of files.tables) {
    const { table } = parseDefinitionFile(textOf(file) ?? "", file.file, { userTypes, customTypes });
    if (table && !tables.has(table.name)) tables.set(table.name, table);
  }
  return { name: keyspace, tables: [...tables.values()], userTypes: [...userTypes.values()] };
}
