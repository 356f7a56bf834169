/**
 * Where a session's tokens come from: the service, for a username and a password, or a function of the app.
 *
 * Out goes a token, or an error that tells whether another attempt is worth it. No message that comes out of it holds a
 * password or a token, not even one that the service repeats.
 */
import { descriptionOf, parseJson } from "../errors/answer-body.ts";
import type { Answered } from "../errors/answer-body.ts";
import { within } from "../clock/clock.ts";
import type { Clock } from "../clock/clock.ts";
import { ConfigError, CredentialsError, ProtocolError, ServiceError, TokenRequestError } from "../errors/errors.ts";
import type { Profile } from "../profile/profile.ts";
import { httpError, retryAfterOf } from "../errors/http-error.ts";
import type { Credentials } from "../protocol/payloads.ts";
import { Secret } from "../errors/secret.ts";
import type { TokenReason } from "./token-news.ts";
import { isHeaderText } from "./token.ts";

/** What a function that gives credentials or tokens is told. */
export interface TokenContext {
  readonly reason: TokenReason;
  /** From 1; the service may have been down at the first. */
  readonly attempt: number;
  /** Fires when the token is of no use any more, say when the session is closed. */
  readonly signal: AbortSignal;
  /** When the creation is given up, in milliseconds since 1970. */
  readonly deadline: number;
}

export type CredentialsProvider = (context: TokenContext) => Credentials | Promise<Credentials>;
export type TokenProvider = (context: TokenContext) => string | Promise<string>;

/** @throws {ServiceError} of which `creationFailure` tells what it means */
export type CreateToken = (context: TokenContext, timeoutMs: number) => Promise<Secret>;

const operation = "create a token";
const providerMs = 10_000;

export interface PasswordTokensOptions extends Pick<Profile, "authBody" | "readToken"> {
  readonly credentials: Credentials | CredentialsProvider;
  readonly clock: Clock;
  /** The service's base address and the path below it, for messages. */
  readonly url: string;
  readonly path: string;
  /** @throws {ServiceError} when there is no answer */
  readonly post: (
    body: unknown,
    signal: AbortSignal,
    timeoutMs: number,
  ) => Promise<Pick<Answered, "reply" | "text" | "requestId" | "show">>;
}

/** Tokens that the service creates. Credentials that are a function are asked for each time, and not kept. */
export function passwordTokens(options: PasswordTokensOptions): CreateToken {
  const { credentials, clock, url, path, authBody, readToken, post } = options;
  return async (context, timeoutMs) => {
    const given: unknown = await ask("credentials", credentials, context, clock, timeoutMs);
    const { username, password } = (given ?? {}) as Partial<Credentials>;
    if (typeof username !== "string" || !username || typeof password !== "string" || !password) {
      const reason = "the credentials have no username or no password: is a variable not set?";
      throw new ConfigError(reason, { operation });
    }
    const { reply, text, requestId, show } = await post(authBody({ username, password }), context.signal, timeoutMs);
    const { status } = reply;
    const about = { operation, requestId, status, retryAfterMs: retryAfterOf(reply) };
    if (status === 400 || status === 401 || status === 403) {
      throw new CredentialsError(`the service refuses the credentials of ${JSON.stringify(username)}`, about);
    }
    if (status < 200 || status >= 300) {
      const said = show(httpError(status, descriptionOf(text)).message);
      const doubt = isTransient(status) ? "" : `; is ${url} the service?`;
      throw new TokenRequestError(`${url}${path} answered ${said}${doubt}`, about);
    }
    const token = readToken(parseJson(text));
    if (isHeaderText(token)) return new Secret(token);
    const reason = "the answer holds no token; is this the address of the service?";
    throw new ProtocolError(reason, { ...about, outcome: "not-sent" });
  };
}

/** Tokens that somebody else creates: a function is asked for one at first, after an idle gap and after a refusal. */
export function externalTokens(token: string | TokenProvider, clock: Clock): CreateToken {
  return async (context, timeoutMs) => {
    const given: unknown = await ask("token", token, context, clock, timeoutMs);
    if (isHeaderText(given)) return new Secret(given);
    const reason = "the token is empty, or no text that a header can hold: is a variable not set?";
    throw new ConfigError(reason, { operation });
  };
}

export type CreationFailure =
  /** No response, or one that may differ a moment later: worth another attempt. */
  | "transient"
  /** The credentials were refused or not available, or the response is useless. */
  | "refused";

/** What an error of a creation means for later ones, by its class and by what the service answered. */
export function creationFailure(error: unknown): {
  readonly failure: CreationFailure;
  readonly error: unknown;
  readonly throttled: boolean;
  readonly retryAfterMs: number | undefined;
} {
  const { status, retryAfterMs } =
    error instanceof ServiceError ? error : { status: undefined, retryAfterMs: undefined };
  const refused = status ? !isTransient(status) : error instanceof CredentialsError || error instanceof ConfigError;
  const throttled = status === 429 || status === 503;
  return { failure: refused ? "refused" : "transient", error, throttled, retryAfterMs };
}

function isTransient(status: number): boolean {
  return status >= 500 || status === 408 || status === 429;
}

/** Asks a function of the app, but not for ever; what is none is the answer itself. */
async function ask<T>(
  what: string,
  given: T | ((context: TokenContext) => T | Promise<T>),
  context: TokenContext,
  clock: Clock,
  timeoutMs: number,
): Promise<T> {
  if (!isProvider(given)) return given;
  const limitMs = Math.min(providerMs, timeoutMs);
  const late = (): Error => new Error(`no answer within ${Math.round(limitMs)} ms`);
  try {
    return await within(clock, limitMs, Promise.resolve(context).then(given), late);
  } catch (cause) {
    throw new CredentialsError(`the function that gives the ${what} failed`, { operation, cause });
  }
}

function isProvider<T>(
  given: T | ((context: TokenContext) => T | Promise<T>),
): given is (context: TokenContext) => T | Promise<T> {
  return typeof given === "function";
}
