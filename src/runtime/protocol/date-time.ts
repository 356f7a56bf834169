/** The texts of dates, times of day and moments. */

/** An optional sign before years beyond four digits, as Java prints them. */
const dateForm = /^([+-]?)(\d{4,7})-(\d{2})-(\d{2})$/;
const dayMs = 86_400_000;
const limit = 2 ** 31;

/**
 * Days since 1970-01-01, or undefined when the text is no date: `daysFromDate("1970-01-02")` is 1.
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
  const there = new Date(ms);
  if (there.getUTCMonth() !== Number(month) - 1 || there.getUTCDate() !== Number(day)) return undefined;
  const days = ms / dayMs + cycles * 146_097;
  return days >= -limit && days < limit ? days : undefined;
}

/** The text of a day: `dateFromDays(1)` is `"1970-01-02"`. */
export function dateFromDays(days: number): string {
  const cycles = Math.floor((days - 10_957) / 146_097);
  const there = new Date((days - cycles * 146_097) * dayMs);
  const year = there.getUTCFullYear() + cycles * 400;
  const sign = year < 0 ? "-" : year > 9999 ? "+" : "";
  return `${sign}${String(Math.abs(year)).padStart(4, "0")}-${two(there.getUTCMonth() + 1)}-${two(there.getUTCDate())}`;
}

/** Nearly all dates: four digits of year, no leap day. They need no calculation. */
const plain =
  /^\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|1\d|2[0-8]))$/;

/** The one text of the day, or undefined when the text is not one: `"12345-01-01"` gives `"+12345-01-01"`. */
export function canonicalDate(text: string): string | undefined {
  if (plain.test(text)) return text;
  const days = daysFromDate(text);
  return days === undefined ? undefined : dateFromDays(days);
}

const timeForm = /^([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:\.(\d{1,9}))?$/;

/** Nanoseconds since midnight, or undefined when the text is no time of day: `"00:00:01.5"` gives 1,500,000,000. */
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

/** As `toISOString` prints it, which takes three times as long. @throws {RangeError} when it is not a valid date */
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
