import type { ErrorAnswer, GraphQLAnswer } from "@colonnade/runtime/protocol";
import type { Refusal } from "./refusal.ts";

/** The result of an endpoint; without `json` and `text` the body is empty. */
export interface Answer {
  readonly status: number;
  readonly json?: unknown;
  /** A body that is not JSON, or was printed before. */
  readonly text?: { readonly type: string; readonly content: string | Uint8Array<ArrayBuffer> };
  readonly headers?: Readonly<Record<string, string>>;
  /** The code of a GraphQL result's first error, for metrics; `document` if it has none, because the document was not run. */
  readonly errorCode?: string | undefined;
  /** Whether the body breaks off in the middle: a fault requested by a test. @default false */
  readonly isCut?: boolean;
}

/** The format of an endpoint's errors: `{description, code}` or `{errors: [{message}]}`. */
export type Dialect = "rest" | "graphql";

const codes = new Map([
  [400, "bad-request"],
  [401, "unauthorized"],
  [403, "forbidden"],
  [404, "not-found"],
  [405, "method-not-allowed"],
  [413, "too-large"],
  [415, "unsupported-media-type"],
  [422, "bad-request"],
  [429, "rate-limit"],
  [503, "unavailable"],
  [507, "full"],
]);

export function answerRefusal(refusal: Refusal, dialect: Dialect): Answer {
  const { status, headers } = refusal;
  const message = shorten(refusal.message);
  if (dialect === "rest") {
    const json: ErrorAnswer = { description: message, code: status };
    return { status, headers, json };
  }
  const errorCode = codes.get(status) ?? "internal";
  const json: GraphQLAnswer = { errors: [{ message, extensions: { code: errorCode } }] };
  return { status, headers, json, errorCode };
}

/** A message may quote what the client sent, and that can be as long as a body. */
const longest = 1000;
const lengthOfEnd = 200;

/** The beginning and the end of a message that is too long to be sent back. */
export function shorten(message: string): string {
  if (message.length <= longest) return message;
  return `${message.slice(0, longest - lengthOfEnd)} … ${message.slice(-lengthOfEnd)}`;
}
