import type { ConfigPath, FindMember } from "../../config/index.ts";
import type { Problem } from "../../errors.ts";
import { renderPath } from "../terminal/messages.ts";

/**
 * Finds a rule by its path within an output of a keyspace, `["types", "decimal"]`; without a line where the config does not show
 * it.
 *
 * @param index which of the keyspace's outputs it is in the config, from 0
 */
export type RulePlaces = (keyspace: string, index: number, path: ConfigPath) => Promise<Pick<Problem, "file" | "line">>;

/**
 * Places of rules in a config file, which is read when the first is asked for: most columns have no rule, and the compiler,
 * which reads TypeScript, takes long to load.
 *
 * @param file absolute; undefined without a config file, where there are no rules either
 */
export function createRulePlaces(file: string | undefined, cwd: string): RulePlaces {
  let loading: Promise<FindMember> | undefined;
  return async (keyspace, index, path) => {
    if (file === undefined) return {};
    loading ??= import("../../config/config-places.ts").then(({ loadConfigPlaces }) => loadConfigPlaces(file));
    const find = await loading;
    const within = (rest: ConfigPath): ReturnType<FindMember> =>
      find(["keyspaces", keyspace, index, ...rest], true) ?? find(["keyspaces", keyspace, ...rest], true);
    // A rule that comes from elsewhere is told by the line of all rules of its kind.
    const place = within(path) ?? within(path.slice(0, 1));
    return { file: renderPath(file, cwd), ...(place && { line: place.line }) };
  };
}
