import type { Command, FlagDefinition, ValueKind } from "./command.ts";

/** The flags that every command has. */
export const globalFlags: Readonly<Record<string, FlagDefinition>> = {
  config: { describe: "The config file", without: "colonnade.config.* in this folder" },
  json: { describe: "Print the result as one JSON document", kind: "switch" },
  verbose: { describe: "Print more messages, timings, and the stack trace of a bug in Colonnade", kind: "switch" },
  quiet: { describe: "Print only results and errors", kind: "switch" },
  "no-color": { describe: "Disable colors, as NO_COLOR does", kind: "switch" },
};

/**
 * The settings with which yargs and yargs-parser read a line. Every value is text: a keyspace may be called 0x10, and
 * commands validate ports.
 */
export const grammar = {
  "boolean-negation": false,
  "camel-case-expansion": false,
  "dot-notation": false,
  "parse-numbers": false,
  "parse-positional-numbers": false,
} as const;

/** The flag that the scripts of `colonnade completion` pass; yargs handles it. */
export const completionFlag = "--get-yargs-completions";

/** Finds names of the project. @param word the incomplete one at the cursor */
export type FindValues = (kind: ValueKind, word: string) => Promise<readonly string[]>;

/**
 * Returns the completions at the end of a line, one per line: those of yargs, or of the project where yargs has none.
 *
 * After `generate --output` there are none, so that the shell offers files; after `completion` they are the shells, after
 * `explain` the tables.
 *
 * @param found by yargs, one per line
 * @param words of the line, without the program's name; the last one is incomplete, or empty
 */
export async function refineCompletions(
  found: string,
  words: readonly string[],
  commands: readonly Command[],
  findValues: FindValues,
): Promise<string> {
  const command = commands.find(({ name }) => words.slice(0, -1).includes(name));
  const word = words.at(-1) ?? "";
  const [, flagName = ""] = /^--(.+)$/.exec(words.at(-2) ?? "") ?? [];
  const flags = { ...command?.flags, ...globalFlags };
  const flag = Object.hasOwn(flags, flagName) ? flags[flagName] : undefined;
  if (flag && flag.kind !== "switch") {
    if (flag.values) return (await findValues(flag.values, word)).join("\n");
    return flag.choices ? found : "";
  }
  const { choices = [], values } = command?.arguments?.[0] ?? {};
  const isArgument = words.at(-2) === command?.name && !word.startsWith("-");
  if (isArgument && values) return (await findValues(values, word)).join("\n");
  return isArgument && choices.length > 0 ? choices.join("\n") : found;
}
