import type { ConfigPath, FindMember } from "../../config/index.ts";
import type { Problem } from "../../errors.ts";
import { renderPath } from "../terminal/talk.ts";

/**
 * Finds a rule by its path within an output of a keyspace, `["types", "decimal"]`; without a line if the config file
 * does not show it.
 *
 * @param index of the output among the keyspace's outputs in the config
 */
export type RulePlaces = (keyspace: string, index: number, path: ConfigPath) => Promise<Pick<Problem, "file" | "line">>;

/**
 * Finds places of rules in a config file. The file is read on first use: most columns have no rule, and the compiler,
 * which parses TypeScript, is slow to load.
 *
 * @param file absolute; undefined without a config file, and so without rules
 */
export function createRulePlaces(file: string | undefined, cwd: string): RulePlaces {
  let loading: Promise<FindMember> | undefined;
  return async (keyspace, index, path) => {
    if (file === undefined) return {};
    loading ??= import("../../config/config-places.ts").then(({ loadKnownPlaces }) => loadKnownPlaces(file));
    const find = await loading;
    const within = (rest: ConfigPath): ReturnType<FindMember> =>
      find(["keyspaces", keyspace, index, ...rest], true) ?? find(["keyspaces", keyspace, ...rest], true);
    // A rule from another module has the line of all rules of its kind.
    const place = within(path) ?? within(path.slice(0, 1));
    return { file: renderPath(file, cwd), ...(place && { line: place.line }) };
  };
}
