import { breakageRules } from "../../model/index.ts";
import { printPlace } from "./keyspace-diff.ts";
import type { Direction, KeyspaceDiff, LocatedChange } from "./keyspace-diff.ts";

/** The document of `--json`. */
export function printDiffs(diffs: readonly KeyspaceDiff[], direction: Direction, failing: boolean): object {
  const keyspaces = diffs.map(({ keyspace, definitions, changes, unknown, warnings }) => {
    return {
      keyspace,
      definitions,
      changes: changes.map((change) => printChange(keyspace, change)),
      unknown,
      warnings,
    };
  });
  return { ...direction, failing, keyspaces };
}

function printChange(keyspace: string, change: LocatedChange): object {
  const { kind, before, after, breaks, cql, possibleNewNames, keptName, definition, accepted } = change;
  const { means, way } = breakageRules[kind];
  return {
    kind,
    place: printPlace(keyspace, change),
    ...definition,
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
    breaks,
    means,
    ...(way !== undefined && { way }),
    ...(cql !== undefined && { cql }),
    ...(possibleNewNames && { possibleNewNames }),
    ...(keptName && { columns: { [keptName.column]: { name: keptName.name } } }),
    ...(accepted && {
      accepted: { reason: accepted.reason, ...(accepted.until !== undefined && { until: accepted.until }) },
    }),
  };
}
