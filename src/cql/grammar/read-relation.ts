/** Reads the tests of `WHERE` and of `IF`. */
import { afterTested } from "./keywords.ts";
import { readMarker, readValue } from "./read-term.ts";
import type { TokenReader } from "./token-reader.ts";
import type { If, Part, Relation, RelationOperator, Term } from "./tree.ts";

const comparisons = ["=", "!=", "<=", "<", ">=", ">"] as const;

/** An optional `WHERE …`. */
export function readWhere(reader: TokenReader): Relation[] {
  return reader.take("where") ? readRelations(reader, readRelation) : [];
}

export function readNeededWhere(reader: TokenReader): Relation[] {
  reader.expect("where");
  return readRelations(reader, readRelation);
}

/** An optional `IF EXISTS` or `IF …`. */
export function readIf(reader: TokenReader): If | undefined {
  if (!reader.take("if")) return undefined;
  if (reader.sees("exists") && !seesOperator(reader, 1)) {
    if (reader.sees("and", 1)) throw reader.unexpected("the end of the statement", 1);
    reader.pass();
    return "exists";
  }
  return readRelations(reader, readCondition);
}

function seesOperator(reader: TokenReader, ahead: number): boolean {
  return [...comparisons, "[", ".", "in", "contains"].some((sign) => reader.sees(sign, ahead));
}

function readRelations(reader: TokenReader, readOne: (reader: TokenReader) => Relation): Relation[] {
  const relations: Relation[] = [];
  do relations.push(readOne(reader));
  while (reader.take("and"));
  return relations;
}

function readRelation(reader: TokenReader): Relation {
  if (reader.sees("(")) return readParentheses(reader);
  if (reader.take("token")) {
    const columns = reader.list(() => reader.column());
    return { kind: "token", columns, operator: readComparison(reader), value: readValue(reader) };
  }
  const column = readTested(reader);
  const part = readElement(reader);
  if (part)
    return { kind: "column", columns: [column], part, operator: readComparison(reader), value: readValue(reader) };
  if (reader.take("is")) {
    reader.expect("not", "null");
    return { kind: "column", columns: [column], operator: "IS NOT NULL" };
  }
  if (reader.take("like")) return { kind: "column", columns: [column], operator: "LIKE", value: readValue(reader) };
  return readTest(reader, column);
}

/** `(a, b) > (1, 2)`, or a relation in parentheses. */
function readParentheses(reader: TokenReader): Relation {
  if (reader.seesName("column", 1) && (reader.sees(",", 2) || reader.sees(")", 2))) return readTuple(reader);
  reader.expect("(");
  const relation = reader.nested(() => readRelation(reader));
  reader.expect(")");
  return relation;
}

function readTuple(reader: TokenReader): Relation {
  const columns = reader.list(() => reader.column());
  if (reader.take("in")) {
    const readOne = reader.sees("(") && seesMarker(reader, 1) ? readMarker : readTupleOfValues;
    return { kind: "tuple", columns, operator: "IN", value: readIn(reader, readOne) };
  }
  const operator = readComparison(reader);
  const value = seesMarker(reader) ? readMarker(reader) : readTupleOfValues(reader);
  return { kind: "tuple", columns, operator, value };
}

function readTupleOfValues(reader: TokenReader): Term {
  if (!reader.sees("(")) throw reader.unexpected("a tuple or a marker");
  return { kind: "tuple", items: reader.list(() => readValue(reader)) };
}

function readCondition(reader: TokenReader): Relation {
  const column = readTested(reader);
  const part = readElement(reader) ?? (reader.take(".") ? { field: reader.name("field") } : undefined);
  return readTest(reader, column, part);
}

function readTested(reader: TokenReader): string {
  const column = reader.column("a column");
  reader.settle(afterTested, 1);
  return column;
}

function readElement(reader: TokenReader): Part | undefined {
  if (!reader.take("[")) return undefined;
  const at = readValue(reader);
  reader.expect("]");
  return { at };
}

/** A comparison, `IN` or, of a whole column, `CONTAINS`. */
function readTest(reader: TokenReader, column: string, part?: Part): Relation {
  const of = (operator: RelationOperator, value: Relation["value"]): Relation => {
    return { kind: "column", columns: [column], ...(part && { part }), operator, value };
  };
  if (reader.take("in")) return of("IN", readIn(reader, readValue));
  if (!part && reader.take("contains")) {
    return of(reader.take("key") ? "CONTAINS KEY" : "CONTAINS", readValue(reader));
  }
  return of(readComparison(reader), readValue(reader));
}

function readComparison(reader: TokenReader): RelationOperator {
  const operator = reader.takeSign(comparisons);
  if (!operator) throw reader.unexpected("an operator");
  return operator;
}

/** The terms in parentheses, or a marker for all of them. */
function readIn(reader: TokenReader, readOne: (reader: TokenReader) => Term): Term | Term[] {
  if (seesMarker(reader)) return readMarker(reader);
  if (!reader.sees("(")) throw reader.unexpected("( or a marker");
  if (reader.take("(", ")")) return [];
  return reader.list(() => readOne(reader));
}

export function seesMarker(reader: TokenReader, ahead = 0): boolean {
  return reader.sees("?", ahead) || reader.sees(":", ahead);
}
