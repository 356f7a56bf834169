/** The attempts of a call, as passed between the parts of a session. */
import type { Answered } from "../errors/answer-body.ts";
import type { Failure } from "../errors/failure.ts";
import type { Answer, CallRequest } from "../operation/request.ts";
import type { Token } from "../token/token.ts";
import type { Call } from "../transport/transport.ts";

/** The history of a call, updated with each attempt. */
export interface CallHistory {
  /** How often it was tried; a repetition with another token does not count. */
  attempts: number;
  /** How many requests were sent, for whatever reason. */
  sent: number;
  readonly requestIds: string[];
  /** Milliseconds between the attempts. */
  totalDelayMs: number;
  /** The response to one of the attempts was lost, so the write may have been done, whatever came of the others. */
  maybeExecuted: boolean;
}

/** Makes a call, and returns the failure that ends it. @param until when it gives up, by the monotonic clock */
export type TryCall = <T extends object = Answer>(
  request: CallRequest<T>,
  until: number,
  tried?: CallHistory,
) => Promise<T | Failure>;

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

/** The result of one attempt. */
export type Attempted = Answered | { readonly failure: Failure; readonly requestId: string };

export type Attempt = (request: AttemptRequest, token: Token | undefined, timeoutMs: number) => Promise<Attempted>;
