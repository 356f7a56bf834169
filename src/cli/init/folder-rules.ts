/**
 * What will do for a folder: in comes an answer, with what is known before, out goes what is wrong with it, as the rest of a
 * sentence that begins with the answer's name. Writes nothing.
 */
import { basename, posix, resolve, sep } from "node:path";
import { isColonnadeError } from "../../errors.ts";
import { OutputFolder } from "../../output/folder.ts";
import { validateFolder } from "../../output/validate-folder.ts";
import { relativePath } from "./found-config.ts";
import type { Draft, Known } from "./known.ts";
import type { Project } from "./project.ts";

/** The keyspace's own folder of definitions: the folder that was named, when it has the keyspace's name or holds files. */
export function definitionsOf({ project }: Known, { definitions = "", keyspace = "" }: Draft): string {
  const folder = relativePath(project.folder, resolve(project.folder, definitions));
  const holdsFiles = folder !== "." && project.entriesOf(folder).some((name) => name.endsWith(".json"));
  return holdsFiles || basename(folder) === keyspace ? folder : posix.join(folder, keyspace);
}

/** A folder cannot be where a file is, nor below one. */
export function objectToDefinitions(value: string, { project }: Known): string | undefined {
  const parts = relativePath(project.folder, resolve(project.folder, value)).split("/");
  const paths = parts.map((_, index) => parts.slice(0, index + 1).join("/"));
  return paths.some((path) => project.read(path).kind === "text") ? "is a folder, and that is a file" : undefined;
}

/** Generated files have a folder to themselves, and one that stays. */
export function objectToOutput(value: string, known: Known, draft: Draft): string | undefined {
  const inTheWay = objectToDefinitions(value, known);
  if (inTheWay !== undefined) return inTheWay;
  const output = relativePath(known.project.folder, resolve(known.project.folder, value));
  const taken = findTaken(output, known, draft);
  if (taken !== undefined) return `is a folder for generated files alone, and that one ${taken}`;
  return refusedBy(() => validateFolder(resolve(known.project.folder, value)), known.project);
}

/** What a folder holds, or stands in, that is not ours; paths are relative to the project. */
function findTaken(output: string, known: Known, draft: Draft): string | undefined {
  if (output === ".") return "is the working folder";
  if (/^\.\.(?:\/\.\.)*$/.test(output)) return "holds the working folder";
  const owner = output.split("/").find((part) => /^(?:node_modules|\.git)$/i.test(part));
  if (owner !== undefined) return `is in ${owner}`;
  const others = known.config?.entries ?? [];
  const holder = others.find(({ outputs }) => outputs.includes(output))?.keyspace ?? findHolder(known.project, output);
  if (holder !== undefined && holder !== draft.keyspace) return `has the files of ${holder}`;
  for (const { keyspace = "", definitions } of [{ ...draft, definitions: definitionsOf(known, draft) }, ...others]) {
    if (definitions === undefined) continue;
    if (definitions === output) return `has the definitions of ${keyspace}`;
    if (definitions.startsWith(`${output}/`)) return `holds the definitions of ${keyspace}`;
    if (output.startsWith(`${definitions}/`)) return `is in the definitions of ${keyspace}`;
  }
  return undefined;
}

/** The keyspace whose generated files stand in a folder, where its manifest says so. */
export function findHolder({ folder }: Project, output: string): string | undefined {
  try {
    return new OutputFolder(resolve(folder, output)).manifest.keyspace;
  } catch (error) {
    // What is wrong with a manifest, `generate` says.
    if (isColonnadeError(error)) return undefined;
    throw error;
  }
}

function refusedBy(validate: () => void, { folder }: Project): string | undefined {
  try {
    validate();
    return undefined;
  } catch (error) {
    if (isColonnadeError(error)) return `is a folder for generated files: ${error.message.replace(folder + sep, "")}`;
    throw error;
  }
}
