const form = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,10}))?$/;
const maximumScale = 2 ** 31 - 1;

/** A decimal as the database holds it: `unscaled` × 10^-`scale`. `1.50` and `1.5` are equal numbers but differ here. */
export interface Decimal {
  readonly unscaled: bigint;
  readonly scale: number;
}

/** Parses decimal text: `"-1.50"` gives unscaled -150 and scale 2. Undefined for anything else. */
export function parseDecimal(text: string): Decimal | undefined {
  const parts = form.exec(text);
  if (!parts) return undefined;
  const [, sign, integer = "", fraction = "", exponent = "0"] = parts;
  if (integer === "" && fraction === "") return undefined;
  const scale = fraction.length - Number(exponent);
  if (scale < -maximumScale - 1 || scale > maximumScale) return undefined;
  const digits = BigInt(integer + fraction);
  return { unscaled: sign === "-" ? -digits : digits, scale };
}

/**
 * The one text of a decimal that loses neither digits nor scale, as Java's BigDecimal prints it:
 * unscaled -150, scale 2 gives `"-1.50"`; unscaled 1, scale -20 gives `"1E+20"`.
 */
export function printDecimal({ unscaled, scale }: Decimal): string {
  const sign = unscaled < 0n ? "-" : "";
  const digits = (unscaled < 0n ? -unscaled : unscaled).toString();
  const exponent = digits.length - 1 - scale;
  if (scale === 0) return sign + digits;
  if (scale > 0 && exponent >= -6) {
    const padded = digits.padStart(scale + 1, "0");
    return `${sign}${padded.slice(0, -scale)}.${padded.slice(-scale)}`;
  }
  const mantissa = digits.length > 1 ? `${digits[0]}.${digits.slice(1)}` : digits;
  return `${sign}${mantissa}E${exponent < 0 ? "-" : "+"}${Math.abs(exponent)}`;
}

/** Nearly all decimals are in their one text already, without any calculation. */
const plain = /^(?:0|-?[1-9]\d*(?:\.\d+)?|-?0\.0{0,5}[1-9]\d*)$/;

/** The one text of the decimal, or undefined when the text is not one: `"+1.50"` gives `"1.50"`, and `"1e3"` gives `"1E+3"`. */
export function canonicalDecimal(text: string): string | undefined {
  if (plain.test(text)) return text;
  const decimal = parseDecimal(text);
  return decimal && printDecimal(decimal);
}

/** The one text of all decimals that are equal as numbers, whatever their scale: `"1.50"` and `"15e-1"` give `"15E-1"`. */
export function decimalNumber(text: string): string | undefined {
  const decimal = parseDecimal(text);
  if (!decimal) return undefined;
  const digits = decimal.unscaled.toString();
  const significant = digits.replace(/0+$/, "");
  return significant === "" ? "0" : `${significant}E${digits.length - significant.length - decimal.scale}`;
}

/**
 * A number of 32 bits as the shortest decimal number that rounds to it, which is how databases print it: the float nearest to
 * 0.1 is 0.10000000149011612, and is sent as 0.1.
 */
export function shortestFloat(value: number): number {
  const float = Math.fround(value);
  // Text has no minus zero.
  if (float === 0) return float;
  for (let digits = 6; digits < 9; digits++) {
    const shorter = Number(float.toPrecision(digits));
    if (Math.fround(shorter) === float) return shorter;
  }
  // Nine digits distinguish any two floats.
  return Number(float.toPrecision(9));
}
