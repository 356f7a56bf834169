/**
 * The headers with which a browser lets pages of other origins use the service (CORS).
 *
 * Allows listed origins only, compared as text. Cookies are never involved: a page has to know a token.
 */
import { headers as names } from "@colonnade/runtime/protocol";
import type { HttpRequest } from "./http.ts";

/** Headers that a page may send. `traceparent` is that of OpenTelemetry. */
const sendable = ["content-type", names.token, names.requestId, names.keyspace, "traceparent"].join(", ");
/** Headers of a response that a page may read; others that matter are always readable. */
const readable = ["retry-after", "retry-after-ms", "date", names.requestId].join(", ");
/** How long a browser remembers the answer to a preflight request. */
const rememberedSeconds = 600;

/** The headers of CORS for a response. @param allow the methods of its route, for OPTIONS */
type Cors = (request: HttpRequest, allow?: string) => Readonly<Record<string, string>>;

/**
 * @param origins scheme, host and port as browsers send them: `https://app.example`
 * @returns undefined if there are none: then no response has such a header
 */
export function createCors(origins: readonly string[]): Cors | undefined {
  if (origins.length === 0) return undefined;
  const allowed = new Set(origins);
  return (request, allow) => {
    const origin = request.header("origin");
    // Also where it is missing: a cache must not give the response to a page.
    const vary = { vary: "Origin" };
    if (origin === null || !allowed.has(origin)) return vary;
    const isPreflight = allow !== undefined && request.header("access-control-request-method") !== null;
    return {
      ...vary,
      "access-control-allow-origin": origin,
      "access-control-expose-headers": readable,
      ...(isPreflight && {
        "access-control-allow-methods": allow,
        "access-control-allow-headers": sendable,
        "access-control-max-age": String(rememberedSeconds),
      }),
    };
  };
}
