import type { Problem } from "../../errors.ts";
import type { Acceptance } from "./acceptances.ts";
import { printPlace } from "./keyspace-diff.ts";
import type { KeyspaceDiff } from "./keyspace-diff.ts";

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
      const place = printPlace(diff.keyspace, change);
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
    const unused = ofKeyspace.filter((acceptance) => !matched.has(acceptance));
    return { ...diff, warnings: [...diff.warnings, ...unused.map(warnOfUnused)] };
  });
}

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
