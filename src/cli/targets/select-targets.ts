import { basename } from "node:path";
import { findMissingCodecs } from "../../config/index.ts";
import type { LoadedConfig } from "../../config/index.ts";
import { ColonnadeError, countOf } from "../../errors.ts";
import type { Problem } from "../../errors.ts";
import type { Target } from "../../generate.ts";
import { refuseDefinitionsFolder } from "../../generate/output-folders.ts";
import { targetOf } from "../../generate/target-of.ts";
import type { Flags } from "../arguments/command.ts";
import type { Io } from "../terminal/io.ts";
import { renderPath } from "../terminal/messages.ts";
import type { KeyspaceEntry } from "./keyspace-folders.ts";
import { chooseKeyspaces, findDirectory, findEntries } from "./keyspace-folders.ts";
import { placeOutputs } from "./place-outputs.ts";

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
  const outputs = placeOutputs(entries, chosen, { cwd: io.cwd, output: flags.text("output") });
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
