import { parseDecimal } from "@colonnade/runtime/protocol";
import type { Decimal } from "@colonnade/runtime/protocol";
import { printDouble } from "./java-number.ts";

/**
 * Calculates with decimals as the database does: exactly, up to 10,000 digits.
 *
 * Numbers of clients may have a scale of two thousand million digits either way: they are never aligned further apart than
 * results have digits.
 */
const maximumDigits = 10_000;

export const zero: Decimal = { unscaled: 0n, scale: 0 };

export function decimalOfDouble(value: number): Decimal {
  if (Number.isNaN(value)) throw new RangeError("A NaN cannot be converted into a decimal");
  const parsed = parseDecimal(printDouble(value));
  if (!parsed) throw new RangeError("An infinite number cannot be converted into a decimal");
  return parsed;
}

export function addDecimals(one: Decimal, other: Decimal): Decimal {
  const [low, high] = one.scale > other.scale ? [one, other] : [other, one];
  const distance = low.scale - high.scale;
  if (distance > maximumDigits + digitsOf(low)) {
    // The smaller one is below the last digit of the result.
    return high.unscaled === 0n ? low : high;
  }
  return rounded({ unscaled: low.unscaled + high.unscaled * 10n ** BigInt(distance), scale: low.scale });
}

export function negateDecimal({ unscaled, scale }: Decimal): Decimal {
  return { unscaled: -unscaled, scale };
}

export function multiplyDecimals(one: Decimal, other: Decimal): Decimal {
  return rounded({ unscaled: one.unscaled * other.unscaled, scale: one.scale + other.scale });
}

/** At least 32 digits, and none that are only zeros. */
export function divideDecimals(one: Decimal, other: Decimal): Decimal {
  const firstDigit = digitsOf(one) - one.scale - (digitsOf(other) - other.scale);
  const scale = Math.min(Math.max(32 - firstDigit, one.scale, other.scale, 32), 1000);
  return stripped({ unscaled: quotient(one, other, scale, "half up"), scale });
}

export function remainderOfDecimals(one: Decimal, other: Decimal): Decimal {
  if (other.unscaled === 0n) throw new RangeError(one.unscaled === 0n ? "Division undefined" : "Division by zero");
  const scale = Math.max(one.scale, other.scale);
  if (scale - Math.min(one.scale, other.scale) > maximumDigits) {
    throw new RangeError("Division impossible");
  }
  const [dividend, divisor] = [alignedTo(one, scale), alignedTo(other, scale)];
  const whole = dividend / divisor;
  const rest = { unscaled: dividend % divisor, scale };
  // Zeros at the end of the whole quotient shorten the scale of the subtracted product, as in Java.
  const zeros = whole === 0n ? Infinity : (/0*$/.exec(whole.toString())?.[0].length ?? 0);
  return roundDecimal(
    rest,
    Math.max(one.scale, other.scale - Math.max(0, Math.min(other.scale - one.scale, zeros))),
    "half up",
  );
}

/** Rounds to a number of digits after the point. */
export function roundDecimal(value: Decimal, scale: number, mode: Rounding): Decimal {
  if (value.scale <= scale) {
    return scale - value.scale > maximumDigits ? value : { unscaled: alignedTo(value, scale), scale };
  }
  const distance = value.scale - scale;
  if (distance > digitsOf(value) + 1) return { unscaled: 0n, scale };
  return { unscaled: divideRounded(value.unscaled, 10n ** BigInt(distance), mode), scale };
}

/** Divides at the scale of the first one, as an average does. */
export function divideAtScale(one: Decimal, count: bigint): Decimal {
  return { unscaled: divideRounded(one.unscaled, count, "half even"), scale: one.scale };
}

/** The lower 64 bits of the integer part, as Java's `longValue` returns them. */
export function longOfDecimal({ unscaled, scale }: Decimal): bigint {
  if (scale <= -64 || unscaled === 0n) return 0n;
  if (scale <= 0) return BigInt.asIntN(64, unscaled * 10n ** BigInt(-scale));
  if (scale > digitsOf({ unscaled, scale })) return 0n;
  return BigInt.asIntN(64, unscaled / 10n ** BigInt(scale));
}

export function digitsOf({ unscaled }: Decimal): number {
  return abs(unscaled).toString().length;
}

export type Rounding = "half up" | "half even";

export function divideRounded(dividend: bigint, divisor: bigint, mode: Rounding): bigint {
  const result = dividend / divisor;
  const rest = abs(dividend % divisor) * 2n;
  const limit = abs(divisor);
  const isUp = rest > limit || (rest === limit && (mode === "half up" || result % 2n !== 0n));
  if (!isUp) return result;
  return dividend < 0n === divisor < 0n ? result + 1n : result - 1n;
}

function quotient(one: Decimal, other: Decimal, scale: number, mode: Rounding): bigint {
  const shift = scale - one.scale + other.scale;
  if (Math.abs(shift) > 3 * maximumDigits) throw new RangeError("Overflow");
  if (shift >= 0) return divideRounded(one.unscaled * 10n ** BigInt(shift), other.unscaled, mode);
  return divideRounded(one.unscaled, other.unscaled * 10n ** BigInt(-shift), mode);
}

function alignedTo({ unscaled, scale }: Decimal, wanted: number): bigint {
  return unscaled * 10n ** BigInt(wanted - scale);
}

function rounded(value: Decimal): Decimal {
  // Quicker than counting digits of every result.
  if (BigInt.asIntN(64, value.unscaled) === value.unscaled) return value;
  const beyond = digitsOf(value) - maximumDigits;
  return beyond > 0 ? roundDecimal(value, value.scale - beyond, "half up") : value;
}

export function stripped({ unscaled, scale }: Decimal): Decimal {
  if (unscaled === 0n) return zero;
  const text = unscaled.toString();
  const zeros = /0*$/.exec(text)?.[0].length ?? 0;
  return { unscaled: BigInt(text.slice(0, text.length - zeros)), scale: scale - zeros };
}

export function abs(value: bigint): bigint {
  return value < 0n ? -value : value;
}
