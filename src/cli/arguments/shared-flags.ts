/** The flags of several commands, and the grammar of a line. Commands on definitions and databases share more. */
import type { FlagDefinition } from "./command.ts";

/** The flags that every command has. */
export const globalFlags: Readonly<Record<string, FlagDefinition>> = {
  config: { describe: "The config file", without: "colonnade.config.* in this folder" },
  json: { describe: "Print the result as one JSON document", kind: "switch" },
  verbose: { describe: "Print more messages, timings, and the stack trace of a bug in Colonnade", kind: "switch" },
  quiet: { describe: "Print only results and errors", kind: "switch" },
  "no-color": { describe: "Disable colors, as NO_COLOR does", kind: "switch" },
};

/** For commands that connect: their credentials are environment variables. `run.ts` reads the files. */
export const envFileFlag = {
  "env-file": {
    kind: "list",
    describe: "Files of environment variables, as node --env-file reads them; variables that are set already win",
    without: "none",
  },
} as const satisfies Readonly<Record<string, FlagDefinition>>;

/** For commands whose result can be a report; each adds what it prints without one. */
export const reporterFlag = {
  describe: "Print a report for a CI server",
  choices: ["github", "junit", "gitlab"],
} as const satisfies FlagDefinition;

/** The flag that the scripts of `colonnade completion` pass; yargs handles it. */
export const completionFlag = "--get-yargs-completions";

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
