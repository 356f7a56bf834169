import yargs from "yargs";
import type { Argv, Options } from "yargs";
import { ColonnadeError, didYouMean } from "../../errors.ts";
import type { Command, FlagDefinition, ParsedArguments } from "./command.ts";
import { Flags } from "./command.ts";
import { completionFlag, refineCompletions } from "./completions.ts";
import { globalFlags } from "./global-flags.ts";
import { validateArguments, validateLoneFlags } from "./validate-arguments.ts";

/**
 * Parses any command line with yargs, which also prints the help.
 *
 * @param width of the terminal; help has at most 80 columns
 * @throws {ColonnadeError} `unknown-command`, `unknown-flag` or `usage`
 */
export async function parseAnyArguments(
  argv: readonly string[],
  commands: readonly Command[],
  { version, width }: { readonly version: string; readonly width: number },
): Promise<ParsedArguments> {
  const chosen: { command: Command; values: Record<string, unknown> }[] = [];
  const parser = createParser(version, Math.min(80, width));
  for (const command of commands) {
    parser.command({
      command: command.name,
      describe: command.summary,
      builder: (own) => describeCommand(own, command),
      handler: (values) => void chosen.push({ command, values }),
    });
  }
  let text = "";
  await parser.parseAsync([...argv], {}, (_error: unknown, _values: unknown, output: string) => {
    text = output;
  });
  if (argv[0] === completionFlag) {
    return { kind: "text", text: refineCompletions(text, argv.slice(2), commands), mistake: false };
  }
  const [first] = chosen;
  if (first) {
    const argument = validateArguments(first.command, globalFlags, first.values);
    return { kind: "command", command: first.command, flags: new Flags(first.values, argument) };
  }
  if (text !== "") return { kind: "text", text, mistake: false };
  const word = argv.find((word) => !word.startsWith("-"));
  if (word !== undefined) throw unknownCommand(word, commands);
  validateLoneFlags(argv, Object.keys(globalFlags));
  return { kind: "text", text: await parser.getHelp(), mistake: true };
}

function createParser(version: string, width: number): Argv {
  const parser = yargs([])
    .scriptName("colonnade")
    .usage("$0 <command>\n\nTyped TypeScript bindings for wide-column tables, and the service they talk to.")
    .locale("en")
    .exitProcess(false)
    .wrap(width)
    // Every value is text: a keyspace may be called 0x10, and a port is checked by the command.
    .parserConfiguration({
      "boolean-negation": false,
      "camel-case-expansion": false,
      "dot-notation": false,
      "parse-numbers": false,
      "parse-positional-numbers": false,
    })
    .options(optionsOf(globalFlags))
    .help("help", "Show this help")
    .alias("h", "help")
    .version("version", "Show the version", version)
    .epilogue("colonnade <command> --help tells the rest.");
  return parser.fail((message) => {
    throw new ColonnadeError("usage", renderMistake(message));
  });
}

function describeCommand(parser: Argv, command: Command): Argv {
  const examples = command.examples.map(([does, line]) => `  ${does}\n    ${line.replaceAll("\n", "\n      ")}\n`);
  return parser
    .usage(["$0 " + usageOf(command), command.describe, ...describeArgument(command)].join("\n\n"))
    .options(optionsOf(command.flags))
    .group(Object.keys(command.flags), "Flags:")
    .group([...Object.keys(globalFlags), "help", "version"], "Everywhere:")
    .epilogue(["Examples:\n", ...examples].join("\n").trimEnd());
}

function describeArgument({ argument }: Command): readonly string[] {
  return argument ? [`${argument.name} is ${argument.describe}.`] : [];
}

/** `explain TABLE[.COLUMN]` */
function usageOf({ name, argument }: Command): string {
  if (!argument) return name;
  return `${name} ${argument.required ? argument.name : `[${argument.name}]`}`;
}

function optionsOf(flags: Readonly<Record<string, FlagDefinition>>): Record<string, Options> {
  const options = Object.entries(flags).map(([name, flag]): [string, Options] => {
    const without = flag.without ?? flag.default;
    return [
      name,
      {
        describe: flag.describe,
        ...(flag.kind === "switch" ? { type: "boolean" } : { requiresArg: true }),
        ...(flag.default !== undefined && { default: flag.default }),
        ...(without !== undefined && { defaultDescription: without }),
        ...(flag.choices && { choices: flag.choices }),
      },
    ];
  });
  return Object.fromEntries(options);
}

/** What yargs says of a mistake, in our words. */
function renderMistake(message: string): string {
  const oneLine = message.replace(/\s+/g, " ");
  return oneLine
    .replace(/^Not enough arguments following: (.+)$/, "--$1 needs a value")
    .replace(/^Invalid values: Argument: (\S+), Given: (.+), Choices: (.+)$/, "--$1 is one of $3, not $2");
}

function unknownCommand(word: string, commands: readonly Command[]): ColonnadeError {
  const names = commands.map((command) => command.name);
  const meant = didYouMean(word, names);
  const next = meant === undefined ? `the commands are ${names.join(", ")}` : `did you mean colonnade ${meant}?`;
  return new ColonnadeError("unknown-command", `there is no command ${JSON.stringify(word)}`, { next });
}
