import type { Table } from "../model/index.ts";

/** How a clustering column may be restricted. */
export type Restriction =
  /** By a value or one of several; it must be there. */
  | "match"
  /** By a value, one of several, or a range; it may be left out. */
  | "bound"
  /** Not at all. */
  | "never";

/** One legal way to restrict the clustering key: its columns in key order. */
export type ClusteringWhere = readonly { readonly column: string; readonly restriction: Restriction }[];

/**
 * The legal where-shapes of a table, past its whole partition key: a prefix of the clustering key, the last column of it
 * with a range if wanted.
 *
 * Clustering key `at, id` gives `[at match, id bound]` and `[at bound, id never]`. Longest prefix first, so that the
 * compiler names exactly the column that is missing.
 * @see service-facts 5.5
 */
export function planWhere(table: Table): readonly ClusteringWhere[] {
  const columns = table.clusteringKey.map((column) => column.name);
  return columns.map((_, index) => {
    const last = columns.length - 1 - index;
    return columns.map((column, place) => ({
      column,
      restriction: place < last ? "match" : place === last ? "bound" : "never",
    }));
  });
}
