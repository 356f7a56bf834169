import { ColonnadeError } from "../../errors.ts";
import type { Io } from "../terminal/io.ts";
import type { Talk } from "../terminal/talk.ts";

/** Names of the project that a shell can complete. */
export type ValueKind = "keyspaces" | "tables" | "revisions";

/** A command of the command line, as data; `run.ts` loads its work. */
export interface Command {
  readonly name: string;
  /** A line for the list of commands. */
  readonly summary: string;
  readonly describe: string;
  /** The arguments that the command takes, in their order. @default none */
  readonly arguments?: readonly ArgumentDefinition[];
  readonly flags: Readonly<Record<string, FlagDefinition>>;
  /** What it does, and a command to copy; lines of at most 60 columns. */
  readonly examples: readonly (readonly [does: string, line: string])[];
  /** Whether the command stops by itself on the signal, always or with a flag; other commands are killed. @default never */
  readonly stopsItself?: true | "watch";
}

/** What a command does. @returns the exit code */
export type Work = (flags: Flags, io: Io, talk: Talk) => Promise<number>;

interface ArgumentDefinition {
  /** As help shows it: `TABLE[.COLUMN]`. */
  readonly name: string;
  /** A phrase that follows "is". */
  readonly describe: string;
  /** Whether the argument is required. @default false */
  readonly required?: boolean;
  /** Its values, for shell completion; the command itself rejects others. */
  readonly choices?: readonly string[];
  /** The names that it takes, for shell completion. */
  readonly values?: ValueKind;
}

export interface FlagDefinition {
  readonly describe: string;
  /** A switch takes no value; a list may be given several times, and each time hold several values. @default "text" */
  readonly kind?: "text" | "switch" | "list";
  readonly default?: string;
  /** The value of the flag when it is given alone. @default it needs one */
  readonly alone?: string;
  /** The default as help shows it, if it is not a fixed text. */
  readonly without?: string;
  readonly choices?: readonly string[];
  /** The names that it takes, for shell completion. */
  readonly values?: ValueKind;
}

/** The arguments and flags of a line that the command takes, as `parseArguments` returns them. */
export class Flags {
  /** The arguments, in their order. */
  readonly arguments: readonly string[];
  readonly #values: Readonly<Record<string, unknown>>;

  constructor(values: Readonly<Record<string, unknown>>, words: readonly string[] = []) {
    this.#values = values;
    this.arguments = words;
  }

  /** The first argument; undefined if there is none. */
  get argument(): string | undefined {
    return this.arguments[0];
  }

  /** Whether a switch is set. If it is given twice, the last one counts. */
  has(name: string): boolean {
    const value = this.#values[name];
    return Array.isArray(value) ? value.at(-1) === true : value === true;
  }

  /** Undefined when the flag was not given and has no default. */
  text(name: string): string | undefined {
    const value = this.#values[name];
    return typeof value === "string" ? value : undefined;
  }

  /**
   * The values of a flag that takes several: `--keyspace shop,crm`, and for a list also `--cors A --cors B`. Undefined if
   * it was not given.
   *
   * @throws {ColonnadeError} `usage` if a value is empty
   */
  list(name: string): readonly string[] | undefined {
    const value = this.#values[name];
    if (value === undefined) return undefined;
    return [value].flat().flatMap((given) => {
      const text = String(given);
      const words = text.split(",").map((word) => word.trim());
      if (words.every((word) => word !== "")) return words;
      throw new ColonnadeError("usage", `--${name} takes a comma-separated list, not ${JSON.stringify(text)}`);
    });
  }

  /** The first of these flags that was given, or has a default. */
  findGiven(names: readonly string[]): string | undefined {
    return names.find((name) => this.has(name) || this.text(name) !== undefined);
  }

  /** The text of a flag with a default. */
  required(name: string): string {
    const value = this.text(name);
    if (value === undefined) throw new Error(`--${name} has no default`);
    return value;
  }
}

/** A parsed command line. */
export type ParsedArguments =
  | { readonly kind: "command"; readonly command: Command; readonly flags: Flags }
  /** Help, the version or completions; or the command is missing, which is a mistake. */
  | { readonly kind: "text"; readonly text: string; readonly mistake: boolean };
