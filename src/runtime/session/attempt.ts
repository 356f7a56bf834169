/**
 * Sends one request and returns the response, or why there is none. Does not retry.
 *
 * Each request has its own ID, so that the service can distinguish attempts.
 */
import { parseJson } from "../errors/answer-body.ts";
import type { Answered } from "../errors/answer-body.ts";
import type { ErrorCode } from "../errors/errors.ts";
import { httpError } from "../errors/http-error.ts";
import { createShow, redact } from "../errors/redact.ts";
import type { Secrets, Show } from "../errors/redact.ts";
import type { Profile } from "../profile/profile.ts";
import type { GraphQLAnswer, GraphQLProblem } from "../protocol/payloads.ts";
import { TransportFailure } from "../transport/transport.ts";
import type { Reply } from "../transport/transport.ts";
import type { Attempt, AttemptRequest } from "./call-request.ts";
import type { Engine } from "./engine.ts";
import { transportFailure } from "./failures.ts";
import type { RequestEvent, ResponseEvent } from "./hooks.ts";

/**
 * @param known the password, unless a function gives it
 * @returns what makes one attempt; it rejects only with the reason of a signal
 */
export function createAttempt(engine: Omit<Engine, "call">, known: () => string | undefined): Attempt {
  const { url: base, keyspace, profile, transport, hooks, showBodies, clock } = engine;
  const { keyspaceHeader } = profile;
  const [tokenHeader, requestIdHeader] = [profile.tokenHeader.toLowerCase(), profile.requestIdHeader.toLowerCase()];
  /** Of the documents whose path names no keyspace. */
  const unnamedPath = keyspace !== undefined && keyspaceHeader ? profile.graphqlPath(undefined, keyspace) : undefined;

  return async (request, token, timeoutMs) => {
    const { body, signal, password = known() } = request;
    const { method, path, paged } = request.call;
    const secrets = [token?.secret.reveal(), password];
    const requestId = newRequestId();
    // A profile may have a whole address in place of a path.
    const isPath = path.startsWith("/");
    const url = isPath ? base + path : path;
    const tell = hooks.any ? createTell(request, requestId, url, token && secrets) : undefined;
    const headers: Record<string, string> = tell ? { ...tell.headers(), accept: json } : { accept: json };
    headers[requestIdHeader] = requestId;
    if (path === unnamedPath) headers[keyspaceHeader!.toLowerCase()] = encodeURIComponent(keyspace!);
    if (token) headers[tokenHeader] = token.secret.reveal();
    if (body !== undefined) headers["content-type"] = json;
    try {
      const given = await transport({ url, method, headers, body, timeoutMs, signal, paged });
      const text = await given.text();
      const reply = profile.readReply?.(given, text) ?? given;
      const show = createShow(secrets);
      const id = givenId(reply, profile, show) ?? requestId;
      // What the response means is read from its own words: a password may be one of them.
      const answer: Answered = { requestId: id, reply, text, json: parseJson(text), show };
      tell?.finish({ requestId: id, status: reply.status, failure: codeOf(answer) }, text);
      return answer;
    } catch (error) {
      if (signal?.aborted) {
        tell?.finish({ requestId, failure: "aborted" });
        throw error;
      }
      // An unexpected error of a transport does not reveal the outcome of the call.
      const isTold = error instanceof TransportFailure;
      const thrown = isTold ? error : new TransportFailure("unknown", "the transport itself failed", { cause: error });
      const failure = transportFailure(thrown, isPath ? base : path, timeoutMs);
      tell?.finish({ requestId, failure: failure.raise({}).code, reason: thrown.message });
      return { failure, requestId };
    }
  };

  /** Reports one request to the hooks. @param secrets undefined for the request that holds the password itself */
  function createTell(
    { call, body, attempt, resends }: AttemptRequest,
    requestId: string,
    url: string,
    secrets: Secrets | undefined,
  ) {
    const { about, method, operations } = call;
    const shown = (text: string | undefined): { body?: string } =>
      showBodies && secrets && text !== undefined ? { body: redact(text, secrets) } : {};
    const request: RequestEvent = { ...about, requestId, attempt, resends, method, url, operations, ...shown(body) };
    const started = clock.monotonic();
    hooks.tell("onRequest", () => request);
    return {
      headers: (): Record<string, string> => {
        const { [tokenHeader]: _, ...others } = hooks.headers(() => request);
        return others;
      },
      finish: (
        end: Pick<ResponseEvent, "requestId" | "failure"> & Partial<Pick<ResponseEvent, "status" | "reason">>,
        text?: string,
      ): void =>
        hooks.tell("onResponse", () => ({
          ...{ request, status: undefined, reason: undefined, tookMs: clock.monotonic() - started },
          ...end,
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

/** The service's own ID of the request, if it has one that can be shown. */
function givenId(reply: Reply, profile: Profile, show: Show): string | undefined {
  const id = reply.header(profile.requestIdHeader);
  return id && /^[\w.:-]{1,64}$/.test(id) && show(id) === id ? id : undefined;
}

/** The code of the error that a response leads to. */
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
