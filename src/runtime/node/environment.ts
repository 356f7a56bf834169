import { ConfigError } from "../errors/errors.ts";
import type { CredentialsOptions, TokenOptions } from "../session/session-options.ts";
import { shareTokens } from "../token/stored-tokens.ts";
import type { SharedTokens } from "../token/stored-tokens.ts";

type Given = "credentials" | "token" | "tokenStore";
type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads a session's credentials from `COLONNADE_USERNAME` and `COLONNADE_PASSWORD`, or a token from `COLONNADE_TOKEN`;
 * with all three, the token is used as long as the service accepts it, and the credentials after that. The
 * commands of `colonnade` use either a token or credentials, and refuse both. Empty variables count as not set.
 *
 *     createSession({ url, ...fromEnv() })
 *
 * @param environment @default process.env
 * @throws {ConfigError} that names a missing variable
 */
export function fromEnv(
  environment: Environment = process.env,
): Pick<CredentialsOptions, Given> | Pick<TokenOptions, Given> {
  const [username, password, token] = ["COLONNADE_USERNAME", "COLONNADE_PASSWORD", "COLONNADE_TOKEN"].map(
    (name) => environment[name] || undefined,
  );
  if (username === undefined && password === undefined && token !== undefined) return { token };
  if (username === undefined || password === undefined) {
    const missing = [username === undefined && "COLONNADE_USERNAME", password === undefined && "COLONNADE_PASSWORD"];
    throw new ConfigError(`no credentials in the environment: set ${missing.filter(Boolean).join(" and ")}`);
  }
  const credentials = { username, password };
  return token === undefined ? { credentials } : { credentials, tokenStore: givenToken(token) };
}

/** A store with one fixed token, which counts as used now. */
function givenToken(token: string): SharedTokens {
  const now = Date.now();
  return shareTokens({ get: () => ({ v: 1, token, lastUse: now, created: now }), set: () => undefined });
}
