import type { ConfigPath, FindMember } from "../../config/index.ts";
import { renderPath } from "../render-fault.ts";
import type { FilePlace, Rule } from "./explanation.ts";
import type { PlannedRule } from "./rules.ts";
import type { Source } from "./sources.ts";

/** Finds a rule by its path within a keyspace, `["types", "decimal"]`; without a line where the config does not show it. */
export type RulePlaces = (source: Source, path: ConfigPath) => Promise<Partial<FilePlace>>;

/**
 * Places of rules in a config file, which is read when the first is asked for: most columns have no rule, and the compiler,
 * which reads TypeScript, takes long to load.
 *
 * @param file absolute; undefined without a config file, where there are no rules either
 */
export function createRulePlaces(file: string | undefined, cwd: string): RulePlaces {
  let loading: Promise<FindMember> | undefined;
  return async ({ keyspace, index }, path) => {
    if (file === undefined) return {};
    loading ??= import("../../config/config-places.ts").then(({ loadConfigPlaces }) => loadConfigPlaces(file));
    const find = await loading;
    const within = (rest: ConfigPath): ReturnType<FindMember> =>
      find(["keyspaces", keyspace.name, index, ...rest], true) ?? find(["keyspaces", keyspace.name, ...rest], true);
    // A rule that comes from elsewhere is told by the line of all rules of its kind.
    const place = within(path) ?? within(path.slice(0, 1));
    return { file: renderPath(file, cwd), ...(place && { line: place.line }) };
  };
}

/** The rules with their places, one after the other. */
export async function placeRules(
  rules: readonly PlannedRule[],
  source: Source,
  places: RulePlaces,
): Promise<readonly Rule[]> {
  const placed: Rule[] = [];
  for (const { path, ...rule } of rules) placed.push({ ...rule, ...(path && (await places(source, path))) });
  return placed;
}
