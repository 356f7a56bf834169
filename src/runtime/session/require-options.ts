/**
 * Checks the options of a session: a mistyped name would be ignored, and a timeout that is not a number would never end or
 * end at once.
 */
import { ConfigError } from "../errors/errors.ts";
import type { CredentialsOptions } from "./session-options.ts";

const sessionOptions = Object.keys({
  url: 0,
  keyspace: 0,
  transport: 0,
  profile: 0,
  attemptTimeoutMs: 0,
  deadlineMs: 0,
  batch: 0,
  hedge: 0,
  hooks: 0,
  debug: 0,
  allowInsecure: 0,
  clock: 0,
  random: 0,
  credentials: 0,
  token: 0,
  tokenStore: 0,
  tokenKey: 0,
  onTokenStoreError: 0,
} satisfies Record<keyof CredentialsOptions, 0>);

/** @throws {ConfigError} */
export function requireSessionOptions(options: object): void {
  requireOptions(options, sessionOptions);
  for (const name of ["attemptTimeoutMs", "deadlineMs"] as const) {
    const value: unknown = (options as Readonly<Record<string, unknown>>)[name];
    if (value === undefined || (typeof value === "number" && value > 0)) continue;
    const shown = typeof value === "string" ? JSON.stringify(value) : String(value);
    throw new ConfigError(`${name} must be a positive number of milliseconds, not ${shown}`);
  }
}

/** @throws {ConfigError} for an option of another name, with the one that was probably meant */
export function requireOptions(options: object, names: readonly string[]): void {
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || names.includes(name)) continue;
    const nearest = names.find((known) => lettersBeyond(known, name) + lettersBeyond(name, known) <= known.length / 3);
    throw new ConfigError(
      `${name} is not an option of the session: ${nearest ? `did you mean ${nearest}?` : `it has ${names.join(", ")}`}`,
    );
  }
}

/** How many letters of a name another one lacks, whatever their case. */
function lettersBeyond(name: string, other: string): number {
  let rest = other.toLowerCase();
  return [...name.toLowerCase()].filter((letter) => rest === (rest = rest.replace(letter, ""))).length;
}
