import type { ErrorAnswer } from "../protocol/payloads.ts";
import type { Show } from "./redact.ts";
import type { Reply } from "../transport/transport.ts";

/** An answer as it came, with the JSON that its text is, if it is. Nothing of it is for people before `show` has seen it. */
export interface Answered {
  readonly failure?: never;
  readonly requestId: string;
  readonly reply: Reply;
  readonly text: string;
  readonly json: unknown;
  readonly show: Show;
}

/** The JSON of a text, or undefined when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What the service says of its refusal, as it says it, in any of the shapes that this family of servers uses. @see service-facts 1.8 */
export function descriptionOf(text: string): string | undefined {
  const body = parseJson(text) as
    (Partial<ErrorAnswer> & { message?: unknown; errors?: readonly unknown[] }) | undefined;
  const first = body?.errors?.[0] as { message?: unknown } | string | undefined;
  const said = body?.description ?? body?.message ?? (typeof first === "object" ? first?.message : first);
  return typeof said === "string" ? said : undefined;
}
