import type { Command } from "./command.ts";
import { globalFlags } from "./global-flags.ts";

/** By which the scripts of `colonnade completion` ask; yargs answers it. */
export const completionFlag = "--get-yargs-completions";

/**
 * What can stand where a line ends, a line each: what yargs found, but for places that yargs does not know.
 *
 * After `generate --output` nothing of ours can, so that the shell offers files; after `completion` the shells can.
 *
 * @param found by yargs, a line each
 * @param words of the line, without the program's name; the last one is begun, or empty
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
