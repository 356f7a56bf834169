/**
 * What one attempt of a call ends with: a response, or a failure, of which an error is made when it is needed.
 *
 * By then more is known, so that each write of a document gets its own error, and retried attempts cost no stack trace.
 */
import { parseJson } from "../protocol/member-of.ts";
import type { ErrorAnswer } from "../protocol/payloads.ts";
import type { Reply, TransportFailure } from "../transport/transport.ts";
import { ConfigError, ConnectError, ConnectionLostError, TimeoutError } from "./errors.ts";
import { httpError, outcomeOfStatus, retryAfterOf } from "./http-error.ts";
import type { Show } from "./redact.ts";
import type { Outcome, ServiceError, ServiceErrorOptions } from "./service-error.ts";

/** The result of one attempt. */
export type Attempted = Answered | { readonly failure: Failure; readonly requestId: string };

/** A raw response with its parsed JSON, if any. Must pass through `show` before it is displayed. */
export interface Answered {
  readonly failure?: never;
  readonly requestId: string;
  readonly reply: Reply;
  readonly text: string;
  readonly json: unknown;
  readonly show: Show;
}

export interface Failure {
  readonly outcome: Outcome;
  /** Temporary: a later attempt may succeed. */
  readonly transient: boolean;
  /** The service reports that it is overloaded. */
  readonly throttled?: boolean;
  /** The attempt timed out. */
  readonly late?: boolean;
  readonly retryAfterMs?: number | undefined;
  /** The HTTP status, if the status is the failure. */
  readonly status?: number;
  /** For a rejected document: the rejected lines, if the service names them. */
  readonly ofLine?: (line: number) => Failure | undefined;
  readonly raise: (known: ServiceErrorOptions) => ServiceError;
}

/** A response may have a member `raise`, but JSON holds no functions. */
export function isFailure(value: object): value is Failure {
  return "raise" in value && typeof value.raise === "function";
}

/** Whether an HTTP status is a success. */
export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** The failure without a response. @param timeoutMs that of the attempt */
export function transportFailure(failure: TransportFailure, url: string, timeoutMs: number): Failure {
  const { kind, message, unsendable, phase = kind === "timeout" ? "response" : undefined } = failure;
  const outcome: Outcome = kind === "not-sent" ? kind : "unknown";
  return {
    outcome,
    transient: !unsendable,
    late: phase !== undefined,
    raise: (known) => {
      const about = { cause: failure, outcome, ...known };
      if (unsendable) return new ConfigError(message, about);
      if (phase) return new TimeoutError(phase, timeoutMs, about);
      return outcome === "unknown"
        ? new ConnectionLostError(`the connection to ${url} broke (${message})`, about)
        : new ConnectError(`no connection to ${url} (${message}); is the service running?`, about);
    },
  };
}

/**
 * The failure for an error status.
 *
 * @param single whether the document had one operation: some of several may have been executed before the failure
 * @param advice added to the message
 */
export function statusFailure(
  { reply, text, show }: Answered,
  profile: { readonly retryHeader: string; readonly preExecutionStatuses: readonly number[] },
  single: boolean,
  advice?: string,
): Failure {
  const { status } = reply;
  const veto = reply.header(profile.retryHeader);
  const throttled = status === 429 || status === 503;
  const outcome = single && profile.preExecutionStatuses.includes(status) ? "refused" : outcomeOfStatus(status);
  const transient = veto === "true" || (veto !== "false" && (throttled || outcome === "unknown"));
  const retryAfterMs = retryAfterOf(reply);
  return {
    outcome,
    transient,
    throttled,
    retryAfterMs,
    status,
    raise: (known) => {
      const description = descriptionOf(text);
      const said = [description && show(description), advice].filter((part) => part !== undefined);
      return httpError(status, said.join("; "), { outcome, retryAfterMs, ...known });
    },
  };
}

/**
 * The service's own description of an error, in any of the formats of this family of servers.
 */
export function descriptionOf(text: string): string | undefined {
  const body = parseJson(text) as
    (Partial<ErrorAnswer> & { message?: unknown; errors?: readonly unknown[] }) | undefined;
  const first = body?.errors?.[0] as { message?: unknown } | string | undefined;
  const said = body?.description ?? body?.message ?? (typeof first === "object" ? first?.message : first);
  return typeof said === "string" ? said : undefined;
}

/** A message of a server, which is empty if it is not text. */
export function messageOf(problem: unknown): string {
  const { message } = (problem ?? {}) as { readonly message?: unknown };
  return typeof message === "string" ? message : "";
}
