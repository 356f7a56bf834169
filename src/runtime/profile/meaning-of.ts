/**
 * Determines what an error of one operation, in a successful response, means for that operation, by the code that our
 * service gives. The words of other servers are in `by-words.ts`, which their profiles use.
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
 * The first words of databases, drivers and gateways when a write may have been applied. For messages without a code, at their
 * beginning, which is the server's own text: values of rows may appear anywhere after it.
 */
const inDoubt =
  /^(?:\w+:? ){0,2}(|EOF|(?:timed out|timeout|operation failed|failure during|result is unknown|deadline|no response|connection closed|tcp |(?:internal|server) error|(?:all|the) host|(?:is |in )*overloaded|in flight|breached).*)$/is;
const overload = /^(?:is |in )*(?:overloaded|flight|breached)/i;

export function meaningOf(problem: GraphQLProblem): Meaning {
  const [, doubt] = inDoubt.exec(problem.message) ?? [];
  return meaningOfCode(problem) ?? (doubt === undefined ? "refused" : overload.test(doubt) ? "overloaded" : "unknown");
}

/** Undefined without a code of our service. */
export function meaningOfCode({ extensions }: GraphQLProblem): Meaning | undefined {
  const coded = codes.get(extensions?.["code"]);
  // A failure before anything was applied.
  return coded && extensions?.["applied"] === "no" ? "not-now" : coded;
}
