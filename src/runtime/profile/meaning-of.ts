/**
 * Determines what an error of one operation, in a successful response, means for that operation.
 *
 * A code decides if there is one. Otherwise the beginning of the message does: it is the server's own text, while
 * values of rows may appear anywhere after it.
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

/** Of our service. */
const codes = new Map<unknown, Meaning>([
  ["invalid", "refused"],
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

/** Stargate names the field first, and often the Java classes of the exceptions. @see service-facts 2.1 */
const fetching = /^Exception while fetching data \(\/[^)]*\) : /;
const thrown = /^(?:[\w$]+\.)*([\w$]+(?:Exception|Error))(?:: |$)/;

const ofClass: readonly (readonly [RegExp, Meaning])[] = [
  [/^Overloaded/, "overloaded"],
  [/Timeout|Failure|UnknownResult/, "unknown"],
  [/^Unauthorized/, "forbidden"],
];

/** Phrases of Cassandra, of its drivers for Go and Node, and of Stargate. @see captures, cql-replicas-down, cassandra-kill */
const phrases: readonly (readonly [RegExp, Meaning])[] = [
  [/^(?:Database|Coordinator|Server|Service) is (?:in )?overloaded\b/, "overloaded"],
  [/^(?:Too many in flight hints|Request breached)\b/, "overloaded"],
  [/^(?:CAS )?operation (?:timed out|failed)\b/i, "unknown"],
  [/^CAS operation result is unknown\b/, "unknown"],
  [/^(?:Server|Cassandra) (?:timeout|failure) during /, "unknown"],
  [/^(?:Request|Query) timed out\b/, "unknown"],
  [/^(?:NoHostAvailableError )?All host\(s\) tried for query failed\b/, "unknown"],
  [/^The host \S+ did not reply before timeout\b/, "unknown"],
  [
    /^(?:gocql: (?:no response received|connection closed)|(?:read|write) tcp |context deadline exceeded|EOF$)/,
    "unknown",
  ],
  [/^Internal (?:server )?error\b/i, "unknown"],
  // For an expired token.
  [/^authorization failed/, "refused"],
  [/^User \S+ has no [A-Z]+ permission on /, "forbidden"],
  [/^Not authorized$/, "forbidden"],
];

export function meaningOf({ message, extensions }: GraphQLProblem): Meaning {
  const coded = codes.get(extensions?.["code"]);
  // A failure before anything was applied.
  if (coded && extensions?.["applied"] === "no") return "not-now";
  if (coded) return coded;
  if (message === "") return "unknown";
  let said = wordsOf(message);
  let meant: Meaning | undefined;
  for (let found = thrown.exec(said); found; found = thrown.exec(said)) {
    const [whole, name = ""] = found;
    meant ??= find(ofClass, name);
    said = said.slice(whole.length);
  }
  return find(phrases, said) ?? meant ?? "refused";
}

/** A message without the field that it names. */
export function wordsOf(message: string): string {
  return message.replace(fetching, "");
}

function find(known: readonly (readonly [RegExp, Meaning])[], text: string): Meaning | undefined {
  return known.find(([form]) => form.test(text))?.[1];
}
