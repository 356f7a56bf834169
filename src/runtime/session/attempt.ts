/**
 * One request and its answer: in come a request and a token, out goes what the service said, or why it said nothing.
 *
 * It has a request id of its own, so that the service can tell a second attempt from the first. Never sends anything twice.
 */
import { parseJson } from "../errors/answer-body.ts";
import type { Answered } from "../errors/answer-body.ts";
import type { About, ErrorCode } from "../errors/errors.ts";
import { transportFailure } from "../errors/failure.ts";
import type { Failure } from "../errors/failure.ts";
import type { HookTeller, RequestEvent, ResponseEvent } from "./hooks.ts";
import { httpError } from "../errors/http-error.ts";
import type { Profile } from "../profile/profile.ts";
import type { GraphQLAnswer, GraphQLProblem } from "../protocol/payloads.ts";
import { createShow, redact } from "../errors/redact.ts";
import type { Secrets, Show } from "../errors/redact.ts";
import { newRequestId } from "./request-id.ts";
import type { Token } from "../token/token-state.ts";
import { TransportFailure } from "../transport/transport.ts";
import type { Call, Reply, Transport } from "../transport/transport.ts";

export interface AttemptRequest extends Pick<Call, "method" | "signal"> {
  readonly about: About;
  /** Below the base address. */
  readonly path: string;
  readonly operations: number;
  readonly body: string | undefined;
  readonly paged?: boolean;
  /** From 1. */
  readonly attempt: number;
  /** How many requests the call has sent before. */
  readonly resends: number;
}

/** What came of one attempt. */
export type Attempted = Answered | { readonly failure: Failure; readonly requestId: string };

export type Attempt = (request: AttemptRequest, token: Token | undefined, timeoutMs: number) => Promise<Attempted>;

export interface AttemptOptions {
  /** The service's base address. */
  readonly url: string;
  /** The session's own keyspace, which documents without a keyspace in their path mean. */
  readonly keyspace: string | undefined;
  readonly profile: Profile;
  readonly transport: Transport;
  readonly hooks: HookTeller;
  readonly showBodies: boolean;
  readonly now: () => number;
  /** The password, if it is known. */
  readonly password: () => string | undefined;
}

/** @returns what makes one attempt; it rejects only with the reason of a signal, or with what a transport never should throw */
export function createAttempt(options: AttemptOptions): Attempt {
  const { url, keyspace, profile, transport, hooks, showBodies, now, password } = options;
  const [tokenHeader, requestIdHeader] = [profile.tokenHeader.toLowerCase(), profile.requestIdHeader.toLowerCase()];
  const isNamed = keyspace !== undefined && profile.keyspaceHeader !== undefined;
  /** What goes with documents whose path names no keyspace. */
  const named = isNamed ? { [profile.keyspaceHeader.toLowerCase()]: encodeURIComponent(keyspace) } : {};
  const unnamedPath = isNamed ? profile.graphqlPath(undefined, keyspace) : undefined;

  return async (request, token, timeoutMs) => {
    const { about, method, path, body, signal, operations, paged, attempt, resends } = request;
    const requestId = newRequestId();
    // A profile may have whole addresses in place of paths.
    const base = path.startsWith("/") ? url : "";
    const secrets = (): Secrets => [token?.secret.reveal(), password()];
    // A body that has no token with it is the one that asks for it: there is a password in it.
    const shown = (text: string | undefined): { body?: string } =>
      showBodies && token && text !== undefined ? { body: redact(text, secrets()) } : {};
    let made: RequestEvent | undefined;
    const event = (): RequestEvent =>
      (made ??= { ...about, requestId, attempt, resends, method, url: base + path, operations, ...shown(body) });
    hooks.tell("onRequest", event);
    const { [tokenHeader]: _, ...others } = hooks.headers(event);
    const headers = {
      ...others,
      accept: "application/json",
      [requestIdHeader]: requestId,
      ...(path === unnamedPath && named),
      ...(token && { [tokenHeader]: token.secret.reveal() }),
      ...(body !== undefined && { "content-type": "application/json" }),
    };
    const started = now();
    const finish = (end: () => Omit<ResponseEvent, "request" | "tookMs">): void =>
      hooks.tell("onResponse", () => ({ request: event(), tookMs: now() - started, ...end() }));
    try {
      const given = await transport({
        url: base + path,
        method,
        headers,
        timeoutMs,
        signal,
        ...(paged && { paged }),
        ...(body !== undefined && { body }),
      });
      const text = await given.text();
      const reply = profile.readReply?.(given, text) ?? given;
      const { status } = reply;
      // A password is known no longer than its request takes.
      const show = createShow(secrets());
      // What the answer means is read from its own words: a password may be one of them.
      const answer = {
        reply,
        requestId: givenId(reply, profile, show) ?? requestId,
        text,
        json: parseJson(text),
        show,
      };
      finish(() => {
        const { requestId } = answer;
        return { requestId, status, failure: codeOf(status, answer), reason: undefined, ...shown(text) };
      });
      return answer;
    } catch (error) {
      if (signal?.aborted) {
        finish(() => ({ requestId, status: undefined, failure: "aborted", reason: undefined }));
        throw error;
      }
      // What a transport never should throw says nothing of what became of the call.
      const known = error instanceof TransportFailure;
      const thrown = known ? error : new TransportFailure("unknown", "the transport itself failed", { cause: error });
      const failure = transportFailure(thrown, base || path, timeoutMs);
      finish(() => ({ requestId, status: undefined, failure: failure.raise({}).code, reason: thrown.message }));
      return { failure, requestId };
    }
  };
}

/** The id by which the service knows the request, should it have one of its own that can be shown. */
function givenId(reply: Reply, profile: Profile, show: Show): string | undefined {
  const id = reply.header(profile.requestIdHeader);
  return id && /^[\w.:-]{1,64}$/.test(id) && show(id) === id ? id : undefined;
}

/** What an answer means, by the code of the error that it leads to. */
function codeOf(status: number, { text, json }: Pick<Answered, "text" | "json">): ErrorCode | undefined {
  if (!isSuccess(status)) return httpError(status, undefined).code;
  if (json === undefined) return text === "" ? undefined : "protocol";
  const { data, errors } = (json ?? {}) as GraphQLAnswer;
  if (!Array.isArray(errors) || errors.length === 0) return undefined;
  return data || (errors as GraphQLProblem[]).some((problem) => problem?.path?.length) ? "field" : "document-rejected";
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}
