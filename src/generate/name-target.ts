import type { HookedNames } from "../plan/index.ts";
import type { DefinitionFiles } from "../source/folder.ts";
import type { ParsedKeyspace } from "../source/parse-keyspace.ts";
import type { Target } from "./target.ts";

/** A target whose names are rules: plain data except its folders. */
export type PlainTarget = Omit<Target, "name">;

interface NamedTarget {
  readonly target: PlainTarget;
  /** The names that the hook decided. */
  readonly hooked?: HookedNames | undefined;
  /** The definitions, if they had to be parsed. */
  readonly parsed?: ParsedKeyspace;
}

/**
 * Replaces the name hook of a target by rules with its results. Only a target with a hook has its definitions parsed
 * here, since it is asked for the names of each table and column.
 *
 * @throws {ColonnadeError} `name-hook`, and the errors of parsing definitions
 */
export async function nameTarget(
  target: Target,
  files: DefinitionFiles,
  earlier?: ParsedKeyspace,
): Promise<NamedTarget> {
  if (!target.name) return { target };
  const [{ parseKeyspace }, { askNames, withNames }] = await Promise.all([
    import("../source/parse-keyspace.ts"),
    import("../plan/index.ts"),
  ]);
  const customTypes = new Set(Object.keys(target.types ?? {}));
  const parsed = parseKeyspace(files, target.keyspace, { customTypes }, earlier);
  const hooked = askNames(parsed.keyspace, target);
  return { target: withNames(target, hooked), hooked, parsed };
}
