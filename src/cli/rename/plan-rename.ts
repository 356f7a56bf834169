import { loadConfig } from "../../config/index.ts";
import { ColonnadeError } from "../../errors.ts";
import { loadKeyspace } from "../../source/parse-keyspace.ts";
import type { Flags } from "../arguments/command.ts";
import { selectTargets } from "../targets/select-targets.ts";
import { customTypesOf } from "../targets/keyspace-folders.ts";
import type { Io } from "../terminal/io.ts";
import { findRenamed, printRenamed } from "./find-renamed.ts";
import type { Renamed } from "./find-renamed.ts";
import { planInCode, printRule, ruleFor, planToConfig } from "./plan-in-code.ts";
import { planInDatabase } from "./plan-in-database.ts";
import type { PlannedRename, RenameMode, RenamedProject } from "./planned-rename.ts";

/**
 * Plans the change of config or definitions that the flags name.
 *
 * @throws {ColonnadeError} `usage`, which explains the modes if none is named; the errors of finding and planning the rename
 */
export async function planRename(flags: Flags, io: Io, project: RenamedProject): Promise<PlannedRename> {
  const mode = chooseMode(flags);
  const next = flags.text("to-config");
  if (next !== undefined) {
    const config = await loadConfig(io.cwd, next);
    return planToConfig(project, { ...project, config, targets: await selectTargets(flags, io, config) });
  }
  const [place, name] = flags.arguments;
  if (place === undefined || name === undefined) {
    throw new ColonnadeError("usage", "rename needs PLACE and NAME, or --to-config", {
      next: "colonnade rename shop.products.price cost --in-code",
    });
  }
  const folders = new Map(project.targets.map((target) => [target.keyspace, target]));
  const keyspaces = await Promise.all(
    Array.from(folders.values(), ({ definitions, keyspace, types }) =>
      loadKeyspace(definitions, keyspace, { customTypes: customTypesOf([{ types }]) }),
    ),
  );
  const renamed = findRenamed(place, keyspaces);
  if (mode === "in-code") return planInCode(renamed, name, project);
  if (mode === "in-database") return planInDatabase(renamed, name, project);
  const problems = describeModes(renamed, name).map((message) => ({ code: "usage", message }));
  throw new ColonnadeError("usage", "--in-code or --in-database is missing", { problems });
}

const modes: readonly RenameMode[] = ["in-code", "in-database", "to-config"];

/** The mode that the flags name; undefined for none, since the modes differ in what they do to the database. */
function chooseMode(flags: Flags): RenameMode | undefined {
  const [mode, ...others] = modes.filter((one) => flags.has(one) || flags.text(one) !== undefined);
  if (others.length > 0) {
    throw new ColonnadeError("usage", `${[mode, ...others].map((one) => `--${one}`).join(" and ")} cannot be combined`);
  }
  if (mode === "to-config" && flags.arguments.length > 0)
    throw new ColonnadeError("usage", "--to-config has the names: it takes no PLACE and NAME");
  return mode;
}

/** Describes what each mode would do. */
function describeModes(renamed: Renamed, name: string): readonly string[] {
  const place = printRenamed(renamed);
  const inDatabase = renamed.isInCql
    ? `renames ${place} to ${name} in the definition, and prints the ALTER; apps with the old name fail once it is run`
    : `refuses, since CQL cannot rename ${place}, and prints the steps that lead there`;
  return [
    `--in-code writes the rule ${printRule(ruleFor(renamed, name))} into the config; TypeScript changes, the database, the wire and deployed apps do not`,
    `--in-database ${inDatabase}`,
  ];
}
