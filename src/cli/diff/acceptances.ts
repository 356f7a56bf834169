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
import type { ConfigPath, ParsedJson } from "../../config/json-config.ts";
import { isObject } from "../../config/validate.ts";
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
  const problems = findProblems(parsed).map(({ at, ...problem }): Problem => {
    return { code: "bad-acceptances", file, ...problem, ...(Array.isArray(at) ? parsed.locate(at) : at) };
  });
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

interface Mistake extends Pick<Problem, "message" | "next"> {
  readonly at: ConfigPath | ReturnType<ParsedJson["locate"]>;
}

interface Member {
  readonly fits: (value: unknown) => boolean;
  /** A phrase that follows "is not". */
  readonly expected: string;
  readonly optional?: true;
}

const isText = (value: unknown): boolean => typeof value === "string" && value.trim() !== "";

const members: Readonly<Record<string, Member>> = {
  kind: {
    fits: (value) => typeof value === "string" && Object.hasOwn(breakageRules, value),
    expected: "a kind of change, such as column-dropped",
  },
  place: {
    fits: (value) => typeof value === "string" && /^\w+\../.test(value),
    expected: "the place of a change, such as shop.products.price",
  },
  reason: { fits: isText, expected: "a reason" },
  until: { fits: isDay, expected: "a day, such as 2027-01-31", optional: true },
};

function isDay(value: unknown): boolean {
  if (typeof value !== "string" || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const time = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

function findProblems({ value, syntax, repeated }: ParsedJson): readonly Mistake[] {
  if (syntax) return [{ message: `not valid JSON: ${syntax.message}`, at: syntax.place }];
  const twice = repeated.map(({ name, place }) => ({ message: `${JSON.stringify(name)} is repeated`, at: place }));
  const list = isObject(value) ? value["accepted"] : undefined;
  if (!Array.isArray(list)) {
    const next = '{ "accepted": [{ "kind": "column-dropped", "place": "shop.products.price", "reason": "…" }] }';
    return [{ message: "the list of accepted changes is missing", at: [], next: `use this form: ${next}` }];
  }
  const unknown = Object.keys(value as object).filter((name) => name !== "accepted" && name !== "$schema");
  const extra = unknown.map((name) => ({ message: `${JSON.stringify(name)} is unknown`, at: [name] }));
  return [...twice, ...extra, ...list.flatMap((item: unknown, index) => findMistakes(item, ["accepted", index]))];
}

function findMistakes(item: unknown, at: ConfigPath): readonly Mistake[] {
  if (!isObject(item)) return [{ message: "an accepted change is an object with kind, place and reason", at }];
  const unknown = Object.keys(item).filter((name) => !Object.hasOwn(members, name));
  return [
    ...unknown.map((name): Mistake => ({
      message: `${JSON.stringify(name)} is unknown`,
      at: [...at, name],
      ...meant(name, Object.keys(members)),
    })),
    ...Object.entries(members).flatMap(([name, { fits, expected, optional }]): Mistake[] => {
      const value = item[name];
      if (value === undefined && optional) return [];
      if (value === undefined) return [{ message: `${name} is missing: ${expected}`, at }];
      if (fits(value)) return [];
      const suggested = name === "kind" ? meant(String(value), Object.keys(breakageRules)) : {};
      return [{ message: `${JSON.stringify(value)} is not ${expected}`, at: [...at, name], ...suggested }];
    }),
  ];
}

function meant(word: string, candidates: readonly string[]): Pick<Problem, "next"> {
  const candidate = didYouMean(word, candidates);
  return candidate === undefined ? {} : { next: `did you mean ${candidate}?` };
}
