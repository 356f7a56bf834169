import type { Literal } from "../graphql/document.ts";
import { ValidationError } from "../errors/errors.ts";
import type { About } from "../errors/errors.ts";
import { isKey } from "./layout.ts";
import type { Layout, Member } from "./layout.ts";
import type { Wire } from "../protocol/codec.ts";
import { encodeValue } from "./record.ts";
import type { Test } from "../operation/write-options.ts";

const operators: ReadonlySet<string> = new Set(["eq", "notEq", "gt", "gte", "lt", "lte", "in"]);

/**
 * The condition of a write as it travels, and the members that it asks of, which are what the service answers with.
 *
 * @throws {ValidationError} for a key column, an unknown one, an empty condition, or a value that no cell can hold
 */
export function encodeConditions(
  layout: Layout,
  tests: Readonly<Record<string, Test<unknown>>>,
  about: About,
): [Record<string, Literal>, Member[]] {
  const conditions: Record<string, Literal> = {};
  const selected: Member[] = [];
  for (const [name, test] of Object.entries(tests).filter(([, test]) => test !== undefined)) {
    const member = layout.byName.get(name);
    if (!member || isKey(member)) {
      throw new ValidationError(
        "in",
        ["if", name],
        `${name} cannot have a condition: it is no column outside the key`,
        about,
      );
    }
    const one = (value: unknown): Wire => (value === null ? null : encodeValue(member, value, about));
    const refuse = (reason: string): ValidationError => new ValidationError("in", ["if", name], reason, about);
    const given = typeof test === "object" && test !== null ? Object.entries(test) : undefined;
    if (!given?.every(([operator, value]) => operators.has(operator) && (operator !== "in" || Array.isArray(value)))) {
      throw refuse(`the condition on ${name} must be an object such as { eq: … } or { in: […] }`);
    }
    if (given.length === 0) throw refuse(`the condition on ${name} is empty`);
    conditions[member.apiName] = Object.fromEntries(
      given.map(([operator, value]) => [operator, operator === "in" ? (value as unknown[]).map(one) : one(value)]),
    );
    selected.push(member);
  }
  if (selected.length === 0) throw new ValidationError("in", ["if"], "the condition names no column", about);
  return [conditions, selected];
}
