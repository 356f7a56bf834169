import { daysFromDate } from "./date.ts";

/** RFC 3339, and the six-digit years that JavaScript prints beyond 9999. */
const form =
  /^(\d{4}|[+-]\d{6})(-\d{2}-\d{2})[Tt ]([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:\.(\d+))?(?:[Zz]|([+-])([01]\d|2[0-3]):([0-5]\d))$/;

/**
 * The moment that a text names, or undefined: `"2020-07-31T18:25:43.5Z"` and `"2020-07-31T20:25:43.500+02:00"` are one.
 *
 * `Date.parse` alone would take 30 February for 1 March. Digits beyond the millisecond are cut off, as the database does.
 */
export function parseTimestamp(text: string): Date | undefined {
  const parts = form.exec(text);
  if (!parts) return undefined;
  const [, year = "", monthAndDay = "", hours, minutes, seconds, fraction = "", sign, zoneHours, zoneMinutes] = parts;
  const days = daysFromDate(`${year}${monthAndDay}`);
  if (days === undefined) return undefined;
  const clock = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  const offset = sign ? (Number(zoneHours) * 60 + Number(zoneMinutes)) * (sign === "-" ? -60 : 60) : 0;
  const value = new Date((days * 86_400 + clock - offset) * 1000 + Number(fraction.slice(0, 3).padEnd(3, "0")));
  return Number.isNaN(value.getTime()) ? undefined : value;
}
