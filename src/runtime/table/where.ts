import { ValidationError } from "../errors/errors.ts";
import type { About } from "../errors/errors.ts";
import { unknownMember } from "./layout.ts";
import type { Layout, Member } from "./layout.ts";
import type { Wire } from "../protocol/codec.ts";
import { encodeValue, requireRecord } from "./record.ts";

export interface In<T> {
  in: readonly T[];
}
/** A value, or one of several. */
export type Match<T> = T | In<T>;

interface GtLt<T> {
  gt?: T;
  lt?: T;
  gte?: never;
  lte?: never;
  in?: never;
}
interface GtLte<T> {
  gt?: T;
  lte?: T;
  gte?: never;
  lt?: never;
  in?: never;
}
interface GteLt<T> {
  gte?: T;
  lt?: T;
  gt?: never;
  lte?: never;
  in?: never;
}
interface GteLte<T> {
  gte?: T;
  lte?: T;
  gt?: never;
  lt?: never;
  in?: never;
}
/** One lower bound, one upper bound, or both. */
export type Range<T> = GtLt<T> | GtLte<T> | GteLt<T> | GteLte<T>;
/** What the last restricted clustering column may take. */
export type Bound<T> = Match<T> | Range<T>;
/** `Match` for values that are plain objects themselves, which could be taken for operators. */
export type ObjectMatch<T> = { eq: T; in?: never } | { in: readonly T[]; eq?: never };
/** `Bound` for values that are plain objects themselves. */
export type ObjectBound<T> = ObjectMatch<T> | (Range<T> & { eq?: never });

/** What an index that knows ranges can be asked for: a value, or a range. */
export type Indexed<T> = T | Range<T>;
/** `Indexed` for values that are plain objects themselves. */
export type ObjectIndexed<T> =
  { eq: T; gt?: never; gte?: never; lt?: never; lte?: never } | (Range<T> & { eq?: never });

const bounds = new Set(["gt", "gte", "lt", "lte"]);

/** How one column is restricted. */
type Restriction = "equal" | "range";

/**
 * The filter of a query as it travels: `{ sensor: "…", at: { gt: … } }` gives `{ sensor: { eq: "…" }, at: { gt: "…" } }`.
 *
 * What the types of a where-shape refuse is refused here too, for callers without types and for what types cannot see:
 * a gap in the clustering key, a column after a range, an unknown member, an explicit undefined, an empty list or range.
 * @throws {ValidationError} before anything is sent
 * @see service-facts 5.5
 */
export function encodeWhere(layout: Layout, where: object, about: About): Record<string, Wire> {
  const fail = (name: string, reason: string): ValidationError =>
    new ValidationError("in", [name], `${name} ${reason}`, about);
  requireRecord(where, "where", about);
  const given = new Map<string, unknown>(Object.entries(where));
  const filter: Record<string, Wire> = {};
  const restrict = (member: Member): Restriction => {
    const value = given.get(member.name);
    given.delete(member.name);
    const [wire, kind] = encodeRestriction(member, value, about);
    filter[member.apiName] = wire;
    return kind;
  };
  for (const member of layout.partitionKey) {
    if (!given.has(member.name)) throw fail(member.name, "is missing: a query takes the whole partition key");
    if (restrict(member) === "range") throw fail(member.name, "cannot have a range: it is of the partition key");
  }
  let last: Member | undefined;
  let open = true;
  for (const member of layout.clusteringKey) {
    if (!given.has(member.name)) {
      open = false;
      last ??= member;
      continue;
    }
    if (!open) throw fail(member.name, `cannot be restricted: ${last?.name} before it has no value or a range`);
    if (restrict(member) === "range") {
      open = false;
      last = member;
    }
  }
  const [unknown] = given.keys();
  if (unknown !== undefined) {
    const reason = layout.byName.has(unknown)
      ? `${unknown} is not in the primary key, so it cannot select rows`
      : unknownMember(layout, unknown);
    throw new ValidationError("in", [unknown], reason, about);
  }
  return filter;
}

/** How one column is restricted, as it travels: a value is `{ eq }`, operators stay what they are. */
export function encodeRestriction(member: Member, value: unknown, about: About): [Wire, Restriction] {
  const at = (reason: string): ValidationError =>
    new ValidationError("in", [member.name], `${member.name} ${reason}`, about);
  const one = (candidate: unknown): Wire => encodeValue(member, candidate, about);
  if (!isOperators(value)) return [{ eq: one(value) }, "equal"];
  const entries = Object.entries(value);
  if ("in" in value) {
    const list: unknown = value["in"];
    if (entries.length > 1) throw at("takes `in` alone");
    if (!Array.isArray(list) || list.length === 0) throw at("takes at least one value in `in`");
    return [{ in: list.map(one) }, "equal"];
  }
  if ("eq" in value) {
    if (entries.length > 1) throw at("takes `eq` alone");
    return [{ eq: one(value["eq"]) }, "equal"];
  }
  if (entries.length === 0) throw at("has an empty range: leave it out to take all");
  const wrong = entries.find(([operator]) => !bounds.has(operator));
  if (wrong) throw at(`takes gt, gte, lt, lte or in, not ${wrong[0]}`);
  if (("gt" in value && "gte" in value) || ("lt" in value && "lte" in value)) throw at("has two bounds on one side");
  return [Object.fromEntries(entries.map(([operator, bound]) => [operator, one(bound)])), "range"];
}

/** Whether it is an object of operators and not itself a value. */
export function isOperators(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
