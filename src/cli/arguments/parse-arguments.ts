import parser from "yargs-parser";
import { ColonnadeError, didYouMean, suggest } from "../../errors.ts";
import type { Problem } from "../../errors.ts";
import { Flags } from "./command.ts";
import type { Command, FlagDefinition, ParsedArguments, ValueKind } from "./command.ts";
import type { FindValues } from "./render-help.ts";
import { completionFlag, globalFlags, grammar } from "./shared-flags.ts";

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
  program: {
    readonly version: string;
    readonly width: number;
    readonly findValues: (kind: ValueKind, flags: Flags, word: string) => Promise<readonly string[]>;
  },
): Promise<ParsedArguments> {
  if (argv[0] === completionFlag) {
    const { renderCompletions } = await import("./render-help.ts");
    const { values } = readLine(argv.slice(2, -1), commands);
    const findValues: FindValues = (kind, word) => program.findValues(kind, new Flags(values), word);
    return { kind: "text", text: await renderCompletions(argv, commands, { ...program, findValues }), mistake: false };
  }
  const { requested, ...line } = readLine(argv, commands);
  const [first, ...words] = line.words;
  const named = line.words.find((word) => word !== "help");
  const command = commands.find(({ name }) => name === named);
  // `colonnade help generate` and `colonnade generate help`, but not `colonnade explain help`: `explain` takes an argument.
  const asksHelp = first === "help" || words.indexOf("help") >= (command?.arguments?.length ?? 0);
  const isHelp = asksHelp && (command !== undefined || named === undefined);
  if (isHelp || requested.has("help") || (first === undefined && !requested.has("version"))) {
    const isMistake = !isHelp && !requested.has("help");
    if (isMistake) validateLoneFlags(line);
    const { renderHelp } = await import("./render-help.ts");
    return { kind: "text", text: await renderHelp(command, commands, program), mistake: isMistake };
  }
  if (requested.has("version")) return { kind: "text", text: program.version, mistake: false };
  if (!command) throw unknownCommand(named ?? "", commands);
  validateArguments(command, { ...line, words });
  const defaults = Object.entries(command.flags).map(([name, flag]): [string, unknown] => [name, flag.default]);
  return { kind: "command", command, flags: new Flags({ ...Object.fromEntries(defaults), ...line.values }, words) };
}

/**
 * Parses a line before its command is known, since a flag before the command may take a value: `--config db.json generate`.
 * Where commands have a flag of one name but different kinds, the first command in the line decides.
 */
function readLine(
  argv: readonly string[],
  commands: readonly Command[],
): Line & { readonly requested: ReadonlySet<string> } {
  const named = argv.map((word) => commands.find(({ name }) => name === word)).find((command) => command !== undefined);
  const everywhere = [...commands.map((command) => command.flags), named?.flags ?? {}, globalFlags];
  const flags = Object.entries(Object.assign({}, ...everywhere) as Readonly<Record<string, FlagDefinition>>);
  const namesOf = (isSwitch: boolean): readonly string[] =>
    flags.filter(([, { kind }]) => (kind === "switch") === isSwitch).map(([name]) => name);
  const switches = [...namesOf(true), "help", "version"];
  const alone = new Map(flags.flatMap(([name, flag]) => (flag.alone === undefined ? [] : [[name, flag.alone]])));
  const { argv: read, error } = parser.detailed([...argv], {
    alias: { help: ["h"] },
    boolean: switches,
    // These may be given alone, and are empty then. The rest need one value, and the parser reports the flag that lacks it.
    string: [...alone.keys()],
    narg: Object.fromEntries(namesOf(false).flatMap((name) => (alone.has(name) ? [] : [[name, 1]]))),
    configuration: grammar,
  });
  // The parser reads every other value of a switch as false: `--dry-run=1` would write.
  const flagWords = argv.includes("--") ? argv.slice(0, argv.indexOf("--")) : argv;
  const badSwitches = flagWords.flatMap((word) => {
    const [, name = "", value = ""] = /^--([^=]+)=(.*)$/s.exec(word) ?? [];
    return switches.includes(name) && value !== "true" && value !== "false" ? [[name, value] as const] : [];
  });
  const { _: words, help, h: _, version, ...given } = { ...read, ...Object.fromEntries(badSwitches) };
  const values = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, value === "" ? (alone.get(name) ?? value) : value]),
  );
  // The parser's message: "Not enough arguments following: output".
  const [, lacking] = /following: (.+)$/.exec(error?.message ?? "") ?? [];
  // A flag that is given twice has a list of values. With any other value too, help is shown and nothing is run.
  const isRequested = (value: unknown): boolean => typeof value === "string" || [value].flat().includes(true);
  const requested = Object.entries({ help, version }).filter(([, value]) => isRequested(value));
  return { words: words.map(String), values, lacking, requested: new Set(requested.map(([name]) => name)) };
}

function unknownCommand(word: string, commands: readonly Command[]): ColonnadeError {
  const names = commands.map((command) => command.name);
  const next = suggest(word, names, `the commands are ${names.join(", ")}`, (name) => `colonnade ${name}`);
  return new ColonnadeError("unknown-command", `unknown command ${JSON.stringify(word)}`, { next });
}

/** A line, parsed before its command is known. */
interface Line {
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
function validateArguments(command: Command, { words, values, lacking }: Line): void {
  const existing: Readonly<Record<string, FlagDefinition>> = { ...command.flags, ...globalFlags };
  const taken = command.arguments ?? [];
  const given = { ...values, ...(lacking !== undefined && { [lacking]: undefined }) };
  const problems = Object.entries(given).flatMap(([name, value]): readonly Problem[] => {
    const flag = Object.hasOwn(existing, name) ? existing[name] : undefined;
    if (!flag) return [unknownFlag(command.name, name, Object.keys(existing))];
    const mistake = mistakeOf(flag, value);
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

/** The problem with the value of a flag, as a phrase that follows its name. */
function mistakeOf({ kind, choices }: FlagDefinition, value: unknown): string | undefined {
  if (kind === "switch")
    return typeof value === "string" ? `must be true or false, not ${JSON.stringify(value)}` : undefined;
  if (value === undefined) return "needs a value";
  if (Array.isArray(value)) return kind === "list" ? undefined : `is given ${value.length} times`;
  if (value === "") return "is empty";
  if (!choices || choices.some((choice) => choice === value)) return undefined;
  return `must be one of ${choices.map((choice) => JSON.stringify(choice)).join(", ")}, not ${JSON.stringify(value)}`;
}

function unknownFlag(command: string, name: string, existing: readonly string[]): Problem {
  const next = meantFlags(name, existing);
  const message = `${command} has no flag ${written(name)}`;
  return { code: "unknown-flag", message, next };
}

/**
 * Rejects flags without a command, other than those that every command has.
 *
 * @throws {ColonnadeError} `unknown-flag` for the first
 */
function validateLoneFlags({ values, lacking }: Line): void {
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
