import type { Restriction } from "./presence.ts";

/** A valid restriction of the clustering key: its columns in key order. */
export type ClusteringWhere<Column> = readonly {
  readonly column: Column;
  readonly restriction: Extract<Restriction, "match" | "bound" | "never">;
}[];

/**
 * The valid where-shapes of a clustering key, in addition to the whole partition key: each prefix, whose last column
 * can have a range.
 *
 * Clustering key `at, id` gives `[at match, id bound]` and `[at bound, id never]`. The longest prefix comes first, so
 * that compiler messages name exactly the missing column.
 */
export function planWhere<Column>(clusteringKey: readonly Column[]): readonly ClusteringWhere<Column>[] {
  return clusteringKey.map((_, index) => {
    const last = clusteringKey.length - 1 - index;
    return clusteringKey.map((column, place) => ({
      column,
      restriction: place < last ? "match" : place === last ? "bound" : "never",
    }));
  });
}
