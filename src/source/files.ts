/**
 * Loads a keyspace from definition files: the source of `generate` and `check`.
 *
 * A keyspace is a folder with a JSON file for each table, and is named after its folder; its user types are in a
 * subfolder. All mistakes of all files are reported in one error. Opens no connection.
 */
import { basename, resolve } from "node:path";
import type { Keyspace, KnownTypes } from "../model/index.ts";
import { loadDefinitionFiles } from "./folder.ts";
import { parseKeyspace } from "./parse-keyspace.ts";

export * from "./folder.ts";
export * from "./parse-keyspace.ts";

/**
 * Loads the keyspace of a folder.
 * @throws {ColonnadeError} `bad-definitions` with every problem of every file
 */
export async function loadKeyspace(
  directory: string,
  keyspace = basename(resolve(directory)),
  knownTypes: Pick<KnownTypes, "customTypes"> = {},
): Promise<Keyspace> {
  return parseKeyspace(loadDefinitionFiles(directory), keyspace, knownTypes).keyspace;
}
