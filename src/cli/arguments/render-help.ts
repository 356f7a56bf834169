/** Renders help and completions with yargs, from the tables of flags. Does not read a line that is to be run. */
import yargs from "yargs";
import type { Argv, Options } from "yargs";
import type { Command, FlagDefinition, ValueKind } from "./command.ts";
import { globalFlags, grammar } from "./shared-flags.ts";

interface About {
  readonly version: string;
  /** The width of the terminal; help has at most 80 columns. */
  readonly width: number;
}

/** Renders help for a command, or for all of them. */
export async function renderHelp(
  command: Command | undefined,
  commands: readonly Command[],
  about: About,
): Promise<string> {
  return render([...(command ? [command.name] : []), "--help"], commands, about);
}

/** Finds names of the project. @param word the incomplete one at the cursor */
export type FindValues = (kind: ValueKind, word: string) => Promise<readonly string[]>;

/**
 * Returns the completions at the end of a line, one per line: those of yargs, or of the project where yargs has none.
 *
 * After `generate --output` there are none, so that the shell offers files; after `completion` they are the shells, after
 * `explain` the tables.
 *
 * @param argv of the shell's script: the flag, our name, and the line, whose last word is incomplete or empty
 */
export async function renderCompletions(
  argv: readonly string[],
  commands: readonly Command[],
  about: About & { readonly findValues: FindValues },
): Promise<string> {
  const found = await render(argv, commands, about);
  const words = argv.slice(2);
  const command = commands.find(({ name }) => words.slice(0, -1).includes(name));
  const word = words.at(-1) ?? "";
  const [, flagName = ""] = /^--(.+)$/.exec(words.at(-2) ?? "") ?? [];
  const flags = { ...command?.flags, ...globalFlags };
  const flag = Object.hasOwn(flags, flagName) ? flags[flagName] : undefined;
  if (flag && flag.kind !== "switch") {
    if (flag.values) return (await about.findValues(flag.values, word)).join("\n");
    return flag.choices ? found : "";
  }
  const { choices = [], values } = command?.arguments?.[0] ?? {};
  const isArgument = words.at(-2) === command?.name && !word.startsWith("-");
  if (isArgument && values) return (await about.findValues(values, word)).join("\n");
  return isArgument && choices.length > 0 ? choices.join("\n") : found;
}

async function render(argv: readonly string[], commands: readonly Command[], about: About): Promise<string> {
  const parser = createParser(about.version, Math.min(80, about.width));
  for (const command of commands) {
    parser.command({
      command: command.name,
      describe: command.summary,
      builder: (own) => describeCommand(own, command),
      handler: () => undefined,
    });
  }
  let text = "";
  await parser.parseAsync([...argv], {}, (_error: unknown, _values: unknown, output: string) => {
    text = output;
  });
  return text;
}

function createParser(version: string, width: number): Argv {
  return yargs([])
    .scriptName("colonnade")
    .usage("$0 <command>\n\nTyped TypeScript bindings for wide-column tables, and the service they call.")
    .locale("en")
    .exitProcess(false)
    .wrap(width)
    .parserConfiguration(grammar)
    .options(optionsOf(globalFlags))
    .help("help", "Show this help")
    .alias("h", "help")
    .version("version", "Show the version", version)
    .epilogue("Run colonnade <command> --help for details.");
}
function describeCommand(parser: Argv, command: Command): Argv {
  const examples = command.examples.map(([does, line]) => `  ${does}\n    ${line.replaceAll("\n", "\n      ")}\n`);
  return parser
    .usage(["$0 " + usageOf(command), command.describe, ...describeArguments(command)].join("\n\n"))
    .options(optionsOf(command.flags))
    .group(Object.keys(command.flags), "Flags:")
    .group([...Object.keys(globalFlags), "help", "version"], "Everywhere:")
    .epilogue(["Examples:\n", ...examples].join("\n").trimEnd());
}

function describeArguments({ arguments: taken = [] }: Command): readonly string[] {
  return taken.map(({ name, describe }) => `${name} is ${describe}.`);
}

/** `explain TABLE[.COLUMN]` */
function usageOf({ name, arguments: taken = [] }: Command): string {
  return [name, ...taken.map((argument) => (argument.required ? argument.name : `[${argument.name}]`))].join(" ");
}

function optionsOf(flags: Readonly<Record<string, FlagDefinition>>): Record<string, Options> {
  const options = Object.entries(flags).map(([name, flag]): [string, Options] => {
    const without = flag.without ?? flag.default;
    return [
      name,
      {
        describe: flag.describe,
        ...(flag.kind === "switch" ? { type: "boolean" } : { requiresArg: flag.alone === undefined }),
        ...(flag.default !== undefined && { default: flag.default }),
        ...(without !== undefined && { defaultDescription: without }),
        ...(flag.choices && { choices: flag.choices }),
      },
    ];
  });
  return Object.fromEntries(options);
}
