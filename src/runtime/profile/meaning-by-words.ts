/**
 * Determines what an error of one operation means by the words of servers that give no code: Stargate, the Go server, and
 * the database behind them. Only the beginning of a message counts: values of rows may appear anywhere after it.
 */
import type { GraphQLProblem } from "../protocol/payloads.ts";
import { meaningOfCode } from "./meaning-of.ts";
import type { Meaning } from "./meaning-of.ts";

/** Stargate names the field first, and often the Java classes of the exceptions. */
const fetching = /^Exception while fetching data \(\/[^)]*\) : /;
const thrown = /^(?:[\w$]+\.)*([\w$]+(?:Exception|Error))(?:: |$)/;

const ofClass: readonly (readonly [RegExp, Meaning])[] = [
  [/^Overloaded/, "overloaded"],
  [/Timeout|Failure|UnknownResult/, "unknown"],
  [/^Unauthorized/, "forbidden"],
];

/** Phrases of Cassandra, of its drivers for Go and Node, and of Stargate. */
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

export function meaningByWords(problem: GraphQLProblem): Meaning {
  const { message } = problem;
  const coded = meaningOfCode(problem);
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
