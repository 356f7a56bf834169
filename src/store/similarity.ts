import type { Table } from "../model/index.ts";

/** How an index of vectors compares them: by their angle, by their product, or by the distance of their ends. */
export type SimilarityFunction = "cosine" | "dot_product" | "euclidean";

const functions: readonly SimilarityFunction[] = ["cosine", "dot_product", "euclidean"];

/** The option of an index that names one. */
export const similarityOption = "similarity_function";

/** What the index of a column says, or the database's default. */
export function similarityFunctionOf({ indexes }: Table, column: string): SimilarityFunction {
  const index = indexes.find((one) => one.column === column && one.using === "sai");
  return findSimilarityFunction(index?.options?.[similarityOption] ?? "") ?? "cosine";
}

/** The function of that name, in letters of any case. */
export function findSimilarityFunction(name: string): SimilarityFunction | undefined {
  return functions.find((one) => one === name.toLowerCase());
}
