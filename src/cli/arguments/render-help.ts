/** Renders help and completions with yargs, from the tables of flags. Does not read a line that is to be run. */
import yargs from "yargs";
import type { Argv, Options } from "yargs";
import type { Command, FlagDefinition } from "./command.ts";
import { globalFlags, grammar, refineCompletions } from "./global-flags.ts";
import type { FindValues } from "./global-flags.ts";

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

/** Returns completions, one per line. @param argv of the shell's script: the flag, our name, and the line */
export async function renderCompletions(
  argv: readonly string[],
  commands: readonly Command[],
  about: About & { readonly findValues: FindValues },
): Promise<string> {
  return refineCompletions(await render(argv, commands, about), argv.slice(2), commands, about.findValues);
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
