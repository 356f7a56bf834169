/**
 * Determines what an error of one operation, in a successful response, means for that operation: by the code that our
 * service gives, and without one by the first words. Profiles of other servers use `by-words.ts`, which knows more words.
 */
import type { GraphQLProblem } from "../protocol/payloads.ts";

export type Meaning =
  /** Nothing was done. */
  | "refused"
  /** Nothing was done, but it may succeed later. */
  | "not-now"
  /** Nothing was done, since the user lacks the right. */
  | "forbidden"
  /** It may have been applied. */
  | "unknown"
  /** It may have been applied, and the service is overloaded. */
  | "overloaded";

const codes = new Map<unknown, Meaning>([
  ["invalid", "refused"],
  ["too-many-reads", "refused"],
  ["page-state", "refused"],
  ["unknown-keyspace", "refused"],
  ["unknown-table", "refused"],
  ["unavailable", "unknown"],
  // The write that filled the disk may have reached it.
  ["full", "unknown"],
  ["damaged", "unknown"],
  ["timeout", "unknown"],
  ["overloaded", "overloaded"],
  ["internal", "unknown"],
]);

/**
 * How messages without a code begin when a write may have been applied. Our service gives each such error a code. Gateways in
 * front of it and other servers that a session reaches without their profile do not, and a write that they may have applied must
 * not be reported as refused. Only the beginning is the server's own text: values of rows may appear anywhere after it.
 */
const inDoubt =
  /^(?:\w+:? ){0,2}(|EOF|(?:timed out|timeout|operation failed|failure during|result is unknown|deadline|no response|connection closed|tcp |(?:internal|server) error|(?:all|the) host|(?:is |in )*overloaded|in flight|breached).*)$/is;
const overload = /^(?:is |in )*(?:overloaded|flight|breached)/i;

export function meaningOf(problem: GraphQLProblem): Meaning {
  const [, doubt] = inDoubt.exec(problem.message) ?? [];
  return meaningOfCode(problem) ?? (doubt === undefined ? "refused" : overload.test(doubt) ? "overloaded" : "unknown");
}

/** Undefined if our service says neither that nothing was applied nor a known code. */
export function meaningOfCode({ extensions }: GraphQLProblem): Meaning | undefined {
  // Only a failure of the store, not of the request, says whether it was applied.
  return extensions?.["applied"] === "no" ? "not-now" : codes.get(extensions?.["code"]);
}
