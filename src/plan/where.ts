import type { Restriction } from "./presence.ts";

/** One legal way to restrict the clustering key: its columns in key order. */
export type ClusteringWhere<Column> = readonly {
  readonly column: Column;
  readonly restriction: Extract<Restriction, "match" | "bound" | "never">;
}[];

/**
 * The legal where-shapes of a clustering key, past the whole partition key: a prefix of it, the last column of the prefix
 * with a range if wanted.
 *
 * Clustering key `at, id` gives `[at match, id bound]` and `[at bound, id never]`. Longest prefix first, so that the
 * compiler names exactly the column that is missing.
 * @see service-facts 5.5
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
