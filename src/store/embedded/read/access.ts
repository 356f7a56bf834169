/**
 * Splits the restrictions of a selection into those of the primary key that locate rows, and those that are tested on each.
 *
 * Rejects the selection if the database would have to read rows only to drop them, unless it is told to.
 */
import type { StoreError } from "../../store-error.ts";
import { supportTogether, supports } from "../definitions/index-rules.ts";
import type { Layout, LayoutColumn } from "../rows/layout.ts";
import { needsFiltering, rejection } from "../rows/rejection.ts";
import type { NearestPlan } from "./nearest.ts";
import type { Restriction, Restrictions } from "./restriction.ts";

export interface Access {
  /** The whole partition key or nothing of it, then clustering columns from the first on. */
  readonly keyed: Restrictions;
  /** What indexes find, and what is left to be tested of the rows that they or the keys find. */
  readonly tested: Restrictions;
  /** Whether the database follows an index. */
  readonly isIndexed: boolean;
  /** Why one of them cannot be tested, which the database says last. */
  readonly untestable?: StoreError | undefined;
}

/** What else of a selection says where its rows are. */
export interface OtherAccess {
  /** An index of vectors finds its rows, and works together with storage-attached ones. */
  readonly nearest: NearestPlan | undefined;
  readonly isOfTokens: boolean;
  /** Rows may be read only to be tested. */
  readonly filtering: boolean;
}

const nearestNeedsIndexes = "ANN ordering by vector requires all restricted column(s) to be indexed";

/** @throws {StoreError} `invalid` when the restrictions need more than key and indexes together can find */
export function planAccess(layout: Layout, restrictions: Restrictions, other: OtherAccess): Access {
  const { nearest, isOfTokens, filtering } = other;
  const indexes = nearest ? layout.table.indexes.filter(({ using }) => using === "sai") : layout.table.indexes;
  const isIndexed = (column: LayoutColumn, restriction: Restriction): boolean =>
    indexes.some((index) => supports(index, column, restriction));
  const indexed =
    nearest !== undefined || [...restrictions].some(([column, restriction]) => isIndexed(column, restriction));
  if (filtering && !nearest) return planFiltering(layout, restrictions, indexed);
  checkAfterRange(layout, restrictions, isIndexed);

  const kinds = layout.partitionKey.map((column) => restrictions.get(column)?.kind);
  const onePartition = kinds.every((kind) => kind === "eq" || kind === "in");
  const somePartition = kinds.some((kind) => kind !== undefined);
  if (!onePartition && somePartition && nearest) {
    throw rejection(nearestNeedsIndexes);
  }
  if (!onePartition && somePartition && !indexed) throw rejection(needsFiltering);
  const prefixed = isPrefix(layout, restrictions);
  if (!prefixed && !indexed) throw unreachable(layout, restrictions);
  const others = of(restrictions, "regular", "static");
  if (others.size > 0 && !indexed) throw rejection(needsFiltering);
  if (onePartition && prefixed && others.size === 0 && !nearest) return divided(restrictions, new Map());

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
    throw listWithIndex();
  }
  // Vectors are never found by filtering.
  const cannot = nearest && filtering ? nearestNeedsIndexes : needsFiltering;
  if (tested.size > 0 && !supportTogether(indexes, tested)) throw rejection(cannot);
  if (onePartition || clusteringTested || clustering.size === 0) return divided(restrictions, tested);
  if (!isByTokens) throw rejection(cannot);
  return divided(restrictions, new Map([...tested, ...clustering]));
}

function divided(restrictions: Restrictions, tested: Restrictions): Access {
  return {
    keyed: new Map([...restrictions].filter(([column]) => !tested.has(column))),
    tested,
    isIndexed: tested.size > 0,
  };
}

/** Whatever the key does not locate is tested: with a whole partition key, clustering columns from the first on. */
function planFiltering(layout: Layout, restrictions: Restrictions, indexed: boolean): Access {
  const { partitionKey, clusteringKey } = layout;
  const kinds = partitionKey.map((column) => restrictions.get(column)?.kind);
  const onePartition = kinds.every((kind) => kind === "eq" || kind === "in");
  const prefix = prefixOf(clusteringKey, restrictions);
  const untestable = clusteringKey
    .filter((column) => !prefix.includes(column))
    .map((column) => tupleProblem(restrictions.get(column)))
    .find((problem) => problem !== undefined);
  const located = new Set(onePartition ? [...partitionKey, ...prefix] : []);
  const tested = new Map([...restrictions].filter(([column]) => !located.has(column)));
  if (indexed && tested.size > 0 && kinds.includes("in")) throw listWithIndex();
  return { ...divided(restrictions, tested), isIndexed: indexed && tested.size > 0, untestable };
}

/** The clustering columns that are restricted from the first on, up to a range. */
function prefixOf(clusteringKey: Layout["clusteringKey"], restrictions: Restrictions): readonly LayoutColumn[] {
  const prefix: LayoutColumn[] = [];
  let isOpen = true;
  for (const column of clusteringKey) {
    const kind = restrictions.get(column)?.kind;
    const fits = kind === "member" ? prefix.at(-1)?.keyIndex === column.keyIndex - 1 : isOpen && kind !== undefined;
    if (!fits || kind === "holds") break;
    prefix.push(column);
    if (kind === "range" || kind === "slice") isOpen = false;
  }
  return prefix;
}

function tupleProblem(restriction: Restriction | undefined): StoreError | undefined {
  if (restriction?.kind === "tuples") return rejection("Multicolumn IN filters are not supported");
  if (restriction?.kind !== "slice") return undefined;
  return rejection("Multi-column slice restrictions cannot be used for filtering.");
}

function listWithIndex(): Error {
  return rejection("Select on indexed columns and with IN clause for the PRIMARY KEY are not supported");
}

function of(restrictions: Restrictions, ...kinds: readonly LayoutColumn["kind"][]): Restrictions {
  return new Map([...restrictions].filter(([column]) => kinds.includes(column.kind)));
}

/** Whether the clustering columns are restricted from the first on, a range at most at the end. */
function isPrefix({ clusteringKey }: Layout, restrictions: Restrictions): boolean {
  const length = prefixOf(clusteringKey, restrictions).length;
  return clusteringKey.every((column, place) => place < length || !restrictions.has(column));
}

function checkAfterRange(
  { clusteringKey }: Layout,
  restrictions: Restrictions,
  isIndexed: (column: LayoutColumn, restriction: Restriction) => boolean,
): void {
  const range = clusteringKey.find((column) => {
    const kind = restrictions.get(column)?.kind;
    return kind === "range" || kind === "slice";
  });
  if (!range) return;
  const later = clusteringKey.slice(clusteringKey.indexOf(range) + 1).find((column) => {
    const restriction = restrictions.get(column);
    return restriction && restriction.kind !== "member" && !isIndexed(column, restriction);
  });
  if (!later) return;
  // The database looks at them in the order of the statement, and names the column by which of them came first.
  const named = [...restrictions.keys()];
  const what = named.indexOf(range) < named.indexOf(later) ? "Clustering" : "PRIMARY KEY";
  throw rejection(
    `${what} column "${later.name}" cannot be restricted ` +
      `(preceding column "${range.name}" is restricted by a non-EQ relation)`,
  );
}

function unreachable({ clusteringKey }: Layout, restrictions: Restrictions): Error {
  if (clusteringKey.some((column) => restrictions.get(column)?.kind === "holds")) {
    return rejection("Clustering columns can only be restricted with CONTAINS with a secondary index or filtering");
  }
  const gap = clusteringKey.find((column) => !restrictions.has(column));
  const later = gap && clusteringKey.slice(clusteringKey.indexOf(gap)).find((column) => restrictions.has(column));
  return rejection(
    `PRIMARY KEY column "${later?.name}" cannot be restricted as preceding column "${gap?.name}" is not restricted`,
  );
}
