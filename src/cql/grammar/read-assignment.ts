/** Reads what `SET` of an UPDATE says. */
import { readValue, seesColumn } from "./read-term.ts";
import type { TokenReader } from "./token-reader.ts";
import type { Assignment } from "./tree.ts";

export function readAssignments(reader: TokenReader): Assignment[] {
  /** By column: what is set of it, of which a whole value stands alone, and a field once. */
  const earlier = new Map<string, Set<string>>();
  return reader.series(() => {
    const assignment = readAssignment(reader);
    const parts = earlier.get(assignment.column) ?? new Set();
    const part = partOf(assignment);
    if (parts.has("") || (parts.size > 0 && part === "") || (part.startsWith(".") && parts.has(part)))
      throw reader.wrong(`Multiple incompatible setting of column ${assignment.column}`);
    earlier.set(assignment.column, parts.add(part));
    return assignment;
  });
}

/** Empty for the whole value. */
function partOf(assignment: Assignment): string {
  if (assignment.kind === "set") return "";
  return assignment.kind === "part" && "field" in assignment.part ? `.${assignment.part.field}` : "elements";
}

function readAssignment(reader: TokenReader): Assignment {
  const column = reader.column();
  if (reader.take("+=")) return { kind: "add", column, value: readValue(reader) };
  if (reader.take("-=")) return { kind: "subtract", column, value: readValue(reader) };
  if (reader.take("[")) {
    const at = readValue(reader);
    reader.expect("]", "=");
    return { kind: "part", column, part: { at }, value: readValue(reader) };
  }
  if (reader.take(".")) {
    const field = reader.name("field");
    reader.expect("=");
    return { kind: "part", column, part: { field }, value: readValue(reader) };
  }
  if (!reader.take("=")) throw reader.unexpected("=");
  return seesColumn(reader, 0) ? readChange(reader, column) : readNewValue(reader, column);
}

/** `c + x`, `c - x`, and `c -3`, in which the sign belongs to the number. */
function readChange(reader: TokenReader, column: string): Assignment {
  const of = reader.column();
  const sign = (["+", "-"] as const).find((one) => reader.take(one));
  if (!sign) {
    const token = reader.takeKind("integer");
    if (!token) throw reader.unexpected("+ or -");
    requireSame(reader, column, of, `X ${token.value.startsWith("-") ? "-" : "+"} <value>`);
    return { kind: "add", column, value: { kind: "constant", type: "integer", text: token.value } };
  }
  requireSame(reader, column, of, `X ${sign}<value>`);
  return { kind: sign === "+" ? "add" : "subtract", column, value: readValue(reader) };
}

/** `x`, or `x + c`, which puts it in front. */
function readNewValue(reader: TokenReader, column: string): Assignment {
  const value = readValue(reader);
  if (!reader.take("+")) return { kind: "set", column, value };
  requireSame(reader, column, reader.column(), "<value> + X");
  return { kind: "prepend", column, value };
}

function requireSame(reader: TokenReader, column: string, of: string, form: string): void {
  if (of !== column) throw reader.wrong(`Only expressions of the form X = ${form} are supported.`);
}
