import type { FlagDefinition } from "../arguments/command.ts";

/** What a service or a cluster is asked by; `parse-sources.ts` reads it. */
export const sourceFlag = {
  from: {
    describe: "What to ask, in this order: rest, graphql, cql, or several with commas",
    without: "rest; graphql too, where rest does not tell enough; cql with --contact-points",
  },
} as const satisfies Readonly<Record<string, FlagDefinition>>;

/** Which service to talk to, and what kind it is; `parse-sources.ts` reads the kind. */
export const serviceFlags = {
  url: { describe: "The service's address", without: "COLONNADE_URL, then the config file" },
  profile: {
    describe: "What kind of service it is",
    default: "service",
    choices: ["service", "stargate", "dataApis"],
  },
  "auth-url": { describe: "Where a stargate creates tokens, if that is elsewhere" },
  "rest-url": { describe: "Where a stargate has its REST, if that is elsewhere" },
} as const satisfies Readonly<Record<string, FlagDefinition>>;
