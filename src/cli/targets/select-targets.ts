/** Decides where the bindings of each selected keyspace are written. */
import { existsSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { findMissingCodecs } from "../../config/index.ts";
import type { LoadedConfig } from "../../config/index.ts";
import { ColonnadeError, countOf } from "../../errors.ts";
import type { Problem } from "../../errors.ts";
import type { Target } from "../../generate.ts";
import { targetOf } from "../../generate/target.ts";
import { manifestName, refuseDefinitionsFolder, refuseSharedFolders } from "../../output/index.ts";
import type { Flags } from "../arguments/command.ts";
import type { Io } from "../terminal/io.ts";
import { renderPath } from "../terminal/talk.ts";
import { chooseKeyspaces, findDirectory, findEntries } from "./keyspace-folders.ts";
import type { KeyspaceEntry } from "./keyspace-folders.ts";

/**
 * Selects the outputs to work on: those of the config file, overridden by the flags.
 *
 * @throws {ColonnadeError} `nothing-selected`, `no-output`, `same-folder`, `old-output`, `usage`, and the errors of
 * finding keyspaces
 */
export async function selectTargets(
  flags: Flags,
  io: Io,
  config: LoadedConfig | undefined,
): Promise<readonly Target[]> {
  const entries = await findEntries(flags, io, config);
  if (entries.length === 0) throw nothingSelected(config, flags.text("definitions"));
  const chosen = chooseKeyspaces(entries, flags.list("keyspace"));
  if (config) await validateCodecs(chosen, config, io.cwd);
  const outputs = placeOutputs(entries, chosen, io.cwd, flags.text("output"));
  const byFlag = flags.has("asserts") ? { asserts: true } : {};
  return Promise.all(
    chosen.map(async (entry): Promise<Target> => {
      const { keyspace } = entry;
      const output = outputs.get(entry);
      if (output === undefined) {
        throw new ColonnadeError("no-output", `the output folder of ${keyspace} is not set`, {
          next: "--output src/db",
        });
      }
      const definitions = await findDirectory(entry);
      for (const folder of [entry.definitions, definitions]) {
        refuseDefinitionsFolder({ keyspace, output }, folder, { render: (path) => renderPath(path, io.cwd) });
      }
      return { ...targetOf(keyspace, entry.settings, { definitions, output }), ...byFlag };
    }),
  );
}

/** @throws {ColonnadeError} `no-codec-module`, `no-codec` or `object-type`, with every rule that cannot be used */
async function validateCodecs(
  entries: readonly KeyspaceEntry[],
  { keyspaces, file }: LoadedConfig,
  cwd: string,
): Promise<void> {
  const missing = entries.flatMap(({ keyspace, settings }) =>
    findMissingCodecs(settings, file).map((codec) => ({ ...codec, keyspace, settings })),
  );
  const [first] = missing;
  if (!first) return;
  const { createRulePlaces } = await import("./rule-places.ts");
  const placeOf = createRulePlaces(file, cwd);
  const problems: Problem[] = [];
  for (const { keyspace, settings, path, ...problem } of missing) {
    const index = (new Map(Object.entries(keyspaces)).get(keyspace) ?? []).findIndex((output) => output === settings);
    problems.push({ ...problem, ...(await placeOf(keyspace, index, path)) });
  }
  const message = `${basename(file)} names ${countOf(problems.length, "codec or type", "codecs or types")} that generated code cannot use`;
  throw new ColonnadeError(first.code, message, { problems });
}

function nothingSelected(config: LoadedConfig | undefined, definitions: string | undefined): ColonnadeError {
  if (definitions !== undefined) return new ColonnadeError("nothing-selected", `${definitions} has no keyspaces`);
  if (config) {
    const example = 'keyspaces: { shop: { definitions: "definitions/shop", output: "src/db" } }';
    const shown = config.file.endsWith(".json") ? example.replace(/\w+(?=:)/g, '"$&"') : example;
    return new ColonnadeError("nothing-selected", `${config.file} has no keyspaces`, {
      next: `add one: ${shown}`,
    });
  }
  return new ColonnadeError("nothing-selected", "no config file found, and --definitions is missing", {
    next: "run colonnade init, or pass --definitions and --output",
  });
}

/**
 * Decides the output folder of each entry: no two entries share one, since they would remove each other's files.
 *
 * @param entries of all keyspaces: one of several keeps its folder even if it is the only one selected
 * @param output the folder of `--output`, which overrides those of the config file
 * @returns the folders of selected entries that have one
 * @throws {ColonnadeError} `same-folder`, `old-output`
 */
function placeOutputs(
  entries: readonly KeyspaceEntry[],
  chosen: readonly KeyspaceEntry[],
  cwd: string,
  output: string | undefined,
): ReadonlyMap<KeyspaceEntry, string> {
  if (output === undefined) {
    // Compares all entries: a run for an entry that is not selected now would remove what this run writes.
    const outputs = placeEach(entries, ({ settings }) => settings.output, cwd);
    return new Map([...outputs].filter(([entry]) => chosen.includes(entry)));
  }
  const several = new Set(entries.map(({ keyspace }) => keyspace)).size > 1;
  if (several) refuseSingleOutput(resolve(cwd, output), cwd);
  const next = "omit --output: the config file has a folder for each";
  return placeEach(chosen, ({ keyspace }) => resolve(cwd, output, several ? keyspace : ""), cwd, next);
}

/** A single keyspace is written into the folder itself; with several keyspaces, those files would never be removed. */
function refuseSingleOutput(folder: string, cwd: string): void {
  if (!existsSync(join(folder, manifestName))) return;
  const message = `${renderPath(folder, cwd)} holds the files of a single keyspace, from an earlier run`;
  throw new ColonnadeError("old-output", message, {
    next: `remove them with ${manifestName}, or choose another folder with --output`,
  });
}

/** Places every entry that has an output. @param next what to do about two outputs of one keyspace */
function placeEach(
  entries: readonly KeyspaceEntry[],
  outputOf: (entry: KeyspaceEntry) => string | undefined,
  cwd: string,
  next?: string,
): ReadonlyMap<KeyspaceEntry, string> {
  const placed = entries.flatMap((entry): [KeyspaceEntry, string][] => {
    const output = outputOf(entry);
    return output === undefined ? [] : [[entry, resolve(output)]];
  });
  const outputs = placed.map(([{ keyspace }, output]) => ({ keyspace, output }));
  refuseSharedFolders(outputs, { render: (folder) => renderPath(folder, cwd), ...(next !== undefined && { next }) });
  return new Map(placed);
}
