/**
 * Reads terms: values of writes and conditions, and selectors of a query, which may name columns.
 */
import { afterSelected, afterTerm, isFunctionWord } from "./keywords.ts";
import { readNativeType, readType } from "./read-type.ts";
import { isConstant, seesTypeHint } from "./term-beginning.ts";
import type { TermContext } from "./term-beginning.ts";
import type { TokenReader } from "./token-reader.ts";
import type { Reference, Term } from "./tree.ts";

type Operator = (Term & { kind: "operation" })["operator"];

/** From what binds loosely to what binds tightly. */
const precedence: readonly (readonly Operator[])[] = [
  ["+", "-"],
  ["*", "/", "%"],
];
const operatorSigns: ReadonlySet<string> = new Set(precedence.flat());

export function readTerm(reader: TokenReader, context: TermContext): Term {
  const term = reader.nested(() => readOperation(reader, context, 0));
  if (context === "value") reader.settle(afterTerm, 0);
  return term;
}

export function readValue(reader: TokenReader): Term {
  return readTerm(reader, "value");
}

function readOperation(reader: TokenReader, context: TermContext, level: number): Term {
  const operators = precedence[level];
  if (!operators) return readOperand(reader, context);
  let left = readOperation(reader, context, level + 1);
  while (operatorSigns.has(reader.peek().value)) {
    // `SET c = [1] + c` puts in front of a column, which only the caller knows.
    if (context === "value" && reader.sees("+") && seesColumn(reader, 1)) return left;
    const operator = reader.takeSign(operators);
    if (!operator) return left;
    reader.lengthen();
    const right = readOperation(reader, context, level + 1);
    left = { kind: "operation", operator, left: withoutParentheses(left), right: withoutParentheses(right) };
  }
  return left;
}

/** Whether a name follows that no function has. */
export function seesColumn(reader: TokenReader, ahead: number): boolean {
  return reader.seesName("column", ahead) && !reader.sees("(", ahead + 1) && !reader.sees(".", ahead + 1);
}

/** The parser cannot distinguish a tuple of one item from a term in parentheses; as an operand it is the latter. */
function withoutParentheses(term: Term): Term {
  let inner = term;
  while (inner.kind === "tuple" && inner.items.length === 1) inner = inner.items[0] as Term;
  return inner;
}

function readOperand(reader: TokenReader, context: TermContext): Term {
  if (reader.take("-")) {
    const of = context === "value" ? readSimple(reader, context) : reader.nested(() => readOperand(reader, context));
    return { kind: "negation", of: withoutParentheses(of) };
  }
  const term = readSimple(reader, context);
  return context === "value" ? term : readModifiers(reader, term);
}

/** `.field`, `['key']`, `['a'..'c']` */
function readModifiers(reader: TokenReader, term: Term): Term {
  let of = term;
  for (;;) {
    if (reader.take(".")) of = { kind: "field", of, field: reader.name("field") };
    else if (reader.take("[")) of = readElement(reader, of);
    else return of;
    reader.lengthen();
  }
}

function readElement(reader: TokenReader, of: Term): Term {
  const from = reader.sees("..") ? undefined : readValue(reader);
  const isSlice = reader.take("..");
  const to = isSlice && (from === undefined || !reader.sees("]")) ? readValue(reader) : undefined;
  reader.expect("]");
  return isSlice || from === undefined ? { kind: "slice", of, from, to } : { kind: "element", of, at: from };
}

function readSimple(reader: TokenReader, context: TermContext): Term {
  const { kind, value } = reader.peek();
  if (isConstant(kind)) {
    reader.pass();
    return { kind: "constant", type: kind, text: value };
  }
  if (kind !== "sign") return reader.take("null") ? { kind: "null" } : readNamed(reader, context);
  if (value === "?" || value === ":") return readMarker(reader);
  if (reader.take("[")) return { kind: "list", items: readItems(reader, context, "]") };
  if (reader.take("{")) return readBraces(reader, context, readTerm);
  if (value === "(") return readParentheses(reader, context);
  return readNamed(reader, context);
}

export function readMarker(reader: TokenReader): Term {
  if (reader.take("?")) return { kind: "marker", index: reader.countMarker() };
  reader.expect(":");
  const name = reader.name("new", "the name of a marker");
  return { kind: "marker", index: reader.countMarker(), name };
}

/** Terms up to a sign that closes them, if any. */
function readItems(reader: TokenReader, context: TermContext, closing: string): Term[] {
  if (reader.take(closing)) return [];
  const items = reader.series(() => readTerm(reader, context));
  reader.expect(closing);
  return items;
}

function readParentheses(reader: TokenReader, context: TermContext): Term {
  const isHint = seesTypeHint(reader, context);
  reader.expect("(");
  if (!isHint) {
    const items = reader.series(() => readTerm(reader, context));
    reader.expect(")");
    return { kind: "tuple", items };
  }
  const type = readType(reader);
  reader.expect(")");
  return { kind: "hint", type, of: reader.nested(() => readSimple(reader, context)) };
}

/** A term that begins with a name: a function, a cast, or a column. */
function readNamed(reader: TokenReader, context: TermContext): Term {
  if (reader.sees("cast") && reader.sees("(", 1)) return readCast(reader, context);
  if (seesFunction(reader)) return readCall(reader, context);
  if (context === "selection") {
    const name = reader.name("column", "a column, a function or a value");
    reader.settle(afterSelected, 1);
    return { kind: "column", name };
  }
  const isName = reader.seesName("function");
  throw reader.unexpected(isName ? "( after the name of a function" : "a value", isName ? 1 : 0);
}

function readCast(reader: TokenReader, context: TermContext): Term {
  reader.expect("cast", "(");
  const of = context === "value" ? reader.nested(() => readSimple(reader, context)) : readTerm(reader, context);
  reader.expect("as");
  const type = readNativeType(reader);
  reader.expect(")");
  return { kind: "cast", of, type };
}

/** `now(`, `shop.total(`, and what has a syntax of its own: `writetime(` */
function seesFunction(reader: TokenReader): boolean {
  const isName = reader.seesName("keyspace");
  const isQualified = isName && reader.sees(".", 1);
  // Most names are those of columns.
  if (isName && !isQualified && !reader.sees("(", 1)) return false;
  const ahead = isQualified ? 2 : 0;
  return seesFunctionName(reader, ahead) && reader.sees("(", ahead + 1);
}

function seesFunctionName(reader: TokenReader, ahead: number): boolean {
  const { kind, value } = reader.peek(ahead);
  if (kind === "word") return isFunctionWord(value) || ofCells.has(value);
  return reader.seesName("function", ahead);
}

/** These look at how a column is stored, and are called with a column alone. */
const ofCells: ReadonlySet<string> = new Set(["writetime", "maxwritetime", "ttl"]);

function readCall(reader: TokenReader, context: TermContext): Term {
  const isOfCells = context === "selection" && reader.peek().kind === "word" && ofCells.has(reader.peek().value);
  if (isOfCells && reader.sees("(", 1)) return readCallOfCells(reader);
  const isCount = context === "selection" && reader.take("count", "(", "*", ")");
  if (isCount) return { kind: "call", name: "count", arguments: [{ kind: "star" }] };
  const { keyspace, name } = readFunctionName(reader);
  reader.expect("(");
  return { kind: "call", keyspace, name, arguments: readItems(reader, context, ")") };
}

function readCallOfCells(reader: TokenReader): Term {
  const name = reader.pass().value;
  reader.expect("(");
  const column = readModifiers(reader, { kind: "column", name: reader.name("column") });
  reader.expect(")");
  return { kind: "call", name, arguments: [column] };
}

export function readFunctionName(reader: TokenReader): Reference {
  const keyspace = reader.seesName("keyspace") && reader.sees(".", 1) ? reader.name("keyspace") : undefined;
  if (keyspace !== undefined) reader.expect(".");
  const { kind, value } = reader.peek();
  const isWord = kind === "word" && isFunctionWord(value);
  const name = isWord ? reader.pass().value : undefined;
  if (name === undefined && kind === "word") throw reader.unexpected("the name of a function");
  return { keyspace, name: name ?? reader.name("function") };
}

/** Reads what stands within; it may have braces itself. */
type ReadTerm = (reader: TokenReader, context: TermContext) => Term;

/** Reads a set, a map or the fields of a user type, after the brace that opens it. An empty one is a set. */
function readBraces(reader: TokenReader, context: TermContext, readTerm: ReadTerm): Term {
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
