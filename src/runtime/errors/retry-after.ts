import type { Reply } from "../transport/transport.ts";

/**
 * How long the service wants to be left alone, in milliseconds: by `retry-after-ms`, or by `retry-after` in seconds or as a
 * date, which is taken by the service's own clock. Undefined when it does not say, or says what nobody can read.
 */
export function retryAfterOf({ header }: Reply): number | undefined {
  const text = header("retry-after")?.trim();
  const seconds = text ? Number(text) : NaN;
  const sinceAnswer = (): number => Date.parse(text ?? "") - Date.parse(header("date") ?? "");
  const inMs = header("retry-after-ms")?.trim();
  const waitMs = inMs ? Number(inMs) : Number.isFinite(seconds) ? seconds * 1000 : sinceAnswer();
  return Number.isFinite(waitMs) && waitMs >= 0 ? waitMs : undefined;
}
