import { ColonnadeError } from "../../errors.ts";
import type { Flags } from "../arguments/command.ts";
import { printRenamed } from "./find-renamed.ts";
import type { Renamed } from "./find-renamed.ts";
import { printRule, ruleFor } from "./plan-in-code.ts";
import type { RenameMode } from "./planned-rename.ts";

const modes = ["in-code", "in-database", "to-config"] as const;

/**
 * The mode that the flags name: the database decides what a rename means, so that none is assumed.
 *
 * @throws {ColonnadeError} `usage`, with what each mode would do if none is named
 */
export function chooseMode(flags: Flags): "to-config";
export function chooseMode(flags: Flags, renamed: Renamed, name: string): Exclude<RenameMode, "to-config">;
export function chooseMode(flags: Flags, renamed?: Renamed, name = ""): RenameMode {
  const [mode, ...others] = modes.filter((one) => flags.has(one) || flags.text(one) !== undefined);
  if (others.length > 0) {
    throw new ColonnadeError("usage", `${[mode, ...others].map((one) => `--${one}`).join(" and ")} cannot be combined`);
  }
  if (mode === "to-config" && flags.arguments.length > 0)
    throw new ColonnadeError("usage", "--to-config has the names: it takes no PLACE and NAME");
  if (mode) return mode;
  const problems = (renamed ? describeModes(renamed, name) : []).map((message) => ({ code: "usage", message }));
  throw new ColonnadeError("usage", "--in-code or --in-database is missing", { problems });
}

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
