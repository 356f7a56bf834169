import { ColonnadeError } from "../errors.ts";
import type { ServiceConfig } from "./config.ts";
import { isEnvMarker } from "./env.ts";
import type { Environment } from "./env.ts";

/** The service of a config, its markers replaced. */
export interface ResolvedService {
  readonly url?: string;
  readonly username?: string;
  readonly password?: string;
}

/**
 * Replaces the markers by the values of their variables; other members stay as they are, absent ones absent.
 *
 * @throws {ColonnadeError} `missing-variable` that names every variable which is unset or empty
 */
export function resolveService(service: ServiceConfig, environment: Environment): ResolvedService {
  const resolved = new Map<string, string>();
  const missing: string[] = [];
  for (const name of ["url", "username", "password"] as const) {
    const member = service[name];
    const value = isEnvMarker(member) ? environment[member.$env] : member;
    if (value !== undefined && value !== "") resolved.set(name, value);
    else if (isEnvMarker(member)) missing.push(member.$env);
  }
  if (missing.length > 0) {
    const what = missing.length === 1 ? "the environment variable" : "the environment variables";
    const message = `${what} ${missing.join(" and ")} ${missing.length === 1 ? "is" : "are"} not set`;
    throw new ColonnadeError("missing-variable", message, {
      next: "set what the config file asks for; generate and check do not need it",
    });
  }
  return Object.fromEntries(resolved);
}
