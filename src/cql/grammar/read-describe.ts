import { isReserved } from "./keywords.ts";
import { readReference } from "./reference.ts";
import type { TokenReader } from "./token-reader.ts";
import type { Describe } from "./tree.ts";

/** Objects that are described without a name. */
const lists: ReadonlyMap<string, Describe["what"]> = new Map([
  ...(["cluster", "keyspaces", "tables", "types", "functions", "aggregates"] as const).map(
    (word) => [word, word] as const,
  ),
  ["columnfamilies", "tables"],
]);

const named = [
  { words: ["table"], what: "table" },
  { words: ["columnfamily"], what: "table" },
  { words: ["index"], what: "index" },
  { words: ["materialized", "view"], what: "view" },
  { words: ["type"], what: "type" },
  { words: ["function"], what: "function" },
  { words: ["aggregate"], what: "aggregate" },
] as const;

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
  for (const [word, what] of lists) if (reader.take(word)) return { what };
  for (const { words, what } of named) {
    const [first, ...others] = words;
    if (seesNamed(reader, first, others) && reader.take(first, ...others)) {
      return { what, name: readReference(reader, what) };
    }
  }
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
