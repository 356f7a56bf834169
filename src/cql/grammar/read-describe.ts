import { isReserved } from "./keywords.ts";
import { readReference } from "./reference.ts";
import type { TokenReader } from "./token-reader.ts";
import type { Describe } from "./tree.ts";

type What = Describe["what"];

/** What is described without a name. */
const lists: readonly (readonly [word: string, what: What])[] = [
  ["cluster", "cluster"],
  ["keyspaces", "keyspaces"],
  ["tables", "tables"],
  ["columnfamilies", "tables"],
  ["types", "types"],
  ["functions", "functions"],
  ["aggregates", "aggregates"],
];

const named: readonly (readonly [
  words: readonly string[],
  what: What & ("table" | "index" | "view" | "type" | "function" | "aggregate"),
])[] = [
  [["table"], "table"],
  [["columnfamily"], "table"],
  [["index"], "index"],
  [["materialized", "view"], "view"],
  [["type"], "type"],
  [["function"], "function"],
  [["aggregate"], "aggregate"],
];

/** Reads what follows `DESCRIBE`. */
export function readDescribe(reader: TokenReader): Describe {
  const described = readDescribed(reader);
  const withInternals = reader.take("with") && (reader.expect("internals"), true);
  return { kind: "describe", full: false, only: false, ...described, withInternals };
}

function readDescribed(reader: TokenReader): Pick<Describe, "what"> & Partial<Describe> {
  if (reader.take("full")) return { what: "schema", full: (reader.expect("schema"), true) };
  if (reader.take("schema")) return { what: "schema" };
  if (reader.take("only", "keyspace")) return { ...readKeyspace(reader), only: true };
  if (reader.take("keyspace")) return readKeyspace(reader);
  const list = lists.find(([word]) => reader.take(word));
  if (list) return { what: list[1] };
  const found = named.find(
    ([[first = "", ...others]]) => seesNamed(reader, first, others) && reader.take(first, ...others),
  );
  if (found) return { what: found[1], name: readReference(reader, found[1]) };
  return { what: "any", name: readReference(reader, "table", "what to describe") };
}

/** A word that is not reserved may be a name itself: `DESCRIBE type`. */
function seesNamed(reader: TokenReader, first: string, others: readonly string[]): boolean {
  if (!reader.sees(first) || isReserved(first))
    return reader.sees(first) && others.every((word) => reader.sees(word, 1));
  return !reader.sees(".", 1) && !reader.sees(";", 1) && !reader.seesKind("end", 1);
}

/** The keyspace of the session, unless it is named. */
function readKeyspace(reader: TokenReader): Pick<Describe, "what" | "name"> {
  if (!reader.seesName("keyspace")) return { what: "keyspace" };
  return { what: "keyspace", name: { name: reader.name("keyspace") } };
}
