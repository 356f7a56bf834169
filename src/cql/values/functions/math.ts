/** Functions of numbers: abs, exp, log, log10 and round. */
import type { Decimal } from "@colonnade/runtime/protocol";
import { CqlError } from "../../cql-error.ts";
import { abs, digitsOf, negateDecimal, roundDecimal } from "../decimal-math.ts";
import { decimalOf, doubleOf, intOf, longOf, numberTypes, readNumber, writeNumber } from "../number-value.ts";
import type { NumberType, NumberValue } from "../number-value.ts";
import { scalar } from "./native-function.ts";
import type { NativeFunction } from "./native-function.ts";

/** How a function works on whole numbers and doubles, and on decimals and varints, of which no digit gets lost. */
interface MathFunction {
  /** @default by way of a double, and for varints of a decimal */
  readonly ofWhole?: (value: bigint) => bigint;
  readonly ofDouble: (value: number) => number;
  readonly ofDecimal: (value: Decimal) => Decimal;
}

const functions: Readonly<Record<string, MathFunction>> = {
  abs: {
    ofWhole: abs,
    ofDouble: Math.abs,
    ofDecimal: (value) => (value.unscaled < 0n ? negateDecimal(value) : value),
  },
  exp: { ofDouble: Math.exp, ofDecimal: expOfDecimal },
  log: { ofDouble: Math.log, ofDecimal: (value) => logOfDecimal(value, "natural") },
  log10: { ofDouble: Math.log10, ofDecimal: (value) => logOfDecimal(value, "decimal") },
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
      return math.ofWhole?.(longOf(value)) ?? wholePart(math.ofDecimal(decimalOf(value)));
    case "float":
    case "double": {
      const result = math.ofDouble(doubleOf(value));
      if (name !== "round") return result;
      // Java rounds to a whole number of 32 or 64 bits, and NaN to zero.
      if (Number.isNaN(result)) return 0;
      return type === "float" ? Math.min(Math.max(result, -rounded), rounded - 1) : Number(longOf(result));
    }
    default: {
      const result = math.ofWhole?.(longOf(value)) ?? math.ofDouble(doubleOf(value));
      return type === "bigint" || type === "counter" ? longOf(result) : intOf(result);
    }
  }
}

function wholePart({ unscaled, scale }: Decimal): bigint {
  return scale >= 0 ? unscaled / 10n ** BigInt(scale) : unscaled * 10n ** BigInt(-scale);
}

/*
 * The exponential and the logarithm of decimals have at least 32 digits. They are sums of series over whole numbers, each of
 * which stands for `number / unit`.
 */
const leastDigits = 32;
/** More digits would cost seconds of the one thread that there is. */
const mostDigits = 500;
const spareDigits = 12;
/** Beyond it the result has millions of digits before its point. */
const largestExponent = 10_000n;

function expOfDecimal(value: Decimal): Decimal {
  const digits = precisionOf(value);
  const unit = 10n ** BigInt(digits + spareDigits + 6);
  const fixed = toFixed(value, unit);
  if (fixed / unit > largestExponent) throw new RangeError("Overflow");
  if (fixed / unit < -largestExponent) return { unscaled: 0n, scale: digits };
  const ln10 = naturalLog(10n * unit, unit);
  const power = fixed / ln10;
  return withDigits({ unscaled: series(fixed - power * ln10, unit), scale: unitScale(unit) - Number(power) }, digits);
}

/** @throws {RangeError} for what has no logarithm */
function logOfDecimal(value: Decimal, base: "natural" | "decimal"): Decimal {
  if (value.unscaled <= 0n) {
    throw new RangeError(`${base === "natural" ? "Natural log" : "Log10"} of number zero or less`);
  }
  const digits = precisionOf(value);
  const unit = 10n ** BigInt(digits + spareDigits + 10);
  // The value is mantissa × 10^exponent, with a mantissa from 1 to 10.
  const exponent = BigInt(digitsOf(value) - 1 - value.scale);
  const mantissa = toFixed({ unscaled: value.unscaled, scale: digitsOf(value) - 1 }, unit);
  const ln10 = naturalLog(10n * unit, unit);
  const ln = naturalLog(mantissa, unit) + exponent * ln10;
  return withDigits({ unscaled: base === "natural" ? ln : (ln * unit) / ln10, scale: unitScale(unit) }, digits);
}

function precisionOf(value: Decimal): number {
  return Math.min(Math.max(leastDigits, digitsOf(value)), mostDigits);
}

function toFixed({ unscaled, scale }: Decimal, unit: bigint): bigint {
  if (scale > 100_000 || scale < -100_000) throw new RangeError("Overflow");
  return scale >= 0 ? (unscaled * unit) / 10n ** BigInt(scale) : unscaled * unit * 10n ** BigInt(-scale);
}

function unitScale(unit: bigint): number {
  return unit.toString().length - 1;
}

/** e to a small power. */
function series(power: bigint, unit: bigint): bigint {
  let sum = unit;
  let term = unit;
  for (let step = 1n; term !== 0n; step++) {
    term = (term * power) / (unit * step);
    sum += term;
  }
  return sum;
}

/** 2 × (z + z³/3 + z⁵/5 …) with z = (x - 1) / (x + 1), after roots that bring x close to 1. */
function naturalLog(value: bigint, unit: bigint): bigint {
  let reduced = value;
  let factor = 2n;
  while (reduced > (unit * 11n) / 10n) {
    reduced = squareRoot(reduced * unit);
    factor *= 2n;
  }
  const z = ((reduced - unit) * unit) / (reduced + unit);
  const square = (z * z) / unit;
  let sum = 0n;
  let power = z;
  for (let step = 1n; power !== 0n; step += 2n) {
    sum += power / step;
    power = (power * square) / unit;
  }
  return sum * factor;
}

function squareRoot(value: bigint): bigint {
  let root = 10n ** BigInt(Math.ceil(value.toString().length / 2));
  for (;;) {
    const next = (root + value / root) / 2n;
    if (next >= root) return root;
    root = next;
  }
}

function withDigits(value: Decimal, digits: number): Decimal {
  const beyond = digitsOf(value) - digits;
  return beyond > 0 ? roundDecimal(value, value.scale - beyond, "half even") : value;
}
