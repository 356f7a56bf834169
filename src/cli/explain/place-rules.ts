import type { RulePlaces } from "../targets/rule-places.ts";
import type { Rule } from "./explanation.ts";
import type { PlannedRule } from "./rules.ts";
import type { Source } from "./sources.ts";

/** Adds to each rule its place in the config. */
export async function placeRules(
  rules: readonly PlannedRule[],
  source: Source,
  places: RulePlaces,
): Promise<readonly Rule[]> {
  const placed: Rule[] = [];
  for (const { path, ...rule } of rules)
    placed.push({ ...rule, ...(path && (await places(source.keyspace.name, source.index, path))) });
  return placed;
}
