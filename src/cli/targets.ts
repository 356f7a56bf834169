import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { mapCodecModules } from "../config/index.ts";
import type { KeyspaceConfig, LoadedConfig } from "../config/index.ts";
import { ColonnadeError } from "../errors.ts";
import type { Target } from "../generate.ts";
import type { Flags } from "./command.ts";
import type { Io } from "./io.ts";
import { manifestName } from "../output/index.ts";
import { findFolders } from "./keyspace-folders.ts";
import { importPath } from "./import-paths.ts";
import { renderPath } from "./render-fault.ts";

/**
 * The keyspaces to work on: those of the config file, with what the flags say in place of what it says.
 *
 * @throws {ColonnadeError} `nothing-selected`, `no-output`, `same-folder`, `old-output`, and what looking for keyspaces finds
 */
export async function selectTargets(flags: Flags, io: Io): Promise<readonly Target[]> {
  const { config, folders } = await findFolders(flags, io);
  if (folders.length === 0) throw nothingSelected(config, flags.text("definitions"));
  const output = flags.text("output");
  if (output !== undefined && folders.length > 1) refuseSingleOutput(resolve(io.cwd, output), io.cwd);
  const targets = folders.map(({ keyspace, directory }): Target => {
    const { definitions: _, output: configured, ...settings } = settingsOf(config, keyspace);
    const folder = output === undefined ? configured : resolve(io.cwd, output, folders.length > 1 ? keyspace : "");
    if (folder === undefined) {
      throw new ColonnadeError("no-output", `nothing says where the files of ${keyspace} go`, {
        next: "--output src/db",
      });
    }
    const rules = mapCodecModules(settings, (from) => importPath(folder, from, settings.importExtension ?? ".js"));
    const asserts = flags.has("asserts") ? { asserts: true } : {};
    return { ...settings, ...rules, ...asserts, keyspace, definitions: directory, output: folder };
  });
  validateTargets(targets);
  return targets;
}

function settingsOf(config: LoadedConfig | undefined, keyspace: string): Partial<KeyspaceConfig> {
  const keyspaces = config?.keyspaces ?? {};
  return (Object.hasOwn(keyspaces, keyspace) ? keyspaces[keyspace] : undefined) ?? {};
}

function nothingSelected(config: LoadedConfig | undefined, definitions: string | undefined): ColonnadeError {
  if (definitions !== undefined) return new ColonnadeError("nothing-selected", `${definitions} has no keyspaces`);
  if (config) {
    const example = 'keyspaces: { shop: { definitions: "definitions/shop", output: "src/db" } }';
    const shown = config.file.endsWith(".json") ? example.replace(/\w+(?=:)/g, '"$&"') : example;
    return new ColonnadeError("nothing-selected", `${config.file} names no keyspaces`, {
      next: `name one in it: ${shown}`,
    });
  }
  return new ColonnadeError("nothing-selected", "there is no config file here, and no --definitions", {
    next: "give --definitions and --output, or write a colonnade.config.ts that names both",
  });
}

/** A keyspace that was alone wrote into the folder itself; beside folders of several, nobody would remove its files. */
function refuseSingleOutput(folder: string, cwd: string): void {
  if (!existsSync(join(folder, manifestName))) return;
  const message = `${renderPath(folder, cwd)} holds the files of a single keyspace, from an earlier run`;
  throw new ColonnadeError("old-output", message, {
    next: `remove them with ${manifestName}, or choose another folder with --output`,
  });
}

/** Two keyspaces in one folder would remove each other's files. */
function validateTargets(targets: readonly Target[]): void {
  const owners = new Map<string, string>();
  for (const { keyspace, definitions, output } of targets) {
    const folder = resolve(output);
    const other = owners.get(folder);
    if (other !== undefined || folder === resolve(definitions)) {
      const clash = other === undefined ? `the definitions of ${keyspace}` : `the files of ${other}`;
      throw new ColonnadeError("same-folder", `${output} is to hold the files of ${keyspace} and ${clash}`, {
        next: `give ${keyspace} an output folder of its own, such as ${join("src", "db", keyspace)}`,
      });
    }
    owners.set(folder, keyspace);
  }
}
