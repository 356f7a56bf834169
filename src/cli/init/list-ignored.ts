import { resolve } from "node:path";
import type { Answers } from "./answers.ts";
import { definitionsOf } from "./folder-rules.ts";
import { relativePath } from "./found-config.ts";
import type { ImportExtension } from "./import-extension.ts";
import type { Draft, Known } from "./known.ts";

/**
 * The flags that would have a keyspace otherwise than the config has it already.
 *
 * @param extension how imports are to end, where a flag says so
 */
export function listIgnored(
  known: Known,
  { given, extension }: { readonly given: Draft; readonly extension: ImportExtension | undefined },
  answers: Answers,
): readonly string[] {
  const { config, project } = known;
  const entry = config?.entries.find(({ keyspace }) => keyspace === answers.keyspace);
  if (!entry) return [];
  const { definitions, output, format, validators } = given;
  const wanted = output === undefined ? undefined : relativePath(project.folder, resolve(project.folder, output));
  const differs = {
    definitions:
      definitions !== undefined && definitionsOf(known, { ...given, keyspace: entry.keyspace }) !== answers.definitions,
    output: wanted !== undefined && !entry.outputs.includes(wanted),
    format: format !== undefined && !fitsFormat(answers.configFile, format),
    validators: validators !== undefined && (validators === "yes") !== entry.validators,
    "import-extension": extension !== undefined && entry.importExtensions.some((there) => there !== extension),
  };
  return Object.entries(differs).flatMap(([flag, isIgnored]) => (isIgnored ? [flag] : []));
}

function fitsFormat(file: string, format: string): boolean {
  return (format === "json" ? /\.json$/ : /\.[cm]?ts$/).test(file);
}
