/**
 * What selects rows and what guards writes: where-shapes, index look-ups and conditions, as tests of columns.
 *
 * What their types refuse is refused here too, for callers without types and for what types cannot express: a gap in the
 * clustering key, a column after a range, an unknown member, an explicit undefined, an empty list or range. Throws before
 * anything is sent. @see service-facts 2.6, 5.5
 */
import { ValidationError } from "../errors/errors.ts";
import type { About } from "../errors/errors.ts";
import type { Wire } from "../protocol/codec.ts";
import { unknownMember } from "../table/bound-table.ts";
import type { BoundTable, Member } from "../table/bound-table.ts";
import { encodeValue, requireRecord } from "../table/record.ts";

/** One comparison of a column: `{ member: at, operator: "gt", wire: "2026-11-21T00:00:00.000Z" }`. */
export interface Test {
  readonly member: Member;
  readonly operator: string;
  /** Of `in` the list of values. */
  readonly wire: Wire;
}

type Operators = Readonly<Record<string, unknown>>;

const ranges: readonly string[] = ["gt", "gte", "lt", "lte"];
const comparisons: readonly string[] = ["eq", "notEq", ...ranges];
/** What an index of a collection can look up, and which part of the collection that is. */
const contents = { contains: "value", containsKey: "key", containsEntry: "entry" } as const;

/** The tests of a query of rows: `{ sensor: "…", at: { gt: … } }` tests `sensor` for equality and `at` for a range. */
export function encodeWhere(table: BoundTable, where: object, about: About): readonly Test[] {
  requireRecord(where, "where", about);
  const tests: Test[] = [];
  for (const member of table.partitionKey) {
    if (!Object.hasOwn(where, member.name)) {
      throw refusal(member, "is missing: a query takes the whole partition key", about);
    }
    encodeRestriction(tests, member, valueIn(where, member), about);
    if (isRange(tests.at(-1))) throw refusal(member, "cannot have a range: it is in the partition key", about);
  }
  /** The first clustering column without a value of its own: what follows it cannot be restricted. */
  let open: Member | undefined;
  for (const member of table.clusteringKey) {
    if (!Object.hasOwn(where, member.name)) {
      open ??= member;
      continue;
    }
    if (open) throw refusal(member, `cannot be restricted: ${open.name} before it has no value or a range`, about);
    encodeRestriction(tests, member, valueIn(where, member), about);
    if (isRange(tests.at(-1))) open = member;
  }
  for (const name of Object.keys(where)) {
    const member = table.byName.get(name);
    if (member?.isKey) continue;
    const reason = member ? `${name} is not in the primary key, so it cannot select rows` : unknownMember(table, name);
    throw new ValidationError("in", [name], reason, about);
  }
  return tests;
}

/** The tests of a key: each of its columns for equality. The cells are those of a checked key. */
export function testsOfKey(key: readonly Member[], cells: readonly (Wire | undefined)[]): readonly Test[] {
  return key.map((member) => ({ member, operator: "eq", wire: cells[member.index] ?? null }));
}

/** The test of a query by an index: `{ tags: { contains: "red" } }`, `{ email: "…" }`. */
export function encodeIndexed(table: BoundTable, where: object, about: About): readonly Test[] {
  requireRecord(where, "where", about);
  const [name, another] = Object.keys(where);
  if (name === undefined || another !== undefined) {
    throw new ValidationError("in", [], "an index is asked for one column", about);
  }
  const member = table.byName.get(name);
  if (!member) throw new ValidationError("in", [name], unknownMember(table, name), about);
  const value = valueIn(where, member);
  const tests: Test[] = [];
  if (isOperators(value)) {
    const [operator = "", other] = Object.keys(value);
    if (Object.hasOwn(contents, operator)) {
      if (other !== undefined) throw refusal(member, `takes \`${operator}\` alone`, about);
      const kind = contents[operator as keyof typeof contents];
      const part = member.codec.parts?.[kind];
      if (!part) throw refusal(member, `has no ${kind} to look for: it is ${member.codec.expected}`, about);
      const content = value[operator];
      if (!part.check(content)) {
        throw refusal(member, `cannot contain that: ${operator} takes ${part.expected}`, about);
      }
      return [{ member, operator, wire: part.encode(content as never) }];
    }
    if ("in" in value) throw refusal(member, "cannot be asked for several values at once: an index knows one", about);
  }
  encodeRestriction(tests, member, value, about);
  return tests;
}

/** The tests of a condition: `{ email: "…", logins: { lt: 3 } }`; all must hold. A column may be tested for null. */
export function encodeConditions(table: BoundTable, conditions: Operators, about: About): readonly Test[] {
  const tests: Test[] = [];
  for (const [name, asked] of Object.entries(conditions)) {
    const member = table.byName.get(name);
    const refuse = (reason: string): ValidationError => new ValidationError("in", ["if", name], reason, about);
    if (!member || member.isKey) {
      throw refuse(`${name} cannot have a condition: it is not a column outside the key`);
    }
    const given = isOperators(asked) ? Object.entries(asked) : [["eq", asked] as const];
    if (given.length === 0) throw refuse(`the condition on ${name} is empty`);
    const one = (value: unknown): Wire => (value === null ? null : encodeValue(member, value, about));
    for (const [operator, value] of given) {
      if (value === undefined) throw refuse(`the condition on ${name} is undefined: omit the column to test nothing`);
      if (operator === "in" && Array.isArray(value)) tests.push({ member, operator, wire: value.map(one) });
      else if (comparisons.includes(operator)) tests.push({ member, operator, wire: one(value) });
      else throw refuse(`the condition on ${name} must be a value, or an object such as { eq: … } or { in: […] }`);
    }
  }
  if (tests.length === 0) throw new ValidationError("in", ["if"], "the condition names no column", about);
  return tests;
}

/** Adds the tests of one restricted column: a value is tested for equality. */
function encodeRestriction(tests: Test[], member: Member, value: unknown, about: About): void {
  const one = (candidate: unknown): Wire => encodeValue(member, candidate, about);
  if (!isOperators(value)) {
    tests.push({ member, operator: "eq", wire: one(value) });
    return;
  }
  const operators = Object.keys(value);
  for (const alone of ["in", "eq"]) {
    if (alone in value && operators.length > 1) throw refusal(member, `takes \`${alone}\` alone`, about);
  }
  if (operators.length === 0) throw refusal(member, "has an empty range: leave it out to take all", about);
  if (("gt" in value && "gte" in value) || ("lt" in value && "lte" in value)) {
    throw refusal(member, "has two bounds on one side", about);
  }
  for (const [operator, bound] of Object.entries(value)) {
    if (operator === "in") {
      if (!Array.isArray(bound) || bound.length === 0) {
        throw refusal(member, "takes at least one value in `in`", about);
      }
      tests.push({ member, operator, wire: bound.map(one) });
    } else if (operator === "eq" || ranges.includes(operator)) tests.push({ member, operator, wire: one(bound) });
    else throw refusal(member, `takes gt, gte, lt, lte or in, not ${operator}`, about);
  }
}

function isRange(test: Test | undefined): boolean {
  return test !== undefined && ranges.includes(test.operator);
}

function refusal({ name }: Member, reason: string, about: About): ValidationError {
  return new ValidationError("in", [name], `${name} ${reason}`, about);
}

function valueIn(where: object, { name }: Member): unknown {
  return where[name as keyof typeof where];
}

/** Whether it is an object of operators and not itself a value. */
function isOperators(value: unknown): value is Operators {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
