/** Finds the mistakes in a value of JSON that is written by hand, by a table of its members. */
import { suggest } from "../errors.ts";
import type { ConfigPath } from "./json-config.ts";

/** A mistake, and its place. */
export interface MemberProblem {
  readonly code: "unknown-member" | "missing-member" | "wrong-value";
  readonly path: ConfigPath;
  readonly message: string;
  readonly next?: string | undefined;
  /** Whether the mistake is the member's name, not its value. */
  readonly atName?: boolean;
}

/** The requirement of a value. */
export interface Member {
  /** A phrase for messages: "must be …", "… is missing: …". */
  readonly expected: string;
  readonly fits: (value: unknown) => boolean;
  readonly required?: boolean;
  /** The next step for any other value. */
  readonly next?: string | ((value: unknown) => string | undefined);
  /** The value as a whole, in messages: `a config`. */
  readonly title?: string;
  /** The members of an object with fixed names. */
  readonly members?: Members;
  /** The members of an object with any names. */
  readonly each?: Member;
  /** The items of a list. */
  readonly items?: Member;
}

export type Members = Readonly<Record<string, Member>>;

/** Returns every mistake of a value, in the order of its members. */
export function validateValue(candidate: unknown, member: Member, path: ConfigPath = []): MemberProblem[] {
  if (!member.fits(candidate)) return [wrongValue(path, member, candidate)];
  const { each, items, members } = member;
  if (items && isList(candidate)) {
    // Reads by index: a sparse list has undefined there.
    return [...candidate.entries()].flatMap(([index, item]) => validateValue(item, items, [...path, index]));
  }
  if (!isObject(candidate)) return [];
  if (each) return Object.entries(candidate).flatMap(([name, member]) => validateValue(member, each, [...path, name]));
  return members ? validateMembers(candidate, members, path) : [];
}

/** Returns every mistake of the members of an object. */
export function validateMembers(
  object: Readonly<Record<string, unknown>>,
  members: Members,
  path: ConfigPath = [],
): MemberProblem[] {
  const problems: MemberProblem[] = [];
  for (const [name, value] of Object.entries(object)) {
    const member = Object.hasOwn(members, name) ? members[name] : undefined;
    if (!member) problems.push(unknownMember([...path, name], Object.keys(members)));
    else if (value !== undefined) problems.push(...validateValue(value, member, [...path, name]));
  }
  for (const [name, member] of Object.entries(members)) {
    if (!member.required || object[name] !== undefined) continue;
    const message = `${shown([...path, name])} is missing: ${member.expected}`;
    problems.push({ code: "missing-member", path, message });
  }
  return problems;
}

function unknownMember(path: ConfigPath, candidates: readonly string[]): MemberProblem {
  const next = suggest(`${path.at(-1)}`, candidates, `allowed: ${candidates.join(", ")}`, JSON.stringify);
  return { code: "unknown-member", path, message: `unknown member ${shown(path)}`, next, atName: true };
}

/** Does not show the value, which may be a misplaced secret. */
function wrongValue(
  path: ConfigPath,
  { expected, next, title = "it" }: Pick<Member, "expected" | "next" | "title">,
  value: unknown,
): MemberProblem {
  const kind = kindOf(value);
  const contrast = expected.startsWith(kind) ? "" : `, not ${kind}`;
  const message = `${path.length === 0 ? title : shown(path)} must be ${expected}${contrast}`;
  const advice = typeof next === "function" ? next(value) : next;
  return { code: "wrong-value", path, message, next: advice };
}

/** `keyspaces.shop[1].naming` */
function shown(path: ConfigPath): string {
  return path.map((part, depth) => (typeof part === "number" ? `[${part}]` : depth === 0 ? part : `.${part}`)).join("");
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return `${value}`;
  if (isList(value)) return value.length === 0 ? "an empty list" : "a list";
  if (value === "") return "an empty string";
  if (typeof value === "string") return "this string";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

export function isText(value: unknown): boolean {
  return typeof value === "string" && value.trim() !== "";
}
