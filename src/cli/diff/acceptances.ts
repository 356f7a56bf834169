/**
 * Reads the changes that a team has accepted, each with a reason: `.colonnade-accept.json`, beside the config file or in
 * the working folder.
 *
 * ```json
 * { "accepted": [{ "kind": "column-dropped", "place": "shop.products.price", "reason": "moved to offers", "until": "2027-01-31" }] }
 * ```
 */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseJsonConfig } from "../../config/json-config.ts";
import type { ParsedJson } from "../../config/json-config.ts";
import { isList, isObject, isText, validateValue } from "../../config/validate-value.ts";
import type { Member, Members } from "../../config/validate-value.ts";
import { ColonnadeError, didYouMean } from "../../errors.ts";
import type { Problem } from "../../errors.ts";
import { breakageRules } from "../../model/index.ts";
import { renderPath } from "../terminal/messages.ts";

export const acceptName = ".colonnade-accept.json";

/** An accepted change: it is shown, but does not fail. */
export interface Acceptance {
  readonly kind: string;
  /** `shop.products.price` */
  readonly place: string;
  readonly reason: string;
  /** The last day on which it counts, in UTC: `2027-01-31`. @default no end */
  readonly until?: string;
  readonly file: string;
  readonly line: number;
}

/** @throws {ColonnadeError} `bad-acceptances` with every mistake */
export function loadAcceptances(configFile: string | undefined, cwd: string): readonly Acceptance[] {
  const path = join(configFile === undefined ? cwd : dirname(configFile), acceptName);
  if (!existsSync(path)) return [];
  const file = renderPath(path, cwd);
  const parsed = parseJsonConfig(readFileSync(path, "utf8"));
  const problems = findProblems(parsed).map((problem): Problem => ({ code: "bad-acceptances", file, ...problem }));
  if (problems.length > 0) {
    const count = problems.length === 1 ? "1 mistake" : `${problems.length} mistakes`;
    throw new ColonnadeError("bad-acceptances", `${count} in ${file}`, { problems });
  }
  const { accepted } = parsed.value as { accepted: readonly Omit<Acceptance, "file" | "line">[] };
  return accepted.map(({ kind, place, reason, until }, index) => {
    const { line } = parsed.locate(["accepted", index]);
    return { kind, place, reason, ...(until !== undefined && { until }), file, line };
  });
}

const acceptance: Members = {
  kind: {
    fits: (value) => typeof value === "string" && Object.hasOwn(breakageRules, value),
    expected: "a kind of change, such as column-dropped",
    required: true,
    next: (value) => {
      const meant = didYouMean(String(value), Object.keys(breakageRules));
      return meant === undefined ? undefined : `did you mean ${meant}?`;
    },
  },
  place: {
    fits: (value) => typeof value === "string" && /^\w+\../.test(value),
    expected: "the place of a change, such as shop.products.price",
    required: true,
  },
  reason: { fits: isText, expected: "a reason", required: true },
  until: { fits: isDay, expected: "a day, such as 2027-01-31" },
};

/** All members of the file. */
const acceptances: Member = {
  title: "the file",
  fits: isObject,
  expected: "an object with a list of accepted changes",
  next: 'use this form: { "accepted": [{ "kind": "column-dropped", "place": "shop.products.price", "reason": "…" }] }',
  members: {
    $schema: { fits: isText, expected: "a string" },
    accepted: {
      fits: isList,
      expected: "a list of accepted changes",
      required: true,
      items: { fits: isObject, expected: "an object with kind, place and reason", members: acceptance },
    },
  },
};

function isDay(value: unknown): boolean {
  if (typeof value !== "string" || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const time = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

function findProblems({ value, syntax, repeated, locate }: ParsedJson): readonly Omit<Problem, "code">[] {
  if (syntax) return [{ message: `not valid JSON: ${syntax.message}`, ...syntax.place }];
  return [
    ...repeated.map(({ name, place }) => ({ message: `${JSON.stringify(name)} is repeated`, ...place })),
    ...validateValue(value, acceptances).map(({ code: _code, path, atName, ...mistake }) => ({
      ...mistake,
      ...locate(path, atName),
    })),
  ];
}
