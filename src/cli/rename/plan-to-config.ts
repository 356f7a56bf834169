import { readFileSync } from "node:fs";
import { dirname, extname, relative } from "node:path";
import { ColonnadeError } from "../../errors.ts";
import type { Target } from "../../generate.ts";
import { renderPath } from "../terminal/messages.ts";
import type { PlannedRename, RenamedProject } from "./planned-rename.ts";

/**
 * Plans a rename to the naming settings of another config, whose text then replaces the config's.
 *
 * @throws {ColonnadeError} `other-settings` if the two differ in more than names
 */
export function planToConfig({ config, targets, cwd }: RenamedProject, next: RenamedProject): PlannedRename {
  const outputs = targets.map((before) => {
    const after = next.targets.find((one) => isSameOutput(one, before));
    if (!after || JSON.stringify(withoutNames(before)) !== JSON.stringify(withoutNames(after)))
      throw otherSettings(renderPath(next.config.file, cwd), renderPath(config.file, cwd), before.keyspace);
    return { before, after };
  });
  const added = next.targets.find((one) => !targets.some((target) => isSameOutput(one, target)));
  if (added) throw otherSettings(renderPath(next.config.file, cwd), renderPath(config.file, cwd), added.keyspace);
  const shared = { mode: "to-config" as const, outputs, statements: [] };
  const isBeside = dirname(config.file) === dirname(next.config.file);
  if (!isBeside || extname(config.file) !== extname(next.config.file)) {
    const toAdd = [`the naming settings of ${renderPath(next.config.file, cwd)}`];
    return { ...shared, files: [], toAdd };
  }
  const [before, text] = [config.file, next.config.file].map((file) => readFileSync(file, "utf8"));
  return { ...shared, files: [{ path: config.file, before, text: text ?? "" }], toAdd: [] };
}

function isSameOutput(one: Target, other: Target): boolean {
  return one.keyspace === other.keyspace && relative(one.output, other.output) === "";
}

/** The settings of a target that decide more than names, in one order. */
function withoutNames({ naming: _naming, name: _name, tables, columns, userTypes: _types, ...target }: Target): object {
  const others = {
    ...target,
    tables: restOf(tables, ({ name: _, row: _row, plural: _plural, ...rest }) => rest),
    columns: restOf(columns, ({ name: _, ...rest }) => rest),
  };
  return Object.fromEntries(Object.entries(others).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** The rules that say more than a name. */
function restOf<Rule extends object>(
  rules: Readonly<Record<string, Rule>> | undefined,
  rest: (rule: Rule) => object,
): readonly (readonly [string, object])[] {
  return Object.entries(rules ?? {})
    .map(([key, rule]) => [key, rest(rule)] as const)
    .filter(([, rule]) => Object.keys(rule).length > 0);
}

function otherSettings(next: string, file: string, keyspace: string): ColonnadeError {
  return new ColonnadeError("other-settings", `${next} differs from ${file} in more than names of ${keyspace}`, {
    next: "change only naming, name, and the names in tables, columns and userTypes",
  });
}
