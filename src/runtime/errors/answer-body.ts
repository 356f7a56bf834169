import type { ErrorAnswer } from "../protocol/payloads.ts";
import { parseJson } from "../protocol/member-of.ts";
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
