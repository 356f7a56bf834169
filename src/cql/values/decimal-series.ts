import type { Decimal } from "@colonnade/runtime/protocol";
import { digitsOf, roundDecimal } from "./decimal-math.ts";

/**
 * The exponential and the logarithm of decimals, at least 32 digits of them, as sums of series over whole numbers: a value is
 * `value / unit`.
 */
const leastDigits = 32;
/** More digits would cost seconds of the one thread that there is. */
const mostDigits = 500;
const spareDigits = 12;
/** Beyond it the result has millions of digits before its point. */
const largestExponent = 10_000n;

export function expOfDecimal(value: Decimal): Decimal {
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
export function logOfDecimal(value: Decimal, base: "natural" | "decimal"): Decimal {
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
