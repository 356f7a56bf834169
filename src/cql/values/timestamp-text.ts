import { attempt } from "../../errors.ts";
import { dateOf, dayMs, daysInMonth, daysOf } from "./civil-date.ts";

const date = String.raw`([+-]?\d{1,10})-(\d{1,2})-(\d{1,2})`;
const time = String.raw`(?:[T ](\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:\.(\d{0,9}))?)?)?`;
const zone = String.raw`(?: ?(Z|UTC|GMT|UT)| ?(?:UTC|GMT|UT)?([+-])(\d{2})(?::?(\d{2}))?)?`;
const form = new RegExp(`^${date}${time}${zone}$`);

/**
 * Milliseconds since 1970 of a text, or undefined: `2011-02-03`, `2011-02-03 04:05+0000`, `2011-02-03T04:05:06.789Z`. Without a
 * zone it is UTC.
 *
 * As in the database, a day after the end of its month means the last day, and 24:00 the beginning of the next day.
 */
export function parseTimestampText(text: string): bigint | undefined {
  const parts = form.exec(text);
  if (!parts) return parseInZone(text);
  const [year, month, day, hours, minutes, seconds] = [1, 2, 3, 4, 5, 6].map((index) => Number(parts[index] ?? 0));
  const [, , , , , , , fraction = "", , sign, zoneHours, zoneMinutes] = parts;
  if (year === undefined || month === undefined || day === undefined) return undefined;
  if (hours === undefined || minutes === undefined || seconds === undefined) return undefined;
  if (parts[4] === undefined && !isLongDate(text)) return undefined;
  if (month < 1 || month > 12 || day < 1 || day > 31 || minutes > 59 || seconds > 59) return undefined;
  const ms = Number(fraction.slice(0, 3).padEnd(3, "0"));
  if (hours > 24 || (hours === 24 && minutes + seconds + ms > 0)) return undefined;
  const days = daysOf({ year, month, day: Math.min(day, daysInMonth(year, month)) });
  const offset = (Number(zoneHours ?? 0) * 60 + Number(zoneMinutes ?? 0)) * (sign === "-" ? -60 : 60);
  return BigInt(days) * BigInt(dayMs) + BigInt(((hours * 60 + minutes) * 60 + seconds - offset) * 1000 + ms);
}

/** `2011-02-03 04:05 Europe/Paris` */
function parseInZone(text: string): bigint | undefined {
  const [, local = "", zone = ""] = /^(\S.*\d) ([A-Z]\S+)$/.exec(text) ?? [];
  const ms = form.test(local) ? parseTimestampText(local) : undefined;
  const offset = ms === undefined ? undefined : zoneOffset(zone, Number(ms));
  return ms === undefined || offset === undefined ? undefined : ms - BigInt(offset);
}

/** Without a time, the year has four digits at least, month and day have two. */
function isLongDate(text: string): boolean {
  return /^[+-]?\d{4,}-\d{2}-\d{2}/.test(text);
}

/** `2011-02-03T04:05:06.789Z`, as casts print it; JSON has a blank in place of the `T`. */
export function printTimestamp(ms: bigint, separator: "T" | " "): string {
  const rest = Number(((ms % BigInt(dayMs)) + BigInt(dayMs)) % BigInt(dayMs));
  const { year, month, day } = dateOf(Number((ms - BigInt(rest)) / BigInt(dayMs)));
  // Java counts the years before the first one from 1 on.
  const ofEra = year > 0 ? year : 1 - year;
  const two = (value: number): string => String(Math.floor(value)).padStart(2, "0");
  const clock = [rest / 3_600_000, (rest / 60_000) % 60, (rest / 1000) % 60].map(two).join(":");
  const days = `${ofEra > 9999 ? "+" : ""}${String(ofEra).padStart(4, "0")}-${two(month)}-${two(day)}`;
  return `${days}${separator}${clock}.${String(rest % 1000).padStart(3, "0")}Z`;
}

/** The database's own names of zones, the same in winter and summer; it also knows names such as `Europe/Berlin`. */
const zones: Readonly<Record<string, string>> = {
  EST: "America/New_York",
  EDT: "America/New_York",
  CST: "America/Chicago",
  CDT: "America/Chicago",
  MST: "America/Denver",
  MDT: "America/Denver",
  PST: "America/Los_Angeles",
  PDT: "America/Los_Angeles",
  AKST: "America/Anchorage",
  AKDT: "America/Anchorage",
  HST: "Pacific/Honolulu",
  WET: "WET",
  WEST: "WET",
  CET: "CET",
  CEST: "CET",
  EET: "EET",
  EEST: "EET",
  MSK: "Europe/Moscow",
  JST: "Asia/Tokyo",
  AEST: "Australia/Sydney",
  AEDT: "Australia/Sydney",
  NZST: "Pacific/Auckland",
  NZDT: "Pacific/Auckland",
};

/**
 * How many milliseconds a zone's clock is ahead of UTC when it shows a time; undefined for an unknown zone.
 *
 * A time that occurs twice means the first occurrence; a skipped time uses the offset before the change.
 *
 * @param localMs what the clock shows, as if it were UTC
 */
export function zoneOffset(name: string, localMs: number): number | undefined {
  const zone = zones[name] ?? (/^[A-Z]\w*(?:\/[A-Z]\w*)+$/.test(name) ? name : undefined);
  if (zone === undefined) return undefined;
  const clock = attempt(() => new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" }));
  if (!clock) return undefined;
  const [before, after] = [localMs - halfDay, localMs + halfDay].map((ms) => offsetAt(clock, ms)) as [number, number];
  return offsetAt(clock, localMs - before) === before || offsetAt(clock, localMs - after) !== after ? before : after;
}

const halfDay = 43_200_000;

/** Parses `GMT`, `GMT+02:00` or `GMT-00:01:15`. */
function offsetAt(clock: Intl.DateTimeFormat, ms: number): number {
  const shown = clock.formatToParts(ms).find(({ type }) => type === "timeZoneName")?.value ?? "";
  const [, sign, hours = 0, minutes = 0, seconds = 0] = /([+-])(\d+):(\d+)(?::(\d+))?/.exec(shown) ?? [];
  const offset = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  return sign === "-" ? -offset : offset;
}
