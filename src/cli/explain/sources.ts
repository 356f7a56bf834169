import { isAbsolute } from "node:path";
import { mapCodecModules } from "../../config/index.ts";
import type { LoadedConfig } from "../../config/index.ts";
import type { PlainTarget } from "../../generate/target.ts";
import type { Target } from "../../generate.ts";
import type { Defined, Keyspace } from "../../model/index.ts";
import { askNames, planKeyspace, withNames } from "../../plan/index.ts";
import type { HookedNames, Plan, PlanSettings } from "../../plan/index.ts";
import { loadDefinitionFiles } from "../../source/folder.ts";
import { parseKeyspace, placeOfDefinition } from "../../source/parse-keyspace.ts";
import type { DefinitionPlace } from "../../source/parse-keyspace.ts";
import { customTypesOf } from "../targets/keyspace-folders.ts";
import { renderPath } from "../terminal/talk.ts";

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
  /** The place of a table, a user type or a member of one in its definition file. */
  readonly placeOf: (defined: Defined) => DefinitionPlace | undefined;
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
  const customTypes = customTypesOf([given]);
  const parsed = parseKeyspace(loadDefinitionFiles(given.definitions), given.keyspace, { customTypes });
  const { keyspace } = parsed;
  const placeOf = (defined: Defined): DefinitionPlace | undefined => placeOfDefinition(parsed, defined);
  const hooked = askNames(keyspace, given);
  const target = withNames(given, hooked);
  let plan: Plan | undefined;
  return {
    target,
    settings,
    hooked,
    index,
    keyspace,
    plan: () => (plan ??= planKeyspace(keyspace, target, placeOf, hooked)),
    placeOf,
  };
}
