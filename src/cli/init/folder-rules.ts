/** Which folders are valid answers. An objection is a clause that gives the reason. Writes nothing. */
import { basename, posix, resolve } from "node:path";
import { isColonnadeError } from "../../errors.ts";
import { OutputFolder } from "../../output/folder.ts";
import { objectToFolder } from "../../output/validate-folder.ts";
import type { Draft, Known } from "./known.ts";
import type { Project } from "./project.ts";
import { relativePath } from "./text-files.ts";

/** The keyspace's own folder: the named folder if it has definitions or the keyspace's name, otherwise a subfolder. */
export function definitionsOf({ project }: Known, { definitions = "", keyspace = "" }: Draft): string {
  const folder = relativePath(project.folder, resolve(project.folder, definitions));
  const holdsFiles = folder !== "." && project.entriesOf(folder).some((name) => name.endsWith(".json"));
  return holdsFiles || basename(folder) === keyspace ? folder : posix.join(folder, keyspace);
}

/** Neither the folder nor a parent of it can be a file. */
export function objectToDefinitions(value: string, { project }: Known): string | undefined {
  const parts = relativePath(project.folder, resolve(project.folder, value)).split("/");
  const paths = parts.map((_, index) => parts.slice(0, index + 1).join("/"));
  const file = paths.find((path) => project.read(path).kind === "text");
  return file === undefined ? undefined : `${file} is a file, not a folder`;
}

/** `generate` removes other files from the output folder. */
export function objectToOutput(value: string, known: Known, draft: Draft): string | undefined {
  const { project, config } = known;
  const output = relativePath(project.folder, resolve(project.folder, value));
  if (/^\.\.?(?:\/\.\.)*$/.test(output)) return "it contains the working folder";
  const others = config?.entries ?? [];
  const holder = others.find(({ outputs }) => outputs.includes(output))?.keyspace ?? findHolder(project, output);
  if (holder !== undefined && holder !== draft.keyspace) return `it contains the generated files of ${holder}`;
  const own = { keyspace: draft.keyspace ?? "", definitions: definitionsOf(known, draft) };
  for (const { keyspace, definitions } of [own, ...others]) {
    if (`${definitions}/`.startsWith(`${output}/`)) return `it contains the definitions of ${keyspace}`;
    if (output.startsWith(`${definitions}/`)) return `it is in the definitions of ${keyspace}`;
  }
  const reason = objectToFolder(resolve(project.folder, value));
  return reason === undefined ? undefined : `it is ${reason}`;
}

/** The keyspace that generated the files of a folder, according to the folder's manifest. */
export function findHolder({ folder }: Project, output: string): string | undefined {
  try {
    return new OutputFolder(resolve(folder, output)).manifest.keyspace;
  } catch (error) {
    // `generate` reports a damaged manifest.
    if (isColonnadeError(error)) return undefined;
    throw error;
  }
}
