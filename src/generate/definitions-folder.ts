import { relative } from "node:path";
import { ColonnadeError, didYouMean } from "../errors.ts";
import { findKeyspaces } from "../source/folder.ts";

/**
 * Finds the folder of one keyspace: the subfolder with the keyspace's name, or the folder itself, whatever its name.
 *
 * @param definitions the keyspace's folder of definitions, or a folder of such folders
 * @throws {ColonnadeError} `unknown-keyspace`, and the errors of reading a folder
 */
export async function findDefinitionsFolder(keyspace: string, definitions: string): Promise<string> {
  const found = await findKeyspaces(definitions);
  const named = found.find((candidate) => candidate.keyspace === keyspace);
  if (named) return named.directory;
  const itself = found.find((candidate) => relative(candidate.directory, definitions) === "");
  if (itself) return itself.directory;
  const names = found.map((candidate) => candidate.keyspace);
  throw unknownKeyspace(`${definitions} has no keyspace ${keyspace}`, keyspace, names);
}

export function unknownKeyspace(message: string, name: string, existing: readonly string[]): ColonnadeError {
  const meant = didYouMean(name, existing);
  const next = meant === undefined ? `existing keyspaces: ${existing.join(", ") || "none"}` : `did you mean ${meant}?`;
  return new ColonnadeError("unknown-keyspace", message, { next });
}
