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
  const clock = zone === undefined ? undefined : openClock(zone);
  if (!clock) return undefined;
  const [before, after] = [localMs - halfDay, localMs + halfDay].map((ms) => offsetAt(clock, ms)) as [number, number];
  return offsetAt(clock, localMs - before) === before || offsetAt(clock, localMs - after) !== after ? before : after;
}

const halfDay = 43_200_000;

function openClock(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
  } catch {
    return undefined;
  }
}

/** Parses `GMT`, `GMT+02:00` or `GMT-00:01:15`. */
function offsetAt(clock: Intl.DateTimeFormat, ms: number): number {
  const shown = clock.formatToParts(ms).find(({ type }) => type === "timeZoneName")?.value ?? "";
  const [, sign, hours = 0, minutes = 0, seconds = 0] = /([+-])(\d+):(\d+)(?::(\d+))?/.exec(shown) ?? [];
  const offset = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  return sign === "-" ? -offset : offset;
}
