import { similarityFunctionOf } from "../similarity.ts";
import type { SimilarityFunction } from "../similarity.ts";
import type { Selection } from "../store.ts";
import { FloatReader } from "../values/floats.ts";
import { columnOf, encodeValue } from "./layout.ts";
import type { Layout, LayoutColumn } from "./layout.ts";
import { refusal } from "./refusal.ts";

/** Which vectors rows are compared by, with which one, and how. */
export interface NearestPlan {
  readonly column: LayoutColumn;
  readonly to: Float32Array;
  readonly measure: SimilarityFunction;
}

const mostRows = 1000;

/** @throws {StoreError} `invalid` when no index of vectors can find the rows */
export function planNearest(layout: Layout, selection: Selection): NearestPlan | undefined {
  const { nearest, limit, perPartitionLimit, orderBy = [] } = selection;
  if (!nearest) return undefined;
  const column = columnOf(layout, nearest.column);
  const bytes = encodeValue(column, nearest.to);
  const { indexes } = layout.table;
  const isIndexed = indexes.some((index) => index.column === column.name && index.using === "sai");
  if (!isIndexed || column.type.kind !== "vector") {
    throw refusal("ANN ordering by vector requires the column to be indexed");
  }
  if (orderBy.length > 0) throw refusal("ANN ordering does not support any other ordering");
  if (perPartitionLimit !== undefined) throw refusal("Top-K queries do not support per-partition limits");
  if (limit === undefined) {
    throw refusal("Top-K queries must have a limit specified and the limit must be less than the query page size");
  }
  if (limit > mostRows) {
    throw refusal(
      `Use of ANN OF in an ORDER BY clause requires a LIMIT that is not greater than ${mostRows}. LIMIT was ${limit}`,
    );
  }
  const measure = similarityFunctionOf(layout.table, column.name);
  const to = new FloatReader(column.type.dimensions).read(bytes).slice();
  if (measure === "cosine" && to.every((one) => one === 0)) {
    throw refusal("Zero vectors cannot be compared by their angle");
  }
  return { column, to, measure };
}
