import { ColonnadeError, listOf } from "../errors.ts";
import type { Config } from "./config.ts";
import { isEnvMarker } from "./env.ts";
import type { Environment, EnvMarker } from "./env.ts";
import type { ConfigPath } from "./json-config.ts";

/**
 * Replaces markers by the values of their variables: `{ url: "https://db.example.com", password: env("SHOP_PASSWORD")
 * }` becomes `{ url: "https://db.example.com", password: "…" }`. Empty members are omitted.
 *
 * @throws {ColonnadeError} `missing-variable` with every variable that is unset or empty
 */
export function resolveMarkers<Name extends string>(
  members: Readonly<Partial<Record<Name, string | EnvMarker | undefined>>>,
  environment: Environment,
): Readonly<Partial<Record<Name, string>>> {
  const resolved: Partial<Record<Name, string>> = {};
  const missing: string[] = [];
  for (const name of Object.keys(members) as Name[]) {
    const member: string | EnvMarker | undefined = members[name];
    const value = isEnvMarker(member) ? environment[member.$env] : member;
    if (value !== undefined && value !== "") resolved[name] = value;
    else if (isEnvMarker(member)) missing.push(member.$env);
  }
  if (missing.length > 0) {
    const [what, are] = missing.length === 1 ? ["variable", "is"] : ["variables", "are"];
    const message = `the environment ${what} ${listOf(missing)} ${are} not set`;
    throw new ColonnadeError("missing-variable", message, {
      next: `set the ${what} of the config file; generate and check do not need ${missing.length === 1 ? "it" : "them"}`,
    });
  }
  return resolved;
}

/** The place of a secret written as text in a config. The secret itself is not shown. */
interface LiteralSecret {
  readonly code: "literal-secret";
  readonly path: ConfigPath;
  readonly message: string;
  readonly next: string;
}

const credentials = /:\/\/[^/?#]*@/;
const secretInQuery = /[?&](?:password|token|secret|key|auth)=./i;

/**
 * Finds secrets written as text in a config, where every reader of the repository sees them.
 *
 * A literal password is an error already. What remains is the URL, which may contain a user or a token.
 */
export function findLiteralSecrets({ service }: Config): LiteralSecret[] {
  const url = service?.url;
  if (typeof url !== "string") return [];
  const inQuery = secretInQuery.test(url);
  if (!credentials.test(url) && !inQuery) return [];
  return [
    {
      code: "literal-secret",
      path: ["service", "url"],
      message: `service.url contains a ${inQuery ? "secret" : "user or a password"}, which everyone who reads the config can see`,
      next: 'use environment variables instead: url: env("COLONNADE_URL"), password: env("COLONNADE_PASSWORD")',
    },
  ];
}
