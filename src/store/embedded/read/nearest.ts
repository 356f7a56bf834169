/**
 * Finds the rows whose vectors are nearest to one, exactly: compares the vector of every row that the other restrictions
 * find, and keeps the best.
 */
import { similarityFunctionOf } from "../../similarity.ts";
import type { SimilarityFunction } from "../../similarity.ts";
import type { Selection } from "../../store.ts";
import { FloatReader } from "../../values/floats.ts";
import type { FoundRow } from "../rows/found-row.ts";
import { columnOf, encodeValue } from "../rows/layout.ts";
import type { Layout, LayoutColumn } from "../rows/layout.ts";
import { rejection } from "../rows/rejection.ts";

interface Near {
  readonly row: FoundRow;
  readonly similarity: number;
}

/** A `RowSink` that keeps the nearest of its rows, as many as are wanted. */
export class NearestRows {
  readonly isFull = false;
  readonly #column: LayoutColumn;
  readonly #reader: FloatReader;
  readonly #similarity: (to: Float32Array) => number;
  readonly #wanted: number;
  /** The nearest first; of equally near rows the first that was found. */
  readonly #best: Near[] = [];

  constructor({ column, to, measure }: NearestPlan, wanted: number) {
    this.#column = column;
    this.#reader = new FloatReader(to.length);
    this.#similarity = measures[measure](to);
    this.#wanted = wanted;
  }

  add(row: FoundRow): void {
    const bytes = row.stored(this.#column);
    if (!bytes || bytes.length === 0) return;
    const similarity = this.#similarity(this.#reader.read(bytes));
    const best = this.#best;
    const last = best[this.#wanted - 1];
    // A vector of zeros has no angle, and so is near to none.
    if (Number.isNaN(similarity) || (last && similarity <= last.similarity)) return;
    best.splice(placeOf(best, similarity), 0, { row, similarity });
    if (best.length > this.#wanted) best.pop();
  }

  get rows(): readonly FoundRow[] {
    return this.#best.map(({ row }) => row);
  }

  get similarities(): readonly number[] {
    return this.#best.map(({ similarity }) => similarity);
  }
}

/** How many are at least as near. */
function placeOf(best: readonly Near[], similarity: number): number {
  let [low, high] = [0, best.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((best[middle] as Near).similarity >= similarity) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** As the database computes them, whose results have 32 bits. */
const measures: Readonly<Record<SimilarityFunction, (to: Float32Array) => (vector: Float32Array) => number>> = {
  cosine: (to) => {
    const own = dot(to, to);
    return (vector) => Math.fround((1 + dot(to, vector) / Math.sqrt(own * dot(vector, vector))) / 2);
  },
  dot_product: (to) => (vector) => Math.fround((1 + dot(to, vector)) / 2),
  euclidean: (to) => (vector) => Math.fround(1 / (1 + squaredDistance(to, vector))),
};

function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < one.length; index++) sum += (one[index] as number) * (other[index] as number);
  return sum;
}

function squaredDistance(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < one.length; index++) {
    const difference = (one[index] as number) - (other[index] as number);
    sum += difference * difference;
  }
  return sum;
}

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
    throw rejection("ANN ordering by vector requires the column to be indexed");
  }
  if (orderBy.length > 0) throw rejection("ANN ordering does not support any other ordering");
  if (perPartitionLimit !== undefined) throw rejection("Top-K queries do not support per-partition limits");
  if (limit === undefined) {
    throw rejection("Top-K queries must have a limit specified and the limit must be less than the query page size");
  }
  if (limit > mostRows) {
    throw rejection(
      `Use of ANN OF in an ORDER BY clause requires a LIMIT that is not greater than ${mostRows}. LIMIT was ${limit}`,
    );
  }
  const measure = similarityFunctionOf(layout.table, column.name);
  const to = new FloatReader(column.type.dimensions).read(bytes).slice();
  if (measure === "cosine" && to.every((one) => one === 0)) {
    throw rejection("Zero vectors cannot be compared by their angle");
  }
  return { column, to, measure };
}
