/**
 * Sends one request and returns the response, or why there is none. Does not retry.
 *
 * Each request has an id of its own, so that the service can tell a second attempt from the first.
 */
import { parseJson } from "../errors/answer-body.ts";
import type { Answered } from "../errors/answer-body.ts";
import type { About, ErrorCode } from "../errors/errors.ts";
import type { Failure } from "../errors/failure.ts";
import { httpError } from "../errors/http-error.ts";
import { createShow, redact } from "../errors/redact.ts";
import type { Show } from "../errors/redact.ts";
import type { Profile } from "../profile/profile.ts";
import type { GraphQLAnswer, GraphQLProblem } from "../protocol/payloads.ts";
import type { Token } from "../token/token.ts";
import { TransportFailure } from "../transport/transport.ts";
import type { Call, Reply, Transport } from "../transport/transport.ts";
import { transportFailure } from "./failures.ts";
import type { HookTeller, RequestEvent, ResponseEvent } from "./hooks.ts";

export interface AttemptRequest extends Pick<Call, "method" | "signal"> {
  readonly about: About;
  /** Below the base address; a profile may have a whole address in place of a path. */
  readonly path: string;
  readonly operations: number;
  readonly body: string | undefined;
  readonly paged: boolean;
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

/** @returns what makes one attempt; it rejects only with the reason of a signal */
export function createAttempt(options: AttemptOptions): Attempt {
  const { url: base, keyspace, profile, transport, hooks, showBodies, now, password } = options;
  const { keyspaceHeader } = profile;
  const [tokenHeader, requestIdHeader] = [profile.tokenHeader.toLowerCase(), profile.requestIdHeader.toLowerCase()];
  /** Of the documents whose path names no keyspace. */
  const unnamedPath = keyspace !== undefined && keyspaceHeader ? profile.graphqlPath(undefined, keyspace) : undefined;

  return async (request, token, timeoutMs) => {
    const { method, path, body, signal, paged } = request;
    const requestId = newRequestId();
    const url = path.startsWith("/") ? base + path : path;
    const tell = hooks.any ? createTell(request, requestId, url, token) : undefined;
    const headers: Record<string, string> = tell ? { ...tell.headers(), accept: json } : { accept: json };
    headers[requestIdHeader] = requestId;
    if (path === unnamedPath) headers[keyspaceHeader!.toLowerCase()] = encodeURIComponent(keyspace!);
    if (token) headers[tokenHeader] = token.secret.reveal();
    if (body !== undefined) headers["content-type"] = json;
    try {
      const given = await transport({ url, method, headers, body, timeoutMs, signal, paged });
      const text = await given.text();
      const reply = profile.readReply?.(given, text) ?? given;
      // A password is known no longer than its request takes.
      const show = createShow([token?.secret.reveal(), password()]);
      const id = givenId(reply, profile, show) ?? requestId;
      // What the answer means is read from its own words: a password may be one of them.
      const answer: Answered = { requestId: id, reply, text, json: parseJson(text), show };
      tell?.finish(id, reply.status, codeOf(answer), undefined, text);
      return answer;
    } catch (error) {
      if (signal?.aborted) {
        tell?.finish(requestId, undefined, "aborted", undefined);
        throw error;
      }
      // What a transport never should throw says nothing of what became of the call.
      const known = error instanceof TransportFailure;
      const thrown = known ? error : new TransportFailure("unknown", "the transport itself failed", { cause: error });
      const failure = transportFailure(thrown, path.startsWith("/") ? base : path, timeoutMs);
      tell?.finish(requestId, undefined, failure.raise({}).code, thrown.message);
      return { failure, requestId };
    }
  };

  /** Tells the hooks of one request. */
  function createTell(request: AttemptRequest, requestId: string, url: string, token: Token | undefined) {
    const { about, attempt, resends, method, operations, body } = request;
    const { operation, keyspace, table } = about;
    // A body that has no token with it is the one that asks for it: there is a password in it.
    const shown = (text: string | undefined): { body?: string } =>
      showBodies && token && text !== undefined ? { body: redact(text, [token.secret.reveal(), password()]) } : {};
    const event: RequestEvent = {
      ...{ operation, keyspace, table, requestId, attempt, resends, method, url, operations },
      ...shown(body),
    };
    const started = now();
    hooks.tell("onRequest", () => event);
    return {
      headers: (): Record<string, string> => {
        const { [tokenHeader]: _, ...others } = hooks.headers(() => event);
        return others;
      },
      finish: (
        requestId: string,
        status: number | undefined,
        failure: ResponseEvent["failure"],
        reason: string | undefined,
        text?: string,
      ): void =>
        hooks.tell("onResponse", () => ({
          ...{ request: event, tookMs: now() - started, requestId, status, failure, reason },
          ...shown(text),
        })),
    };
  }
}

const json = "application/json";

/** `crypto.randomUUID` is missing on pages without https; any unique text will do. */
function newRequestId(): string {
  return crypto.randomUUID?.() ?? crypto.getRandomValues(new Uint32Array(4)).join("-");
}

/** The id by which the service knows the request, should it have one of its own that can be shown. */
function givenId(reply: Reply, profile: Profile, show: Show): string | undefined {
  const id = reply.header(profile.requestIdHeader);
  return id && /^[\w.:-]{1,64}$/.test(id) && show(id) === id ? id : undefined;
}

/** What an answer means, by the code of the error that it leads to. */
function codeOf({ reply: { status }, text, json }: Answered): ErrorCode | undefined {
  if (!isSuccess(status)) return httpError(status, undefined).code;
  if (json === undefined) return text === "" ? undefined : "protocol";
  const { data, errors } = (json ?? {}) as GraphQLAnswer;
  if (!Array.isArray(errors) || errors.length === 0) return undefined;
  return data || (errors as GraphQLProblem[]).some((problem) => problem?.path?.length) ? "field" : "document-rejected";
}

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}
