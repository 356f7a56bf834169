/**
 * The texts of numbers, dates, times of day, moments and durations: how each is parsed and printed, and its one text where it has
 * several.
 */

/** An exponent of ten digits is enough for any scale. */
const decimalForm = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,10}))?$/;
/** A scale has 32 bits, as in Java. */
const maximumScale = 2 ** 31 - 1;

/** A decimal as the database holds it: `unscaled` × 10^-`scale`. `1.50` and `1.5` are equal numbers but differ here. */
export interface Decimal {
  readonly unscaled: bigint;
  readonly scale: number;
}

/** Parses decimal text: `"-1.50"` gives unscaled -150 and scale 2. Undefined for anything else. */
export function parseDecimal(text: string): Decimal | undefined {
  const parts = decimalForm.exec(text);
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
const plainDecimal = /^(?:0|-?[1-9]\d*(?:\.\d+)?|-?0\.0{0,5}[1-9]\d*)$/;

/** The one text of the decimal, or undefined when the text is not one: `"+1.50"` gives `"1.50"`, and `"1e3"` gives `"1E+3"`. */
export function canonicalDecimal(text: string): string | undefined {
  if (plainDecimal.test(text)) return text;
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
  // The text of minus zero has no sign.
  if (float === 0) return float;
  // A float keeps any six decimal digits, and nine digits distinguish any two floats.
  for (let digits = 6; digits < 9; digits++) {
    const shorter = Number(float.toPrecision(digits));
    if (Math.fround(shorter) === float) return shorter;
  }
  return Number(float.toPrecision(9));
}

/** An optional sign before years beyond four digits, as Java prints them. */
const dateForm = /^([+-]?)(\d{4,7})-(\d{2})-(\d{2})$/;
const dayMs = 86_400_000;
const mostDays = 2 ** 31;

/**
 * Days since 1970-01-01, or undefined if the text is not a date: `daysFromDate("1970-01-02")` is 1.
 *
 * A `date` is 32 bits of days around 1970: -5877641-06-23 to 5881580-07-11.
 */
export function daysFromDate(text: string): number | undefined {
  const parts = dateForm.exec(text);
  if (!parts) return undefined;
  const [, sign, digits = "", month = "", day = ""] = parts;
  const year = Number(digits) * (sign === "-" ? -1 : 1);
  // Date.UTC reaches 275760 only, so the year is moved by whole cycles of 400, which have 146,097 days.
  const cycles = Math.floor((year - 2000) / 400);
  const ms = Date.UTC(year - cycles * 400, Number(month) - 1, Number(day));
  const date = new Date(ms);
  // Date.UTC takes 30 February for 1 March.
  if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) return undefined;
  const days = ms / dayMs + cycles * 146_097;
  return days >= -mostDays && days < mostDays ? days : undefined;
}

/** The text of a day: `dateFromDays(1)` is `"1970-01-02"`. */
export function dateFromDays(days: number): string {
  // In cycles of 400 years from 2000-01-01, which is day 10,957.
  const cycles = Math.floor((days - 10_957) / 146_097);
  const date = new Date((days - cycles * 146_097) * dayMs);
  const year = date.getUTCFullYear() + cycles * 400;
  const sign = year < 0 ? "-" : year > 9999 ? "+" : "";
  return `${sign}${String(Math.abs(year)).padStart(4, "0")}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`;
}

/** Nearly all dates: four digits of year, no leap day. They need no calculation. */
const plainDate =
  /^\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|1\d|2[0-8]))$/;

/** The one text of the day, or undefined when the text is not one: `"12345-01-01"` gives `"+12345-01-01"`. */
export function canonicalDate(text: string): string | undefined {
  if (plainDate.test(text)) return text;
  const days = daysFromDate(text);
  return days === undefined ? undefined : dateFromDays(days);
}

const timeForm = /^([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:\.(\d{1,9}))?$/;

/** Nanoseconds since midnight, or undefined if the text is not a time of day: `"00:00:01.5"` gives 1,500,000,000. */
export function parseTime(text: string): bigint | undefined {
  const parts = timeForm.exec(text);
  if (!parts) return undefined;
  const [, hours, minutes, seconds, fraction = ""] = parts;
  const wholeSeconds = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  return BigInt(wholeSeconds) * 1_000_000_000n + BigInt(fraction.padEnd(9, "0"));
}

/** The one text of a time of day, without zeros at the end of a fraction: `"10:00:00.5"`. */
export function printTime(nanoseconds: bigint): string {
  const seconds = Number(nanoseconds / 1_000_000_000n);
  const fraction = nanoseconds % 1_000_000_000n;
  const clock = [seconds / 3600, (seconds / 60) % 60, seconds % 60].map((value) => two(Math.floor(value))).join(":");
  return fraction === 0n ? clock : `${clock}.${String(fraction).padStart(9, "0").replace(/0+$/, "")}`;
}

/** The one text of the time, or undefined when the text is not one: `"10:00:00.500"` gives `"10:00:00.5"`. */
export function canonicalTime(text: string): string | undefined {
  if (!timeForm.test(text)) return undefined;
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

/** RFC 3339, and the six-digit years that JavaScript prints beyond 9999. */
const timestampForm =
  /^(\d{4}|[+-]\d{6})(-\d{2}-\d{2})[Tt ]([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:\.(\d+))?(?:[Zz]|([+-])([01]\d|2[0-3]):([0-5]\d))$/;

/** The text of `toISOString`, in a third of its time. @throws {RangeError} when it is not a valid date */
export function printTimestamp(moment: Date): string {
  const year = moment.getUTCFullYear();
  if (!(year >= 1000 && year <= 9999)) return moment.toISOString();
  const day = `${year}-${two(moment.getUTCMonth() + 1)}-${two(moment.getUTCDate())}`;
  const clock = `${two(moment.getUTCHours())}:${two(moment.getUTCMinutes())}:${two(moment.getUTCSeconds())}`;
  const milliseconds = moment.getUTCMilliseconds();
  return `${day}T${clock}.${milliseconds < 100 ? "0" : ""}${two(milliseconds)}Z`;
}

function two(value: number): string {
  return value < 10 ? `0${value}` : `${value}`;
}

/**
 * The moment that a text names, or undefined: `"2020-07-31T18:25:43.5Z"` and `"2020-07-31T20:25:43.500+02:00"` are one.
 *
 * `Date.parse` alone would take 30 February for 1 March. Digits beyond the millisecond are cut off, as the database does.
 */
export function parseTimestamp(text: string): Date | undefined {
  const parts = timestampForm.exec(text);
  if (!parts) return undefined;
  const [, year = "", monthAndDay = "", hours, minutes, seconds, fraction = "", sign, zoneHours, zoneMinutes] = parts;
  const days = daysFromDate(`${year}${monthAndDay}`);
  if (days === undefined) return undefined;
  const clock = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  const offset = sign ? (Number(zoneHours) * 60 + Number(zoneMinutes)) * (sign === "-" ? -60 : 60) : 0;
  const value = new Date((days * 86_400 + clock - offset) * 1000 + Number(fraction.slice(0, 3).padEnd(3, "0")));
  return Number.isNaN(value.getTime()) ? undefined : value;
}

const durationForm =
  /^(-?)(?=\d)(?:(\d+)y)?(?:(\d+)mo)?(?:(\d+)w)?(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?(?:(\d+)ms)?(?:(\d+)(?:us|µs))?(?:(\d+)ns)?$/i;
const isoForm =
  /^(-?)P(?=[\dT])(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;

const secondNs = 1_000_000_000n;
/** The database has 32 bits for months and for days, and 64 for nanoseconds. */
const mostOf = { months: 2n ** 31n - 1n, days: 2n ** 31n - 1n, nanoseconds: 2n ** 63n - 1n };

/** A duration as the database holds it: months and days have no fixed length, so three counts, all of one sign. */
export interface Duration {
  readonly negative: boolean;
  readonly months: bigint;
  readonly days: bigint;
  readonly nanoseconds: bigint;
}

/** Parses `"1y2mo3d4h5m6s7ms8us9ns"` or ISO 8601, `"P1Y2M3DT4H5M6S"`. */
export function parseDuration(text: string): Duration | undefined {
  const parts = durationForm.exec(text) ?? isoForm.exec(text);
  if (!parts) return undefined;
  const [years, months, weeks, days, hours, minutes, seconds, ms, us, ns] = Array.from({ length: 10 }, (_, index) =>
    BigInt(parts[index + 2] ?? "0"),
  ) as [bigint, bigint, bigint, bigint, bigint, bigint, bigint, bigint, bigint, bigint];
  const duration = {
    negative: parts[1] === "-",
    months: years * 12n + months,
    days: weeks * 7n + days,
    nanoseconds: ((hours * 60n + minutes) * 60n + seconds) * secondNs + ms * 1_000_000n + us * 1_000n + ns,
  };
  const fits =
    duration.months <= mostOf.months && duration.days <= mostOf.days && duration.nanoseconds <= mostOf.nanoseconds;
  return fits ? duration : undefined;
}

/** The one text of a duration, as Cassandra prints it: 14 months and 90 minutes give `"1y2mo1h30m"`. */
export function printDuration({ negative, months, days, nanoseconds }: Duration): string {
  const counts: [bigint, string][] = [
    [months / 12n, "y"],
    [months % 12n, "mo"],
    [days, "d"],
    [nanoseconds / (3600n * secondNs), "h"],
    [(nanoseconds / (60n * secondNs)) % 60n, "m"],
    [(nanoseconds / secondNs) % 60n, "s"],
    [(nanoseconds / 1_000_000n) % 1000n, "ms"],
    [(nanoseconds / 1_000n) % 1000n, "us"],
    [nanoseconds % 1000n, "ns"],
  ];
  const text = counts.map(([count, unit]) => (count > 0n ? `${count}${unit}` : "")).join("");
  // The database prints nothing at all for a zero duration, which would not parse again.
  return text === "" ? "0s" : `${negative ? "-" : ""}${text}`;
}

/** The one text of the duration, or undefined when the text is not one: `"P1W"` gives `"7d"`. */
export function canonicalDuration(text: string): string | undefined {
  const duration = parseDuration(text);
  return duration && printDuration(duration);
}
