import type { Command } from "./command.ts";
import { globalFlags } from "./global-flags.ts";

/** The flag that the scripts of `colonnade completion` pass; yargs handles it. */
export const completionFlag = "--get-yargs-completions";

/**
 * Returns the completions at the end of a line, one per line: those of yargs, except where yargs knows none.
 *
 * After `generate --output` there are none, so that the shell offers files; after `completion` they are the shells.
 *
 * @param found by yargs, one per line
 * @param words of the line, without the program's name; the last one is incomplete, or empty
 */
export function refineCompletions(found: string, words: readonly string[], commands: readonly Command[]): string {
  const command = commands.find(({ name }) => words.slice(0, -1).includes(name));
  const [, flagName = ""] = /^--(.+)$/.exec(words.at(-2) ?? "") ?? [];
  const flags = { ...command?.flags, ...globalFlags };
  const flag = Object.hasOwn(flags, flagName) ? flags[flagName] : undefined;
  if (flag && flag.kind !== "switch") return flag.choices ? found : "";
  const choices = command?.argument?.choices ?? [];
  const isArgument = words.at(-2) === command?.name && !words.at(-1)?.startsWith("-");
  return isArgument && choices.length > 0 ? choices.join("\n") : found;
}
