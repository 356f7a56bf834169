import type { FlagDefinition } from "../arguments/command.ts";

/** The sources of definitions, parsed by `parse-sources.ts`. */
export const sourceFlag = {
  from: {
    describe: "The sources to read, in this order: rest, graphql, cql, a .cql file; comma-separated",
    without: "rest, with graphql for what rest lacks; cql with --contact-points",
  },
} as const satisfies Readonly<Record<string, FlagDefinition>>;

/** The service and its kind, which `parse-sources.ts` parses. */
export const serviceFlags = {
  url: { describe: "The service's address", without: "COLONNADE_URL, then the config file" },
  profile: {
    describe: "The kind of service",
    default: "service",
    choices: ["service", "stargate", "dataApis"],
  },
  "auth-url": { describe: "Where Stargate creates tokens, if that is a different address" },
  "rest-url": { describe: "Where Stargate serves REST, if that is a different address" },
} as const satisfies Readonly<Record<string, FlagDefinition>>;
