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
import { isList, isObject, isText, validateValue } from "../../config/validate-value.ts";
import type { Member, Members } from "../../config/validate-value.ts";
import { ColonnadeError, countOf, suggest } from "../../errors.ts";
import type { Problem } from "../../errors.ts";
import { breakageRules } from "../../model/index.ts";
import type { Unknown } from "../../model/index.ts";
import { renderPath } from "../terminal/talk.ts";
import { printChangePlace } from "./keyspace-diff.ts";
import type { Acceptance, KeyspaceDiff } from "./keyspace-diff.ts";

const acceptName = ".colonnade-accept.json";

/** @throws {ColonnadeError} `bad-acceptances` with every mistake */
export function loadAcceptances(configFile: string | undefined, cwd: string): readonly Acceptance[] {
  const path = join(configFile === undefined ? cwd : dirname(configFile), acceptName);
  if (!existsSync(path)) return [];
  const file = renderPath(path, cwd);
  const { value, problems, locate } = parseJsonConfig(readFileSync(path, "utf8"));
  const mistakes: readonly Problem[] =
    problems.length > 0
      ? problems
      : validateValue(value, acceptances).map(({ path, atName, ...mistake }) => ({
          ...mistake,
          ...locate(path, atName),
        }));
  if (mistakes.length > 0) {
    throw new ColonnadeError("bad-acceptances", `${countOf(mistakes.length, "mistake")} in ${file}`, {
      // The codes of mistakes in JSON are documented for configs.
      problems: mistakes.map((mistake) => ({ ...mistake, code: "bad-acceptances", file })),
    });
  }
  // Every member has been checked.
  const { accepted } = value as { accepted: readonly Omit<Acceptance, "file" | "line">[] };
  return accepted.map((each, index) => ({ ...each, file, line: locate(["accepted", index]).line }));
}

const acceptance: Members = {
  kind: {
    fits: (value) => typeof value === "string" && Object.hasOwn(breakageRules, value),
    expected: "a kind of change, such as column-dropped",
    required: true,
    next: (value) => suggest(String(value), Object.keys(breakageRules), "use a kind that diff prints"),
  },
  place: {
    // It begins with a keyspace; the names of columns may have any characters.
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
  // A day that does not exist, such as February 30, is parsed as one of the next month.
  const time = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

/**
 * Marks the accepted changes, and warns of acceptances that have expired or match no change.
 *
 * @param today in UTC: `2026-11-23`
 */
export function acceptChanges(
  diffs: readonly KeyspaceDiff[],
  acceptances: readonly Acceptance[],
  today: string,
): readonly KeyspaceDiff[] {
  const matched = new Set<Acceptance>();
  const marked = diffs.map((diff): KeyspaceDiff => {
    const expired: Acceptance[] = [];
    const changes = diff.changes.map((change) => {
      const place = printChangePlace(diff.keyspace, change);
      const matching = acceptances.filter((one) => one.kind === change.kind && one.place === place);
      for (const one of matching) matched.add(one);
      const accepted = matching.find((one) => !hasExpired(one, today));
      if (accepted) return { ...change, accepted };
      expired.push(...matching);
      return change;
    });
    return { ...diff, changes, warnings: [...diff.warnings, ...expired.map(warnOfExpired)] };
  });
  return marked.map((diff) => {
    const ofKeyspace = acceptances.filter(({ place }) => place.startsWith(`${diff.keyspace}.`));
    const unused = ofKeyspace.filter(
      (one) => !matched.has(one) && !diff.unknown.some((fact) => hiddenKinds[fact].test(one.kind)),
    );
    return { ...diff, warnings: [...diff.warnings, ...unused.map(warnOfUnused)] };
  });
}

/** The kinds of changes that may not be shown where a database does not report a fact: their acceptances may count elsewhere. */
const hiddenKinds: Readonly<Record<Unknown, RegExp>> = {
  userTypes: /^(?:user-type|field)-/,
  indexes: /^index-/,
  defaultTimeToLive: /^time-to-live$/,
  description: /^description$/,
  memberDescriptions: /^description$/,
};

function hasExpired({ until }: Acceptance, today: string): boolean {
  return until !== undefined && until < today;
}

function warnOfExpired({ kind, place, until, reason, file, line }: Acceptance): Problem {
  return {
    code: "expired-acceptance",
    message: `${kind} of ${place} was accepted until ${until}: ${reason}`,
    file,
    line,
    next: `make the change, or set a later day in ${file}:${line}`,
  };
}

function warnOfUnused({ kind, place, file, line }: Acceptance): Problem {
  return {
    code: "unused-acceptance",
    message: `${kind} of ${place} is accepted, but is not one of the changes`,
    file,
    line,
    next: `remove it from ${file}:${line}`,
  };
}
