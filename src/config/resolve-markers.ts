import { ColonnadeError, listOf } from "../errors.ts";
import { isEnvMarker } from "./env.ts";
import type { Environment, EnvMarker } from "./env.ts";

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
