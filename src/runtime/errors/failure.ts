/**
 * Why one attempt of a call has no answer: what is known of it, and how to make an error of that.
 *
 * The error is made when somebody gets it, with what is known by then, so that each write of a document gets one of its
 * own, and attempts that are made again cost no stack.
 */
import { descriptionOf } from "./answer-body.ts";
import type { Answered } from "./answer-body.ts";
import { ConfigError, ConnectError, ConnectionLostError, TimeoutError } from "./errors.ts";
import type { Outcome, ServiceError, ServiceErrorOptions } from "./errors.ts";
import { httpError, outcomeOfStatus, retryAfterOf } from "./http-error.ts";
import type { Profile } from "../profile/profile.ts";
import type { TransportFailure } from "../transport/transport.ts";

export interface Failure {
  readonly outcome: Outcome;
  /** A later attempt may fare better: it was the moment, not the request. */
  readonly transient: boolean;
  /** The service says that it has too much to do. */
  readonly throttled?: boolean;
  /** The time ran out. */
  readonly late?: boolean;
  readonly retryAfterMs?: number | undefined;
  /** The HTTP status, when that is what failed. */
  readonly status?: number;
  /** Of a refused document: what the service has against a line of it, if anything. */
  readonly ofLine?: (line: number) => Failure | undefined;
  readonly raise: (known: ServiceErrorOptions) => ServiceError;
}

/** An answer may have a member `raise`, but JSON holds no functions. */
export function isFailure(value: object): value is Failure {
  return "raise" in value && typeof value.raise === "function";
}

/** @param timeoutMs what the attempt was given */
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
 * A status that is no success.
 *
 * @param single whether the document had one operation: of several, some may have been done before the service gave up
 * @param advice what else to say
 */
export function statusFailure(
  { reply, text, show }: Answered,
  profile: Profile,
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
