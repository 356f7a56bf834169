/**
 * Sends one request and returns the response, or the failure: no response, or a status that is not a success. Does not retry.
 *
 * Each request has its own ID, so that the service can distinguish attempts.
 */
import { descriptionOf } from "../errors/answer-body.ts";
import type { Answered } from "../errors/answer-body.ts";
import { ConfigError, ConnectError, ConnectionLostError, TimeoutError } from "../errors/errors.ts";
import type { Outcome } from "../errors/errors.ts";
import type { Failure } from "../errors/failure.ts";
import { httpError, outcomeOfStatus, retryAfterOf } from "../errors/http-error.ts";
import { createShow, redact } from "../errors/redact.ts";
import type { Secrets } from "../errors/redact.ts";
import type { Profile } from "../profile/profile.ts";
import { parseJson } from "../protocol/member-of.ts";
import { TransportFailure } from "../transport/transport.ts";
import type { Reply } from "../transport/transport.ts";
import type { Attempt } from "./attempt-types.ts";
import type { EngineParts } from "./engine.ts";

/**
 * @param currentPassword returns the password, unless a function of the app provides it
 * @returns a function that makes one attempt; it rejects only with the reason of a signal
 */
export function createAttempt(engine: EngineParts, currentPassword: () => string | undefined): Attempt {
  const { url: base, keyspace, profile, transport, hooks } = engine;
  const { keyspaceHeader } = profile;
  const [tokenHeader, requestIdHeader] = [profile.tokenHeader.toLowerCase(), profile.requestIdHeader.toLowerCase()];
  /** The path of documents whose own path names no keyspace. */
  const unnamedPath = keyspace !== undefined && keyspaceHeader ? profile.graphqlPath(undefined, keyspace) : undefined;

  return async (request, token, timeoutMs) => {
    const { body, signal, password = currentPassword() } = request;
    const { method, path, paged } = request.call;
    const secrets = [token?.secret.reveal(), password];
    const requestId = newRequestId();
    // A profile may have a whole URL instead of a path.
    const isPath = path.startsWith("/");
    const url = isPath ? base + path : path;
    const observed = hooks?.observe(request, requestId, url, token && secrets);
    const headers: Record<string, string> = observed ? { ...observed.headers(), accept: json } : { accept: json };
    headers[requestIdHeader] = requestId;
    if (path === unnamedPath) headers[keyspaceHeader!.toLowerCase()] = encodeURIComponent(keyspace!);
    if (token) headers[tokenHeader] = token.secret.reveal();
    if (body !== undefined) headers["content-type"] = json;
    try {
      const given = await transport({ url, method, headers, body, timeoutMs, signal, paged });
      const text = await given.text();
      const reply = profile.readReply?.(given, text) ?? given;
      const show = createShow(secrets, body);
      const id = givenId(reply, profile, secrets) ?? requestId;
      // The text itself, which may contain a secret: its words can decide what the response means.
      const answer: Answered = { requestId: id, reply, text, json: parseJson(text), show };
      observed?.answered(answer);
      return answer;
    } catch (error) {
      if (signal?.aborted) {
        observed?.failed(requestId, "aborted");
        throw error;
      }
      // An unexpected error of a transport does not reveal the outcome of the call.
      const isTransportFailure = error instanceof TransportFailure;
      const thrown = isTransportFailure
        ? error
        : new TransportFailure("unknown", "the transport itself failed", { cause: error });
      const failure = transportFailure(thrown, isPath ? base : path, timeoutMs);
      observed?.failed(requestId, failure.raise({}).code, thrown.message);
      return { failure, requestId };
    }
  };
}

const json = "application/json";

/** `crypto.randomUUID` is missing on pages without https; any unique text will do. */
function newRequestId(): string {
  return crypto.randomUUID?.() ?? crypto.getRandomValues(new Uint32Array(4)).join("-");
}

/** The service's own ID of the request, if it has one that can be shown. */
function givenId(reply: Reply, profile: Profile, secrets: Secrets): string | undefined {
  const id = reply.header(profile.requestIdHeader);
  return id && /^[\w.:-]{1,64}$/.test(id) && redact(id, secrets) === id ? id : undefined;
}

/** The failure without a response. @param timeoutMs that of the attempt */
function transportFailure(failure: TransportFailure, url: string, timeoutMs: number): Failure {
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
