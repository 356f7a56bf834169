/** Reads the statements that write rows. */
import { readReference } from "./reference.ts";
import { readIf, readNeededWhere, seesMarker } from "./read-relation.ts";
import { readInteger } from "./read-select.ts";
import { readMarker, readValue, seesColumn } from "./read-term.ts";
import type { TokenReader } from "./token-reader.ts";
import type { Batch, Delete, Insert, Term, Update, Using, Assignment } from "./tree.ts";

/** Reads what follows `INSERT`. */
export function readInsert(reader: TokenReader): Insert {
  reader.expect("into");
  const table = readReference(reader, "table");
  const values = readInsertValues(reader);
  const ifNotExists = takeIfNotExists(reader);
  return { kind: "insert", table, values, ifNotExists, using: readUsing(reader) };
}

function readInsertValues(reader: TokenReader): Insert["values"] {
  if (reader.take("json")) {
    const json = readJson(reader);
    return { json, default: reader.take("default") ? readDefault(reader) : "null" };
  }
  if (!reader.sees("(")) throw reader.unexpected("( or JSON");
  const columns = reader.list(() => reader.column());
  reader.expect("values");
  return { columns, terms: reader.list(() => readValue(reader)) };
}

function readJson(reader: TokenReader): Term {
  const text = reader.takeKind("text");
  if (text) return { kind: "constant", type: "text", text: text.value };
  if (!seesMarker(reader)) throw reader.unexpected("a text of JSON or a marker");
  return readMarker(reader);
}

function readDefault(reader: TokenReader): "null" | "unset" {
  if (reader.take("unset")) return "unset";
  if (!reader.take("null")) throw reader.unexpected("NULL or UNSET");
  return "null";
}

export function takeIfNotExists(reader: TokenReader): boolean {
  if (!reader.take("if")) return false;
  reader.expect("not", "exists");
  return true;
}

/** `USING TTL 60 AND TIMESTAMP ?` */
function readUsing(reader: TokenReader): Using {
  let using: Using = {};
  if (!reader.take("using")) return using;
  do {
    if (reader.take("timestamp")) using = { ...using, timestamp: readInteger(reader) };
    else if (reader.take("ttl")) using = { ...using, ttl: readInteger(reader) };
    else throw reader.unexpected("TTL or TIMESTAMP");
  } while (reader.take("and"));
  return using;
}

/** Reads what follows `UPDATE`. */
export function readUpdate(reader: TokenReader): Update {
  const table = readReference(reader, "table");
  const using = readUsing(reader);
  reader.expect("set");
  const assignments = readAssignments(reader);
  return { kind: "update", table, using, assignments, where: readNeededWhere(reader), ...readConditions(reader) };
}

/** Reads what follows `DELETE`. */
export function readDelete(reader: TokenReader): Delete {
  const targets = reader.seesName("column") || reader.seesKind("name") ? reader.series(() => readTarget(reader)) : [];
  reader.expect("from");
  const table = readReference(reader, "table");
  const using = reader.take("using") ? (reader.expect("timestamp"), { timestamp: readInteger(reader) }) : {};
  return { kind: "delete", table, using, targets, where: readNeededWhere(reader), ...readConditions(reader) };
}

function readConditions(reader: TokenReader): Pick<Update, "if"> {
  const conditions = readIf(reader);
  return conditions === undefined ? {} : { if: conditions };
}

const afterTarget: ReadonlySet<string> = new Set(["", "from", ",", "[", "."]);

function readTarget(reader: TokenReader): Delete["targets"][number] {
  const column = reader.column();
  reader.settle(afterTarget, 1);
  if (reader.take(".")) return { column, part: { field: reader.name("field") } };
  if (!reader.take("[")) return { column };
  const at = readValue(reader);
  reader.expect("]");
  return { column, part: { at } };
}

const writes = { insert: readInsert, update: readUpdate, delete: readDelete } as const;

/** Reads what follows `BEGIN`; semicolons after its writes are optional. */
export function readBatch(reader: TokenReader): Batch {
  const type = (["unlogged", "counter"] as const).find((word) => reader.take(word)) ?? "logged";
  reader.expect("batch");
  const using = readUsing(reader);
  const statements: (Insert | Update | Delete)[] = [];
  for (;;) {
    const kind = (["insert", "update", "delete"] as const).find((word) => reader.take(word));
    if (!kind) break;
    statements.push(writes[kind](reader));
    reader.take(";");
  }
  reader.expect("apply", "batch");
  return { kind: "batch", type, using, writes: statements };
}

export function readAssignments(reader: TokenReader): Assignment[] {
  /** The parts of each column that are set so far: a whole value only alone, a field only once. */
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
