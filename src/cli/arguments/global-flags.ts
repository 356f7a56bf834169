import type { FlagDefinition } from "./command.ts";

/** The flags that every command has. */
export const globalFlags: Readonly<Record<string, FlagDefinition>> = {
  config: { describe: "The config file", without: "colonnade.config.* in this folder" },
  json: { describe: "Print the result as one JSON document", kind: "switch" },
  verbose: { describe: "Print more messages, timings, and the stack trace of a bug in Colonnade", kind: "switch" },
  quiet: { describe: "Print only results and errors", kind: "switch" },
  "no-color": { describe: "Disable colors, as NO_COLOR does", kind: "switch" },
};
