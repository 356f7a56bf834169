import { existsSync } from "node:fs";
import type { Keyspace, KnownTypes, Table } from "../model/index.ts";
import { parseDefinitionFile, parseDefinitionJson } from "./definition-file.ts";
import type { OptionalFact } from "./settle-keyspace.ts";
import { loadDefinitionFiles, textOf } from "./folder.ts";
import { parseUserTypeFiles } from "./parse-keyspace.ts";
import { objectOf } from "./read-response.ts";

/** A keyspace as its definitions have it. */
export interface KnownKeyspace extends Keyspace {
  /** Whether a table's file states a fact rather than leaving it to the default. */
  readonly states: (table: string, fact: OptionalFact) => boolean;
}

/**
 * Loads a keyspace from its files as far as they are valid. It is about to be introspected, which may fix the mistakes.
 *
 * @returns undefined if the folder does not exist
 */
export function loadKnownKeyspace(
  directory: string,
  keyspace: string,
  knownTypes: Pick<KnownTypes, "customTypes"> = {},
): KnownKeyspace | undefined {
  if (!existsSync(directory)) return undefined;
  const files = loadDefinitionFiles(directory);
  const { userTypes, customTypes } = parseUserTypeFiles(files.userTypes, knownTypes);
  const tables = new Map<string, Table>();
  const factsByTable = new Map<string, ReadonlySet<OptionalFact>>();
  for (const file of files.tables) {
    const text = textOf(file) ?? "";
    const { table } = parseDefinitionFile(text, file.file, { userTypes, customTypes });
    if (!table || tables.has(table.name)) continue;
    tables.set(table.name, table);
    factsByTable.set(table.name, factsIn(parseDefinitionJson(text, file.file).json));
  }
  return {
    name: keyspace,
    tables: [...tables.values()],
    userTypes: [...userTypes.values()],
    states: (table, fact) => factsByTable.get(table)?.has(fact) ?? false,
  };
}

function factsIn(json: unknown): ReadonlySet<OptionalFact> {
  const definition = objectOf(json);
  const options = objectOf(definition?.["tableOptions"]);
  const facts = new Set<OptionalFact>();
  if (definition?.["indexes"] !== undefined) facts.add("indexes");
  if (options?.["defaultTimeToLive"] !== undefined) facts.add("defaultTimeToLive");
  return facts;
}
