import { isCollection, nativeType, typeText } from "../types.ts";
import type { CqlType, NativeType } from "../../../model/index.ts";
import { invalid } from "../../cql-error.ts";
import { fitType } from "../fit.ts";
import { isNumberType } from "../number-value.ts";

/** An argument whose type may not be known yet. */
export interface Argument {
  /** The argument as messages show it. */
  readonly text: string;
  readonly type: () => CqlType | undefined;
  /** The number of items of a list literal in a selector, which may become a vector. */
  readonly arraySize?: number | undefined;
}

/** A parameter of a function that takes values of many types. */
export interface Parameter {
  /** The parameter as messages show it. */
  readonly text: string;
  readonly isOptional?: boolean;
  /** @param others the types of the other arguments, if these have a type by themselves */
  infer(
    argument: Argument,
    receiver: CqlType | undefined,
    others: readonly (CqlType | undefined)[],
  ): CqlType | undefined;
  /** @throws {CqlError} `invalid` */
  check(name: string, argument: Argument, type: CqlType): void;
}

const anything = (): void => undefined;

/** @param isOfReceiver whether an argument without a type has the receiver's type */
export function anyType(isOfReceiver: boolean): Parameter {
  return {
    text: "any",
    infer: (argument, receiver) => argument.type() ?? (isOfReceiver ? receiver : undefined),
    check: anything,
  };
}

export function ofTypes(...names: readonly [NativeType, ...NativeType[]]): Parameter {
  const text = names.length === 1 ? names[0] : `[${names.join("|")}]`;
  return {
    text,
    infer: (argument) => argument.type() ?? nativeType(names[0]),
    check: (name, argument, type) => {
      if (names.every((one) => fitType(type, nativeType(one)) === "none")) {
        throw wrong(name, `an argument of type ${text}`, argument, type);
      }
    },
  };
}

export function optional(parameter: Parameter): Parameter {
  return { ...parameter, text: `[${parameter.text}]`, isOptional: true };
}

/** A parameter with the type of the argument at a place. */
export function sameAs(place: number, prefersOther: boolean, parameter: Parameter): Parameter {
  return {
    ...parameter,
    infer: (argument, receiver, others) =>
      prefersOther
        ? (others[place] ?? parameter.infer(argument, receiver, others))
        : (parameter.infer(argument, receiver, others) ?? others[place]),
  };
}

export const anyMap = ofKind("map", "a map", (type) => type.kind === "map");

export const anyCollection = ofKind("collection", "a collection", isCollection);

export const setOrList = ofKind("numeric_set_or_list", "a set or list", (type) => {
  return type.kind === "list" || type.kind === "set";
});

export const numericSetOrList = ofKind("numeric_set_or_list", "a numeric set/list", (type) => {
  return (type.kind === "list" || type.kind === "set") && isNumberType(type.item);
});

function ofKind(text: string, wanted: string, fits: (type: CqlType) => boolean): Parameter {
  return {
    text,
    infer: (argument) => argument.type(),
    check: (name, argument, type) => {
      if (!fits(type)) throw wrong(name, `${wanted} argument`, argument, type);
    },
  };
}

const float = nativeType("float");

export const floatVector: Parameter = {
  text: "vector<float, n>",
  infer: (argument, receiver) => {
    if (argument.arraySize !== undefined) return { kind: "vector", item: float, dimensions: argument.arraySize };
    return argument.type() ?? receiver;
  },
  check: (name, argument, type) => {
    const isVector = type.kind === "vector" && type.item.kind === "native" && type.item.name === "float";
    if (!isVector) throw wrong(name, "a float vector argument", argument, type);
  },
};

function wrong(name: string, wanted: string, argument: Argument, type: CqlType): Error {
  const found = `but found argument ${argument.text} of type ${typeText(type)}`;
  return invalid(`Function system.${name} requires ${wanted}, ${found}`);
}
