/** The failures of one attempt: no response, or a status that is not a success. */
import { descriptionOf } from "../errors/answer-body.ts";
import type { Answered } from "../errors/answer-body.ts";
import { ConfigError, ConnectError, ConnectionLostError, TimeoutError } from "../errors/errors.ts";
import type { Outcome } from "../errors/errors.ts";
import type { Failure } from "../errors/failure.ts";
import { httpError, outcomeOfStatus, retryAfterOf } from "../errors/http-error.ts";
import type { Profile } from "../profile/profile.ts";
import type { TransportFailure } from "../transport/transport.ts";

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
 * The failure for an error status.
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

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}
