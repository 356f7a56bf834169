import type { ErrorAnswer } from "./protocol/payloads.ts";

/** The JSON of a text, or undefined when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What the service says of its refusal, in any of the shapes that this family of servers uses. @see service-facts 1.8 */
export function descriptionOf(text: string): string | undefined {
  const body = parseJson(text) as
    (Partial<ErrorAnswer> & { message?: unknown; errors?: readonly unknown[] }) | undefined;
  const first = body?.errors?.[0] as { message?: unknown } | string | undefined;
  const said = body?.description ?? body?.message ?? (typeof first === "object" ? first?.message : first);
  return typeof said === "string" ? said.slice(0, 300) : undefined;
}
