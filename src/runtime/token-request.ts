/**
 * Where a session's tokens come from: the service, for a username and a password, or a function of the app.
 *
 * Out goes a token, or what went wrong and whether another attempt is worth it. Never rejects, and no message that comes
 * out of it holds a password or a token, not even one that the service repeats.
 */
import { descriptionOf, parseJson } from "./answer-body.ts";
import { within } from "./clock.ts";
import type { Clock } from "./clock.ts";
import { ConfigError, CredentialsError, HttpError, ProtocolError, TokenRequestError } from "./errors.ts";
import type { Credentials, TokenAnswer } from "./protocol/payloads.ts";
import { Secret } from "./secret.ts";
import type { CreationFailure, TokenReason } from "./token-state.ts";
import { isHeaderText } from "./token-stores.ts";
import type { Reply } from "./transport.ts";

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

export type Creation =
  | { readonly secret: Secret }
  | {
      readonly failure: CreationFailure;
      readonly error: unknown;
      readonly throttled?: boolean;
      readonly retryAfterMs?: number | undefined;
    };

export type CreateToken = (context: TokenContext, timeoutMs: number) => Promise<Creation>;

const operation = "create a token";
const providerMs = 10_000;

export interface PasswordTokensOptions {
  readonly credentials: Credentials | CredentialsProvider;
  readonly clock: Clock;
  /** The service's base address and the path below it, for messages. */
  readonly url: string;
  readonly path: string;
  readonly post: (
    body: Credentials,
    signal: AbortSignal,
    timeoutMs: number,
  ) => Promise<{ readonly reply: Reply; readonly requestId: string }>;
}

/** Tokens that the service creates. Credentials that are a function are asked for each time, and not kept. */
export function passwordTokens({ credentials, clock, url, path, post }: PasswordTokensOptions): CreateToken {
  return async (context, timeoutMs) => {
    let given: Credentials;
    try {
      given = typeof credentials === "function" ? await ask(credentials, context, clock, timeoutMs) : credentials;
    } catch (cause) {
      const error = new CredentialsError("the function that gives the credentials failed", { operation, cause });
      return { failure: "refused", error };
    }
    const { username, password } = (given ?? {}) as Partial<Credentials>;
    if (typeof username !== "string" || username === "" || typeof password !== "string" || password === "") {
      const reason = "the credentials have no username or no password: is a variable not set?";
      return { failure: "refused", error: new ConfigError(reason, { operation }) };
    }
    try {
      const { reply, requestId } = await post({ username, password }, context.signal, timeoutMs);
      return judge(reply, await reply.text(), requestId, { username, password });
    } catch (error) {
      return { failure: "transient", error };
    }
  };

  function judge(reply: Reply, text: string, requestId: string, { username, password }: Credentials): Creation {
    const { status } = reply;
    const retryAfterMs = retryAfterOf(reply);
    const about = { operation, requestId, status, retryAfterMs };
    if (status === 400 || status === 401 || status === 403) {
      const reason = `the service refuses the credentials of ${JSON.stringify(username)}`;
      return { failure: "refused", error: new CredentialsError(reason, about) };
    }
    if (status < 200 || status >= 300) {
      const said = new HttpError(status, descriptionOf(text)?.replaceAll(password, "[redacted]")).message;
      const transient = status >= 500 || status === 408 || status === 429;
      const reason = `${url}${path} answered ${said}${transient ? "" : `; is ${url} the service?`}`;
      const error = new TokenRequestError(reason, about);
      if (!transient) return { failure: "refused", error };
      return { failure: "transient", error, throttled: status === 429 || status === 503, retryAfterMs };
    }
    const token = (parseJson(text) as Partial<TokenAnswer> | null | undefined)?.authToken;
    if (typeof token === "string" && isHeaderText(token)) return { secret: new Secret(token) };
    const reason = "the answer holds no token; is this the address of the service?";
    return { failure: "refused", error: new ProtocolError(reason, { ...about, outcome: "not-sent" }) };
  }
}

/** Tokens that somebody else creates: a function is asked for one at first, after an idle gap and after a refusal. */
export function externalTokens(token: string | TokenProvider, clock: Clock): CreateToken {
  return async (context, timeoutMs) => {
    let given: unknown;
    try {
      given = typeof token === "function" ? await ask(token, context, clock, timeoutMs) : token;
    } catch (cause) {
      const error = new CredentialsError("the function that gives the token failed", { operation, cause });
      return { failure: "refused", error };
    }
    if (typeof given === "string" && isHeaderText(given)) return { secret: new Secret(given) };
    const reason = "the token is empty, or no text that a header can hold: is a variable not set?";
    return { failure: "refused", error: new ConfigError(reason, { operation }) };
  };
}

/** Asks a function of the app, but not for ever. */
async function ask<T>(
  provider: (context: TokenContext) => T | Promise<T>,
  context: TokenContext,
  clock: Clock,
  timeoutMs: number,
): Promise<T> {
  const limitMs = Math.min(providerMs, timeoutMs);
  const asked = Promise.resolve(context).then(provider);
  return within(clock, limitMs, asked, () => new Error(`no answer within ${Math.round(limitMs)} ms`));
}

/** How long the service wants to be left alone, in milliseconds; a date is taken by the service's own clock. */
function retryAfterOf(reply: Reply): number | undefined {
  const text = reply.header("retry-after");
  if (text === null || text.trim() === "") return undefined;
  const seconds = Number(text);
  const date = Date.parse(reply.header("date") ?? "");
  const waitMs = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(text) - date;
  return Number.isFinite(waitMs) && waitMs >= 0 ? waitMs : undefined;
}
