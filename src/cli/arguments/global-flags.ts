import type { FlagDefinition } from "./command.ts";

/** The flags that every command has. */
export const globalFlags: Readonly<Record<string, FlagDefinition>> = {
  config: { describe: "The config file", without: "colonnade.config.* in this folder" },
  json: { describe: "Print data as one JSON document", kind: "switch" },
  verbose: { describe: "Say more, and where a bug of Colonnade is", kind: "switch" },
  quiet: { describe: "Say nothing but data and errors", kind: "switch" },
  "no-color": { describe: "Use no colours, as with NO_COLOR set", kind: "switch" },
};
