import { decodeVint, encodeVint } from "../../store/index.ts";
import { invalid } from "../cql-error.ts";
import { dateOf, daysInMonth, daysOf } from "./civil-date.ts";
import { abs } from "./decimal-math.ts";

/** Three counts of one sign: months and days have no fixed length. */
export interface DurationValue {
  readonly months: bigint;
  readonly days: bigint;
  readonly nanoseconds: bigint;
}

export function readDuration(bytes: Buffer): DurationValue {
  const months = decodeVint(bytes, 0);
  const days = decodeVint(bytes, months.end);
  return { months: months.value, days: days.value, nanoseconds: decodeVint(bytes, days.end).value };
}

export function writeDuration({ months, days, nanoseconds }: DurationValue): Buffer {
  return Buffer.concat([months, days, nanoseconds].map(encodeVint));
}

type Count = keyof DurationValue;

interface Unit {
  readonly name: string;
  readonly counts: Count;
  readonly factor: bigint;
}

const second = 1_000_000_000n;
/** In the order in which a text may have them. */
const units: ReadonlyMap<string, Unit> = new Map([
  ["y", { name: "years", counts: "months", factor: 12n }],
  ["mo", { name: "months", counts: "months", factor: 1n }],
  ["w", { name: "weeks", counts: "days", factor: 7n }],
  ["d", { name: "days", counts: "days", factor: 1n }],
  ["h", { name: "hours", counts: "nanoseconds", factor: 3600n * second }],
  ["m", { name: "minutes", counts: "nanoseconds", factor: 60n * second }],
  ["s", { name: "seconds", counts: "nanoseconds", factor: second }],
  ["ms", { name: "milliseconds", counts: "nanoseconds", factor: 1_000_000n }],
  ["us", { name: "microseconds", counts: "nanoseconds", factor: 1000n }],
  ["ns", { name: "nanoseconds", counts: "nanoseconds", factor: 1n }],
]);
const order = [...units.keys()];

const maximumInt = 2n ** 31n - 1n;
const limits: Readonly<Record<Count, bigint>> = {
  months: maximumInt,
  days: maximumInt,
  nanoseconds: 2n ** 63n - 1n,
};

const standard = /^(?:\d+(?:mo|ms|us|µs|ns|[ywdhms]))+$/i;
const amounts = /(\d+)(mo|ms|us|µs|ns|[ywdhms])/gi;
const iso = /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;
const isoWeeks = /^P(\d+)W$/;
const isoAlternative = /^P(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})$/;
const isoUnits = ["y", "mo", "d", "h", "m", "s"];

/** `1y2mo3d4h5m6s7ms8us9ns`, `P1Y2M3DT4H5M6S`, `P4W` or `P0001-02-03T04:05:06`, each after a minus for a negative one. */
export function parseDurationText(text: string): DurationValue {
  const isNegative = text.startsWith("-");
  const source = isNegative ? text.slice(1) : text;
  const sum: Record<Count, bigint> = { months: 0n, days: 0n, nanoseconds: 0n };
  let last = -1;
  for (const [amount, symbol] of amountsOf(source)) {
    const place = order.indexOf(symbol);
    const { name, counts, factor } = units.get(symbol) as Unit;
    const before = units.get(order[last] ?? "")?.name ?? "";
    if (place === last) throw invalid(`Invalid duration. The ${name} are specified multiple times`);
    if (place < last) throw invalid(`Invalid duration. The ${before} should be after ${name}`);
    last = place;
    if (amount > (limits[counts] - sum[counts]) / factor) {
      throw invalid(`Invalid duration. The total number of ${counts} must be less or equal to ${maximumInt}`);
    }
    sum[counts] += amount * factor;
  }
  const sign = isNegative ? -1n : 1n;
  return { months: sum.months * sign, days: sum.days * sign, nanoseconds: sum.nanoseconds * sign };
}

function amountsOf(source: string): readonly (readonly [amount: bigint, symbol: string])[] {
  const unknown = invalid(`Unable to convert '${source}' to a duration`);
  if (!source.startsWith("P")) {
    if (!standard.test(source)) throw unknown;
    return Array.from(source.matchAll(amounts), ([, amount = "", symbol = ""]) => {
      return [BigInt(amount), symbol.toLowerCase().replace("µ", "u")] as const;
    });
  }
  const weeks = isoWeeks.exec(source);
  if (weeks) return [[BigInt(weeks[1] ?? 0), "w"]];
  const parts = source.includes("-") ? isoAlternative.exec(source) : iso.exec(source);
  if (!parts) throw unknown;
  return isoUnits.flatMap((symbol, index) => {
    const amount = parts[index + 1];
    return amount === undefined ? [] : [[BigInt(amount), symbol] as const];
  });
}

/** As the database prints it: nothing at all for no time. */
export function printDurationValue({ months, days, nanoseconds }: DurationValue): string {
  const positive = { months: abs(months), days: abs(days), nanoseconds: abs(nanoseconds) };
  const counts: readonly (readonly [bigint, string])[] = [
    [positive.months / 12n, "y"],
    [positive.months % 12n, "mo"],
    [positive.days, "d"],
    [positive.nanoseconds / (3600n * second), "h"],
    [(positive.nanoseconds / (60n * second)) % 60n, "m"],
    [(positive.nanoseconds / second) % 60n, "s"],
    [(positive.nanoseconds / 1_000_000n) % 1000n, "ms"],
    [(positive.nanoseconds / 1000n) % 1000n, "us"],
    [positive.nanoseconds % 1000n, "ns"],
  ];
  const isNegative = months < 0n || days < 0n || nanoseconds < 0n;
  return (isNegative ? "-" : "") + counts.map(([count, unit]) => (count > 0n ? `${count}${unit}` : "")).join("");
}

export const dayMs = 86_400_000n;

/** Milliseconds since 1970 after so much time; of a month that is shorter than the day the last day. */
export function addDuration(ms: bigint, { months, days, nanoseconds }: DurationValue, sign: 1n | -1n): bigint {
  const shifted = months === 0n ? ms : addMonths(ms, months * sign);
  return shifted + (days * dayMs + nanoseconds / 1_000_000n) * sign;
}

export function addMonths(ms: bigint, months: bigint): bigint {
  const clock = ((ms % dayMs) + dayMs) % dayMs;
  const { year, month, day } = dateOf(Number((ms - clock) / dayMs));
  const total = year * 12 + month - 1 + Number(months);
  const [newYear, newMonth] = [Math.floor(total / 12), (((total % 12) + 12) % 12) + 1];
  const newDay = Math.min(day, daysInMonth(newYear, newMonth));
  return BigInt(daysOf({ year: newYear, month: newMonth, day: newDay })) * dayMs + clock;
}
