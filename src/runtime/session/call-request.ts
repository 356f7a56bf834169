/** One call and its attempts, as passed between the parts of a session. */
import type { Answered } from "../errors/answer-body.ts";
import type { Failure } from "../errors/failure.ts";
import type { Answer, Safety } from "../operation/request.ts";
import type { OperationAbout } from "../table/bound-table.ts";
import type { Token } from "../token/token.ts";
import type { Call } from "../transport/transport.ts";

/** One call, with the text of its body; `T` is what its caller gets of the response. */
export interface CallRequest<T = Answer> {
  readonly about: OperationAbout;
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Below the base address, from `routes`. */
  readonly path: string;
  /** A function is asked for it at each attempt. */
  readonly body: string | (() => string) | undefined;
  readonly signal: AbortSignal | undefined;
  readonly safety: Safety;
  /** How many operations the document has. */
  readonly operations: number;
  /** The response may be large: it is requested compressed. */
  readonly paged: boolean;
  /** Reads a response, which may hold a failure that its status does not show. @default the response itself */
  readonly accept: ((answer: Answer) => T | Failure) | undefined;
}

/** The history of a call, updated with each attempt. */
export interface Tried {
  /** How often it was tried; a repetition with another token does not count. */
  attempts: number;
  /** How many requests were sent, for whatever reason. */
  sent: number;
  readonly requestIds: string[];
  /** Milliseconds between the attempts. */
  totalDelayMs: number;
  /** The response to one of the attempts was lost, so the write may have been done, whatever came of the others. */
  doubtful: boolean;
}

/** @param until when the call gives up, by the monotonic clock */
export type MakeCall = <T extends object = Answer>(
  request: CallRequest<T>,
  until: number,
  tried?: Tried,
) => Promise<T | Failure>;

export interface AttemptRequest extends Pick<Call, "body" | "signal"> {
  /** The call that it is made for. */
  readonly call: Pick<CallRequest, "about" | "method" | "path" | "operations" | "paged">;
  /** From 1. */
  readonly attempt: number;
  /** How many requests the call has sent before. */
  readonly resends: number;
  /** One that is known no longer than this request takes. */
  readonly password?: string;
}

/** The result of one attempt. */
export type Attempted = Answered | { readonly failure: Failure; readonly requestId: string };

export type Attempt = (request: AttemptRequest, token: Token | undefined, timeoutMs: number) => Promise<Attempted>;
