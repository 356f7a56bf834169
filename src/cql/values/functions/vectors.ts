import type { CqlType } from "../../../model/index.ts";
import { deserializeValue } from "../../../store/index.ts";
import { invalid } from "../../cql-error.ts";
import { writeNumber } from "../number-value.ts";
import { scalar } from "./native-function.ts";
import type { NativeFunction } from "./native-function.ts";

export type Similarity = "cosine" | "euclidean" | "dot_product";

/** From 0 to 1, the greater the nearer: what an index with the same function sorts by. */
export function similarityFunction(name: string, similarity: Similarity, type: CqlType): NativeFunction {
  return scalar(name, [type, type], "float", ([one, other]) => {
    const [first, second] = [one, other].map((bytes) => deserializeValue(type, bytes as Buffer) as readonly number[]);
    if (!first || !second) return null;
    if (similarity === "cosine" && [first, second].some((vector) => vector.every((value) => value === 0))) {
      throw invalid(`Function system.${name} doesn't support all-zero vectors.`);
    }
    return writeNumber("float", similarities[similarity](first, second));
  });
}

type Vector = readonly number[];

const similarities: Readonly<Record<Similarity, (one: Vector, other: Vector) => number>> = {
  cosine: (one, other) => (1 + dot(one, other) / Math.sqrt(dot(one, one) * dot(other, other))) / 2,
  euclidean: (one, other) => {
    const difference = one.map((value, index) => value - (other[index] ?? 0));
    return 1 / (1 + dot(difference, difference));
  },
  dot_product: (one, other) => (1 + dot(one, other)) / 2,
};

function dot(one: Vector, other: Vector): number {
  return one.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0);
}
