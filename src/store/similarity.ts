import type { Table } from "../model/index.ts";

/** How an index of vectors compares them: by their angle, by their product, or by the distance of their ends. */
export type SimilarityFunction = "cosine" | "dot_product" | "euclidean";

const functions: readonly SimilarityFunction[] = ["cosine", "dot_product", "euclidean"];

/** What the index of a column says, or the database's default. */
export function similarityFunctionOf({ indexes }: Table, column: string): SimilarityFunction {
  const index = indexes.find((one) => one.column === column && one.using === "sai");
  const named = index?.options?.["similarity_function"]?.toLowerCase();
  return functions.find((one) => one === named) ?? "cosine";
}
