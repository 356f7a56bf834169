import type { Decimal } from "@colonnade/runtime/protocol";
import { CqlError } from "../../cql-error.ts";
import { negateDecimal, roundDecimal } from "../decimal-math.ts";
import { expOfDecimal, logOfDecimal } from "../decimal-series.ts";
import { decimalOf, doubleOf, intOf, longOf, numberTypes, readNumber, writeNumber } from "../number-value.ts";
import type { NumberType, NumberValue } from "../number-value.ts";
import { scalar } from "./native-function.ts";
import type { NativeFunction } from "./native-function.ts";

/** How a function works on whole numbers and doubles, and on decimals and varints, of which no digit gets lost. */
interface MathFunction {
  readonly ofWhole: (value: bigint) => NumberValue;
  readonly ofDouble: (value: number) => number;
  readonly ofDecimal: (value: Decimal) => Decimal;
}

const functions: Readonly<Record<string, MathFunction>> = {
  abs: {
    ofWhole: (value) => (value < 0n ? -value : value),
    ofDouble: Math.abs,
    ofDecimal: (value) => (value.unscaled < 0n ? negateDecimal(value) : value),
  },
  exp: { ofWhole: (value) => Math.exp(Number(value)), ofDouble: Math.exp, ofDecimal: expOfDecimal },
  log: {
    ofWhole: (value) => Math.log(Number(value)),
    ofDouble: Math.log,
    ofDecimal: (value) => logOfDecimal(value, "natural"),
  },
  log10: {
    ofWhole: (value) => Math.log10(Number(value)),
    ofDouble: Math.log10,
    ofDecimal: (value) => logOfDecimal(value, "decimal"),
  },
  round: {
    ofWhole: (value) => value,
    ofDouble: Math.round,
    ofDecimal: (value) => roundDecimal(value, 0, "half up"),
  },
};

export function mathFunctions(): readonly NativeFunction[] {
  return Object.entries(functions).flatMap(([name, math]) =>
    numberTypes.map((type) =>
      scalar(name, [type], type, ([bytes]) => {
        const value = readNumber(type, bytes as Buffer);
        try {
          return writeNumber(type, calculate(name, math, type, value));
        } catch (error) {
          if (!(error instanceof RangeError)) throw error;
          // The database has no words for it: a server error with what Java says.
          throw new CqlError("server", `java.lang.ArithmeticException: ${error.message}`);
        }
      }),
    ),
  );
}

const rounded = 2 ** 31;

function calculate(name: string, math: MathFunction, type: NumberType, value: NumberValue): NumberValue {
  switch (type) {
    case "decimal":
      return math.ofDecimal(decimalOf(value));
    case "varint":
      return name === "abs" || name === "round"
        ? math.ofWhole(longOf(value))
        : wholePart(math.ofDecimal(decimalOf(value)));
    case "float":
    case "double": {
      const result = math.ofDouble(doubleOf(value));
      if (name !== "round") return result;
      // Java rounds to a whole number of 32 or 64 bits, and NaN to zero.
      if (Number.isNaN(result)) return 0;
      return type === "float" ? Math.min(Math.max(result, -rounded), rounded - 1) : Number(longOf(result));
    }
    default: {
      const result = math.ofWhole(longOf(value));
      return type === "bigint" || type === "counter" ? longOf(result) : intOf(result);
    }
  }
}

function wholePart({ unscaled, scale }: Decimal): bigint {
  return scale >= 0 ? unscaled / 10n ** BigInt(scale) : unscaled * 10n ** BigInt(-scale);
}
