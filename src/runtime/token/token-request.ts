/**
 * Where a session's tokens come from: the service, for a username and a password, or a function of the app.
 *
 * Returns a token, or an error that says whether a retry is useful. No message contains a password or a token, not even
 * if the service repeats it.
 */
import { descriptionOf, isSuccess, Secret } from "../errors/failure.ts";
import type { RawResponse } from "../errors/failure.ts";
import { within } from "../clock/clock.ts";
import type { Clock } from "../clock/clock.ts";
import { ConfigError, CredentialsError, ProtocolError, ServiceError, TokenRequestError } from "../errors/errors.ts";
import type { ServiceErrorOptions } from "../errors/errors.ts";
import type { Profile } from "../profile/profile.ts";
import { httpError, outcomeOfStatus, retryAfterOf } from "../errors/http-error.ts";
import type { Credentials } from "../protocol/payloads.ts";
import type { TokenReason } from "./token.ts";
import { isHeaderText } from "./token.ts";

/** The argument of a function that provides credentials or tokens. */
export interface TokenContext {
  readonly reason: TokenReason;
  /** From 1; the service may have been down at the first. */
  readonly attempt: number;
  /** Fires when the token is no longer needed, say when the session is closed. */
  readonly signal: AbortSignal;
  /** When the creation is given up, in milliseconds since 1970. */
  readonly deadline: number;
}

export type CredentialsProvider = (context: TokenContext) => Credentials | Promise<Credentials>;
export type TokenProvider = (context: TokenContext) => string | Promise<string>;

/** @throws {ServiceError} which `creationFailure` interprets */
export type CreateToken = (context: TokenContext, timeoutMs: number) => Promise<Secret>;

const about = { operation: "login" };
/** How long a function of the app may take. */
const providerMs = 10_000;

/** A request for a token, as the profile has it. */
interface TokenRequest {
  readonly about: { readonly operation: string };
  readonly path: string;
  readonly body: unknown;
  /** It may not be shown, wherever the service repeats it. */
  readonly password: string;
}

export interface TokenSource {
  readonly credentials?: Credentials | CredentialsProvider | undefined;
  readonly token?: string | TokenProvider | undefined;
  readonly clock: Clock;
  /** The service's base address. */
  readonly url: string;
  readonly profile: Pick<Profile, "authPath" | "authBody" | "readToken">;
  /** @throws {ServiceError} when there is no response */
  readonly post: (
    request: TokenRequest,
    context: TokenContext,
    timeoutMs: number,
  ) => Promise<Pick<RawResponse, "reply" | "text" | "json" | "requestId" | "show">>;
}

/**
 * Creates tokens: by a request with credentials, or by a function of the app. Functions are called at each creation,
 * and their results are not kept.
 *
 * @throws {ConfigError} when there are neither credentials nor a token, or both
 */
export function tokenCreator({ credentials, token, clock, url, profile, post }: TokenSource): CreateToken {
  if ((credentials === undefined) === (token === undefined)) {
    const given = token === undefined ? "neither" : "both";
    throw new ConfigError(`a session needs either credentials or a token, not ${given}`);
  }
  const { authPath: path, authBody, readToken } = profile;
  // A profile may have a whole address in place of a path.
  const isPath = path.startsWith("/");
  return async (context, timeoutMs) => {
    const what = token === undefined ? "credentials" : "token";
    const given: unknown = await ask(what, token ?? credentials, context, clock, timeoutMs);
    if (token !== undefined) {
      if (isHeaderText(given)) return new Secret(given);
      throw new ConfigError("the token is empty or not printable ASCII: is a variable not set?", about);
    }
    const { username, password } = (given ?? {}) as Partial<Credentials>;
    if (typeof username !== "string" || !username || typeof password !== "string" || !password) {
      throw new ConfigError("the credentials lack a username or a password: is a variable not set?", about);
    }
    const request = { about, path, body: authBody({ username, password }), password };
    const { reply, text, json, requestId, show } = await post(request, context, timeoutMs);
    const { status } = reply;
    const known = { ...about, requestId, status, retryAfterMs: retryAfterOf(reply) };
    if (status === 400 || status === 401 || status === 403) {
      throw new CredentialsError(`the service refuses the credentials of ${JSON.stringify(username)}`, known);
    }
    if (!isSuccess(status)) {
      const said = show(httpError(status, descriptionOf(text)).message);
      const doubt = isTransient(status) ? "" : `; is ${isPath ? url : new URL(path).origin} the service?`;
      throw new TokenRequestError(`${isPath ? url + path : path} answered ${said}${doubt}`, known);
    }
    const created = readToken(json);
    if (isHeaderText(created)) return new Secret(created);
    const reason = "the response holds no token; is this the address of the service?";
    throw new ProtocolError(reason, { ...known, outcome: "not-sent" });
  };
}

export type CreationFailure =
  /** No response, or one that may differ a moment later: worth another attempt. */
  | "transient"
  /** The credentials were refused or not available, or the response is useless. */
  | "refused";

/** What a failed creation means for later ones, by the class of its error and the status of the response. */
export function creationFailure(error: unknown): {
  readonly failure: CreationFailure;
  readonly throttled: boolean;
  readonly retryAfterMs: number | undefined;
} {
  const { status, retryAfterMs }: ServiceErrorOptions = error instanceof ServiceError ? error : {};
  const refused = status ? !isTransient(status) : error instanceof CredentialsError || error instanceof ConfigError;
  const throttled = status === 429 || status === 503;
  return { failure: refused ? "refused" : "transient", throttled, retryAfterMs };
}

function isTransient(status: number): boolean {
  return outcomeOfStatus(status) === "unknown";
}

/** Calls a function of the app, with a time limit; any other value is the result itself. */
async function ask<T>(
  what: string,
  given: T | ((context: TokenContext) => T | Promise<T>),
  context: TokenContext,
  clock: Clock,
  timeoutMs: number,
): Promise<T> {
  if (typeof given !== "function") return given;
  const limitMs = Math.min(providerMs, timeoutMs);
  const late = (): Error => new Error(`no response within ${Math.round(limitMs)} ms`);
  try {
    // A function that throws at once fails like one that rejects.
    const called = Promise.resolve(context).then(given as (context: TokenContext) => T | Promise<T>);
    return await within(clock, limitMs, called, late);
  } catch (cause) {
    throw new CredentialsError(`the function that gives the ${what} failed`, { ...about, cause });
  }
}
