import { ColonnadeError, didYouMean } from "../../errors.ts";
import type { Problem } from "../../errors.ts";
import type { Command, FlagDefinition } from "./command.ts";
import { globalFlags } from "./global-flags.ts";

/** A line, parsed before its command is known. */
export interface Line {
  /** The arguments. */
  readonly words: readonly string[];
  /** The values of the given flags; a list if a flag was given several times. */
  readonly values: Readonly<Record<string, unknown>>;
  /** A flag without its value. */
  readonly lacking?: string | undefined;
}

/**
 * Rejects arguments and flags that a command does not take.
 *
 * @param line without the command's name
 * @throws {ColonnadeError} `unknown-flag`, `unknown-word` or `usage`, with all mistakes
 */
export function validateArguments(command: Command, { words, values, lacking }: Line): void {
  const existing: Readonly<Record<string, FlagDefinition>> = { ...command.flags, ...globalFlags };
  const taken = command.arguments ?? [];
  const given = { ...values, ...(lacking !== undefined && { [lacking]: undefined }) };
  const problems = Object.entries(given).flatMap(([name, value]): readonly Problem[] => {
    const flag = Object.hasOwn(existing, name) ? existing[name] : undefined;
    if (!flag) return [unknownFlag(command.name, name, Object.keys(existing))];
    const mistake = flag.kind === "switch" ? undefined : mistakeOf(flag, value);
    return mistake === undefined ? [] : [{ code: "usage", message: `--${name} ${mistake}` }];
  });
  for (const word of words.slice(taken.length)) {
    const others = words.slice(0, taken.length).map((other) => JSON.stringify(other));
    const beside = others.length === 0 ? "" : ` beside ${others.join(" and ")}`;
    problems.push({ code: "unknown-word", message: `${command.name} does not take ${JSON.stringify(word)}${beside}` });
  }
  for (const [index, { name, required }] of taken.entries()) {
    if (words[index] === "" || (required && words[index] === undefined))
      problems.push({ code: "usage", message: `${command.name} needs ${name}` });
  }
  const [first, ...rest] = problems;
  if (!first) return;
  const help = `colonnade ${command.name} --help lists all flags`;
  if (rest.length > 0) throw new ColonnadeError("usage", "the command line has mistakes", { next: help, problems });
  throw new ColonnadeError(first.code, first.message, { next: first.next ?? help });
}

/** What is wrong with the value of a flag, as a phrase that follows its name. */
function mistakeOf({ kind, choices }: FlagDefinition, value: unknown): string | undefined {
  if (value === undefined) return "needs a value";
  if (Array.isArray(value)) return kind === "list" ? undefined : `is given ${value.length} times`;
  if (value === "") return "is empty";
  if (!choices || choices.some((choice) => choice === value)) return undefined;
  return `must be one of ${choices.map((choice) => JSON.stringify(choice)).join(", ")}, not ${JSON.stringify(value)}`;
}

function unknownFlag(command: string, name: string, existing: readonly string[]): Problem {
  const next = meantFlags(name, existing);
  const message = `${command} has no flag ${written(name)}`;
  return { code: "unknown-flag", message, ...(next !== undefined && { next }) };
}

/**
 * Rejects flags without a command, other than those that every command has.
 *
 * @throws {ColonnadeError} `unknown-flag` for the first
 */
export function validateLoneFlags({ values, lacking }: Line): void {
  const existing = Object.keys(globalFlags);
  for (const name of [...Object.keys(values), ...(lacking === undefined ? [] : [lacking])]) {
    if (existing.includes(name)) continue;
    const next = meantFlags(name, existing) ?? "colonnade --help lists all commands and flags";
    throw new ColonnadeError("unknown-flag", `unknown flag ${written(name)}`, { next });
  }
}

/** A single letter may mean any flag that begins with it; a longer name is a typo. */
function meantFlags(name: string, existing: readonly string[]): string | undefined {
  const candidates = ["help", "version", ...existing];
  const meant =
    name.length === 1
      ? candidates.filter((flag) => flag.startsWith(name.toLowerCase()))
      : [didYouMean(name, candidates)].filter((flag) => flag !== undefined);
  return meant.length === 0 ? undefined : `did you mean ${meant.map(written).join(" or ")}?`;
}

function written(flag: string): string {
  return `${flag.length === 1 ? "-" : "--"}${flag}`;
}
