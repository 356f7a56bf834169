import { changed } from "./change.ts";
import type { Change, ChangePlace } from "./change.ts";
import { byCodeUnits } from "./by-code-units.ts";
import type { Index } from "./keyspace.ts";

/** Finds the changes of a table's indexes: a column has at most one of each kind, whatever its name. */
export function differingIndexes(
  place: ChangePlace,
  before: readonly Index[],
  after: readonly Index[],
): readonly Change[] {
  const [ones, others] = [before, after].map((indexes) => new Map(indexes.map((index) => [keyOf(index), index])));
  const keys = new Set([...before, ...after].map(keyOf));
  return [...keys].sort(byCodeUnits).flatMap((key): Change[] => {
    const [oldIndex, newIndex] = [ones?.get(key), others?.get(key)];
    const at = { ...place, member: (oldIndex ?? newIndex)?.column ?? "" };
    if (!oldIndex && newIndex) return [{ kind: "index-added", place: at, after: printIndex(newIndex) }];
    if (!newIndex) return oldIndex ? [{ kind: "index-dropped", place: at, before: printIndex(oldIndex) }] : [];
    if (!oldIndex) return [];
    const named = oldIndex.name !== undefined && newIndex.name !== undefined;
    return [
      ...changed("index-changed", at, printIndex(oldIndex), printIndex(newIndex)),
      // The database chooses a name if a definition has none.
      ...(named ? changed("index-renamed", at, oldIndex.name, newIndex.name) : []),
    ];
  });
}

function keyOf({ column, kind }: Index): string {
  return JSON.stringify([column, kind]);
}

/** `values`, `full, sai`, `full, sai, case_sensitive: false` */
function printIndex({ kind, using, options = {} }: Index): string {
  const printed = Object.entries(options).map(([name, value]) => `${name}: ${value}`);
  return [kind, ...(using === undefined ? [] : [using]), ...printed].join(", ");
}
