/**
 * Calls the hooks of a session. Nothing that a hook does can affect the session.
 *
 * Events are created only if a hook listens, and only an app that imports `callHooks` ships this. Each event suits one log
 * line, one metric point or one span.
 */
import type { Clock } from "../clock/clock.ts";
import { isSuccess, redact } from "../errors/failure.ts";
import type { RawResponse, Secrets } from "../errors/failure.ts";
import type { About, ErrorCode, ServiceError } from "../errors/errors.ts";
import { httpError } from "../errors/http-error.ts";
import type { CallRequest } from "../operation/operation.ts";
import type { Profile } from "../profile/profile.ts";
import type { GraphQLAnswer, GraphQLProblem } from "../protocol/payloads.ts";
import type { TokenNews } from "../token/token.ts";
import type { Call } from "../transport/transport.ts";

/**
 * Hooks that observe a session. They cannot change it, except by `headers`. Errors that they throw or reject with are
 * ignored and counted in the session's `hookFailures`. They never get tokens or passwords, and get bodies only with
 * `debug: { bodies: true }`. They get no values of rows, except in messages of the service within errors.
 */
export interface Hooks {
  readonly onRequest?: ((event: RequestEvent) => void) | undefined;
  /**
   * Additional headers to send, for example `traceparent`; called after `onRequest`. The session's own headers win. A value
   * that no header can hold is omitted and counted as a failure.
   */
  readonly headers?: ((event: RequestEvent) => Readonly<Record<string, string>>) | undefined;
  /** Once for each request, also when there is no response. */
  readonly onResponse?: ((event: ResponseEvent) => void) | undefined;
  /** Before the wait that precedes another attempt. */
  readonly onRetry?: ((event: RetryEvent) => void) | undefined;
  readonly onToken?: ((event: TokenNews) => void) | undefined;
  /** A document of writes has been answered, or not, after all its attempts. */
  readonly onBatch?: ((event: BatchEvent) => void) | undefined;
  /**
   * A call failed for good. Not called for values that are refused before anything is sent. The caller gets this error, or one
   * that has it as its `cause`.
   */
  readonly onError?: ((event: ErrorEvent) => void) | undefined;
}

export interface RequestEvent extends About {
  /** The ID that is sent; each request has its own. */
  readonly requestId: string;
  /** From 1; a call that is sent again with another token keeps its number. */
  readonly attempt: number;
  /** How many requests were sent for the same call before this one, for any reason. */
  readonly resends: number;
  readonly method: string;
  readonly url: string;
  /** The number of writes in this document, or 1. */
  readonly operations: number;
  /** Only with `debug: { bodies: true }`. */
  readonly body?: string | undefined;
}

export interface ResponseEvent {
  /** The very object that `onRequest` got. */
  readonly request: RequestEvent;
  /** The ID of the request, as in errors: the service's own, if it returned one. */
  readonly requestId: string;
  /** Undefined when there is no response. */
  readonly status: number | undefined;
  /**
   * The code that an error would have; undefined for a success. `"document-rejected"` if the document was refused and
   * `"field"` if a part of it failed, both with status 200. `"aborted"` if the caller gave up, or another request of the same
   * call was faster.
   */
  readonly failure: ErrorCode | "aborted" | undefined;
  /** Why there is no response: the transport's message, not a text of the service. */
  readonly reason: string | undefined;
  /** Milliseconds until the whole response had arrived. */
  readonly tookMs: number;
  /** Only with `debug: { bodies: true }`. */
  readonly body?: string | undefined;
}

export interface RetryEvent extends About {
  readonly error: ServiceError;
  /** Milliseconds. */
  readonly delayMs: number;
  /** The number of the next attempt. */
  readonly attempt: number;
}

/** With a `table` when all its writes are of the same operation. */
export interface BatchEvent extends About {
  /** The ID of the last request. */
  readonly requestId: string | undefined;
  /** The number of writes in the document. */
  readonly operations: number;
  /** Milliseconds, with all attempts and the pauses between them. */
  readonly tookMs: number;
  /** How many of them did not succeed; some may be retried. */
  readonly failed: number;
}

export interface ErrorEvent extends About {
  /** A `ServiceError`, or the reason of the caller's signal. */
  readonly error: unknown;
  /** Milliseconds since the call began, with its wait for a token and for other writes. */
  readonly tookMs: number;
}

type Listeners = Omit<Hooks, "headers">;
type Event<Name extends keyof Listeners> = Parameters<NonNullable<Listeners[Name]>>[0];

/** What the hooks use of their session. */
interface HookedSession {
  readonly clock: Clock;
  readonly showBodies: boolean;
  /** Names the header that no hook can replace. */
  readonly profile: Pick<Profile, "tokenHeader">;
}

/** A request of a call that is about to be sent. */
export interface AttemptRequest extends Pick<Call, "body" | "signal"> {
  /** The call that it is made for. */
  readonly call: Pick<CallRequest, "about" | "method" | "path" | "operations" | "paged">;
  /** From 1. */
  readonly attempt: number;
  /** How many requests the call has sent before. */
  readonly resends: number;
  /** A password that is known only for the duration of this request. */
  readonly password?: string;
}

/** The hooks of one session. */
export interface HookCaller {
  /** How often a hook threw. */
  readonly failures: () => number;
  /** @param create creates the event, only if there is a hook */
  readonly notify: <Name extends keyof Listeners>(name: Name, create: () => Event<Name>) => void;
  /** Reports one request. @param secrets undefined for the request that holds the password itself */
  readonly observe: (
    request: AttemptRequest,
    requestId: string,
    url: string,
    secrets: Secrets | undefined,
  ) => ObservedRequest;
}

/** A reported request whose end is still to be reported. */
interface ObservedRequest {
  readonly headers: () => Readonly<Record<string, string>>;
  readonly answered: (response: RawResponse) => void;
  readonly failed: (requestId: string, failure: ErrorCode | "aborted", reason?: string) => void;
}

/** Calls the hooks of a session: the value of the option `hooks`, created by `callHooks`. */
export type CallHooks = (session: HookedSession) => HookCaller;

/**
 * For the option `hooks` of a session: calls these hooks in their order.
 *
 * `createSession({ …, hooks: callHooks({ onRetry: ({ error }) => log(error.message) }) })`
 */
export function callHooks(...all: readonly Hooks[]): CallHooks {
  return ({ clock, showBodies, profile }) => {
    let failures = 0;
    const fail = (): void => {
      failures += 1;
    };
    /** The result of a hook, which may be a promise despite its type. */
    const run = (hook: () => unknown): unknown => {
      try {
        const result = hook();
        if (typeof result === "object") Promise.resolve(result).catch(fail);
        return result;
      } catch {
        fail();
        return undefined;
      }
    };
    const notify: HookCaller["notify"] = (name, create) => {
      let event: unknown;
      for (const hooks of all) {
        run(() => hooks[name] && (hooks[name] as (event: unknown) => unknown)((event ??= create())));
      }
    };
    const headersFor = (request: RequestEvent): Readonly<Record<string, string>> => {
      const headers: Record<string, string> = {};
      for (const hooks of all) {
        const found = run(() => hooks.headers?.(request));
        run(() => {
          for (const [name, value] of Object.entries(found ?? {})) {
            if (isHeader(name, value)) headers[name.toLowerCase()] = value;
            else fail();
          }
        });
      }
      delete headers[profile.tokenHeader.toLowerCase()];
      return headers;
    };
    return {
      failures: () => failures,
      notify,
      observe: ({ call, body, attempt, resends }, requestId, url, secrets) => {
        const { about, method, operations = 1 } = call;
        const shown = (text: string | undefined): { body?: string } =>
          showBodies && secrets && text !== undefined ? { body: redact(text, secrets) } : {};
        const request: RequestEvent = {
          ...about,
          requestId,
          attempt,
          resends,
          method,
          url,
          operations,
          ...shown(body),
        };
        const started = clock.monotonic();
        const finish = (end: Omit<ResponseEvent, "request" | "tookMs">): void =>
          notify("onResponse", () => ({ request, tookMs: clock.monotonic() - started, ...end }));
        notify("onRequest", () => request);
        return {
          headers: () => headersFor(request),
          answered: (response) => {
            const { requestId, reply, text } = response;
            finish({ requestId, status: reply.status, failure: codeOf(response), reason: undefined, ...shown(text) });
          },
          failed: (requestId, failure, reason) => finish({ requestId, status: undefined, failure, reason }),
        };
      },
    };
  };
}

/** The code of the error that a response leads to. */
function codeOf({ reply: { status }, text, json }: RawResponse): ErrorCode | undefined {
  if (!isSuccess(status)) return httpError(status, undefined).code;
  if (json === undefined) return text === "" ? undefined : "protocol";
  const { data, errors } = (json ?? {}) as GraphQLAnswer;
  if (!Array.isArray(errors) || errors.length === 0) return undefined;
  return data || (errors as GraphQLProblem[]).some((problem) => problem?.path?.length) ? "field" : "document-rejected";
}

function isHeader(name: string, value: unknown): value is string {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(name) && typeof value === "string" && /^[\t\x20-\x7e]*$/.test(value);
}
