/** An optional sign before years beyond four digits, as Java prints them. */
const form = /^([+-]?)(\d{4,7})-(\d{2})-(\d{2})$/;
const dayMs = 86_400_000;
const limit = 2 ** 31;

/**
 * Days since 1970-01-01, or undefined when the text is no date: `daysFromDate("1970-01-02")` is 1.
 *
 * A `date` is 32 bits of days around 1970: -5877641-06-23 to 5881580-07-11.
 */
export function daysFromDate(text: string): number | undefined {
  const parts = form.exec(text);
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
  const two = (value: number): string => String(value).padStart(2, "0");
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
