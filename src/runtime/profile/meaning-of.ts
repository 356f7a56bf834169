/**
 * What an error of one operation, in an answer that is a success as a whole, means for that operation.
 *
 * A code decides, where there is one. Otherwise the words at the beginning of the message do: they are the server's own,
 * while values of rows may stand anywhere after them.
 */
import type { GraphQLProblem } from "../protocol/payloads.ts";

export type Meaning =
  /** Nothing was done. */
  | "refused"
  /** Nothing was done, since the user may not do it. */
  | "forbidden"
  /** It may have been done. */
  | "unknown"
  /** It may have been done, and the service has too much to do. */
  | "overloaded";

/** Of our service. */
const codes = new Map<unknown, Meaning>([
  ["invalid", "refused"],
  ["unknown-keyspace", "refused"],
  ["unknown-table", "refused"],
  ["unavailable", "unknown"],
  // The write that fills the disk may have reached it.
  ["full", "unknown"],
  ["damaged", "unknown"],
  ["internal", "unknown"],
]);

/** Stargate names the field first, and often the classes of Java that were thrown. @see service-facts 2.1 */
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
  // Of a token that is dead.
  [/^authorization failed/, "refused"],
  [/^User \S+ has no [A-Z]+ permission on /, "forbidden"],
  [/^Not authorized$/, "forbidden"],
];

export function meaningOf({ message, extensions }: GraphQLProblem): Meaning {
  const coded = codes.get(extensions?.["code"]);
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
