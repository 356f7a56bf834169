import type { Command, FlagDefinition, ParsedArguments } from "./command.ts";
import { Flags } from "./command.ts";
import { globalFlags } from "./global-flags.ts";

/**
 * Parses the command line against the commands there are.
 *
 * Help, mistakes and whatever is written in another way than most people write it are for yargs, which takes longer to load
 * than a check of a thousand tables has.
 *
 * @param width of the terminal; help has at most 80 columns
 * @throws {ColonnadeError} `unknown-command`, `unknown-flag` or `usage`
 */
export async function parseArguments(
  argv: readonly string[],
  commands: readonly Command[],
  about: { readonly version: string; readonly width: number },
): Promise<ParsedArguments> {
  const plain = parsePlainArguments(argv, commands, about);
  if (plain) return plain;
  const { parseAnyArguments } = await import("./parse-any-arguments.ts");
  // `colonnade help generate`
  const [first, ...words] = argv;
  return parseAnyArguments(first === "help" && words.length > 0 ? [...words, "--help"] : argv, commands, about);
}

/**
 * Parses a line without mistakes: a command, then flags that it has, each once, a text flag with its value, and a word
 * where the command takes one.
 *
 * `["check", "--json", "--output=db"]` is such a line; for any other, and for one that would need a rule to be read, the
 * result is undefined.
 */
export function parsePlainArguments(
  argv: readonly string[],
  commands: readonly Command[],
  { version }: { readonly version: string },
): ParsedArguments | undefined {
  const [first, ...words] = argv;
  if (first === "--version" && words.length === 0) return { kind: "text", text: version, mistake: false };
  const command = commands.find(({ name }) => name === first);
  if (!command) return undefined;
  const known = new Map(Object.entries({ ...command.flags, ...globalFlags }));
  const read = parseFlags(words, known, command.argument ? 1 : 0);
  if (!read) return undefined;
  const {
    given,
    words: [argument],
  } = read;
  if (command.argument?.required && argument === undefined) return undefined;
  const defaults = Array.from(known, ([name, flag]): [string, unknown] => [name, flag.default]);
  return {
    kind: "command",
    command,
    flags: new Flags({ ...Object.fromEntries(defaults), ...Object.fromEntries(given) }, argument),
  };
}

/** Neither empty, nor quoted, nor like a flag. */
const plainValue = /^[^-"'`]/;
/** After a switch it would be its value. */
const truth = /^(?:true|false)$/;

interface ParsedFlags {
  readonly given: ReadonlyMap<string, string | true>;
  /** What stands beside the flags. */
  readonly words: readonly string[];
}

/** @param most words that may stand beside the flags */
function parseFlags(
  words: readonly string[],
  known: ReadonlyMap<string, FlagDefinition>,
  most: number,
): ParsedFlags | undefined {
  const given = new Map<string, string | true>();
  const beside: string[] = [];
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? "";
    if (plainValue.test(word)) {
      if (beside.push(word) > most || truth.test(word)) return undefined;
      continue;
    }
    const [, name = "", written] = /^--([^=]+)(?:=(.*))?$/s.exec(word) ?? [];
    const flag = known.get(name);
    if (!flag || given.has(name)) return undefined;
    if (flag.kind === "switch") {
      if (written !== undefined) return undefined;
      given.set(name, true);
      continue;
    }
    const value = written ?? words[++index] ?? "";
    if (!plainValue.test(value) || flag.choices?.includes(value) === false) return undefined;
    given.set(name, value);
  }
  return { given, words: beside };
}
