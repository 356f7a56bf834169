import { ValidationError } from "../errors/errors.ts";
import type { About } from "../errors/errors.ts";
import { unknownMember } from "./layout.ts";
import type { Layout, Member } from "./layout.ts";
import type { Wire } from "../protocol/codec.ts";
import { encodeValue, requireRecord } from "./record.ts";
import { encodeRestriction, isOperators } from "./where.ts";

/** What an index of a collection may be asked for, and what of the collection that is. */
const operators = { contains: "value", containsKey: "key", containsEntry: "entry" } as const;
type Operator = keyof typeof operators;

/**
 * The filter of a query by an index as it travels: `{ tags: { contains: "red" } }` stays as it is, and `{ email: "…" }` gives
 * `{ email: { eq: "…" } }`.
 * @throws {ValidationError} before anything is sent
 * @see service-facts 2.6, 5.5
 */
export function encodeIndexed(layout: Layout, where: object, about: About): Record<string, Wire> {
  requireRecord(where, "where", about);
  const entries = Object.entries(where);
  const [[name, value] = ["", undefined]] = entries;
  if (entries.length !== 1) {
    throw new ValidationError("in", [], "an index is asked for one column", about);
  }
  const member = layout.byName.get(name);
  if (!member) throw new ValidationError("in", [name], unknownMember(layout, name), about);
  return { [member.apiName]: encodeAsked(member, value, about) };
}

function encodeAsked(member: Member, value: unknown, about: About): Wire {
  const fail = (reason: string): ValidationError =>
    new ValidationError("in", [member.name], `${member.name} ${reason}`, about);
  if (!isOperators(value)) return { eq: encodeValue(member, value, about) };
  const [[operator, asked] = ["", undefined], ...others] = Object.entries(value);
  if (!Object.hasOwn(operators, operator)) {
    if ("in" in value) throw fail("cannot be asked for several values at once: an index knows one");
    return encodeRestriction(member, value, about)[0];
  }
  if (others.length > 0) throw fail(`takes \`${operator}\` alone`);
  const { parts } = member.codec;
  const part = parts?.[operators[operator as Operator]];
  if (!part) throw fail(`has no ${operators[operator as Operator]} to look for: it is ${member.codec.expected}`);
  if (!part.check(asked)) throw fail(`cannot contain that: ${operator} takes ${part.expected}`);
  return { [operator]: part.encode(asked as never) };
}
