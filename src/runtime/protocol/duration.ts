const units =
  /^(-?)(?=\d)(?:(\d+)y)?(?:(\d+)mo)?(?:(\d+)w)?(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?(?:(\d+)ms)?(?:(\d+)(?:us|µs))?(?:(\d+)ns)?$/i;
const iso = /^(-?)P(?=[\dT])(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;

const secondNs = 1_000_000_000n;
const limits = { months: 2n ** 31n - 1n, days: 2n ** 31n - 1n, nanoseconds: 2n ** 63n - 1n };

/** A duration as the database holds it: months and days have no fixed length, so three counts, all of one sign. */
export interface Duration {
  readonly negative: boolean;
  readonly months: bigint;
  readonly days: bigint;
  readonly nanoseconds: bigint;
}

/** Parses `"1y2mo3d4h5m6s7ms8us9ns"` or ISO 8601, `"P1Y2M3DT4H5M6S"`. */
export function parseDuration(text: string): Duration | undefined {
  const parts = units.exec(text) ?? iso.exec(text);
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
    duration.months <= limits.months && duration.days <= limits.days && duration.nanoseconds <= limits.nanoseconds;
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
