/** Parses the bodies of the control endpoints, by a table of their members. */
import { isJsonObject } from "../json.ts";
import type { JsonObject } from "../json.ts";
import { badRequest, notProcessed } from "../refusal.ts";
import type { FaultRule } from "./faults.ts";

interface MemberForm {
  /** Follows the name in a message. */
  readonly form: string;
  readonly is: (json: unknown) => boolean;
}

export const text: MemberForm = { form: "a text", is: (json) => typeof json === "string" && json !== "" };
const truth: MemberForm = { form: "true or false", is: (json) => typeof json === "boolean" };
const count: MemberForm = {
  form: "a whole number, 0 or more",
  is: (json) => Number.isSafeInteger(json) && Number(json) >= 0,
};
export const positive: MemberForm = {
  form: "a whole number, 1 or more",
  is: (json) => Number.isSafeInteger(json) && Number(json) > 0,
};
const integer: MemberForm = { form: "a whole number", is: Number.isSafeInteger };

export const clockMembers = {
  set: {
    form: "a time such as 2026-01-31T12:00:00Z",
    is: (json) => typeof json === "string" && !Number.isNaN(Date.parse(json)),
  },
  advanceMs: { form: "a number of milliseconds", is: (json) => typeof json === "number" && Math.abs(json) <= 1e12 },
  stopped: truth,
} as const satisfies Readonly<Record<string, MemberForm>>;

export const resetMembers = { keyspace: text, table: text } as const;

export const snapshotMembers = { name: text } as const;

export const faultsMembers = {
  rules: { form: "a list of rules", is: (json) => Array.isArray(json) && json.every(isJsonObject) },
  seed: integer,
} as const satisfies Readonly<Record<string, MemberForm>>;

const ruleMembers = {
  method: text,
  route: text,
  table: text,
  operation: text,
  probability: { form: "a number from 0 to 1", is: (json) => typeof json === "number" && json >= 0 && json <= 1 },
  skip: count,
  count,
  delayMs: { form: "milliseconds, 600000 at most", is: (json) => count.is(json) && Number(json) <= 600_000 },
  status: {
    form: "a status from 400 to 599",
    is: (json) => integer.is(json) && Number(json) >= 400 && Number(json) < 600,
  },
  drop: { form: '"before" or "after"', is: (json) => json === "before" || json === "after" },
  cutBody: truth,
} as const satisfies Readonly<Record<keyof FaultRule, MemberForm>>;

/** @returns the body, with known members of the right form. @throws {Refusal} 400 */
export function parseMembers(json: unknown, members: Readonly<Record<string, MemberForm>>, place = ""): JsonObject {
  if (!isJsonObject(json)) throw notProcessed();
  for (const [name, value] of Object.entries(json)) {
    const member = Object.hasOwn(members, name) ? members[name] : undefined;
    if (!member)
      throw badRequest(`${place}unknown member ${name.slice(0, 100)}; known are ${Object.keys(members).join(", ")}`);
    if (!member.is(value)) throw badRequest(`${place}${name} must be ${member.form}`);
  }
  return json;
}

/** @throws {Refusal} 400 */
export function parseRules(json: unknown): readonly FaultRule[] {
  return (json as readonly unknown[]).map((rule, index) => {
    const parsed = parseMembers(rule, ruleMembers, `rules[${index}]: `);
    if (["delayMs", "status", "drop", "cutBody"].some((effect) => parsed[effect] !== undefined)) return parsed;
    throw badRequest(`rules[${index}]: needs one of delayMs, status, drop and cutBody`);
  });
}
