import { basename, isAbsolute, join } from "node:path";
import { mapCodecModules } from "../../config/index.ts";
import type { LoadedConfig } from "../../config/index.ts";
import { parseJsonConfig } from "../../config/json-config.ts";
import type { PlainTarget } from "../../generate/name-target.ts";
import type { Target } from "../../generate.ts";
import type { Keyspace } from "../../model/index.ts";
import { askNames, planKeyspace, withNames } from "../../plan/index.ts";
import type { HookedNames, Plan, PlanSettings } from "../../plan/index.ts";
import { loadDefinitionFiles, parseKeyspace } from "../../source/files.ts";
import type { DefinitionFile } from "../../source/files.ts";
import { placeOfDefinition } from "../../source/definition-places.ts";
import { typesFolder } from "../../source/folder.ts";
import { renderPath } from "../terminal/messages.ts";

/** An output of a keyspace, with its definitions. */
export interface Source {
  readonly target: PlainTarget;
  /** The settings of the target as written in the config: modules by their files, not as the output imports them. */
  readonly settings: PlanSettings;
  /** The names that the config's name hook decided. */
  readonly hooked: HookedNames | undefined;
  /** Its index among the keyspace's outputs in the config. */
  readonly index: number;
  readonly keyspace: Keyspace;
  /** Planned on first use. @throws {ColonnadeError} if names of the output collide */
  readonly plan: () => Plan;
  /** The text and the path of the file that defines a table or user type. */
  readonly definitionOf: (kind: "table" | "user type", name: string) => DefinitionText | undefined;
}

export interface DefinitionText {
  /** Absolute, or relative like the target's folder. */
  readonly path: string;
  readonly text: string;
}

/**
 * Loads the definitions of every target; those of one keyspace are in the order of its outputs in the config.
 * @throws {ColonnadeError} `bad-definitions` with every problem of the keyspace
 */
export function loadSources(
  targets: readonly Target[],
  config: LoadedConfig | undefined,
  cwd: string,
): readonly Source[] {
  const counts = new Map<string, number>();
  return targets.map((target) => {
    const { keyspace } = target;
    const index = counts.get(keyspace) ?? 0;
    counts.set(keyspace, index + 1);
    const outputs = new Map(Object.entries(config?.keyspaces ?? {})).get(keyspace);
    const rules = mapCodecModules(outputs?.[index] ?? {}, (from) => (isAbsolute(from) ? renderPath(from, cwd) : from));
    return loadSource(target, { ...target, ...rules }, index);
  });
}

function loadSource(given: Target, settings: PlanSettings, index: number): Source {
  const found = loadDefinitionFiles(given.definitions);
  const customTypes = new Set(Object.keys(given.types ?? {}));
  const parsed = parseKeyspace(found, given.keyspace, { customTypes });
  const { keyspace, files } = parsed;
  const hooked = askNames(keyspace, given);
  const target = withNames(given, hooked);
  const types = join(found.directory, typesFolder);
  let plan: Plan | undefined;
  return {
    target,
    settings,
    hooked,
    index,
    keyspace,
    plan: () => (plan ??= planKeyspace(keyspace, target, (defined) => placeOfDefinition(parsed, defined), hooked)),
    definitionOf: (kind, name) => {
      if (kind === "table") return definitionText(found.directory, files.get(name));
      return found.userTypes.map((file) => definitionText(types, file)).find((text) => text && nameOf(text) === name);
    },
  };
}

function definitionText(folder: string, file: DefinitionFile | undefined): DefinitionText | undefined {
  if (!file) return undefined;
  return {
    path: join(folder, basename(file.file)),
    text: Buffer.from(file.bytes)
      .toString("utf8")
      .replace(/^\uFEFF/, ""),
  };
}

/** The name in a definition, which is valid but may have comments. */
function nameOf({ text }: DefinitionText): unknown {
  const { value } = parseJsonConfig(text);
  return typeof value === "object" && value !== null && "name" in value ? value.name : undefined;
}
