import { readTerm, readValue } from "./read-term.ts";
import type { TermContext } from "./read-term.ts";
import type { TokenReader } from "./token-reader.ts";
import type { Term } from "./tree.ts";

/** Reads a set, a map or the fields of a user type, after the brace that opens it. An empty one is a set. */
export function readBraces(reader: TokenReader, context: TermContext): Term {
  if (reader.take("}")) return { kind: "set", items: [] };
  const isRecord = context === "value" && reader.seesName("field") && reader.sees(":", 1);
  const term = isRecord ? readRecord(reader) : readSetOrMap(reader, context);
  reader.expect("}");
  return term;
}

function readRecord(reader: TokenReader): Term {
  const fields = reader.series((): [string, Term] => {
    const name = reader.name("field");
    reader.expect(":");
    return [name, readValue(reader)];
  });
  return { kind: "record", fields };
}

function readSetOrMap(reader: TokenReader, context: TermContext): Term {
  const first = readTerm(reader, context);
  if (!reader.take(":")) {
    const others = reader.take(",") ? reader.series(() => readTerm(reader, context)) : [];
    return { kind: "set", items: [first, ...others] };
  }
  const readEntry = (key: Term): [Term, Term] => [key, readTerm(reader, context)];
  const entries = [readEntry(first)];
  while (reader.take(",")) {
    const key = readTerm(reader, context);
    reader.expect(":");
    entries.push(readEntry(key));
  }
  return recordOf(entries) ?? { kind: "map", entries };
}

/** What is selected may name columns as its keys; names alone are taken for fields. */
function recordOf(entries: readonly [Term, Term][]): Term | undefined {
  const fields: [string, Term][] = [];
  for (const [key, value] of entries) {
    if (key.kind !== "column") return undefined;
    fields.push([key.name, value]);
  }
  return { kind: "record", fields };
}
