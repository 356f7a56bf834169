/**
 * Turns where-shapes, index queries and conditions into tests of columns.
 *
 * Rejects what their types reject, for untyped callers, and what types cannot express: a gap in the clustering key, a
 * column after a range, an unknown member, an explicit undefined, an empty range. Throws before anything is
 * sent.
 */
import { ValidationError } from "../errors/errors.ts";
import type { About } from "../errors/errors.ts";
import type { Wire } from "../protocol/codec.ts";
import { isObject } from "../protocol/objects.ts";
import type { BoundTable, Member } from "../table/bound-table.ts";
import { encodeChecked, badValue, requireColumn, requireRecord } from "../table/bound-table.ts";

/** One comparison of a column: `{ member: at, operator: "gt", wire: "2026-11-21T00:00:00.000Z" }`. */
export interface Test {
  readonly member: Member;
  readonly operator: string;
  /** The list of values for `in`; no row matches an empty one. */
  readonly wire: Wire;
}

type Operators = Readonly<Record<string, unknown>>;

const ranges: readonly string[] = ["gt", "gte", "lt", "lte"];
/** The operators of an index of a collection, each with its part of the collection. */
const contents = { contains: "value", containsKey: "key", containsEntry: "entry" } as const;

/** The tests of a query of rows: `{ sensor: "…", at: { gt: … } }` tests `sensor` for equality and `at` for a range. */
export function encodeWhere(table: BoundTable, where: object, about: About): readonly Test[] {
  requireRecord(where, "where", about);
  const tests: Test[] = [];
  /** The first clustering column without an exact value: later ones cannot be restricted. */
  let open: Member | undefined;
  for (const member of table.primaryKey) {
    const { name, kind } = member;
    if (!Object.hasOwn(where, name)) {
      if (kind === "partition") throw badValue(name, "is missing: a query takes the whole partition key", about);
      open ??= member;
      continue;
    }
    if (open) throw badValue(name, `cannot be restricted: ${open.name} before it has no value or a range`, about);
    encodeRestriction(tests, member, where[name as keyof typeof where], about);
    if (!ranges.includes(tests.at(-1)!.operator)) continue;
    if (kind === "partition") throw badValue(name, "cannot have a range: it is in the partition key", about);
    open = member;
  }
  for (const name of Object.keys(where)) {
    if (!requireColumn(table, name, about).isKey) {
      throw badValue(name, "is not in the primary key, so it cannot select rows", about);
    }
  }
  return tests;
}

/** The equality tests of a checked key. */
export function testsOfKey(key: readonly Member[], cells: readonly (Wire | undefined)[]): readonly Test[] {
  return key.map((member) => ({ member, operator: "eq", wire: cells[member.index] ?? null }));
}

/**
 * The tests of a query by an index: `{ tags: { contains: "red" } }`, `{ email: "…", tenant: "…" }`. Which columns can be combined
 * depends on the indexes: the types of the bindings express it, and the database checks it.
 */
export function encodeIndexed(table: BoundTable, where: object, about: About): readonly Test[] {
  requireRecord(where, "where", about);
  const names = Object.keys(where);
  if (names.length === 0) throw new ValidationError("in", [], "an index query takes a column", about);
  return names.flatMap((name) => encodeIndexedColumn(table, where, name, about));
}

function encodeIndexedColumn(table: BoundTable, where: object, name: string, about: About): readonly Test[] {
  const member = requireColumn(table, name, about);
  const { codec } = member;
  const value = where[name as keyof typeof where];
  const tests: Test[] = [];
  if (isOperators(value)) {
    const [operator = "", other] = Object.keys(value);
    if (Object.hasOwn(contents, operator)) {
      if (other !== undefined) throw badValue(name, `takes only \`${operator}\``, about);
      const kind = contents[operator as keyof typeof contents];
      const part = codec.parts?.[kind];
      if (!part) throw badValue(name, `has no ${kind} to search: it is ${codec.expected}`, about);
      const content = value[operator];
      if (!part.check(content)) throw badValue(name, `cannot contain that: ${operator} takes ${part.expected}`, about);
      return [{ member, operator, wire: part.encode(content as never) }];
    }
    if ("in" in value) throw badValue(name, "cannot have several values: an index query takes one", about);
  }
  encodeRestriction(tests, member, value, about);
  return tests;
}

/** The tests of a condition: `{ email: "…", logins: { lt: 3 } }`; all must hold. A column may be tested for null. */
export function encodeConditions(table: BoundTable, conditions: Operators, about: About): readonly Test[] {
  const tests = Object.entries(conditions ?? {}).flatMap(([name, condition]): readonly Test[] => {
    const member = table.byName.get(name);
    if (!member || member.isKey) {
      const reason = `${name} cannot have a condition: it is not a column outside the key`;
      throw new ValidationError("in", ["if", name], reason, about);
    }
    const parts = [condition].flat();
    if (parts[0] instanceof PartCondition) return [parts[0].encode(member, parts, about)];
    return encodeComparisons(member, condition, about).map(([operator, wire]) => ({ member, operator, wire }));
  });
  if (tests.length === 0) throw new ValidationError("in", ["if"], "the condition has no column", about);
  return tests;
}

/** A condition on a part of a column: on an entry, an item or a field. Its functions bring how to encode it. */
export abstract class PartCondition {
  /**
   * One test for all conditions on parts of a column: `at` with a list of `{ key, is }` or `{ index, is }`, or `fields`.
   *
   * @param all of the column, from this one on
   */
  abstract encode(member: Member, all: readonly unknown[], about: About): Test;
}

/** Whether a condition is on parts of a column. */
export function isOfPart({ operator }: Test): boolean {
  return operator === "at" || operator === "fields";
}

/** The comparisons of a condition on one value: `{ gt: 3 }` has `gt`, and `"x"` is compared by `eq`. */
export function encodeComparisons(
  member: Pick<Member, "name" | "codec">,
  condition: unknown,
  about: About,
): readonly (readonly [operator: string, wire: Wire])[] {
  const { name, codec } = member;
  const refuse = (reason: string): ValidationError => new ValidationError("in", ["if", name], reason, about);
  const given = isTest(codec, condition) ? Object.entries(condition) : [["eq", condition] as const];
  if (given.length === 0) throw refuse(`the condition on ${name} is empty`);
  const one = (value: unknown): Wire => (value === null ? null : encodeChecked(member, value, about));
  return given.map(([operator, value]) => {
    if (value === undefined) throw refuse(`the condition on ${name} is undefined: omit the column to test nothing`);
    const isList = operator === "in" && Array.isArray(value);
    if (!isList && operator !== "eq" && operator !== "notEq" && !ranges.includes(operator)) {
      throw refuse(`the condition on ${name} must be a value, or an object such as { eq: … } or { in: […] }`);
    }
    if (ranges.includes(operator) && /\bduration\b/.test(codec.cql)) {
      throw refuse(`the condition on ${name} cannot have a range: durations have no order`);
    }
    return [operator, isList ? value.map(one) : one(value)];
  });
}

/** Whether a condition is an object of operators. A value of a user type is not, unless its fields read as operators. */
function isTest(codec: Member["codec"], condition: unknown): condition is Operators {
  if (!isOperators(condition)) return false;
  const isPlain = (value: unknown): boolean => value === null || codec.check(value);
  const reads = Object.entries(condition).every(([operator, value]) =>
    operator === "in"
      ? Array.isArray(value) && value.every(isPlain)
      : (operator === "eq" || operator === "notEq" || ranges.includes(operator)) && isPlain(value),
  );
  return reads || !codec.check(condition);
}

/** Adds the tests of one restricted column; a plain value means equality. */
function encodeRestriction(tests: Test[], member: Member, value: unknown, about: About): void {
  const refuse = (reason: string): ValidationError => badValue(member.name, reason, about);
  const one = (candidate: unknown): Wire => encodeChecked(member, candidate, about);
  const given = isOperators(value) ? Object.entries(value) : [["eq", value] as const];
  if (given.length === 0) throw refuse("has an empty range: omit the column instead");
  for (const [operator, bound] of given) {
    const isRange = ranges.includes(operator);
    if (!isRange && operator !== "eq" && operator !== "in") {
      throw refuse(`takes gt, gte, lt, lte or in, not ${operator}`);
    }
    if (!isRange && given.length > 1) throw refuse(`takes only \`${operator}\``);
    // `gt` beside `gte`, or `lt` beside `lte`.
    if (given.some(([other]) => other === `${operator}e`)) throw refuse("has two bounds on one side");
    const isList = operator === "in";
    if (isList && !Array.isArray(bound)) throw refuse("needs an array of values in `in`");
    tests.push({ member, operator, wire: isList ? (bound as unknown[]).map(one) : one(bound) });
  }
}

/** Copies a where-shape; anything else is left for the check to reject. */
export function copyWhere(where: object | undefined): object | undefined {
  if (!isOperators(where)) return where;
  const copies = Object.entries(where).map(([name, condition]) => {
    if (!isOperators(condition)) return [name, condition];
    return [
      name,
      Array.isArray(condition["in"]) ? { ...condition, in: [...(condition["in"] as unknown[])] } : { ...condition },
    ];
  });
  return Object.fromEntries(copies) as object;
}

/** Whether it is an object of operators, not a value. */
function isOperators(value: unknown): value is Operators {
  if (!isObject(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
