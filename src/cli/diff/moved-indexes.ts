import { indexNames } from "../../model/index.ts";
import type { Change, Keyspace } from "../../model/index.ts";
import { printCreateIndex, printDropIndex } from "../../model/print-cql.ts";
import { renamedColumns } from "../../model/renames.ts";

/** An index on a renamed column: the database refuses the rename while the index exists. */
export interface MovedIndex {
  readonly drop: string;
  /** Empty if the index is dropped for good. */
  readonly create: readonly string[];
  /** Whether a change is a change of this index. */
  readonly isOf: (change: Change) => boolean;
}

export function findMovedIndexes(before: Keyspace, after: Keyspace): readonly MovedIndex[] {
  return before.tables.flatMap((was) => {
    const is = after.tables.find(({ name }) => name === was.name);
    if (!is) return [];
    const newNames = renamedColumns(was, is);
    const names = indexNames(was);
    return was.indexes.flatMap(({ column: old, kind }, place): MovedIndex[] => {
      const column = newNames.get(old);
      if (column === undefined) return [];
      const kept = is.indexes.filter((index) => index.column === column && index.kind === kind);
      return [
        {
          drop: printDropIndex(before.name, names[place] as string),
          create: kept.map((index) => printCreateIndex(after.name, is, index)),
          isOf: ({ kind: change, place: { name, member }, before: printed }) =>
            (change === "index-dropped" || change === "index-changed") &&
            name === was.name &&
            member === column &&
            kindOfIndex(printed) === kind,
        },
      ];
    });
  });
}

/** The kind of a printed index: `full` of `full, sai`. */
export function kindOfIndex(printed = ""): string | undefined {
  return printed.split(",")[0];
}
