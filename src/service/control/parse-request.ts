/** Parses the bodies of the control endpoints, by a table of their members. */
import { badRequest, notProcessed } from "../http-refusal.ts";
import { isJsonObject } from "../json.ts";
import type { JsonObject } from "../json.ts";
import type { FaultRule } from "./faults.ts";

interface MemberForm<Value> {
  /** Follows the name in a message. */
  readonly form: string;
  readonly is: (json: unknown) => json is Value;
}

type Members = Readonly<Record<string, MemberForm<unknown>>>;

/** A body with the members that it may have. */
type Parsed<Forms extends Members> = {
  readonly [Name in keyof Forms]?: Forms[Name] extends MemberForm<infer Value> ? Value : never;
};

function numberForm(form: string, is: (value: number) => boolean): MemberForm<number> {
  return { form, is: (json): json is number => typeof json === "number" && is(json) };
}

export const text: MemberForm<string> = {
  form: "a text",
  is: (json): json is string => typeof json === "string" && json !== "",
};
const truth: MemberForm<boolean> = { form: "true or false", is: (json) => typeof json === "boolean" };
const count = numberForm("a whole number, 0 or more", (value) => Number.isSafeInteger(value) && value >= 0);
export const positive: MemberForm<number> = numberForm(
  "a whole number, 1 or more",
  (value) => Number.isSafeInteger(value) && value > 0,
);

const time: MemberForm<string> = {
  form: "a time such as 2026-01-31T12:00:00Z",
  is: (json): json is string => typeof json === "string" && !Number.isNaN(Date.parse(json)),
};
const clockMembers = {
  set: time,
  advanceMs: numberForm("a number of milliseconds", (value) => Math.abs(value) <= 1e12),
  stopped: truth,
};

const rules: MemberForm<readonly JsonObject[]> = {
  form: "a list of rules",
  is: (json): json is readonly JsonObject[] => Array.isArray(json) && json.every(isJsonObject),
};
const drop: MemberForm<"before" | "after"> = {
  form: '"before" or "after"',
  is: (json) => json === "before" || json === "after",
};

const ruleMembers = {
  method: text,
  route: text,
  table: text,
  operation: text,
  probability: numberForm("a number from 0 to 1", (value) => value >= 0 && value <= 1),
  skip: count,
  count,
  delayMs: numberForm("milliseconds, 600000 at most", (value) => count.is(value) && value <= 600_000),
  status: numberForm("a status from 400 to 599", (value) => Number.isSafeInteger(value) && value >= 400 && value < 600),
  drop,
  cutBody: truth,
} satisfies Readonly<Record<keyof FaultRule, MemberForm<unknown>>>;

/** The members of each body. */
export const membersOf = {
  clock: clockMembers,
  reset: { keyspace: text, table: text },
  snapshot: { name: text },
  faults: { rules, seed: numberForm("a whole number", Number.isSafeInteger) },
};

/** @returns the body, with known members of the right form. @throws {HttpRefusal} 400 */
export function parseMembers<Forms extends Members>(json: unknown, members: Forms, place = ""): Parsed<Forms> {
  if (!isJsonObject(json)) throw notProcessed();
  for (const [name, value] of Object.entries(json)) {
    const member = Object.hasOwn(members, name) ? members[name] : undefined;
    if (!member)
      throw badRequest(`${place}unknown member ${name.slice(0, 100)}; known are ${Object.keys(members).join(", ")}`);
    if (!member.is(value)) throw badRequest(`${place}${name} must be ${member.form}`);
  }
  return json as Parsed<Forms>;
}

/** @throws {HttpRefusal} 400 */
export function parseRules(given: readonly JsonObject[]): readonly FaultRule[] {
  return given.map((rule, index) => {
    const parsed = parseMembers(rule, ruleMembers, `rules[${index}]: `);
    if ((["delayMs", "status", "drop", "cutBody"] as const).some((effect) => parsed[effect] !== undefined))
      return parsed;
    throw badRequest(`rules[${index}]: needs one of delayMs, status, drop and cutBody`);
  });
}
