import type { Term } from "../grammar/tree.ts";
import type { CqlType } from "../../model/index.ts";
import { CqlError } from "../cql-error.ts";
import { callOf, isCallTerm } from "./call.ts";
import type { CallTerm } from "./call.ts";
import { cellTimesType, isCellTimes } from "./cell-times.ts";
import { preferredType } from "./constant.ts";
import type { Setting } from "./expression.ts";
import { fitType, freeze } from "./fit.ts";
import { namedType } from "./named-type.ts";
import { resolveFunction } from "./resolve-function.ts";

/** The type that a term has whatever it is for; undefined for constants, and what is made of them. */
export function exactType(term: Term, setting: Setting): CqlType | undefined {
  const of = (item: Term): CqlType | undefined => exactType(item, setting);
  const isSelecting = setting.selection !== undefined;
  switch (term.kind) {
    case "list":
      return isSelecting ? listOf("list", firstOf(term.items.map(of))) : undefined;
    case "set":
      return listOf("set", firstOf(term.items.map(of)));
    case "map":
      return mapOf(firstOf(term.entries.map(([key]) => of(key))), firstOf(term.entries.map(([, value]) => of(value))));
    case "tuple":
      return isSelecting && term.items.length === 1 ? undefined : tupleOf(term.items.map(of));
    case "hint":
      return isSelecting ? freeze(namedType(term.type, setting.scope)) : namedType(term.type, setting.scope);
    case "column":
      return setting.scope.columns.get(term.name)?.type;
    case "element": {
      const type = of(term.of);
      return type?.kind === "map" ? type.value : type?.kind === "set" ? type.item : undefined;
    }
    case "slice": {
      const type = of(term.of);
      return type?.kind === "map" || type?.kind === "set" ? type : undefined;
    }
    case "field": {
      const type = of(term.of);
      if (type?.kind !== "user") return undefined;
      return type.type.fields.find((field) => field.name === term.field)?.type;
    }
    default:
      return isCallTerm(term) ? callType(term, setting) : undefined;
  }
}

/** The type that a term has if it may choose: of a constant, the least that it fits. */
export function compatibleType(term: Term, setting: Setting): CqlType | undefined {
  const of = (item: Term): CqlType | undefined => compatibleType(item, setting);
  switch (term.kind) {
    case "constant":
      return preferredType(term);
    case "list":
      return setting.selection ? listOf("list", commonOf(term.items.map(of))) : undefined;
    case "set":
      return listOf("set", commonOf(term.items.map(of)));
    case "map":
      return mapOf(
        commonOf(term.entries.map(([key]) => of(key))),
        commonOf(term.entries.map(([, value]) => of(value))),
      );
    case "tuple":
      if (!setting.selection) return exactType(term, setting);
      return term.items.length === 1 ? undefined : tupleOf(term.items.map(of));
    default:
      return exactType(term, setting);
  }
}

function callType(term: CallTerm, setting: Setting): CqlType | undefined {
  const call = callOf(term, setting);
  if (setting.selection && isCellTimes(call)) return cellTimesType(call, setting);
  if (call.cast && setting.selection) return call.cast;
  try {
    return resolveFunction(call, undefined, setting)?.returns;
  } catch (error) {
    // What a selector calls must be known; of other terms the receiver decides later.
    if (setting.selection || !(error instanceof CqlError)) throw error;
    return undefined;
  }
}

function firstOf(types: readonly (CqlType | undefined)[]): CqlType | undefined {
  return types.find((type) => type !== undefined);
}

/** The first type that all values fit. */
function commonOf(types: readonly (CqlType | undefined)[]): CqlType | undefined {
  const known = types.filter((type) => type !== undefined);
  return known.find((type) => known.every((one) => fitType(one, type) !== "none"));
}

function listOf(kind: "list" | "set", item: CqlType | undefined): CqlType | undefined {
  return item && { kind, item, frozen: true };
}

function mapOf(key: CqlType | undefined, value: CqlType | undefined): CqlType | undefined {
  return key && value && { kind: "map", key, value, frozen: true };
}

function tupleOf(items: readonly (CqlType | undefined)[]): CqlType | undefined {
  return items.every((item) => item !== undefined) ? { kind: "tuple", items } : undefined;
}
