/** Replaces changes that the database makes only by a drop and a creation with these two. Pure. */
import { printIndex, ruleOf } from "../../model/index.ts";
import type { ChangePlace, Keyspace } from "../../model/index.ts";
import type { ClassifiedChange } from "./keyspace-diff.ts";

/**
 * Replaces the changes of a view by its drop and creation, since the database alters only its comment. It also does so for a view
 * of a table that loses a column: the database drops none while there is a view.
 */
export function replaceViews(
  changes: readonly ClassifiedChange[],
  before: Keyspace,
  after: Keyspace,
): readonly ClassifiedChange[] {
  const replaced = after.tables.filter(({ name, viewOf }) => {
    if (viewOf === undefined || !isView(before, name)) return false;
    return changes.some(
      (change) =>
        change.place.of === "table" &&
        (change.place.name === name
          ? ruleOf(change).made === "again"
          : change.place.name === viewOf && change.kind === "column-dropped"),
    );
  });
  const names = new Set(replaced.map(({ name }) => name));
  return [
    ...changes.filter(({ place }) => place.of !== "table" || !names.has(place.name)),
    ...[...names].flatMap((name): ClassifiedChange[] => {
      const place = { of: "table", name, isView: true } as const;
      return [
        { kind: "table-dropped", place, breaks: [] },
        { kind: "table-added", place, breaks: [] },
      ];
    }),
  ];
}

export function isView({ tables }: Keyspace, name: string): boolean {
  return tables.some((table) => table.name === name && table.viewOf !== undefined);
}

/**
 * Replaces the changes of an index that the database does not alter by its drop and creation, and does so for each index on a
 * renamed column: the database does not rename such a column.
 */
export function replaceIndexes(
  changes: readonly ClassifiedChange[],
  before: Keyspace,
  after: Keyspace,
): readonly ClassifiedChange[] {
  // The index with this text, printed or as its name, or else all of the column. Each has the place as the same object, by which
  // `print-migration.ts` recognizes the drop of an index on a renamed column.
  const replace = (
    kind: "index-dropped" | "index-added",
    place: ChangePlace,
    text?: string,
  ): readonly ClassifiedChange[] => {
    const { tables } = kind === "index-dropped" ? before : after;
    const indexes = tables.find(({ name }) => name === place.name)?.indexes ?? [];
    return indexes
      .filter(
        (index) =>
          index.column === place.member && (text === undefined || [printIndex(index), index.name].includes(text)),
      )
      .map((index) => ({
        kind,
        place,
        [kind === "index-dropped" ? "before" : "after"]: printIndex(index),
        breaks: [],
      }));
  };
  const isAltered = (kind: string): boolean => kind === "index-changed" || kind === "index-renamed";
  const renames = changes.filter(({ kind }) => kind === "column-renamed");
  const isOnRenamed = ({ name, member }: ChangePlace): boolean =>
    renames.some(({ place, after: newName }) => place.name === name && newName === member);
  const replaced = changes.flatMap((change) => {
    const { kind, place, before: old, after: now = "" } = change;
    if (kind === "column-renamed") {
      return [...replace("index-dropped", place), ...replace("index-added", { ...place, member: now })];
    }
    return isAltered(kind) && !isOnRenamed(place)
      ? [...replace("index-dropped", place, old), ...replace("index-added", place, now)]
      : [];
  });
  return [
    ...changes.filter(({ kind, place }) => !kind.startsWith("index-") || (!isAltered(kind) && !isOnRenamed(place))),
    // An index that is changed and renamed has two changes.
    ...new Map(replaced.map((change) => [JSON.stringify(change), change])).values(),
  ];
}
