import type { Term } from "../grammar/tree.ts";
import type { CqlType } from "../../model/index.ts";
import { CqlError } from "../cql-error.ts";
import { callOf, isCallTerm } from "./call.ts";
import type { CallTerm } from "./call.ts";
import { fitConstant } from "./constant.ts";
import type { Setting } from "./expression.ts";
import { accepts, fitType, joinFits, sameType } from "./fit.ts";
import type { Fit } from "./fit.ts";
import { hasFactory } from "./functions/native-functions.ts";
import { namedType } from "./named-type.ts";
import { resolveFunction } from "./resolve-function.ts";
import { exactType } from "./term-type.ts";

/** How a term fits a receiver: what decides between functions of one name, and whether a literal can be of a type. */
export function fitTerm(term: Term, type: CqlType, setting: Setting): Fit {
  const fitAll = (items: readonly Term[], item: CqlType): Fit => {
    return joinFits(items.map((one) => fitTerm(one, item, setting)));
  };
  switch (term.kind) {
    case "constant":
      return fitConstant(term, type);
    case "null":
      return type.kind === "native" && type.name === "counter" ? "none" : "weak";
    case "marker":
      return "weak";
    case "list":
      if (type.kind === "vector") return term.items.length === type.dimensions ? fitAll(term.items, type.item) : "none";
      if (type.kind !== "list") return "none";
      return term.items.length === 0 ? "weak" : fitAll(term.items, type.item);
    case "set":
      if (term.items.length === 0) return type.kind === "set" || type.kind === "map" ? "weak" : "none";
      return type.kind === "set" ? fitAll(term.items, type.item) : "none";
    case "map": {
      if (term.entries.length === 0) return type.kind === "set" || type.kind === "map" ? "weak" : "none";
      if (type.kind !== "map") return "none";
      const [keys, values] = [term.entries.map(([key]) => key), term.entries.map(([, value]) => value)];
      return joinFits([fitAll(keys, type.key), fitAll(values, type.value)]);
    }
    case "tuple": {
      const [first] = term.items;
      if (first && term.items.length === 1 && !fieldTypes(type)) return fitTerm(first, type, setting);
      return fitFields(term.items, fieldTypes(type), setting);
    }
    case "record": {
      if (type.kind !== "user") return "none";
      const types = new Map(type.type.fields.map((field) => [field.name, field.type]));
      const fits = term.fields.map(([name, value]) => {
        const field = types.get(name);
        return field ? fitTerm(value, field, setting) : "weak";
      });
      return joinFits([...fits, "weak"]);
    }
    case "hint": {
      const named = namedType(term.type, setting.scope);
      if (sameType(named, type)) return "exact";
      return accepts(type, named) || fitType(named, type) !== "none" ? "weak" : "none";
    }
    default: {
      if (isCallTerm(term) && !setting.selection) return fitCall(term, type, setting);
      const known = exactType(term, setting);
      return known ? fitType(known, type) : "none";
    }
  }
}

/** The types of a tuple or of the fields of a user type. */
export function fieldTypes(type: CqlType): readonly CqlType[] | undefined {
  if (type.kind === "tuple") return type.items;
  return type.kind === "user" ? type.type.fields.map((field) => field.type) : undefined;
}

function fitFields(items: readonly Term[], types: readonly CqlType[] | undefined, setting: Setting): Fit {
  if (!types || items.length > types.length) return "none";
  const fits = items.map((item, index) => fitTerm(item, types[index] as CqlType, setting));
  return joinFits([...fits, "weak"]);
}

/** A call that is wrong fits: what is wrong with it is said when it is compiled. */
function fitCall(term: CallTerm, type: CqlType, setting: Setting): Fit {
  try {
    const call = callOf(term, setting);
    const found = resolveFunction(call, type, setting);
    if (!found || hasFactory(call.name)) return "weak";
    return fitType(found.returns, type);
  } catch (error) {
    if (error instanceof CqlError) return "weak";
    throw error;
  }
}
