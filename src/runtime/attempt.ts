/**
 * One request and its answer: in come a request and a token, out goes what the service said, or why it said nothing.
 *
 * It has a request id of its own, so that the service can tell a second attempt from the first. Never sends anything twice.
 */
import type { About } from "./errors.ts";
import { transportFailure } from "./failure.ts";
import type { Failure } from "./failure.ts";
import type { HookTeller, RequestEvent } from "./hooks.ts";
import type { Profile } from "./profile.ts";
import { newRequestId } from "./request-id.ts";
import type { Token } from "./token-state.ts";
import { TransportFailure } from "./transport.ts";
import type { Call, Reply, Transport } from "./transport.ts";

export interface AttemptRequest extends Pick<Call, "method" | "signal"> {
  readonly about: About;
  /** Below the base address. */
  readonly path: string;
  readonly operations: number;
  readonly body: string | undefined;
  readonly paged?: boolean;
}

/** What came of one attempt; `failure` or `reply` and `text`. */
export type Attempted = { readonly requestId: string } & (
  { readonly failure: Failure } | { readonly failure?: never; readonly reply: Reply; readonly text: string }
);

export type Attempt = (
  request: AttemptRequest,
  token: Token | undefined,
  timeoutMs: number,
  attempt: number,
) => Promise<Attempted>;

export interface AttemptOptions {
  /** The service's base address. */
  readonly url: string;
  readonly profile: Profile;
  readonly transport: Transport;
  readonly hooks: HookTeller;
  readonly showBodies: boolean;
  readonly now: () => number;
}

/** @returns what makes one attempt; it rejects only with the reason of a signal, or with what a transport never should throw */
export function createAttempt({ url, profile, transport, hooks, showBodies, now }: AttemptOptions): Attempt {
  return async (request, token, timeoutMs, attempt) => {
    const { about, method, path, body, signal, operations, paged } = request;
    const requestId = newRequestId();
    // A body that has no token with it is the one that asks for it: there is a password in it.
    const shown = (text: string | undefined) => (showBodies && token ? { body: text } : {});
    const event: RequestEvent = { ...about, requestId, attempt, method, url: url + path, operations, ...shown(body) };
    const headers = {
      ...hooks.headers(event),
      accept: "application/json",
      [profile.requestIdHeader]: requestId,
      ...(token && { [profile.tokenHeader]: token.secret.reveal() }),
      ...(body !== undefined && { "content-type": "application/json" }),
    };
    const started = now();
    hooks.tell("onRequest", () => event);
    const finish = (status: number | undefined, text: string | undefined, failure?: string): void => {
      hooks.tell("onResponse", () => ({ request: event, status, failure, tookMs: now() - started, ...shown(text) }));
    };
    try {
      const reply = await transport({
        url: url + path,
        method,
        headers,
        timeoutMs,
        signal,
        ...(paged && { paged }),
        ...(body !== undefined && { body }),
      });
      const text = await reply.text();
      finish(reply.status, text);
      return { reply, text, requestId: givenId(reply, profile) ?? requestId };
    } catch (error) {
      if (!(error instanceof TransportFailure)) {
        finish(undefined, undefined, "aborted");
        throw error;
      }
      finish(undefined, undefined, error.message);
      return { failure: transportFailure(error, url, timeoutMs), requestId };
    }
  };
}

/** The id by which the service knows the request, should it have one of its own that can be shown. */
function givenId(reply: Reply, profile: Profile): string | undefined {
  const id = reply.header(profile.requestIdHeader);
  return id && /^[\w.:-]{1,64}$/.test(id) ? id : undefined;
}
