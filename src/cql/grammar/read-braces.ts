import type { TermContext } from "./term-beginning.ts";
import type { TokenReader } from "./token-reader.ts";
import type { Term } from "./tree.ts";

/** Reads what stands within; it may have braces itself. */
type ReadTerm = (reader: TokenReader, context: TermContext) => Term;

/** Reads a set, a map or the fields of a user type, after the brace that opens it. An empty one is a set. */
export function readBraces(reader: TokenReader, context: TermContext, readTerm: ReadTerm): Term {
  if (reader.take("}")) return { kind: "set", items: [] };
  const isRecord = context === "value" && reader.seesName("field") && reader.sees(":", 1);
  const term = isRecord ? readRecord(reader, readTerm) : readSetOrMap(reader, context, readTerm);
  reader.expect("}");
  return term;
}

function readRecord(reader: TokenReader, readTerm: ReadTerm): Term {
  const fields = reader.series((): [string, Term] => {
    const name = reader.name("field");
    reader.expect(":");
    return [name, readTerm(reader, "value")];
  });
  return { kind: "record", fields };
}

function readSetOrMap(reader: TokenReader, context: TermContext, readTerm: ReadTerm): Term {
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

/** A selected map may have columns as keys; if all keys are names, they are fields of a user type. */
function recordOf(entries: readonly [Term, Term][]): Term | undefined {
  const fields: [string, Term][] = [];
  for (const [key, value] of entries) {
    if (key.kind !== "column") return undefined;
    fields.push([key.name, value]);
  }
  return { kind: "record", fields };
}
