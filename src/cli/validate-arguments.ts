import { ColonnadeError, didYouMean } from "../errors.ts";
import type { Problem } from "../errors.ts";
import type { Command, FlagDefinition } from "./command.ts";

/**
 * Refuses what a command does not take. yargs would too, but without a word on what was meant.
 *
 * @param values what yargs made of the command line
 * @throws {ColonnadeError} `unknown-flag`, `unknown-word` or `usage`; with all mistakes when there are several
 */
export function validateArguments(
  command: Command,
  globalFlags: Readonly<Record<string, FlagDefinition>>,
  values: Readonly<Record<string, unknown>>,
): void {
  const known: Readonly<Record<string, FlagDefinition>> = { ...command.flags, ...globalFlags };
  const [, ...words] = (values["_"] as readonly unknown[] | undefined) ?? [];
  const problems: Problem[] = [];
  for (const [name, value] of Object.entries(values)) {
    if (["_", "$0", "help", "h", "version"].includes(name)) continue;
    const flag = Object.hasOwn(known, name) ? known[name] : undefined;
    if (!flag) problems.push(unknownFlag(command.name, name, Object.keys(known)));
    else if (flag.kind !== "switch" && Array.isArray(value)) {
      problems.push({ code: "usage", message: `--${name} is given ${value.length} times` });
    } else if (value === "") problems.push({ code: "usage", message: `--${name} is empty` });
  }
  for (const word of words) {
    problems.push({ code: "unknown-word", message: `${command.name} takes no ${JSON.stringify(word)}` });
  }
  const [first, ...rest] = problems;
  if (!first) return;
  const help = `colonnade ${command.name} --help shows what there is`;
  if (rest.length > 0) throw new ColonnadeError("usage", "the command line has mistakes", { next: help, problems });
  throw new ColonnadeError(first.code, first.message, { next: first.next ?? help });
}

function unknownFlag(command: string, name: string, known: readonly string[]): Problem {
  const meant = didYouMean(name, known);
  const message = `${command} has no flag ${name.length === 1 ? "-" : "--"}${name}`;
  return { code: "unknown-flag", message, ...(meant !== undefined && { next: `did you mean --${meant}?` }) };
}
