/**
 * What one attempt of a call ends with: a response, or a failure; and what may be shown of it, without secrets.
 *
 * The error of a failure is made when it is needed: more is known by then, each write of a document gets its own error, and
 * retried attempts cost no stack trace.
 */
import { parseJson } from "../protocol/objects.ts";
import type { ErrorAnswer } from "../protocol/payloads.ts";
import type { Reply, TransportFailure } from "../transport/transport.ts";
import { ConfigError, ConnectError, ConnectionLostError, TimeoutError } from "./errors.ts";
import { httpError, outcomeOfStatus, retryAfterOf } from "./http-error.ts";
import type { Outcome, ServiceError, ServiceErrorOptions } from "./service-error.ts";

/** The result of one attempt. */
export type AttemptResult = RawResponse | { readonly failure: Failure; readonly requestId: string };

/** A raw response with its parsed JSON, if any. Must pass through `show` before it is displayed. */
export interface RawResponse {
  readonly failure?: never;
  readonly requestId: string;
  readonly reply: Reply;
  readonly text: string;
  readonly json: unknown;
  readonly show: Redactor;
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
  /** For a rejected document of several writes, one on each line: the failure of a line, if the service names lines. */
  readonly ofLine?: (line: number) => Failure | undefined;
  readonly toError: (known: ServiceErrorOptions) => ServiceError;
}

/** A response may have a member `toError` too, but not a function: JSON has none. */
export function isFailure(value: object): value is Failure {
  return typeof (value as Partial<Failure>).toError === "function";
}

/** Whether an HTTP status is a success. */
export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** The failure without a response. @param timeoutMs that of the attempt */
export function transportFailure(failure: TransportFailure, url: string, timeoutMs: number): Failure {
  // A transport of an app need not say where the time ran out.
  const { kind, message, unsendable, tooLarge, phase = kind === "timeout" ? "response" : undefined } = failure;
  const outcome: Outcome = kind === "not-sent" ? kind : "unknown";
  return {
    outcome,
    transient: !unsendable && !tooLarge,
    late: phase !== undefined,
    toError: (known) => {
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
  { reply, text, show }: RawResponse,
  profile: { readonly retryHeader: string; readonly preExecutionStatuses: readonly number[] },
  single: boolean,
  advice?: string,
): Failure {
  const { status } = reply;
  const mayRetry = reply.header(profile.retryHeader);
  const throttled = status === 429 || status === 503;
  const outcome = single && profile.preExecutionStatuses.includes(status) ? "refused" : outcomeOfStatus(status);
  const transient = mayRetry === "true" || (mayRetry !== "false" && (throttled || outcome === "unknown"));
  const retryAfterMs = retryAfterOf(reply);
  return {
    outcome,
    transient,
    throttled,
    retryAfterMs,
    status,
    toError: (known) => {
      const description = descriptionOf(text);
      const said = [description && show(description), advice].filter(Boolean);
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

/** Texts that must not be displayed: a token and a password. */
export type Secrets = readonly (string | undefined)[];

/**
 * Makes a text of the service, which may repeat parts of the request, safe to display: removes secrets first and shortens it
 * then, since half a secret is still secret.
 */
export type Redactor = (text: string) => string;

/** The longest passed-on part of one message. */
const mostCharacters = 300;
/** Shorter secrets occur within many words, such as `t` in `timed out`, where they reveal nothing. */
const shortest = 8;

/**
 * Replaces each secret by `[redacted]`, even if it is escaped in JSON, or in a document within JSON: a service's error message
 * may repeat parts of the request.
 */
export function redact(text: string, secrets: Secrets): string {
  const escape = (form: string): string => JSON.stringify(form).slice(1, -1);
  const forms = secrets.flatMap((secret) => (secret ? [secret, escape(secret), escape(escape(secret))] : []));
  // The longest first: one may contain another.
  forms.sort((a, b) => b.length - a.length);
  return forms.reduce(
    (left, form) => (form.length < shortest ? replaceWord(left, form) : left.replaceAll(form, redacted)),
    text,
  );
}

const redacted = "[redacted]";
/** A character outside words. */
const noWord = String.raw`[^\p{L}\p{N}_-]`;

function replaceWord(text: string, word: string): string {
  const exactly = Array.from(word, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`).join("");
  return text.replace(new RegExp(`(^|${noWord})${exactly}(?=${noWord}|$)`, "gu"), `$1${redacted}`);
}

/**
 * Makes texts of a response safe to display: without secrets, and without the values that the request wrote, from eight
 * characters on: shorter ones occur within words. Reads the body at its first use, because most responses are not shown.
 */
export function createRedactor(secrets: Secrets, body?: string): Redactor {
  let hidden: Secrets | undefined;
  return (text) => redact(text, (hidden ??= [...secrets, ...textsOf(body)])).slice(0, mostCharacters);
}

/** The literals of a document. Variables stay: ours have none, and definitions that are pushed have their names there. */
function textsOf(body: string | undefined): Secrets {
  const { query } = (parseJson(body ?? "") ?? {}) as { readonly query?: unknown };
  const literals = typeof query === "string" ? query.matchAll(/"(?:[^"\\]|\\.)*"/g) : [];
  const texts = Array.from(literals, ([literal]) => parseJson(literal) as string | undefined);
  return [...new Set(texts)].filter((text = "") => text.length >= shortest);
}

/** For responses of foreign sessions, whose secrets are unknown. */
export function showAll(text: string): string {
  return text.slice(0, mostCharacters);
}

/** Copies JSON data with each text made safe to display. */
export function showJson(json: unknown, show: Redactor): unknown {
  return JSON.parse(JSON.stringify(json), (_, value: unknown) => (typeof value === "string" ? show(value) : value));
}

/** A secret text: however it is printed, it appears as `[redacted]`. */
export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** The text itself, for sending only. */
  reveal(): string {
    return this.#text;
  }

  toString(): string {
    return redacted;
  }

  toJSON(): string {
    return redacted;
  }

  /** For `console.log` and `util.inspect` of Node. */
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return redacted;
  }
}
