/**
 * Reads the messages of servers that give no code: Stargate, the Go server, and the database behind them. What an error
 * means for its operation, and which names the server does not know. Only the beginning of a message counts: values of
 * rows may appear anywhere after it.
 */
import type { GraphQLProblem } from "../protocol/payloads.ts";
import { meaningOfCode } from "./meaning-of.ts";
import type { Meaning } from "./meaning-of.ts";
import type { UnknownName } from "../errors/errors.ts";

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

/** The Go server, then graphql-java. Each names the field and its type. */
const unknownNames: readonly RegExp[] = [
  /^Cannot query field "(?<name>\w+)" on type "(?<type>\w+)"/,
  /^Validation error [^:]*FieldUndefined[^:]*: Field '(?<name>\w+)' in type '(?<type>\w+)' is undefined/,
  /^Validation error [^:]*WrongType[^:]*: [^]* contains a field not in '(?<type>\w+)': '(?<name>\w+)'(?: @ '[^']*')?$/,
];
/** The Go server lists the problems of a value after it, one per line. */
const inValue = /\nIn field "(?<name>\w+)": Unknown field\./g;

export function unknownNamesByWords(message: string): readonly UnknownName[] {
  const found = unknownNames.map((form) => form.exec(message)).filter((match) => match !== null);
  if (message.startsWith('Argument "')) found.push(...message.matchAll(inValue));
  return found.map(({ groups }) => ({ name: groups?.["name"] ?? "", type: groups?.["type"] }));
}
