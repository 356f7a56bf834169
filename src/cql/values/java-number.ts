import { shortestFloat } from "@colonnade/runtime/protocol";

/**
 * A number of 64 bits as Java prints it, which is how the database writes it in texts and in JSON: `1.0`, `1.0E10`, `NaN`.
 */
export function printDouble(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  if (value === 0) return Object.is(value, -0) ? "-0.0" : "0.0";
  const size = Math.abs(value);
  if (size >= 1e-3 && size < 1e7) return withFraction(String(value));
  const [mantissa = "", exponent = ""] = value.toExponential().split("e");
  return `${withFraction(mantissa)}E${Number(exponent)}`;
}

/** The same for 32-bit floats. */
export function printFloat(value: number): string {
  return printDouble(Number.isFinite(value) ? shortestFloat(value) : value);
}

function withFraction(digits: string): string {
  return digits.includes(".") ? digits : `${digits}.0`;
}

const form = /^[+-]?(?:NaN|Infinity|(?:(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)[fd]?)$/i;

/** A text that Java takes for a number, as one; undefined for others. One that is too large is infinite. */
export function parseDouble(text: string): number | undefined {
  const trimmed = text.trim();
  if (!form.test(trimmed) || (/[ni]/i.test(trimmed) && !/^[+-]?(?:NaN|Infinity)$/.test(trimmed))) return undefined;
  return trimmed.endsWith("NaN") ? NaN : Number(trimmed.replace(/[fd]$/i, ""));
}
