/**
 * Splits the restrictions of a selection into those of the primary key and those for indexes.
 *
 * Returns restrictions that locate rows and those that are tested on each row. Rejects the selection if the database
 * would have to read rows only to drop them.
 */
import { supports, supportTogether } from "./index-support.ts";
import type { Layout, LayoutColumn } from "./layout.ts";
import type { NearestPlan } from "./nearest-plan.ts";
import { needsFiltering, refusal } from "./refusal.ts";
import type { Restriction, Restrictions } from "./restriction.ts";

export interface Access {
  /** The whole partition key or nothing of it, then clustering columns from the first on. */
  readonly keyed: Restrictions;
  /** What indexes find, and what is left to be tested of the rows that they find. */
  readonly tested: Restrictions;
}

/** What else of a selection says where its rows are. */
export interface OtherAccess {
  /** An index of vectors finds its rows, and works together with storage-attached ones. */
  readonly nearest: NearestPlan | undefined;
  readonly isOfTokens: boolean;
}

/** @throws {StoreError} `invalid` when the restrictions need more than key and indexes together can find */
export function planAccess(layout: Layout, restrictions: Restrictions, { nearest, isOfTokens }: OtherAccess): Access {
  const indexes = nearest ? layout.table.indexes.filter(({ using }) => using === "sai") : layout.table.indexes;
  const isIndexed = (column: LayoutColumn, restriction: Restriction): boolean =>
    indexes.some((index) => supports(index, column, restriction));
  const indexed =
    nearest !== undefined || [...restrictions].some(([column, restriction]) => isIndexed(column, restriction));
  checkAfterRange(layout, restrictions, isIndexed);

  const kinds = layout.partitionKey.map((column) => restrictions.get(column)?.kind);
  const onePartition = kinds.every((kind) => kind === "eq" || kind === "in");
  const somePartition = kinds.some((kind) => kind !== undefined);
  if (!onePartition && somePartition && nearest) {
    throw refusal("ANN ordering by vector requires all restricted column(s) to be indexed");
  }
  if (!onePartition && somePartition && !indexed) throw refusal(needsFiltering);
  const prefixed = isPrefix(layout, restrictions);
  if (!prefixed && !indexed) throw unreachable(layout, restrictions);
  const others = of(restrictions, "regular", "static");
  if (others.size > 0 && !indexed) throw refusal(needsFiltering);

  const clustering = of(restrictions, "clustering");
  // As in the database, tokens stand for partitions: clustering columns without an index need none beside other columns.
  const isByTokens =
    isOfTokens &&
    !somePartition &&
    (others.size > 0 || nearest !== undefined) &&
    ![...clustering].some(([column, restriction]) => isIndexed(column, restriction));
  const isLocated = onePartition || isByTokens;
  const clusteringTested = !prefixed || (!isLocated && indexed);
  const tested = new Map([
    ...(onePartition ? [] : of(restrictions, "partition")),
    ...(clusteringTested ? clustering : []),
    ...others,
  ]);
  if ((tested.size > 0 || nearest) && kinds.includes("in")) {
    throw refusal("Select on indexed columns and with IN clause for the PRIMARY KEY are not supported");
  }
  if (tested.size > 0 && !supportTogether(indexes, tested)) throw refusal(needsFiltering);
  if (onePartition || clusteringTested || clustering.size === 0) return divided(restrictions, tested);
  if (!isByTokens) throw refusal(needsFiltering);
  return divided(restrictions, new Map([...tested, ...clustering]));
}

function divided(restrictions: Restrictions, tested: Restrictions): Access {
  return { keyed: new Map([...restrictions].filter(([column]) => !tested.has(column))), tested };
}

function of(restrictions: Restrictions, ...kinds: readonly LayoutColumn["kind"][]): Restrictions {
  return new Map([...restrictions].filter(([column]) => kinds.includes(column.kind)));
}

/** Whether the clustering columns are restricted from the first on, a range at most at the end. */
function isPrefix({ clusteringKey }: Layout, restrictions: Restrictions): boolean {
  let open = true;
  for (const column of clusteringKey) {
    const kind = restrictions.get(column)?.kind;
    if (kind !== undefined && (!open || kind === "holds")) return false;
    if (kind === undefined || kind === "range") open = false;
  }
  return true;
}

function checkAfterRange(
  { clusteringKey }: Layout,
  restrictions: Restrictions,
  isIndexed: (column: LayoutColumn, restriction: Restriction) => boolean,
): void {
  const range = clusteringKey.find((column) => restrictions.get(column)?.kind === "range");
  if (!range) return;
  const later = clusteringKey.slice(clusteringKey.indexOf(range) + 1).find((column) => {
    const restriction = restrictions.get(column);
    return restriction && !isIndexed(column, restriction);
  });
  if (!later) return;
  throw refusal(
    `Clustering column "${later.name}" cannot be restricted ` +
      `(preceding column "${range.name}" is restricted by a non-EQ relation)`,
  );
}

function unreachable({ clusteringKey }: Layout, restrictions: Restrictions): Error {
  if (clusteringKey.some((column) => restrictions.get(column)?.kind === "holds")) {
    return refusal("Clustering columns can only be restricted with CONTAINS with a secondary index or filtering");
  }
  const gap = clusteringKey.find((column) => !restrictions.has(column));
  const later = gap && clusteringKey.slice(clusteringKey.indexOf(gap)).find((column) => restrictions.has(column));
  return refusal(
    `PRIMARY KEY column "${later?.name}" cannot be restricted as preceding column "${gap?.name}" is not restricted`,
  );
}
