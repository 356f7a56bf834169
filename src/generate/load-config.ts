import { resolve } from "node:path";
import { loadConfig as loadConfigFile } from "../config/index.ts";
import { ColonnadeError } from "../errors.ts";
import type { Problem } from "../errors.ts";
import { refuseDefinitionsFolder, refuseSharedFolders } from "../output/index.ts";
import { findDefinitionsFolder } from "../source/folder.ts";
import { targetOf } from "./target.ts";
import type { Target } from "./target.ts";

/** Where a config file is. */
export interface ConfigPlace {
  /** The folder of `colonnade.config.*`. @default the working folder */
  readonly folder?: string | undefined;
  /** The file itself, relative to the folder. @default `colonnade.config.*` */
  readonly file?: string | undefined;
}

export interface ProjectConfig {
  /** Absolute. */
  readonly file: string;
  /** Every output of every keyspace, for `generateAll` and `compareAll`. */
  readonly targets: readonly Target[];
  /** Secrets written as text. */
  readonly warnings: readonly Problem[];
}

/**
 * Loads the config file, so that a build script need not repeat it:
 *
 * ```ts
 * const { targets } = await loadConfig();
 * await generateAll(targets);
 * ```
 *
 * @throws {ColonnadeError} `no-config`, `bad-config`, `same-folder`, and the errors of finding definitions
 */
export async function loadConfig({ folder = ".", file }: ConfigPlace = {}): Promise<ProjectConfig> {
  const directory = resolve(folder);
  const config = await loadConfigFile(directory, file);
  if (!config) {
    throw new ColonnadeError("no-config", `${directory} has no colonnade.config.*`, { next: "run colonnade init" });
  }
  const entries = Object.entries(config.keyspaces).flatMap(([keyspace, outputs]) =>
    outputs.map((settings) => ({ keyspace, settings, output: settings.output })),
  );
  refuseSharedFolders(entries);
  const targets: Target[] = [];
  for (const { keyspace, settings, output } of entries) {
    const definitions = await findDefinitionsFolder(keyspace, settings.definitions);
    for (const folder of [settings.definitions, definitions]) refuseDefinitionsFolder({ keyspace, output }, folder);
    targets.push(targetOf(keyspace, settings, { definitions, output }));
  }
  return { file: config.file, targets, warnings: config.warnings ?? [] };
}
