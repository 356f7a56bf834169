/** Functions of collections and vectors. */
import type { CqlType } from "../../../model/index.ts";
import { joinParts, splitParts, deserializeValue } from "../../../store/index.ts";
import type { Composite } from "../../../store/index.ts";
import { invalid } from "../../cql-error.ts";
import { isNumberType, writeNumber } from "../number-value.ts";
import type { ItemsType, MapType } from "../types.ts";
import { aggregateFunctions, extreme } from "./aggregates.ts";
import { scalar } from "./native-function.ts";
import type { NativeFunction } from "./native-function.ts";

/** The keys of a map as a set, or its values as a list. */
export function mapParts(name: string, type: MapType, which: "keys" | "values"): NativeFunction {
  const [returns, place]: [Composite, number] =
    which === "keys"
      ? [{ kind: "set", item: type.key, frozen: true }, 0]
      : [{ kind: "list", item: type.value, frozen: true }, 1];
  return scalar(name, [type], returns, ([bytes]) => {
    const parts = splitParts(type, bytes as Buffer);
    return joinParts(
      returns,
      parts.filter((_, index) => index % 2 === place),
    );
  });
}

/** The count is the first thing in the bytes of a collection. */
export function collectionCount(name: string, type: CqlType): NativeFunction {
  return scalar(name, [type], "int", ([bytes]) => (bytes as Buffer).subarray(0, 4));
}

/** Adds up the items of one collection, as the aggregate of the same name adds up rows. */
export function collectionAggregate(
  name: string,
  type: ItemsType,
  aggregate: "min" | "max" | "sum" | "avg",
): NativeFunction {
  const { begin, returns } =
    aggregate === "min" || aggregate === "max" ? extreme(aggregate, type.item) : numeric(aggregate, type.item);
  return scalar(name, [type], returns, ([bytes]) => {
    const total = begin?.();
    for (const part of splitParts(type, bytes as Buffer)) total?.add([part]);
    return total?.result() ?? null;
  });
}

const aggregates = aggregateFunctions();

function numeric(name: "sum" | "avg", item: CqlType): NativeFunction {
  const wanted = isNumberType(item) ? item.name : undefined;
  const found = aggregates.find(({ name: one, arguments: [type] }) => {
    return one === name && type?.kind === "native" && type.name === wanted;
  });
  if (!found) throw new TypeError("an aggregate of numbers was requested for another type");
  return found;
}

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
