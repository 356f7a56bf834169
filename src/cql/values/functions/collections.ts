import type { CqlType } from "../../../model/index.ts";
import { joinParts, splitParts } from "../../../store/index.ts";
import type { Composite } from "../../../store/index.ts";
import { isNumberType } from "../number-value.ts";
import { aggregateFunctions, extreme } from "./aggregates.ts";
import { scalar } from "./native-function.ts";
import type { NativeFunction } from "./native-function.ts";
import type { ItemsType, MapType } from "../type-kinds.ts";

export function mapKeys(name: string, type: MapType): NativeFunction {
  const keys: Composite = { kind: "set", item: type.key, frozen: true };
  return scalar(name, [type], keys, ([bytes]) => {
    const parts = splitParts(type, bytes as Buffer);
    return joinParts(
      keys,
      parts.filter((_, index) => index % 2 === 0),
    );
  });
}

export function mapValues(name: string, type: MapType): NativeFunction {
  const values: Composite = { kind: "list", item: type.value, frozen: true };
  return scalar(name, [type], values, ([bytes]) => {
    const parts = splitParts(type, bytes as Buffer);
    return joinParts(
      values,
      parts.filter((_, index) => index % 2 === 1),
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
  if (!found) throw new TypeError("an aggregate of numbers has been asked for another type");
  return found;
}
