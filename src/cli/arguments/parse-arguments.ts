import parser from "yargs-parser";
import { ColonnadeError, didYouMean } from "../../errors.ts";
import type { Command, ParsedArguments, ValueKind } from "./command.ts";
import { Flags } from "./command.ts";
import { completionFlag } from "./completions.ts";
import type { FindValues } from "./completions.ts";
import { globalFlags } from "./global-flags.ts";
import { grammar } from "./grammar.ts";
import { validateArguments, validateLoneFlags } from "./validate-arguments.ts";
import type { Line } from "./validate-arguments.ts";

/**
 * Parses the command line against the table of commands.
 *
 * yargs-parser reads every line. yargs itself only renders help and completions, because it takes longer to load than a
 * check of a thousand tables.
 *
 * @param width of the terminal; help has at most 80 columns
 * @throws {ColonnadeError} `unknown-command`, `unknown-flag`, `unknown-word` or `usage`
 */
export async function parseArguments(
  argv: readonly string[],
  commands: readonly Command[],
  about: {
    readonly version: string;
    readonly width: number;
    readonly findValues: (kind: ValueKind, flags: Flags, word: string) => Promise<readonly string[]>;
  },
): Promise<ParsedArguments> {
  if (argv[0] === completionFlag) {
    const { renderCompletions } = await import("./render-help.ts");
    const { values } = readLine(argv.slice(2, -1), commands);
    const findValues: FindValues = (kind, word) => about.findValues(kind, new Flags(values), word);
    return { kind: "text", text: await renderCompletions(argv, commands, { ...about, findValues }), mistake: false };
  }
  const { requested, ...line } = readLine(argv, commands);
  const [first, ...words] = line.words;
  const command = commands.find(({ name }) => name === (first === "help" ? words[0] : first));
  // `colonnade help generate` and `colonnade generate help`, but not `colonnade explain help`.
  const isHelp = first === "help" || words.indexOf("help") >= (command?.arguments?.length ?? 0);
  if (isHelp || requested.has("help") || (first === undefined && !requested.has("version"))) {
    const isMistake = !isHelp && !requested.has("help");
    if (isMistake) validateLoneFlags(line);
    const { renderHelp } = await import("./render-help.ts");
    return { kind: "text", text: await renderHelp(command, commands, about), mistake: isMistake };
  }
  if (requested.has("version")) return { kind: "text", text: about.version, mistake: false };
  if (!command) throw unknownCommand(first ?? "", commands);
  validateArguments(command, { ...line, words });
  const defaults = Object.entries(command.flags).map(([name, flag]): [string, unknown] => [name, flag.default]);
  return { kind: "command", command, flags: new Flags({ ...Object.fromEntries(defaults), ...line.values }, words) };
}

/** Parses a line before its command is known: a flag has the same kind in all commands. */
function readLine(
  argv: readonly string[],
  commands: readonly Command[],
): Line & { readonly requested: ReadonlySet<string> } {
  const flags = [...commands.map((command) => command.flags), globalFlags].flatMap((all) => Object.entries(all));
  const namesOf = (isSwitch: boolean): readonly string[] =>
    flags.filter(([, { kind }]) => (kind === "switch") === isSwitch).map(([name]) => name);
  const { argv: read, error } = parser.detailed([...argv], {
    alias: { help: ["h"] },
    boolean: [...namesOf(true), "help", "version"],
    narg: Object.fromEntries(namesOf(false).map((name) => [name, 1])),
    configuration: grammar,
  });
  const { _: words, help, h: _, version, ...values } = read;
  const [, lacking] = /following: (.+)$/.exec(error?.message ?? "") ?? [];
  const requested = Object.entries({ help, version }).filter(([, value]) => [value].flat().includes(true));
  return { words: words.map(String), values, lacking, requested: new Set(requested.map(([name]) => name)) };
}

function unknownCommand(word: string, commands: readonly Command[]): ColonnadeError {
  const names = commands.map((command) => command.name);
  const meant = didYouMean(word, names);
  const next = meant === undefined ? `the commands are ${names.join(", ")}` : `did you mean colonnade ${meant}?`;
  return new ColonnadeError("unknown-command", `unknown command ${JSON.stringify(word)}`, { next });
}
