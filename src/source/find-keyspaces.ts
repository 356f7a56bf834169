import { basename, join, resolve } from "node:path";
import { ColonnadeError } from "../errors.ts";
import { byCodeUnits } from "../model/index.ts";
import { definitionNames, readFolder, shown, typesFolder } from "./folder.ts";

export interface KeyspaceFolder {
  readonly keyspace: string;
  readonly directory: string;
}

/**
 * Finds the keyspaces of a folder: the folder itself if it has definition files, else each of its subfolders that has
 * some.
 * @throws {ColonnadeError} `no-definitions` if the folder does not exist or none has any; `mixed-definitions` if it has
 * both, since one of the two would be ignored; `broken-link`
 */
export async function findKeyspaces(directory: string): Promise<readonly KeyspaceFolder[]> {
  const entries = readFolder(directory);
  const folders = entries
    .filter((entry) => entry.name !== typesFolder && !entry.name.includes(".") && entry.isDirectory())
    .map(({ name }) => ({ keyspace: name, directory: join(directory, name) }));
  const found = folders
    .filter((folder) => definitionNames(readFolder(folder.directory)).length > 0)
    .sort((one, other) => byCodeUnits(one.keyspace, other.keyspace));
  const [stray] = definitionNames(entries);
  if (stray !== undefined && found.length > 0) {
    const names = found.map((folder) => folder.keyspace).join(", ");
    const message = `${shown(directory)} has both ${stray} and folders with definitions: ${names}`;
    throw new ColonnadeError("mixed-definitions", message, {
      next: "move the file into the folder of its keyspace, or choose one folder",
    });
  }
  if (stray !== undefined) return [{ keyspace: basename(resolve(directory)), directory }];
  if (found.length > 0) return found;
  throw withoutDefinitions(
    directory,
    folders.map((folder) => folder.keyspace),
  );
}

/** Formats that users try first. */
const otherFormat = /^[^.].*\.(?:ya?ml|toml|json5|jsonc|cql|sql)$/;

function withoutDefinitions(directory: string, folders: readonly string[]): ColonnadeError {
  const other = [".", ...folders]
    .flatMap((folder) => readFolder(join(directory, folder)).map(({ name }) => join(folder, name)))
    .find((path) => otherFormat.test(basename(path)));
  const reason = other === undefined ? "" : `; ${other} is ignored, because definitions are .json files`;
  const [table, keyspace] = [join(directory, "<table>.json"), join(directory, "<keyspace>", "<table>.json")].map(shown);
  return new ColonnadeError("no-definitions", `no definition file found in ${shown(directory)}${reason}`, {
    next: `add ${table} for one keyspace, or ${keyspace} for several; \`colonnade introspect\` writes them from a database`,
  });
}
