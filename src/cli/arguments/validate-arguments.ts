import { ColonnadeError, didYouMean } from "../../errors.ts";
import type { Problem } from "../../errors.ts";
import type { Command, FlagDefinition } from "./command.ts";

/** Flags that yargs itself answers. */
const everywhere: readonly string[] = ["help", "h", "version"];

/**
 * Refuses what a command does not take. yargs would too, but without a word on what was meant.
 *
 * @param values what yargs made of the command line
 * @returns the word beside the flags, where the command takes one
 * @throws {ColonnadeError} `unknown-flag`, `unknown-word` or `usage`; with all mistakes when there are several
 */
export function validateArguments(
  command: Command,
  globalFlags: Readonly<Record<string, FlagDefinition>>,
  values: Readonly<Record<string, unknown>>,
): string | undefined {
  const known: Readonly<Record<string, FlagDefinition>> = { ...command.flags, ...globalFlags };
  const [, ...words] = ((values["_"] as readonly unknown[] | undefined) ?? []).map(String);
  const argument = command.argument && words.shift();
  const problems: Problem[] = [];
  for (const [name, value] of Object.entries(values)) {
    if (["_", "$0", ...everywhere].includes(name)) continue;
    const flag = Object.hasOwn(known, name) ? known[name] : undefined;
    if (!flag) problems.push(unknownFlag(command.name, name, Object.keys(known)));
    else if (flag.kind !== "switch" && Array.isArray(value)) {
      problems.push({ code: "usage", message: `--${name} is given ${value.length} times` });
    } else if (value === "") problems.push({ code: "usage", message: `--${name} is empty` });
  }
  for (const word of words) {
    const beside = argument === undefined ? "" : ` beside ${JSON.stringify(argument)}`;
    problems.push({ code: "unknown-word", message: `${command.name} takes no ${JSON.stringify(word)}${beside}` });
  }
  if (command.argument && (argument === "" || (command.argument.required && argument === undefined))) {
    problems.push({ code: "usage", message: `${command.name} needs ${command.argument.name}` });
  }
  const [first, ...rest] = problems;
  if (!first) return argument;
  const help = `colonnade ${command.name} --help shows what there is`;
  if (rest.length > 0) throw new ColonnadeError("usage", "the command line has mistakes", { next: help, problems });
  throw new ColonnadeError(first.code, first.message, { next: first.next ?? help });
}

function unknownFlag(command: string, name: string, known: readonly string[]): Problem {
  const next = meantFlags(name, known);
  const message = `${command} has no flag ${written(name)}`;
  return { code: "unknown-flag", message, ...(next !== undefined && { next }) };
}

/**
 * Refuses flags that stand without a command, other than the flags that every command has.
 *
 * @throws {ColonnadeError} `unknown-flag` for the first
 */
export function validateLoneFlags(argv: readonly string[], globalFlags: readonly string[]): void {
  for (const word of argv) {
    const [, name] = /^--?([^-=][^=]*)/.exec(word) ?? [];
    if (name === undefined || [...everywhere, ...globalFlags].includes(name)) continue;
    const next = meantFlags(name, globalFlags) ?? "colonnade --help shows what there is";
    throw new ColonnadeError("unknown-flag", `there is no flag ${written(name)}`, { next });
  }
}

/** A letter is short for any flag that begins with it; a word is a slip of the hand. */
function meantFlags(name: string, known: readonly string[]): string | undefined {
  const candidates = [...everywhere.filter((flag) => flag.length > 1), ...known];
  const meant =
    name.length === 1
      ? candidates.filter((flag) => flag.startsWith(name.toLowerCase()))
      : [didYouMean(name, candidates)].filter((flag) => flag !== undefined);
  return meant.length === 0 ? undefined : `did you mean ${meant.map(written).join(" or ")}?`;
}

function written(flag: string): string {
  return `${flag.length === 1 ? "-" : "--"}${flag}`;
}
