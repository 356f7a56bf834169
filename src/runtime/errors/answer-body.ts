import type { ErrorAnswer } from "../protocol/payloads.ts";
import type { Show } from "./redact.ts";
import type { Reply } from "../transport/transport.ts";

/** A raw response with its parsed JSON, if any. Must pass through `show` before it is displayed. */
export interface Answered {
  readonly failure?: never;
  readonly requestId: string;
  readonly reply: Reply;
  readonly text: string;
  readonly json: unknown;
  readonly show: Show;
}

/** Parses JSON; undefined if the text is not valid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The service's own description of an error, in any of the formats of this family of servers. @see service-facts 1.8
 */
export function descriptionOf(text: string): string | undefined {
  const body = parseJson(text) as
    (Partial<ErrorAnswer> & { message?: unknown; errors?: readonly unknown[] }) | undefined;
  const first = body?.errors?.[0] as { message?: unknown } | string | undefined;
  const said = body?.description ?? body?.message ?? (typeof first === "object" ? first?.message : first);
  return typeof said === "string" ? said : undefined;
}
